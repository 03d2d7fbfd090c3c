import { Context, DateTime, Effect, Option, Schema } from "effect"
import { type KeyedCall, keyRetention, type StoredAnswer } from "../../domain/sends/IdempotencyKey.ts"
import { KeyAnswer, keyVerdict } from "../../domain/sends/keyVerdict.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import { IdempotencyKeys } from "../../ports/sends/IdempotencyKeys.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { purgeInBatches } from "../purgeInBatches.ts"

/** A call of the organization with a key. Its key answers it if the work was done before. */
export class KeyDecides extends Schema.TaggedError<KeyDecides>()("KeyDecides", { answer: KeyAnswer }) {}

/** A call with a key that a send is part of. */
export interface CurrentCall extends KeyedCall {
  /** Runs when the result is that of the first call. */
  readonly repeated: Effect.Effect<void>
}

/** The call that is being answered, if it has a key and sends a message. `dispatch` takes the key with the reservation. */
export const CurrentCall = Context.Reference<CurrentCall | null>("effect-parley/app/CurrentCall", {
  defaultValue: () => null
})

/** Takes the key of a call that is no send. Gives back what the key answers the call; null if the work is to be done. */
export const beginCall = Effect.fnUntraced(function* (organizationId: OrganizationId, call: KeyedCall) {
  const now = yield* DateTime.now
  const known = yield* (yield* IdempotencyKeys).take(organizationId, call, now)
  if (Option.isNone(known)) return null
  const verdict = keyVerdict(call, known.value, now)
  // The fingerprint of a send is that of no other call.
  return verdict._tag === "Accepted" || verdict._tag === "Failed" ? KeyAnswer.cases.Lost.make({}) : verdict
}, spanned("beginCall"))

/** The end of a call whose key was taken: its answer, or that it did nothing, or that its outcome is unknown. */
export type CallEnd = StoredAnswer | "nothing done" | "unknown"

/** Stores the answer of a call with a key, or frees the key when nothing was done. */
export const endCall = (organizationId: OrganizationId, call: KeyedCall, end: CallEnd) =>
  Effect.flatMap(IdempotencyKeys, ({ release, settle }) =>
    end === "nothing done"
      ? release(organizationId, call)
      : settle(organizationId, call, end === "unknown" ? null : end)
  )

/** Stores the refusal of a call that reserved nothing, unless another call has the key by now. */
export const keepRefusal = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  call: KeyedCall,
  answer: StoredAnswer
) {
  const { settle, take } = yield* IdempotencyKeys
  if (Option.isNone(yield* take(organizationId, call, yield* DateTime.now))) yield* settle(organizationId, call, answer)
}, spanned("keepRefusal"))

/** Forgets the keys whose time is over. Returns how many. */
export const purgeIdempotencyKeys = Effect.fnUntraced(function* () {
  const { purge } = yield* IdempotencyKeys
  const before = DateTime.subtractDuration(yield* DateTime.now, keyRetention)
  return yield* purgeInBatches((limit) => purge(before, limit))
}, spanned("purgeIdempotencyKeys"))
