import { type Cause, Clock, Context, DateTime, Effect, Result } from "effect"
import { type Contact, type VendorContactId, newContact } from "../../domain/contacts/Contact.ts"
import { contactCreated } from "../../domain/webhooks/Event.ts"
import { ContactId, ConversationId, EventId, MessageId, type OrganizationId, generated } from "../../domain/Ids.ts"
import { CurrentAuthor } from "../../ports/access/AuditLog.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { recordOptOut } from "../contacts/recordConsent.ts"
import { spanned, traceToStore } from "../../telemetry/spanned.ts"
import { elapsedMillis } from "../../collections/elapsedMillis.ts"
import type { ContactIdentity } from "../../domain/contacts/ContactIdentity.ts"
import { type ChannelAccount, channelRules } from "../../domain/conversations/Channel.ts"
import { newConversation } from "../../domain/conversations/Conversation.ts"
import { conversationOpened } from "../../domain/webhooks/conversationEvents.ts"
import { messageSent } from "../../domain/webhooks/messageEvents.ts"
import type { MessageContent, MessageFailure } from "../../domain/messages/Message.ts"
import { type PlatformFailure, isToNobody, stoppedMarketing } from "../../domain/messages/PlatformError.ts"
import type { SendPaceExceeded } from "../../domain/limits/SendPace.ts"
import type { AcceptedSend } from "../../ports/sends/WhatsApp.ts"
import { outsideTransaction } from "../inTransaction.ts"
import { SendPace } from "../../ports/limits/RateLimits.ts"
import { type SendIntent, SendLedger } from "../../ports/sends/SendLedger.ts"
import { countSend } from "../../telemetry/countSend.ts"
import { matchSends } from "../inbound/completeSends.ts"
import { CurrentCall } from "./callOnce.ts"
import { callAtPace, longestHoldMillis } from "./callAtPace.ts"
import { reserveSend } from "./reserveSend.ts"
import { logFailure } from "../../telemetry/failureLog.ts"

/** An outgoing message of any channel. */
export interface Outgoing {
  readonly from: ChannelAccount
  /** Null for a private reply to a comment: the platform names the person with its answer. */
  readonly identity: ContactIdentity | null
  /** The recipient in the form that the platform takes: a person, or a comment. */
  readonly to: string
  /** The contact to create if the recipient is new. */
  readonly recipient: Partial<Pick<Contact, "phone" | "countryCode">>
  /** The conversation that the caller answers in; null for a send that names none. */
  readonly answered: ConversationId | null
  readonly type: string
  /** The stored content, and the content in events. */
  readonly kept: MessageContent
  readonly announced: MessageContent
  /** Whether the template is for offers; null for a message that is no template. */
  readonly isMarketing: Effect.Effect<boolean> | null
}

/** The ids of everything that a send may have to create. */
interface NewIds extends Pick<SendIntent, "messageId"> {
  readonly contactId: ContactId
  readonly vendorContactId: VendorContactId
  readonly conversationId: ConversationId
  readonly contactEventId: EventId
  readonly conversationEventId: EventId
}

/** The intent, with the events of a contact and a conversation that may turn out to be new. */
const intentOf = (
  organizationId: OrganizationId,
  { answered, from, identity, kept, recipient, to, type }: Outgoing,
  { contactEventId, contactId, conversationEventId, conversationId, messageId, vendorContactId }: NewIds,
  name: string | undefined,
  at: DateTime.Utc
): Omit<SendIntent, "check"> => {
  const facts = { ...recipient, ...(name !== undefined && { name }) }
  const contact = newContact({ id: contactId, vendorContactId, organizationId, source: "api", ...facts }, at)
  const conversation = newConversation(
    {
      id: conversationId,
      organizationId,
      contactId,
      channel: from.channel,
      channelAccountId: from.id,
      source: "api"
    },
    at
  )
  return {
    messageId,
    identity,
    peer: to,
    contact,
    conversation,
    ...(answered !== null && { answered }),
    type,
    content: kept,
    contactEvent: contactCreated(contactEventId, contact, contact.source),
    conversationEvent: conversationOpened(conversationEventId, conversation),
    at
  }
}

/** The name of the agent that a backend sends for; null for all other sends. */
export const CurrentAgent = Context.Reference<string | null>("effect-parley/app/CurrentAgent", {
  defaultValue: () => null
})

/** Whether the service itself sends, and no member and no backend. */
export const IsAutomatic = Context.Reference<boolean>("effect-parley/app/IsAutomatic", { defaultValue: () => false })

const nowOf = (clock: Clock.Clock): DateTime.Utc => DateTime.makeUnsafe(clock.currentTimeMillisUnsafe())

/** The recorded failure of a send that was rejected or whose outcome is unknown. */
const failureOf = (
  failure: PlatformFailure | SendPaceExceeded
): { readonly _tag: "NotSent" | "NoRecipient" | "Unknown"; readonly failure: MessageFailure } => {
  switch (failure._tag) {
    case "PlatformRejected": {
      const { code, message, title } = failure
      const _tag = isToNobody(failure) ? "NoRecipient" : "NotSent"
      return { _tag, failure: { _tag: "Rejected", code, title, message } }
    }
    case "SendPaceExceeded":
      return failure.rejected === null ? unattended : failureOf(failure.rejected)
    case "PlatformNotReached":
      return { _tag: "NotSent", failure: { _tag: "NotReached", detail: failure.detail } }
    case "PlatformOutcomeUnknown":
      return { _tag: "Unknown", failure: { _tag: "OutcomeUnknown", detail: `${failure.reason}: ${failure.detail}` } }
  }
}

/** Whether the recipient has stopped marketing messages at the platform. */
const isOptOut = (failure: PlatformFailure | SendPaceExceeded): boolean =>
  failure._tag === "PlatformRejected" && failure.code === stoppedMarketing

/** The answer to the caller for a send that the platform accepted, as it is recorded. */
const acceptedBy = (ledger: SendLedger["Service"], organizationId: OrganizationId, messageId: MessageId) =>
  Effect.map(ledger.accepted(organizationId, messageId), (accepted) => accepted && { messageId, ...accepted })

/** The recorded outcome of a send whose caller was answered or disconnected before the platform call. */
const unattended = {
  _tag: "NotSent",
  failure: { _tag: "NotReached", detail: "the request ended before the message was sent" }
} as const

/** The send stays as it is recorded, and the caller gets its failure. */
const logUnmatched = (cause: Cause.Cause<never>) =>
  logFailure({ level: "Error", text: "the echo of a send without an answer could not be looked up" }, cause)

/**
 * The path of every send: it waits for its pace, the intent is recorded, the platform is called (`callPlatform`), and
 * the answer is recorded with its event. An unknown recipient becomes a contact with the outcome. The platform returns
 * the id of the intent in its reports. A report that arrives before or without the answer has the same effect
 * (contract: A report that names its send): the send is answered as it was recorded.
 *
 * Once the platform is called, the send is not interruptible: a caller who disconnects must not leave a message without
 * an outcome. The deadline of the platform's client bounds the duration.
 *
 * Services are read from the context once, because each step of an effect costs time. Ids sort in the order of their
 * events.
 */
export const dispatch = Effect.fnUntraced(
  function* <R>(
    organizationId: OrganizationId,
    outgoing: Outgoing,
    callPlatform: (sendId: MessageId) => Effect.Effect<AcceptedSend, PlatformFailure, R>
  ) {
    yield* outsideTransaction("a send")
    const context = yield* Effect.context<SendLedger | IdSource>()
    const ledger = Context.get(context, SendLedger)
    const ids = Context.get(context, IdSource)
    const clock = Context.get(context, Clock.Clock)
    const pace = Context.get(context, SendPace)
    // The pace applies before anything is reserved: a caller who disconnects meanwhile has sent nothing.
    const heldUntil = elapsedMillis(clock) + longestHoldMillis
    const startedAt =
      pace === null ? 0 : yield* Effect.interruptible(pace.hold(organizationId, outgoing, longestHoldMillis))
    const newIds: NewIds = {
      contactId: ContactId.make(yield* ids.uuid, generated),
      messageId: MessageId.make(yield* ids.uuid, generated),
      vendorContactId: yield* ids.vendorContactId,
      conversationId: ConversationId.make(yield* ids.uuid, generated),
      contactEventId: EventId.make(yield* ids.uuid, generated),
      conversationEventId: EventId.make(yield* ids.uuid, generated)
    }
    const call = Context.get(context, CurrentCall)
    const agent = Context.get(context, CurrentAgent)
    const isAutomatic = Context.get(context, IsAutomatic)
    const { actor } = Context.get(context, CurrentAuthor)
    const trace = yield* traceToStore
    const intent = {
      ...intentOf(organizationId, outgoing, newIds, call?.contactName, nowOf(clock)),
      ...(call !== null && { call }),
      ...(call?.campaign !== undefined && { campaign: call.campaign }),
      ...(trace !== null && { trace }),
      ...(agent !== null && { agent }),
      ...(actor._tag === "Member" && { member: actor.userId }),
      ...(isAutomatic && { automatic: true as const })
    }
    const reservation = yield* reserveSend(ledger, organizationId, intent, outgoing.isMarketing)
    // A caller that received 503 meanwhile may send again, so the message must not leave later.
    yield* Effect.onInterrupt(Effect.interruptible(Effect.void), () =>
      ledger.recordOutcome(organizationId, intent.messageId, unattended, nowOf(clock))
    )

    const { messageId } = intent
    const called = callPlatform(messageId)
    const answer = yield* Effect.result(
      pace === null ? called : callAtPace(pace, organizationId, outgoing, { heldUntil, startedAt }, called)
    )
    if (Result.isFailure(answer)) {
      const { failure } = answer
      const recorded = yield* ledger.recordOutcome(organizationId, messageId, failureOf(failure), nowOf(clock))
      if (isOptOut(failure)) {
        const { contactId } = recorded ?? reservation
        yield* recordOptOut(organizationId, contactId, outgoing.from.channel, messageId)
      }
      const { _tag } = failureOf(failure)
      const isUnnamed = outgoing.identity !== null && !channelRules[outgoing.from.channel].hasNamedEchoes
      if (recorded !== null && _tag === "Unknown" && isUnnamed) {
        const { contactId } = recorded
        const thread = { contactId, channelAccountId: outgoing.from.id, peer: outgoing.to, at: intent.at }
        yield* matchSends(organizationId, thread).pipe(Effect.catchCause(logUnmatched))
      }
      const reported =
        recorded === null || _tag === "Unknown" ? yield* acceptedBy(ledger, organizationId, messageId) : null
      return reported ?? (yield* Effect.fail(failure))
    }
    const { person, platformMessageId, waId } = answer.success

    const at = nowOf(clock)
    const event = messageSent(EventId.make(yield* ids.uuid, generated), {
      organizationId,
      conversationId: reservation.conversationId,
      channel: outgoing.from.channel,
      platformMessageId,
      to: person?.peer ?? outgoing.to,
      type: outgoing.type,
      content: outgoing.announced,
      agent: agent ?? undefined,
      at
    })
    const recorded = yield* ledger.recordOutcome(
      organizationId,
      messageId,
      { _tag: "Accepted", platformMessageId, waId, event, ...(person !== undefined && { person }) },
      at
    )
    if (recorded !== null) return { messageId, platformMessageId, ...recorded }
    return (yield* acceptedBy(ledger, organizationId, messageId)) ?? { messageId, platformMessageId, ...reservation }
  },
  Effect.uninterruptible,
  (send, _, { from }) => countSend(from.channel)(send),
  spanned("dispatch")
)
