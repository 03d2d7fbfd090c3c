import { Schema } from "effect"
import type { Conversation } from "../conversations/Conversation.ts"
import { UserId } from "../Ids.ts"
import { type Message, isListed } from "../messages/Message.ts"
import {
  type CountedThing,
  type ReportCounter,
  ReportMeasure,
  bucketOf,
  durationCounters,
  durationMeasures
} from "./reportCounters.ts"

/** A fact of a conversation at a time: a step of a count, or a duration that ended at the time. */
export class ConversationFact extends Schema.Opaque<ConversationFact>()(
  Schema.Struct({
    at: Schema.Int,
    measure: ReportMeasure,
    /** The step of the count, or the duration in milliseconds. */
    value: Schema.Int,
    /** The member who answered or closed. */
    memberId: Schema.NullOr(UserId)
  })
) {}

/** The things that the facts of a conversation count for, beside members. */
export const ReportedPlace = Schema.Struct({
  channel: Schema.String,
  channelAccountId: Schema.String,
  teamId: Schema.NullOr(Schema.String),
  labels: Schema.Array(Schema.String)
})
export type ReportedPlace = typeof ReportedPlace.Type

/** A close, or a conversation opened again, in the order in which they happened. */
export interface ConversationTurn {
  readonly at: number
  readonly isClosed: boolean
  readonly memberId: UserId | null
}

/** A message of the contact, or an answer of a member, an agent or the business's own app. */
export interface ReportedMessage {
  readonly id: string
  readonly at: number
  readonly isInbound: boolean
  readonly memberId: UserId | null
}

/** A conversation, as far as reports depend on it. */
export interface ReportedConversation {
  readonly createdAt: number
  /** The last change of a conversation whose contact was deleted; null while it has one. It is not open any more. */
  readonly hiddenAt: number | null
  readonly turns: ReadonlyArray<ConversationTurn>
  readonly messages: ReadonlyArray<ReportedMessage>
}

/**
 * The message as reports see it; null for one that neither waits for an answer nor is one. Answers are accepted messages of
 * members and of agents, and what the business wrote elsewhere. Campaigns and automatic messages have no author, so
 * they answer nothing. Imported messages neither ask nor answer.
 */
export const reportedMessage = (message: Message, isEcho: boolean): ReportedMessage | null => {
  const { annotations, createdAt, direction, id } = message
  const isInbound = direction === "inbound"
  const isAnswer =
    message.status !== "failed" && (isEcho || annotations.member !== undefined || annotations.agent !== undefined)
  if (annotations.imported === true || !isListed(message) || !(isInbound || isAnswer)) return null
  return { id, at: createdAt.epochMilliseconds, isInbound, memberId: annotations.member ?? null }
}

type Event = Omit<ReportedMessage, "isInbound"> & { readonly kind: "question" | "answer" | "close" }

/** By time; at one time messages come before a close. */
const byTime = (one: Event, other: Event): number => {
  if (one.at !== other.at) return one.at - other.at
  if ((one.kind === "close") !== (other.kind === "close")) return one.kind === "close" ? 1 : -1
  return one.id < other.id ? -1 : 1
}

/** Facts that messages contribute to. */
const isOfMessages = ({ measure }: ConversationFact): boolean =>
  measure === "waiting" || measure === "firstResponse" || measure === "laterResponse"

/**
 * Facts about answers. `settled` are those from before the first stored message of the contact: they came from messages
 * that were deleted since, and stay.
 */
const answerFacts = (
  { hiddenAt, messages, turns }: ReportedConversation,
  settled: ReadonlyArray<ConversationFact>
): ReadonlyArray<ConversationFact> => {
  const facts = [...settled]
  const last = settled.at(-1)?.at ?? Number.NEGATIVE_INFINITY
  const isWaiting = settled.reduce((sum, { measure, value }) => (measure === "waiting" ? sum + value : sum), 0) > 0
  let since = isWaiting
    ? (settled.findLast(({ measure, value }) => measure === "waiting" && value > 0)?.at ?? null)
    : null
  let firstAt = settled[0]?.at ?? null
  let isAnswered = settled.some(({ measure }) => measure === "firstResponse")
  const events: ReadonlyArray<Event> = [
    ...messages.map(({ at, id, isInbound, memberId }): Event => ({
      at,
      id,
      memberId,
      kind: isInbound ? "question" : "answer"
    })),
    ...turns.flatMap(({ at, isClosed }): ReadonlyArray<Event> =>
      isClosed ? [{ at, id: "", memberId: null, kind: "close" }] : []
    ),
    ...(hiddenAt === null ? [] : [{ at: hiddenAt, id: "", memberId: null, kind: "close" as const }])
  ]
  for (const { at, kind, memberId } of events.filter((event) => event.at > last).toSorted(byTime)) {
    if (kind === "question") {
      if (since === null) facts.push({ at, measure: "waiting", value: 1, memberId: null })
      firstAt ??= at
      since ??= at
    } else if (since !== null || (kind === "answer" && firstAt !== null && !isAnswered)) {
      if (kind === "answer") {
        const measure = isAnswered ? "laterResponse" : "firstResponse"
        facts.push({ at, measure, value: at - ((isAnswered ? since : firstAt) ?? at), memberId })
        isAnswered = true
      }
      if (since !== null) facts.push({ at, measure: "waiting", value: -1, memberId: null })
      since = null
    }
  }
  return facts
}

/** Facts about opening and closing. A turn that repeats the state before it is none. */
const turnFacts = ({ createdAt, hiddenAt, turns }: ReportedConversation): ReadonlyArray<ConversationFact> => {
  const step = (at: number, measure: ReportMeasure, value = 1, memberId: UserId | null = null): ConversationFact => ({
    at,
    measure,
    value,
    memberId
  })
  const facts = [step(createdAt, "opened"), step(createdAt, "open")]
  let openedAt: number | null = createdAt
  for (const { at, isClosed, memberId } of turns) {
    if (isClosed && openedAt !== null) {
      const endedAt = Math.max(at, openedAt)
      facts.push(step(endedAt, "closed", 1, memberId), step(endedAt, "open", -1))
      facts.push(step(endedAt, "resolution", endedAt - openedAt, memberId))
      openedAt = null
    } else if (!isClosed && openedAt === null) {
      facts.push(step(at, "reopened"), step(at, "open"))
      openedAt = at
    }
  }
  return hiddenAt === null || openedAt === null ? facts : [...facts, step(Math.max(hiddenAt, openedAt), "open", -1)]
}

/**
 * The facts of a conversation (contract: Reports). `former` are the facts of the time before, without which those of deleted
 * messages would be lost.
 */
export const conversationFacts = (
  conversation: ReportedConversation,
  former: ReadonlyArray<ConversationFact> = []
): ReadonlyArray<ConversationFact> => {
  const first = conversation.messages.reduce(
    (least, { at, isInbound }) => (isInbound ? Math.min(least, at) : least),
    Number.POSITIVE_INFINITY
  )
  const settled = former.filter((fact) => isOfMessages(fact) && fact.at < first)
  const { hiddenAt, messages, turns } = conversation
  // What is known of it happened before its contact was deleted.
  const ended = hiddenAt === null ? null : [...messages, ...turns].reduce((end, { at }) => Math.max(end, at), hiddenAt)
  const whole = { ...conversation, hiddenAt: ended }
  return [...turnFacts(whole), ...answerFacts(whole, settled)]
}

const isDuration = (measure: ReportMeasure): boolean => durationMeasures.some((one) => one === measure)

/** The counters of the facts of a conversation. Those of members are counters of the answers and closes of members. */
export const factCounters = (
  { channel, channelAccountId, labels, teamId }: ReportedPlace,
  facts: ReadonlyArray<ConversationFact>
): ReadonlyArray<ReportCounter> => {
  const things: ReadonlyArray<CountedThing> = [
    ["overview", ""],
    ["channels", channel],
    ["numbers", channelAccountId],
    ...(teamId === null ? [] : [["teams", teamId] as const]),
    ...[...new Set(labels)].map((label) => ["labels", label] as const)
  ]
  return facts.flatMap(({ at, measure, memberId, value }) =>
    [...things, ...(memberId === null ? [] : [["members", memberId] as const])].flatMap(([subject, key]) => {
      const counter = { subject, key, measure, bucket: bucketOf(at) }
      return isDuration(measure) ? durationCounters(counter, value) : [{ ...counter, bin: 0, number: value }]
    })
  )
}

/** The part of a conversation that its facts count for. */
export const placeOf = ({ channel, channelAccountId, labels, teamId }: Conversation): ReportedPlace => ({
  channel,
  channelAccountId,
  teamId,
  labels
})

/** Counters that take back these. */
export const negated = (counters: ReadonlyArray<ReportCounter>): ReadonlyArray<ReportCounter> =>
  counters.map((counter) => ({ ...counter, number: -counter.number }))
