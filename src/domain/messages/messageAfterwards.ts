import { DateTime, Order } from "effect"
import {
  type Edit,
  type Message,
  type MessageContent,
  type Reaction,
  type ReportMark,
  maxEarlierReports
} from "./Message.ts"

/** A report that stands until a later one of its kind comes, with the marks of those that it replaced. */
interface Standing extends ReportMark {
  readonly earlier?: ReadonlyArray<ReportMark>
}

/** Order by instant; the key decides between two reports of one instant. */
export const inTime: Order.Order<ReportMark> = Order.combine(
  Order.mapInput(Order.Number, ({ at }: ReportMark) => DateTime.toEpochMillis(at)),
  Order.mapInput(Order.String, ({ key }: ReportMark) => key)
)

const isBefore = Order.isLessThan(inTime)

/** Whether the report was applied before. A report older than every stored mark counts as known. */
const isKnown = (standing: Standing, report: ReportMark): boolean => {
  const { earlier = [], key } = standing
  const oldest = earlier.length < maxEarlierReports ? undefined : earlier.at(-1)
  return (
    key === report.key ||
    earlier.some((mark) => mark.key === report.key) ||
    (oldest !== undefined && isBefore(report, oldest))
  )
}

/**
 * The report that stands once this one is taken, in whatever order they come; null when this one was taken before. The
 * newest of the replaced ones stay as marks, so that each report is taken once.
 */
export const latestReport = <R extends Standing>(
  standing: R | undefined,
  report: R,
  order: Order.Order<R>
): R | null => {
  if (standing === undefined) return report
  if (isKnown(standing, report)) return null
  const [replaced, latest] = Order.isLessThan(order)(standing, report) ? [standing, report] : [report, standing]
  const { at, key } = replaced
  const earlier = [...(standing.earlier ?? []), { at, key }].toSorted(Order.flip(inTime)).slice(0, maxEarlierReports)
  return { ...latest, earlier }
}

/** The part of a message that may change after it was sent. */
export type Said = Pick<Message, "type" | "content" | "annotations">

/** The content of a message from an edit on. */
export type Edited = Pick<Edit, "number" | "at" | "key"> & Pick<Message, "type" | "content">

/** Edits count up where the platform counts them; the times of two may be equal. */
const inNumber: Order.Order<Edit> = Order.combine(
  Order.mapInput(Order.Number, ({ number }: Edit) => number ?? 0),
  inTime
)

/** The content of a deleted message: only that there was one. */
const deleted = { type: "text", content: { text: "This message was deleted", deleted: true } } as const

/**
 * Of the reactions of one side the latest stands, also when it takes an earlier one back. The message itself is returned
 * where the reaction was taken before.
 */
export const withReaction = <M extends Said>(message: M, reaction: Reaction): M => {
  const reactions = message.annotations.reactions ?? []
  const latest = latestReport(
    reactions.find(({ by }) => by === reaction.by),
    reaction,
    inTime
  )
  if (latest === null) return message
  const others = reactions.filter(({ by }) => by !== reaction.by)
  const all = [...others, latest].toSorted((one, other) => (one.by < other.by ? -1 : 1))
  return { ...message, annotations: { ...message.annotations, reactions: all } }
}

/** Fields of the content that an edit leaves unchanged: the target of a reply, and the person's origin. */
const lasting: ReadonlySet<string> = new Set([
  "reply_to",
  "referral",
  "standby",
  "context",
  "identity",
  "conversation_context"
])

/** And where a file of ours is, when it is still a file. */
const keptParts = ({ content, type }: Edit["original"], edited: Edited): MessageContent =>
  Object.fromEntries(
    Object.entries(content).filter(([name]) => lasting.has(name) || (name === "url" && edited.type === type))
  )

/** The message before any edit. */
const originalOf = ({ annotations, content, type }: Said): Edit["original"] =>
  annotations.edit?.original ?? { type, content }

/** The content of the message after this edit, whether or not a later one replaced it. */
export const saidByEdit = (message: Said, edited: Edited): Edit["original"] => ({
  type: edited.type,
  content: { ...edited.content, ...keptParts(originalOf(message), edited) }
})

/**
 * Applies an edit. The latest edit determines the content, regardless of arrival order; the original content is stored
 * beside it. Returns the message itself if the edit was applied before or the message was deleted.
 */
export const withEdit = <M extends Said>(message: M, edited: Edited): M => {
  const { deletedAt, edit } = message.annotations
  if (deletedAt !== undefined) return message
  const { at, key, number } = edited
  const latest = latestReport(edit, { number, at, key, original: originalOf(message) }, inNumber)
  if (latest === null) return message
  const { content, type } = latest.key === key ? saidByEdit(message, edited) : message
  return { ...message, type, content, annotations: { ...message.annotations, edit: latest } }
}

/** Removes the content: the sender of a deleted message wants it gone. */
export const withDeletion = <M extends Said>(message: M, at: DateTime.Utc): M => {
  const { edit: _, ...others } = message.annotations
  const first = others.deletedAt === undefined ? at : DateTime.min(others.deletedAt, at)
  return { ...message, ...deleted, annotations: { ...others, deletedAt: first } }
}
