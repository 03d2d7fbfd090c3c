import { DateTime, Effect, Option, Result, Schema } from "effect"
import { AuditActor } from "../../domain/access/AuditEntry.ts"
import { backendAccess } from "../../domain/access/SessionAccess.ts"
import { ConversationNotFound } from "../../domain/conversations/Conversation.ts"
import { type ConversationId, EventId, type OrganizationId, PendingSendId } from "../../domain/Ids.ts"
import { IdempotencyKey, KeyRefused } from "../../domain/sends/IdempotencyKey.ts"
import {
  composedPersonal,
  fileIdsOf,
  maxPendingContentBytes,
  PendingContentRefused,
  type PendingMessage,
  readPendingMessage
} from "../../domain/sends/pendingContent.ts"
import {
  isAttemptLost,
  keyOfPending,
  maxPendingRecipient,
  PendingOutcome,
  type PendingSend,
  PendingSendNotFound,
  pendingSendPatience,
  pendingSendRetention
} from "../../domain/sends/PendingSend.ts"
import { sendFailed } from "../../domain/webhooks/messageEvents.ts"
import { type Author, CurrentAuthor } from "../../ports/access/AuditLog.ts"
import { ConversationStore } from "../../ports/conversations/ConversationStore.ts"
import { MediaLibrary } from "../../ports/media/MediaLibrary.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { PendingSends } from "../../ports/sends/PendingSends.ts"
import { EventLog } from "../../ports/webhooks/EventLog.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { purgeInBatches } from "../purgeInBatches.ts"
import { CurrentCall } from "./callOnce.ts"
import { sendDirectMessage } from "./directMessages.ts"
import { IsAutomatic } from "./dispatch.ts"
import { replyInConversation, sendInConversation } from "./replyInConversation.ts"
import { replyOnWhatsApp, sendToContact } from "./sendToContact.ts"
import { sendWhatsApp } from "./sendWhatsApp.ts"

/** Options of a recorded send. */
export interface PendingSendOptions {
  /** The number, Page or account that sends; the one that a send would choose by default. */
  readonly from?: string | null
  /** Recording with the same key again returns the send that has it. */
  readonly key?: string | null
}

const isKey = Schema.is(IdempotencyKey)

const readJson = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Json))

/** The content to store, once it can be read again. */
export const storedContent = ({ channel, content }: PendingMessage) =>
  Result.gen(function* () {
    const json = JSON.stringify(content)
    if (Buffer.byteLength(json) > maxPendingContentBytes) {
      return yield* Result.fail(new PendingContentRefused({ detail: `more than ${maxPendingContentBytes} bytes` }))
    }
    const stored = yield* Result.mapError(
      readJson(json),
      ({ message }) => new PendingContentRefused({ detail: message })
    )
    yield* readPendingMessage(channel, stored)
    return stored
  })

/** How long an uploaded file is stored after the time of its send: attempts end within a day. */
const fileMargin = "2 days"

/** Keeps the uploaded files of the message until it has left. */
export const keepFiles = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  message: PendingMessage,
  dueAt: DateTime.Utc
) {
  const { keep } = yield* MediaLibrary
  const until = DateTime.addDuration(dueAt, fileMargin)
  yield* Effect.forEach(fileIdsOf(message), (id) => keep(organizationId, id, until), { discard: true })
})

/**
 * Records a send in the open transaction, or alone. It leaves after the commit, once, from a process of the role `worker`.
 * `pendingSend` returns its outcome (contract: Sends after the commit).
 */
export const sendAfterCommit = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  recipient: string,
  message: PendingMessage,
  { from = null, key = null }: PendingSendOptions = {}
) {
  if (key !== null && !isKey(key)) return yield* new KeyRefused({ reason: "invalid" })
  if (recipient === "" || recipient.length > maxPendingRecipient) {
    return yield* new PendingContentRefused({ detail: `the recipient has 1 to ${maxPendingRecipient} characters` })
  }
  const now = yield* DateTime.now
  const content = yield* Effect.fromResult(storedContent(message))
  yield* keepFiles(organizationId, message, now)
  return yield* (yield* PendingSends).add({
    id: PendingSendId.make(yield* (yield* IdSource).uuid),
    organizationId,
    origin: "commit",
    channel: message.channel,
    recipient,
    sender: from,
    contactId: null,
    conversationId: null,
    scheduledBy: null,
    content,
    key,
    createdAt: now,
    dueAt: now
  })
}, spanned("sendAfterCommit"))

/** A recorded send, with its outcome once it has ended. */
export const pendingSend = Effect.fnUntraced(function* (organizationId: OrganizationId, id: PendingSendId) {
  const found = yield* (yield* PendingSends).find(organizationId, id)
  return yield* Option.isSome(found) ? Effect.succeed(found.value) : new PendingSendNotFound()
}, spanned("pendingSend"))

/** Duration of a claim, longer than a send takes. */
const lease = "2 minutes"

/** Claims at most `limit` due sends. The caller sends each of them. */
export const claimPendingSends = Effect.fnUntraced(function* (limit: number) {
  const now = yield* DateTime.now
  return yield* (yield* PendingSends).claim(now, DateTime.addDuration(now, lease), limit)
}, spanned("claimPendingSends"))

/** Pause before a send is looked at again whose attempt may still run in another process. */
const inProgressPause = "30 seconds"

/** Sends in the conversation of the recorded send, for a backend: its member was checked when it was scheduled. */
const replyRecorded = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  conversationId: ConversationId,
  message: PendingMessage
) {
  const access = backendAccess(organizationId)
  const found = yield* (yield* ConversationStore).find(organizationId, conversationId)
  if (Option.isNone(found)) return yield* new ConversationNotFound()
  const conversation = found.value
  // A greeting that comes late must not open the conversation again.
  if (conversation.status === "closed" && (yield* IsAutomatic)) return yield* new ConversationNotFound()
  if (message.channel === "whatsapp") return yield* replyOnWhatsApp(access, conversation, message.content)
  const { channel } = message
  const composed = yield* Effect.fromResult(composedPersonal(channel, message.content, conversationId))
  return "mediaId" in composed
    ? yield* replyInConversation(access, { channel, conversation }, composed)
    : yield* sendInConversation(access, { channel, conversation }, composed)
})

/** The send of the channel, which the id of the recorded one names as its key. */
const sendRecorded = Effect.fnUntraced(function* (pending: PendingSend) {
  const { channel, content, conversationId, organizationId, origin, recipient, sender } = pending
  const message = yield* Effect.fromResult(readPendingMessage(channel, content))
  if (conversationId !== null) return yield* replyRecorded(organizationId, conversationId, message)
  if (message.channel === "whatsapp") {
    const { content } = message
    return origin === "session"
      ? yield* sendToContact(backendAccess(organizationId), recipient, content, sender)
      : yield* sendWhatsApp(organizationId, recipient, content, sender)
  }
  const composed = yield* Effect.fromResult(composedPersonal(message.channel, message.content, recipient))
  return yield* sendDirectMessage(organizationId, message.channel, { ...composed, to: recipient }, sender)
})

/** A failure with its text. */
export interface FailedSend {
  readonly _tag: string
  readonly message: string
}

/** The text of a failure, else its facts. */
export const detailOf = (failure: FailedSend): string => {
  const { message } = failure
  return (message === "" ? JSON.stringify({ ...failure }) : message).slice(0, maxDetail)
}

/** Maximum characters of a recorded detail. */
const maxDetail = 1_000

/** Records that nothing was sent, together with the event that announces it. */
const settleUnsent = Effect.fnUntraced(function* (
  pending: PendingSend,
  facts: Pick<typeof PendingOutcome.cases.NotSent.Type, "reason" | "code" | "detail">,
  at: DateTime.Utc
) {
  const { settle } = yield* PendingSends
  const { append } = yield* EventLog
  const outcome = PendingOutcome.cases.NotSent.make(facts)
  const eventId = EventId.make(yield* (yield* IdSource).uuid)
  const settling = Effect.flatMap(settle(pending.organizationId, pending.id, outcome, at), (isFirst) =>
    isFirst ? append(sendFailed(eventId, pending, outcome, at)) : Effect.void
  )
  yield* (yield* Transaction).atomically(settling)
})

/** The author of a recorded send: the member who scheduled it, else the program. */
const authorOf = ({ scheduledBy }: PendingSend): Author => ({
  actor:
    scheduledBy === null ? AuditActor.cases.Program.make({}) : AuditActor.cases.Member.make({ userId: scheduledBy }),
  address: null
})

/**
 * Sends a claimed send, and records its outcome. The key makes a second attempt after a crash harmless: it finds the
 * send that the first one recorded (contract: Idempotency keys). A send beyond its pace is retried.
 */
export const sendPending = Effect.fnUntraced(function* (pending: PendingSend) {
  const { id, organizationId } = pending
  const { postpone, settle } = yield* PendingSends
  const now = yield* DateTime.now
  if (isAttemptLost(pending, now)) {
    return yield* settleUnsent(
      pending,
      { reason: "PlatformOutcomeUnknown", code: null, detail: "the attempt has no outcome" },
      now
    )
  }
  const key = keyOfPending(pending)
  const call = { api: "library", key, fingerprint: key, onReplay: Effect.void } as const
  const sent = yield* sendRecorded(pending).pipe(
    Effect.provideService(CurrentCall, call),
    Effect.provideService(IsAutomatic, pending.origin === "automatic"),
    Effect.provideService(CurrentAuthor, authorOf(pending)),
    Effect.result
  )
  const at = yield* DateTime.now
  if (Result.isSuccess(sent)) {
    const { messageId, platformMessageId } = sent.success
    const outcome = PendingOutcome.cases.Sent.make({ messageId, platformMessageId })
    return yield* Effect.asVoid(settle(organizationId, id, outcome, at))
  }
  const { failure } = sent
  if (failure._tag === "KeyRefused" && failure.reason === "in progress") {
    return yield* postpone(organizationId, id, DateTime.addDuration(at, inProgressPause), true)
  }
  const isPatient = DateTime.isLessThan(at, DateTime.addDuration(pending.dueAt, pendingSendPatience))
  if (failure._tag === "SendPaceExceeded" && isPatient) {
    return yield* postpone(organizationId, id, DateTime.add(at, { seconds: failure.retryAfterSeconds }), false)
  }
  const code = failure._tag === "PlatformRejected" ? failure.code : null
  yield* settleUnsent(pending, { reason: failure._tag, code, detail: detailOf(failure) }, at)
}, spanned("sendPending"))

/** Deletes sends that ended longer ago than their retention, and returns how many. */
export const purgePendingSends = Effect.fnUntraced(function* () {
  const { purge } = yield* PendingSends
  const before = DateTime.subtractDuration(yield* DateTime.now, pendingSendRetention)
  return yield* purgeInBatches((limit) => purge(before, limit))
}, spanned("purgePendingSends"))
