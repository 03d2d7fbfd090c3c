import { Effect, Layer } from "effect"
import { GraphAgent } from "../../src/adapters/outbound/GraphAgent.ts"
import type { HttpAnswer, HttpCall } from "../../src/adapters/outbound/HttpCall.ts"
import type { HttpFailure } from "../../src/adapters/outbound/HttpFailure.ts"

export type Answer = Effect.Effect<HttpAnswer, HttpFailure>

/** The platform says this. */
export const says = (body: unknown, status = 200): Answer =>
  Effect.succeed({ status, headers: {}, body: new TextEncoder().encode(JSON.stringify(body)), truncated: false })

/** The platform refuses with this code. */
export const refuses = (code: number, message = `(#${code}) No`): Answer => says({ error: { code, message } }, 400)

/** A Graph agent without a network: what it was asked, and what it is told to answer. */
export const answeredBy = (answer: (call: HttpCall, ordinal: number) => Answer) => {
  const calls: Array<HttpCall> = []
  const request = (call: HttpCall) => Effect.suspend(() => answer(call, calls.push(call)))
  return {
    calls,
    /** The calls as `METHOD url`. */
    asked: () => calls.map(({ method, url }) => `${method} ${decodeURIComponent(url)}`),
    layer: Layer.succeed(GraphAgent, { request })
  }
}

/** Answers the first call so, the second one so, and no other. */
export const answeredInTurn = (...answers: ReadonlyArray<Answer>) =>
  answeredBy(({ method, url }, ordinal) => answers[ordinal - 1] ?? Effect.die(`no answer for ${method} ${url}`))
