import { type DateTime, HashMap, Option, Order } from "effect"
import { isListed, type Message, type SettledMessage } from "../../../domain/messages/Message.ts"
import { inConversation, listedAt as sendListedAt } from "../../../domain/messages/messageOrder.ts"
import type { State } from "../State.ts"

/** The time at which the message was learned of; its creation time if a scene added it directly. */
export const learnedAt = ({ learned }: State, { createdAt, id }: Pick<Message, "id" | "createdAt">): DateTime.Utc =>
  Option.getOrElse(HashMap.get(learned, id), () => createdAt)

/** The time by which the message is sorted in lists. */
export const listedAt = (state: State, message: Pick<Message, "id" | "createdAt">): DateTime.Utc =>
  Option.getOrElse(HashMap.get(state.listed, message.id), () =>
    sendListedAt({ createdAt: message.createdAt, learnedAt: learnedAt(state, message) })
  )

/** The messages that match and belong to lists, last one first. */
export const listedMessages = (state: State, isChosen: (message: Message) => boolean): ReadonlyArray<SettledMessage> =>
  state.messages
    .filter(isListed)
    .filter(isChosen)
    .map((message) => ({ message, id: message.id, listedAt: listedAt(state, message) }))
    .toSorted(Order.flip(inConversation))
    .map(({ message }) => message)

export const withMessage = (state: State, message: Message): State => ({
  ...state,
  messages: state.messages.map((stored) => (stored.id === message.id ? message : stored))
})
