import { Effect, Schema } from "effect"
import { call, connect } from "./callers.ts"
import * as Child from "./Child.ts"
import { WrongResult } from "./Comparison.ts"

const Taken = Schema.fromJsonString(Schema.Struct({ received: Schema.Int, distinct: Schema.Int }))

/** What the receiver there has taken since it was last told to forget. */
export const receiverAt = Effect.fnUntraced(function* (url: string) {
  const pool = yield* connect(url, 2)
  const ask = Effect.fnUntraced(function* (path: string) {
    const { text } = yield* call(pool, { method: "GET", path, headers: {}, body: null })
    return yield* Schema.decodeUnknownEffect(Taken)(text)
  })
  const taken = ask("/")
  return {
    url,
    taken,
    forget: ask("/forget"),
    /** Waits until it has taken so many different ones. */
    reached: (distinct: number) => ask(`/?distinct=${distinct}`),
    /** Each of so many was taken once. */
    exactly: Effect.fnUntraced(function* (expected: number) {
      const { distinct, received } = yield* taken
      if (distinct === expected && received === expected) return
      return yield* new WrongResult({ reason: `${expected} sent, ${received} received, ${distinct} different ones` })
    })
  }
})

/** A receiver of webhooks in a process of its own. */
export const receiver = Effect.flatMap(Child.start({ script: "bench/processes/webhookSink.ts", env: {} }), ({ url }) =>
  receiverAt(url)
)

export type Receiver = Effect.Success<typeof receiver>
