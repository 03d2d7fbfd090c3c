import { Effect } from "effect"
import type { WebHandler } from "./http.ts"

/** Maximum wait for running requests; a stopped command waits as long. */
const patience = "10 seconds"

/** Response to a request that was not started: the caller may retry at another process or after the restart. */
const stopping = () => new Response(null, { status: 503, headers: { "retry-after": "1" } })

/**
 * A web handler whose `dispose` waits for running requests. Interrupting a send between the call of
 * the platform and its record would leave a message with an unknown outcome.
 */
export const untilAnswered = ({ dispose, handler }: WebHandler): WebHandler => {
  const running = new Set<Promise<unknown>>()
  let isStopping = false
  const answered = Effect.suspend(() => Effect.promise(() => Promise.allSettled(running)))
  return {
    handler: (request, client) => {
      if (isStopping) return Promise.resolve(stopping())
      const answer = handler(request, client)
      const forget = () => running.delete(answer)
      running.add(answer)
      answer.then(forget, forget)
      return answer
    },
    dispose: async () => {
      isStopping = true
      await Effect.runPromise(Effect.timeoutOption(answered, patience))
      await dispose()
    }
  }
}
