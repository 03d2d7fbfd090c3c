import { messageDeleted, messageEdited, messageReacted } from "../webhooks/messageEvents.ts"
import { withDeletion, withEdit, withReaction } from "../messages/messageAfterwards.ts"
import type { Message } from "../messages/Message.ts"
import type { Inbound } from "./Inbound.ts"
import type { InboxContext } from "./InboxContext.ts"
import { announcing, type InboxMessage, type InboxState, withMessage } from "./InboxState.ts"

type Of<Tag extends Inbound["_tag"]> = Extract<Inbound, { readonly _tag: Tag }>

/** The message with the id that the report names it by. */
const withPlatformId = (
  message: Message,
  { platformMessageId }: Of<"Reacted" | "MessageEdited" | "MessageDeleted">
) => ({
  ...message,
  platformMessageId
})

/** A reaction to a known message. It is announced once, also when a later one is known already. */
export const takeReaction = (
  state: InboxState,
  entry: InboxMessage,
  item: Of<"Reacted">,
  { now }: InboxContext
): InboxState => {
  const { at, byBusiness, key, person } = item
  const reaction = { by: byBusiness ? "business" : "contact", reaction: item.reaction, at, key } as const
  const message = withReaction(entry.message, reaction)
  if (message === entry.message) return state
  const from = byBusiness ? null : person.ids[0].value
  return announcing(withMessage(state, { ...entry, message }), (id) =>
    messageReacted(id, withPlatformId(message, item), { from, reaction }, now)
  )
}

/** An edit of a known message. One of a deleted message is not announced: what it said is gone. */
export const takeEdit = (
  state: InboxState,
  entry: InboxMessage,
  item: Of<"MessageEdited">,
  { now }: InboxContext
): InboxState => {
  const { at, content, editNumber: number, key, type } = item
  const edited = { number, at, key, type, content }
  const message = withEdit(entry.message, edited)
  if (message === entry.message) return state
  return announcing(withMessage(state, { ...entry, message }), (id) =>
    messageEdited(id, withPlatformId(message, item), edited, now)
  )
}

/** The end of a known message: its words and the platform's record of it go. The first report of it is announced. */
export const takeDeletion = (
  state: InboxState,
  entry: InboxMessage,
  item: Of<"MessageDeleted">,
  { now }: InboxContext
): InboxState => {
  const message = withDeletion(entry.message, item.at)
  const deleted = withMessage(state, { ...entry, raw: null, message })
  return entry.message.annotations.deletedAt === undefined
    ? announcing(deleted, (id) => messageDeleted(id, withPlatformId(message, item), item.at, now))
    : deleted
}
