import { type Brand, type DateTime, Schema } from "effect"
import type { RatedInterface } from "../limits/RateTier.ts"
import type { RecordedSend } from "./RecordedSend.ts"

/** Most characters of a key. */
export const maxKeyLength = 255

/** The name that a caller gives to a call, so that repeating the call has no second effect (contract C21). */
export const IdempotencyKey = Schema.String.check(Schema.isPattern(/^[\x20-\x7e]{1,255}$/)).pipe(
  Schema.brand("IdempotencyKey")
)
export type IdempotencyKey = string & Brand.Brand<"IdempotencyKey">

/** How long a key belongs to the call that took it. Afterwards the key is free. */
export const keyRetention = "24 hours"

/**
 * How long a call may take. If a call has neither an answer nor a send by then, its process has died, and its outcome is
 * unknown. As long as a send may wait for its outcome (contract C20).
 */
export const callDeadline = "5 minutes"

/** A call with a key. Keys of the two interfaces and of recorded sends are apart. */
export interface KeyedCall {
  readonly api: RatedInterface | "library"
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
