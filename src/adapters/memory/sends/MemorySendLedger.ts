import { DateTime, Effect, Equal, HashMap, HashSet, Layer, Option, Struct } from "effect"
import { OrganizationSuspended } from "../../../domain/access/AccessFailures.ts"
import type { MessageId, OrganizationId } from "../../../domain/Ids.ts"
import { type RecipientRefused, refusalOf } from "../../../domain/contacts/RecipientCheck.ts"
import { type Message, type MessageFailure, expiredFailure, isUnanswered } from "../../../domain/messages/Message.ts"
import { type EchoThread, type UnmatchedMessages, echoRange } from "../../../domain/inbound/echoedSends.ts"
import { MonthlyLimitReached, admitted, monthOf, monthlyLimit } from "../../../domain/limits/MonthlyLimit.ts"
import {
  type Accepted,
  IdempotencyKeyTaken,
  type ReportedSend,
  type Reservation,
  type SendIntent,
  SendLedger,
  type SendOutcome
} from "../../../ports/sends/SendLedger.ts"
import { acceptSend, echoOf, usedIn, withUnits } from "./acceptSend.ts"
import { beginSend, runningConversation, withStoredConversation, writtenIn } from "./beginSend.ts"
import { contactKnownBy } from "../contacts/storedIdentities.ts"
import { withMessage } from "../messages/listedMessages.ts"
import { type State, type Step, impossible } from "../State.ts"
import { storedKey, withKey } from "./MemoryIdempotencyKeys.ts"
import { World } from "../World.ts"

const intended = ({ contactId, conversationId }: Reservation, intent: SendIntent): Message => ({
  id: intent.messageId,
  organizationId: intent.contact.organizationId,
  conversationId,
  contactId,
  channel: intent.conversation.channel,
  channelAccountId: intent.conversation.channelAccountId,
  direction: "outbound",
  peer: intent.peer,
  type: intent.type,
  content: intent.content,
  status: "pending",
  platformMessageId: null,
  failure: null,
  deliveredAt: null,
  readAt: null,
  annotations: {
    ...(intent.trace !== undefined && { trace: intent.trace }),
    ...(intent.campaign !== undefined && { campaign: intent.campaign }),
    ...(intent.agent !== undefined && { agent: intent.agent }),
    ...(intent.member !== undefined && { member: intent.member }),
    ...(intent.automatic !== undefined && { automatic: intent.automatic })
  },
  createdAt: intent.at
})

/** The contact of the intent, if it names one that is known. */
const recipientOf = (state: State, organizationId: OrganizationId, { identity }: SendIntent) =>
  identity === null ? undefined : contactKnownBy(state, organizationId, identity)

/**
 * Adds the message of the intent, to the open conversation if there is one; otherwise its outcome begins a
 * conversation.
 */
const withIntent = (
  state: State,
  organizationId: OrganizationId,
  intent: SendIntent
): readonly [Reservation, State] => {
  const { at, contact, conversation, messageId } = intent
  const known = recipientOf(state, organizationId, intent)
  const running = known && runningConversation(state, known, conversation.channelAccountId)
  const joined = running && writtenIn(running, at, intent.automatic)
  const reservation = { contactId: known?.id ?? contact.id, conversationId: running?.id ?? conversation.id }
  const after = joined === undefined ? state : withStoredConversation(state, joined)
  return [
    reservation,
    {
      ...after,
      messages: [...after.messages, intended(reservation, intent)],
      learned: HashMap.set(after.learned, messageId, joined?.lastWrittenAt ?? at),
      openings: joined === undefined ? HashMap.set(after.openings, messageId, intent) : after.openings
    }
  ]
}

const reserve =
  (
    organizationId: OrganizationId,
    intent: SendIntent
  ): Step<Reservation, MonthlyLimitReached | OrganizationSuspended | RecipientRefused | IdempotencyKeyTaken> =>
  (state) => {
    const organization = state.organizations.find(({ id }) => id === organizationId)
    if (organization === undefined) return impossible(state, "the organization does not exist")
    if (
      state.messages.some((message) => message.organizationId === organizationId && message.id === intent.messageId)
    ) {
      return impossible(state, "the message exists")
    }
    const known = recipientOf(state, organizationId, intent)
    const refusal = known === undefined ? null : refusalOf(intent.check, known)
    if (refusal !== null) return [Effect.fail(refusal), state]
    const { at, call, messageId } = intent
    const existing = call === undefined ? undefined : storedKey(state, organizationId, call, at)
    if (existing !== undefined && existing.messageId !== messageId)
      return [Effect.fail(new IdempotencyKeyTaken()), state]
    const keyed = call === undefined ? state : withKey(state, organizationId, call, { messageId, takenAt: at })
    if (HashMap.has(state.suspensions, organizationId)) {
      return [Effect.fail(new OrganizationSuspended({ organizationId })), keyed]
    }
    const month = monthOf(intent.at)
    const allowed = monthlyLimit[organization.plan]
    const used = usedIn(state, organizationId, month)
    if (allowed !== null && admitted(used, allowed, 1) === 0) {
      return [Effect.fail(new MonthlyLimitReached({ used, allowed })), keyed]
    }
    const [reservation, reserved] = withIntent(withUnits(keyed, organizationId, month, 1), organizationId, intent)
    return [Effect.succeed(reservation), reserved]
  }

const isExpired = ({ failure, status }: Message): boolean =>
  status === "failed" && Equal.equals(failure, expiredFailure)

/** Whether the outcome counts: the first one, or an acceptance by the platform after an unknown outcome. */
const counts = (message: Message, { _tag }: SendOutcome): boolean =>
  message.status === "pending" || isExpired(message) || (_tag === "Accepted" && isUnanswered(message))

const failedWith = (state: State, message: Message, failure: MessageFailure): State =>
  withMessage(state, { ...message, status: "failed", failure })

const withUnitBack = (state: State, { createdAt, organizationId }: Message): State =>
  withUnits(state, organizationId, monthOf(createdAt), -1)

/** Applies an outcome that counts. */
const apply = (state: State, message: Message, outcome: SendOutcome, at: DateTime.Utc): State => {
  switch (outcome._tag) {
    case "Accepted":
      return acceptSend(state, message, outcome, at)
    case "NotSent":
    case "NoRecipient":
      return withUnitBack(failedWith(state, message, outcome.failure), message)
    case "Unknown":
      return failedWith(state, message, outcome.failure)
  }
}

/** The message and the state to which an outcome is applied. */
const begin = (state: State, message: Message, outcome: SendOutcome): readonly [Message, State] =>
  Option.match(HashMap.get(state.openings, message.id), {
    onNone: () => [message, state],
    onSome: (intent) => {
      const opened = { ...state, openings: HashMap.remove(state.openings, message.id) }
      const person = outcome._tag === "Accepted" ? outcome.person : undefined
      const identity = intent.identity ?? person?.identity ?? null
      if (outcome._tag === "NoRecipient") return [message, opened]
      if (identity === null) return [message, outcome._tag === "Unknown" ? state : opened]
      const addressed = { ...message, peer: person?.peer ?? message.peer }
      const echo = outcome._tag === "Accepted" ? echoOf(state, message, outcome.platformMessageId) : undefined
      return echo === undefined
        ? beginSend(opened, addressed, intent, identity)
        : [{ ...addressed, ...Struct.pick(echo, ["contactId", "conversationId"]) }, opened]
    }
  })

const recordOutcome =
  (
    organizationId: OrganizationId,
    messageId: MessageId,
    outcome: SendOutcome,
    at: DateTime.Utc
  ): Step<Reservation | null> =>
  (state) => {
    const stored = state.messages.find((row) => row.organizationId === organizationId && row.id === messageId)
    if (stored === undefined || !counts(stored, outcome)) return [Effect.succeed(null), state]
    const [message, opened] = begin(state, stored, outcome)
    const { contactId, conversationId } = message
    return [Effect.succeed({ contactId, conversationId }), apply(opened, message, outcome, at)]
  }

const lost = { _tag: "Unknown", failure: expiredFailure } as const

const pendingBefore = ({ messages }: State, before: DateTime.Utc, limit: number): ReadonlyArray<Message> =>
  messages
    .filter(({ createdAt, status }) => status === "pending" && DateTime.isLessThan(createdAt, before))
    .toSorted((one, other) => one.createdAt.epochMilliseconds - other.createdAt.epochMilliseconds)
    .slice(0, limit)

const expire =
  (before: DateTime.Utc, at: DateTime.Utc, limit: number): Step<number> =>
  (state) => {
    const late = pendingBefore(state, before, limit)
    const expired = late.reduce<State>(
      (done, { id, organizationId }) => recordOutcome(organizationId, id, lost, at)(done)[1],
      state
    )
    return [Effect.succeed(late.length), expired]
  }

const unanswered =
  (organizationId: OrganizationId, sends: ReadonlyArray<ReportedSend>) =>
  (state: State): ReadonlyArray<Message> =>
    sends.flatMap(({ platformMessageId, sendId }) => {
      const message = state.messages.find((row) => row.organizationId === organizationId && row.id === sendId)
      if (message === undefined || message.direction !== "outbound" || !isUnanswered(message)) return []
      const known = echoOf(state, message, platformMessageId)
      return known === undefined || HashSet.has(state.echoes, known.id) ? [message] : []
    })

const unmatched =
  (organizationId: OrganizationId, { at, channelAccountId, contactId, peer }: EchoThread) =>
  (state: State): UnmatchedMessages => {
    const { from, to } = echoRange(at)
    const near = state.messages.filter(
      (stored) =>
        stored.organizationId === organizationId &&
        stored.channelAccountId === channelAccountId &&
        stored.direction === "outbound" &&
        (stored.contactId === contactId || (stored.status === "pending" && stored.peer === peer)) &&
        DateTime.between(stored.createdAt, { minimum: from, maximum: to })
    )
    const isEcho = ({ id }: Message) => HashSet.has(state.echoes, id)
    return {
      sends: near.filter((message) => !isEcho(message) && isUnanswered(message)),
      echoes: near.filter(isEcho)
    }
  }

const accepted =
  (organizationId: OrganizationId, sendId: MessageId) =>
  ({ messages }: State): Accepted | null => {
    const sent = messages.find((row) => row.organizationId === organizationId && row.id === sendId)
    if (sent === undefined || sent.platformMessageId === null) return null
    const { contactId, conversationId, platformMessageId } = sent
    return { contactId, conversationId, platformMessageId }
  }

export const layer = Layer.effect(
  SendLedger,
  Effect.map(World, (world) =>
    SendLedger.of({
      reserve: (organizationId, intent) => world.step("SendLedger.reserve", reserve(organizationId, intent)),
      recordOutcome: (organizationId, messageId, outcome, at) =>
        world.step("SendLedger.recordOutcome", recordOutcome(organizationId, messageId, outcome, at)),
      expire: (before, at, limit) => world.step("SendLedger.expire", expire(before, at, limit)),
      unanswered: (organizationId, sends) => world.read("SendLedger.unanswered", unanswered(organizationId, sends)),
      unmatched: (organizationId, thread) => world.read("SendLedger.unmatched", unmatched(organizationId, thread)),
      overdue: (before, limit) => world.read("SendLedger.overdue", (state) => pendingBefore(state, before, limit)),
      accepted: (organizationId, sendId) => world.read("SendLedger.accepted", accepted(organizationId, sendId))
    })
  )
)
