import { Effect } from "effect"
import { QueueNode } from "../../collections/LinkedQueue.ts"
import * as Connector from "./Connector.ts"
import * as Deadlines from "./Deadlines.ts"
import { Exchange } from "./Exchange.ts"
import type { HttpAnswer, HttpCall } from "./HttpCall.ts"
import { DeadlinePassed, type HttpFailure, NotConnected } from "./HttpFailure.ts"
import type { HttpAgent, HttpAgentOptions } from "./HttpAgent.ts"
import { keptFor } from "../../collections/keptFor.ts"
import * as OriginPools from "./OriginPools.ts"

const schemes: ReadonlySet<string> = new Set(["http:", "https:"])

/** Where a call goes. */
interface Target {
  readonly origin: string
  readonly path: string
}

/** Most calls go where others went. */
const targetOf = keptFor(1_000, (text: string): Target | null => {
  const url = URL.parse(text)
  return url !== null && schemes.has(url.protocol) ? { origin: url.origin, path: url.pathname + url.search } : null
})

/** An agent that calls by undici. */
export const undiciAgent = Effect.fnUntraced(function* (options: HttpAgentOptions) {
  const deadlines = yield* Deadlines.make
  const connect = yield* Connector.make(options)
  const poolOf = yield* OriginPools.make({ ...options, connect })

  // One callback: racing two fibers, as `Effect.timeout` does, and a semaphore would take half as much time again as the
  // call itself.
  const exchange = ({ origin, path }: Target, call: HttpCall) =>
    Effect.callback<HttpAnswer, HttpFailure>((resume) => {
      const { turns } = poolOf(origin)
      const exchange = new Exchange(call.maxResponseBytes, (answer) => {
        deadlines.cancel(deadline)
        turns.leave(turn)
        resume(answer)
      })
      const giveUp = () => exchange.abandon(new DeadlinePassed({ sent: exchange.sent }))
      const deadline = deadlines.start(call.deadline, giveUp)
      const turn = new QueueNode(() => {
        // Asked for again: the pool may have been retired while the call waited for its turn.
        poolOf(origin).pool.dispatch({ path, method: call.method, headers: call.headers, body: call.body }, exchange)
      })
      turns.take(turn)
      return Effect.sync(giveUp)
    })

  const agent: HttpAgent = {
    request: (call) => {
      const target = targetOf(call.url)
      return target === null
        ? new NotConnected({ reason: "request not valid", detail: "not an HTTP URL" })
        : exchange(target, call)
    }
  }
  return agent
})
