import { Effect } from "effect"
import { isDeepStrictEqual } from "node:util"
import type { Pool } from "undici"
import { type Call, call } from "./callers.ts"
import { WrongResult } from "./Comparison.ts"

/** Both servers have to answer the same, but for what is anew in every answer. */
export const sameAnswers = Effect.fnUntraced(function* (
  one: readonly [Pool, Call],
  other: readonly [Pool, Call],
  comparable: (answer: unknown) => unknown = (answer) => answer
) {
  const [answer, peer] = yield* Effect.all([call(...one), call(...other)])
  const [first, second] = [answer, peer].map(({ text }) => comparable(JSON.parse(text)))
  if (answer.status !== peer.status || !isDeepStrictEqual(first, second)) {
    return yield* new WrongResult({
      reason: `one answered ${JSON.stringify(answer)}, the other ${JSON.stringify(peer)}`
    })
  }
})

/** The names and kinds of everything in an answer, where its values cannot be the same. */
export const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== "object" || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shapeOf(part)]))
}
