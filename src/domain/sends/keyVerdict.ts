import { DateTime, Schema } from "effect"
import type { PlatformMessageId } from "../Ids.ts"
import type { PlatformFailure } from "../messages/PlatformError.ts"
import { callDeadline, type KeyedCall, type KnownCall, StoredAnswer } from "./IdempotencyKey.ts"
import { platformFailureOf, type RecordedSend } from "./RecordedSend.ts"

/** What a call is answered whose key is known, and which is no send with an outcome. */
export const KeyAnswer = Schema.TaggedUnion({
  /** The key belongs to another request. */
  Reused: {},
  /** The call that has the key still runs. */
  Running: {},
  /** The call that has the key ended without a known outcome. */
  Lost: {},
  /** The call that has the key was answered. */
  Answered: { answer: StoredAnswer }
})
export type KeyAnswer = typeof KeyAnswer.Type

/** What follows for a call from the call that has its key. */
export type KeyVerdict =
  | KeyAnswer
  /** The platform took the message of the send. */
  | { readonly _tag: "Accepted"; readonly send: RecordedSend & { readonly platformMessageId: PlatformMessageId } }
  /** The send failed, or its outcome is unknown for good. */
  | { readonly _tag: "Failed"; readonly failure: PlatformFailure }

/** A report of the platform may fail an accepted message later. Its send was accepted all the same. */
const sendVerdict = ({ platformMessageId, ...send }: RecordedSend): KeyVerdict => {
  if (platformMessageId !== null) return { _tag: "Accepted", send: { ...send, platformMessageId } }
  if (send.status === "pending") return { _tag: "Running" }
  return send.failure === null ? { _tag: "Lost" } : { _tag: "Failed", failure: platformFailureOf(send.failure) }
}

/** What follows for a call, at this instant, from the call that has its key. It never follows that the work is done again. */
export const keyVerdict = (
  { fingerprint }: Pick<KeyedCall, "fingerprint">,
  known: KnownCall,
  now: DateTime.Utc
): KeyVerdict => {
  if (known.fingerprint !== fingerprint) return { _tag: "Reused" }
  if (known.answer !== null) return { _tag: "Answered", answer: known.answer }
  if (known.send !== null) return sendVerdict(known.send)
  const isOver = known.isLost || DateTime.isGreaterThanOrEqualTo(now, DateTime.addDuration(known.takenAt, callDeadline))
  return isOver ? { _tag: "Lost" } : { _tag: "Running" }
}
