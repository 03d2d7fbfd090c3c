import { DateTime, Schema } from "effect"
import type { PlatformMessageId } from "../Ids.ts"
import type { PlatformFailure } from "../messages/PlatformError.ts"
import { callDeadline, type KeyedCall, type KnownCall, StoredAnswer } from "./IdempotencyKey.ts"
import { platformFailureOf, type RecordedSend } from "./RecordedSend.ts"

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
