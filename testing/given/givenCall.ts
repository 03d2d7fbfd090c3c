import { Effect } from "effect"
import { IdempotencyKey, type KeyedCall } from "../../src/domain/sends/IdempotencyKey.ts"
import { uuid } from "./given.ts"

/** A call with a new key, unless another one is described. */
export const givenCall = Effect.fnUntraced(function* (changes: Partial<KeyedCall> = {}) {
  const call: KeyedCall = {
    api: "developer",
    key: IdempotencyKey.make(`key ${yield* uuid}`),
    fingerprint: "a",
    ...changes
  }
  return call
})
