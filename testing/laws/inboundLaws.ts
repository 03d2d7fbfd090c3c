import { Arbitrary, Equal, Schema } from "effect"
import type { InboxState } from "../../src/domain/inbound/InboxState.ts"
import { type InboundHistory, inboundHistoryOf, reactionHistory } from "../arbitraries/inboundHistory.ts"
import { conversationsIn, messagesIn } from "../inbound/given.ts"
import { eventsPicture, messageEvents, picture, unreadIn } from "../inbound/picture.ts"
import { announced, run, type TakeInbound } from "../inbound/world.ts"
import { law } from "./Law.ts"

/** An inbound history, and the seconds between its reports. */
export interface InboundInput {
  readonly history: InboundHistory
  /** Seconds between two reports. */
  readonly tick: 0 | 1
}

const ticking = (history: Arbitrary.Arbitrary<InboundHistory>): Arbitrary.Arbitrary<InboundInput> =>
  Arbitrary.all({ history, tick: Arbitrary.schema(Schema.Literals([0, 1])) })

const histories = (isLoose: boolean, isContradictory: boolean) =>
  ticking(inboundHistoryOf({ isLoose, isContradictory }))

/** The states after a history in its original order and in the order of arrival. */
const both = (rule: TakeInbound, { history: { arrived, before, reports }, tick }: InboundInput) => ({
  straight: run(before, reports, tick, rule),
  other: run(before, arrived, tick, rule)
})

/** Whether the event is about a message. Two taps without an id may be equal. */
const isOfMessage = (event: Schema.Json) => JSON.stringify(event).includes("message_id")

/** Whether the last announced reaction of each side of each message is the current one. */
const showsStanding = (state: InboxState): boolean => {
  const reactions = announced(state).flatMap((event) =>
    event.type === "message.reaction" && event.data.latest ? [event.data] : []
  )
  return messagesIn(state).every(({ message }) =>
    (["business", "contact"] as const).every((by) => {
      const own = reactions.filter(
        ({ from, message_id }) => message_id === message.platformMessageId && (by === "business") === (from === null)
      )
      return own.at(-1)?.emoji === message.annotations.reactions?.find((reaction) => reaction.by === by)?.reaction
    })
  )
}

export const inboundLaws = [
  law({
    name: "inbound: the final state does not depend on order and repetition",
    inputs: histories(false, false),
    holds: (rule: TakeInbound, input) => {
      const { other, straight } = both(rule, input)
      return (
        straight.merges.length + other.merges.length === 0 &&
        Equal.equals(picture(other), picture(straight)) &&
        Equal.equals(eventsPicture(other), eventsPicture(straight))
      )
    }
  }),
  law({
    name: "inbound: the final state does not depend on order when people are merged",
    inputs: histories(true, false),
    holds: (rule: TakeInbound, input) => {
      const { other, straight } = both(rule, input)
      return (
        Equal.equals(picture(other), picture(straight)) && Equal.equals(messageEvents(other), messageEvents(straight))
      )
    }
  }),
  law({
    name: "inbound: the final state does not depend on order when a message fails and arrives",
    inputs: histories(true, true),
    holds: (rule: TakeInbound, input) => {
      const { other, straight } = both(rule, input)
      return Equal.equals(picture(other), picture(straight))
    }
  }),
  law({
    name: "inbound: no event is announced twice",
    inputs: histories(true, false),
    holds: (rule: TakeInbound, input) => {
      const events = messageEvents(both(rule, input).other)
        .filter(isOfMessage)
        .map((event) => JSON.stringify(event))
      return new Set(events).size === events.length
    }
  }),
  law({
    name: "inbound: the last announced reaction is the current one",
    inputs: ticking(reactionHistory),
    holds: (rule: TakeInbound, input) => showsStanding(both(rule, input).other)
  }),
  law({
    name: "inbound: unread messages are counted incrementally",
    inputs: histories(true, false),
    holds: (rule: TakeInbound, input) => {
      const { other } = both(rule, input)
      return conversationsIn(other).every(
        (entry) => unreadIn(other, entry) === unreadIn(other, { ...entry, isRecounted: true })
      )
    }
  })
]
