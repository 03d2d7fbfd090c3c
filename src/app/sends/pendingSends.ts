import { DateTime, Effect, Option, Result, Schema } from "effect"
import { type OrganizationId, PendingSendId } from "../../domain/Ids.ts"
import { composeMessenger } from "../../domain/messages/messenger/composeMessenger.ts"
import { IdempotencyKey, KeyRefused } from "../../domain/sends/IdempotencyKey.ts"
import {
  isAttemptLost,
  keyOfPending,
  maxPendingContentBytes,
  maxPendingRecipient,
  PendingContentRefused,
  type PendingMessage,
  PendingOutcome,
  type PendingSend,
  PendingSendNotFound,
  pendingSendPatience,
  pendingSendRetention,
  readPendingMessage
} from "../../domain/sends/PendingSend.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { PendingSends } from "../../ports/sends/PendingSends.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { purgeInBatches } from "../purgeInBatches.ts"
import { CurrentCall } from "./callOnce.ts"
import { sendDirectMessage } from "./directMessages.ts"
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
const contentOf = ({ channel, content }: PendingMessage) =>
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
  return yield* (yield* PendingSends).add({
    id: PendingSendId.make(yield* (yield* IdSource).uuid),
    organizationId,
    channel: message.channel,
    recipient,
    sender: from,
    content: yield* Effect.fromResult(contentOf(message)),
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

/** The send of the channel, which the id of the recorded one names as its key. */
const sendRecorded = Effect.fnUntraced(function* ({
  channel,
  content,
  organizationId,
  recipient,
  sender
}: PendingSend) {
  const message = yield* Effect.fromResult(readPendingMessage(channel, content))
  if (message.channel === "whatsapp") return yield* sendWhatsApp(organizationId, recipient, message.content, sender)
  const composed = yield* Effect.fromResult(composeMessenger(message.channel, { ...message.content, to: recipient }))
  return yield* sendDirectMessage(organizationId, message.channel, composed, sender)
})

interface Failed {
  readonly _tag: string
  readonly message: string
}

/** The text of a failure, else its facts. */
const detailOf = (failure: Failed): string => {
  const { message } = failure
  return (message === "" ? JSON.stringify({ ...failure }) : message).slice(0, maxDetail)
}

/** Maximum characters of a recorded detail. */
const maxDetail = 1_000

/**
 * Sends a claimed send, and records its outcome. The key makes a second attempt after a crash harmless: it finds the
 * send that the first one recorded (contract: Idempotency keys). A send beyond its pace is retried.
 */
export const sendPending = Effect.fnUntraced(function* (pending: PendingSend) {
  const { id, organizationId } = pending
  const { postpone, settle } = yield* PendingSends
  const now = yield* DateTime.now
  const notSent = (reason: string, detail: string) => PendingOutcome.cases.NotSent.make({ reason, detail })
  if (isAttemptLost(pending, now)) {
    return yield* settle(organizationId, id, notSent("PlatformOutcomeUnknown", "the attempt has no outcome"), now)
  }
  const key = keyOfPending(pending)
  const call = { api: "library", key, fingerprint: key, onReplay: Effect.void } as const
  const sent = yield* Effect.result(Effect.provideService(sendRecorded(pending), CurrentCall, call))
  const at = yield* DateTime.now
  if (Result.isSuccess(sent)) {
    const { messageId, platformMessageId } = sent.success
    return yield* settle(organizationId, id, PendingOutcome.cases.Sent.make({ messageId, platformMessageId }), at)
  }
  const { failure } = sent
  if (failure._tag === "KeyRefused" && failure.reason === "in progress") {
    return yield* postpone(organizationId, id, DateTime.addDuration(at, inProgressPause), true)
  }
  const isPatient = DateTime.isLessThan(at, DateTime.addDuration(pending.dueAt, pendingSendPatience))
  if (failure._tag === "SendPaceExceeded" && isPatient) {
    return yield* postpone(organizationId, id, DateTime.add(at, { seconds: failure.retryAfterSeconds }), false)
  }
  yield* settle(organizationId, id, notSent(failure._tag, detailOf(failure)), at)
}, spanned("sendPending"))

/** Deletes sends that ended longer ago than their retention, and returns how many. */
export const purgePendingSends = Effect.fnUntraced(function* () {
  const { purge } = yield* PendingSends
  const before = DateTime.subtractDuration(yield* DateTime.now, pendingSendRetention)
  return yield* purgeInBatches((limit) => purge(before, limit))
}, spanned("purgePendingSends"))
