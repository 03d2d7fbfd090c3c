import { type Brand, DateTime, Schema } from "effect"
import type { RatedInterface } from "../limits/RateTier.ts"
import type { MessageId, PlatformMessageId } from "../Ids.ts"
import type { Message, MessageFailure } from "../messages/Message.ts"
import {
  type PlatformFailure,
  PlatformNotReached,
  PlatformOutcomeUnknown,
  PlatformRejected
} from "../messages/PlatformError.ts"

/** Most characters of a key. */
export const maxKeyLength = 255

/**
 * The name that a caller gives to a call, so that repeating the call has no second effect (contract: Idempotency keys).
 */
export const IdempotencyKey = Schema.String.check(Schema.isPattern(/^[\x20-\x7e]{1,255}$/)).pipe(
  Schema.brand("IdempotencyKey")
)
export type IdempotencyKey = string & Brand.Brand<"IdempotencyKey">

/** How long a key belongs to the call that took it. Afterwards the key is free. */
export const keyRetention = "24 hours"

/**
 * How long a call may take. If a call has neither an answer nor a send by then, its process has died, and its outcome
 * is unknown. As long as a send may wait for its outcome (contract: Intent first, outcome after).
 */
export const callDeadline = "5 minutes"

/** A call with a key. Keys of the interfaces and of recorded sends are apart. */
export interface KeyedCall {
  readonly api: RatedInterface | "admin" | "library"
  readonly key: IdempotencyKey
  /** Equal for equal requests, and only for those. */
  readonly fingerprint: string
}

/** The answer to a call. */
export class StoredAnswer extends Schema.Opaque<StoredAnswer>()(
  Schema.Struct({
    status: Schema.Int,
    /** A JSON text. */
    body: Schema.String
  })
) {}

/** The stored record of the call that has a key. */
export interface KnownCall {
  readonly fingerprint: string
  readonly takenAt: DateTime.Utc
  /** Null while the call runs, and for sends that were recorded. */
  readonly answer: StoredAnswer | null
  /** The call ended, and its outcome is unknown. */
  readonly isLost: boolean
  /** The send that was recorded together with the key. */
  readonly send: RecordedSend | null
}

/** A send as its record has it. */
export type RecordedSend = Pick<
  Message,
  "contactId" | "conversationId" | "platformMessageId" | "status" | "failure"
> & { readonly messageId: MessageId }

/** The failure that the caller of the send was answered with, from the failure in its record. */
export const platformFailureOf = (failure: MessageFailure): PlatformFailure => {
  switch (failure._tag) {
    case "Rejected": {
      const { code, message, title } = failure
      return new PlatformRejected({ code, message, title, subcode: null, details: null })
    }
    case "NotReached":
      return new PlatformNotReached({ detail: failure.detail })
    case "OutcomeUnknown":
      return new PlatformOutcomeUnknown({ reason: "no answer in time", detail: failure.detail })
  }
}

/**
 * The key of a call is no key (`invalid`), or belongs to another request (`reused`), to a call that still runs
 * (`in progress`), or to one that ended without a known outcome (`outcome unknown`).
 */
export class KeyRefused extends Schema.TaggedError<KeyRefused>()("KeyRefused", {
  reason: Schema.Literals(["invalid", "reused", "in progress", "outcome unknown"])
}) {}

/** An equal call with the key was answered before. */
export class CallAnswered extends Schema.TaggedError<CallAnswered>()("CallAnswered", { answer: StoredAnswer }) {}

/** The consequence of an earlier call with the same key. */
export type KeyVerdict =
  | KeyRefused
  | CallAnswered
  /** The platform accepted the message of the send. */
  | { readonly _tag: "Accepted"; readonly send: RecordedSend & { readonly platformMessageId: PlatformMessageId } }
  /** The send failed, or its outcome is unknown for good. */
  | { readonly _tag: "Failed"; readonly failure: PlatformFailure }

/** A report of the platform may fail an accepted message later. Its send was accepted all the same. */
const sendVerdict = ({ platformMessageId, ...send }: RecordedSend): KeyVerdict => {
  if (platformMessageId !== null) return { _tag: "Accepted", send: { ...send, platformMessageId } }
  if (send.status === "pending") return new KeyRefused({ reason: "in progress" })
  return send.failure === null
    ? new KeyRefused({ reason: "outcome unknown" })
    : { _tag: "Failed", failure: platformFailureOf(send.failure) }
}

/** Decides about a call from the earlier call with its key. No verdict permits the work a second time. */
export const keyVerdict = (
  { fingerprint }: Pick<KeyedCall, "fingerprint">,
  known: KnownCall,
  now: DateTime.Utc
): KeyVerdict => {
  if (known.fingerprint !== fingerprint) return new KeyRefused({ reason: "reused" })
  if (known.answer !== null) return new CallAnswered({ answer: known.answer })
  if (known.send !== null) return sendVerdict(known.send)
  const isOver = known.isLost || DateTime.isGreaterThanOrEqualTo(now, DateTime.addDuration(known.takenAt, callDeadline))
  return new KeyRefused({ reason: isOver ? "outcome unknown" : "in progress" })
}
