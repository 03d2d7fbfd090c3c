import { DateTime, Order } from "effect"
import type { Message } from "./Message.ts"
import type { MessageContent } from "./MessageContent.ts"
import type { Edit, Reaction } from "./MessageAnnotations.ts"

/** The part of a message that may change after it was said. */
export type Said = Pick<Message, "type" | "content" | "annotations">

/** What a message says from an edit on. */
export type Edited = Pick<Edit, "number" | "at" | "key"> & Pick<Message, "type" | "content">

/** When something was reported, and the report that says so, which decides between two of one instant. */
interface Reported {
  readonly at: DateTime.Utc
  readonly key: string
}

const inTime: Order.Order<Reported> = Order.combine(
  Order.mapInput(Order.Number, ({ at }: Reported) => DateTime.toEpochMillis(at)),
  Order.mapInput(Order.String, ({ key }: Reported) => key)
)

/** Edits count up where the platform counts them; the times of two may be equal. */
const inNumber: Order.Order<Reported & Pick<Edit, "number">> = Order.combine(
  Order.mapInput(Order.Number, ({ number }: Reported & Pick<Edit, "number">) => number ?? 0),
  inTime
)

/** The content of a deleted message: only that there was one. */
const deleted = { type: "text", content: { text: "This message was deleted", deleted: true } } as const

/** Of the reactions of one side the latest stands, also when it takes an earlier one back. */
export const withReaction = <M extends Said>(message: M, reaction: Reaction): M => {
  const reactions = message.annotations.reactions ?? []
  const before = reactions.find(({ by }) => by === reaction.by)
  if (before !== undefined && !Order.isLessThan(inTime)(before, reaction)) return message
  const others = reactions.filter(({ by }) => by !== reaction.by)
  const all = [...others, reaction].toSorted((one, other) => (one.by < other.by ? -1 : 1))
  return { ...message, annotations: { ...message.annotations, reactions: all } }
}

/** What a message is about stays when its words change: what it answers, and where the person came from. */
const lasting: ReadonlySet<string> = new Set(["reply_to", "referral", "standby"])

/** And where a file of ours is, when it is still a file. */
const keptParts = ({ content, type }: Edit["original"], edited: Edited): MessageContent =>
  Object.fromEntries(
    Object.entries(content).filter(([name]) => lasting.has(name) || (name === "url" && edited.type === type))
  )

/** The latest edit is what the message says, whatever order they come in. What it said at first is kept beside it. */
export const withEdit = <M extends Said>(message: M, edited: Edited): M => {
  const { deletedAt, edit } = message.annotations
  const { at, content, key, number, type } = edited
  if (deletedAt !== undefined || (edit !== undefined && !Order.isLessThan(inNumber)(edit, edited))) return message
  const original = edit?.original ?? { type: message.type, content: message.content }
  return {
    ...message,
    type,
    content: { ...content, ...keptParts(original, edited) },
    annotations: { ...message.annotations, edit: { number, at, key, original } }
  }
}

/** Nothing of what it said is kept: who takes a message back wants it gone. */
export const withDeletion = <M extends Said>(message: M, at: DateTime.Utc): M => {
  const { edit: _, ...others } = message.annotations
  const first = others.deletedAt === undefined ? at : DateTime.min(others.deletedAt, at)
  return { ...message, ...deleted, annotations: { ...others, deletedAt: first } }
}
