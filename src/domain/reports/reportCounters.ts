import { Schema } from "effect"
import type { Channel } from "../conversations/Channel.ts"
import type { CampaignId, ChannelAccountId, UserId } from "../Ids.ts"
import type { Direction, Message } from "../messages/Message.ts"
import { reactionType } from "../messages/Message.ts"
import type { Named } from "../Named.ts"
import { binOf } from "./durationHistogram.ts"

/** Subjects of reports: the organization, and the things that its reports are divided by. */
export const ReportSubject = Schema.Literals([
  "overview",
  "channels",
  "numbers",
  "members",
  "teams",
  "labels",
  "templates",
  "campaigns"
])
export type ReportSubject = Named<typeof ReportSubject.Type>

/** A subject whose reports have a row for each thing. */
export type RowSubject = Named<Exclude<ReportSubject, "overview">>

/**
 * Measures of reports. Stores number them by their index, so new ones are added at the end. `open` and `waiting` are changes
 * of the number of open conversations, and of those whose contact waits for an answer.
 */
export const ReportMeasure = Schema.Literals([
  "received",
  "sent",
  "delivered",
  "read",
  "failed",
  "opened",
  "closed",
  "reopened",
  "open",
  "waiting",
  "firstResponse",
  "laterResponse",
  "resolution"
])
export type ReportMeasure = Named<typeof ReportMeasure.Type>

/** Measures that are durations. */
export const durationMeasures = ["firstResponse", "laterResponse", "resolution"] as const

/** Milliseconds of a bucket. Days of every zone of today begin with a bucket, since offsets are quarters of an hour. */
export const bucketMillis = 15 * 60 * 1_000

/** The bucket that the time belongs to. */
export const bucketOf = (millis: number): number => Math.floor(millis / bucketMillis) * bucketMillis

/** The bin of a counter that is the sum of durations in milliseconds. Counters without durations have bin 0. */
export const sumBin = -1

/** A number of things, or a sum of milliseconds, in one bucket. As a change of such a counter it may be negative. */
export interface ReportCounter {
  readonly subject: ReportSubject
  /** The thing of the subject; empty for the overview. */
  readonly key: string
  readonly measure: ReportMeasure
  readonly bucket: number
  readonly bin: number
  readonly number: number
}

/**
 * States of a message that counts differ in: it waits for its outcome, was refused, accepted, accepted and failed later,
 * delivered, or read. Stores number them by their index.
 */
export const messageStates = ["none", "refused", "accepted", "lost", "delivered", "read"] as const
export type MessageState = (typeof messageStates)[number]

/** The state of a message. Reactions and messages without an outcome do not count. */
export const messageState = ({
  platformMessageId,
  status,
  type
}: Pick<Message, "platformMessageId" | "status" | "type">): MessageState => {
  if (type === reactionType || status === "pending") return "none"
  if (status === "failed") return platformMessageId === null ? "refused" : "lost"
  return status === "sent" ? "accepted" : status
}

/** Messages of one bucket with the same properties. As a change, `messages` may be negative. */
export interface CountedMessages {
  readonly bucket: number
  readonly channel: Channel
  readonly channelAccountId: ChannelAccountId
  readonly direction: Direction
  /** The member who wrote them. */
  readonly memberId: UserId | null
  readonly template: string | null
  readonly campaignId: CampaignId | null
  readonly state: MessageState
  readonly messages: number
}

/** A template content as messages have it. */
const TemplateContent = Schema.Struct({ template: Schema.Struct({ name: Schema.String }) })
const isTemplate = Schema.is(TemplateContent)

/** The message as a count of one. */
export const countedMessage = (message: Message): CountedMessages => ({
  bucket: bucketOf(message.createdAt.epochMilliseconds),
  channel: message.channel,
  channelAccountId: message.channelAccountId,
  direction: message.direction,
  memberId: message.annotations.member ?? null,
  template: message.type === "template" && isTemplate(message.content) ? message.content.template.name : null,
  campaignId: message.annotations.campaign?.id ?? null,
  state: messageState(message),
  messages: 1
})

const outboundMeasures: { readonly [State in MessageState]: ReadonlyArray<ReportMeasure> } = {
  none: [],
  refused: ["failed"],
  accepted: ["sent"],
  lost: ["sent", "failed"],
  delivered: ["sent", "delivered"],
  read: ["sent", "delivered", "read"]
}

/** A thing that a counter counts for. */
export type CountedThing = readonly [subject: ReportSubject, key: string]

const thingOf = (subject: ReportSubject, key: string | null): ReadonlyArray<CountedThing> =>
  key === null ? [] : [[subject, key]]

/** The counters of messages. */
export const messageCounters = (counted: CountedMessages): ReadonlyArray<ReportCounter> => {
  const { bucket, campaignId, channel, channelAccountId, direction, memberId, messages, state, template } = counted
  const measures: ReadonlyArray<ReportMeasure> =
    direction === "inbound" ? (state === "none" ? [] : ["received"]) : outboundMeasures[state]
  const things: ReadonlyArray<CountedThing> = [
    ["overview", ""],
    ["channels", channel],
    ["numbers", channelAccountId],
    ...thingOf("members", memberId),
    ...thingOf("templates", template),
    ...thingOf("campaigns", campaignId)
  ]
  return measures.flatMap((measure) =>
    things.map(([subject, key]) => ({ subject, key, measure, bucket, bin: 0, number: messages }))
  )
}

/** Counters of a duration for a thing: its bin and the sum. */
export const durationCounters = (
  counter: Omit<ReportCounter, "bin" | "number">,
  millis: number
): ReadonlyArray<ReportCounter> => [
  { ...counter, bin: binOf(millis), number: 1 },
  { ...counter, bin: sumBin, number: millis }
]

const textOf = ({ bin, bucket, key, measure, subject }: ReportCounter): string =>
  `${subject} ${measure} ${bucket} ${bin} ${key}`

/** Sums of equal counters, without those of 0, in the same order for equal sums: transactions lock rows in this order. */
export const sumCounters = (counters: Iterable<ReportCounter>): ReadonlyArray<ReportCounter> => {
  const sums = new Map<string, ReportCounter>()
  for (const counter of counters) {
    const text = textOf(counter)
    const sum = sums.get(text)
    sums.set(text, sum === undefined ? counter : { ...counter, number: sum.number + counter.number })
  }
  return [...sums]
    .filter(([, { number }]) => number !== 0)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, sum]) => sum)
}
