import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Console, Effect, Exit, Runtime } from "effect"
import { exitCodeOf } from "../adapters/cli/operator/OperatorError.ts"
import { explainFailure } from "../adapters/settings/explainFailure.ts"

/**
 * Longest duration of a stop, in milliseconds. SIGTERM or SIGINT interrupts the program, and its layers are released in
 * the reverse order of their start:
 *
 * 1. Event streams end (`streamsStop` of the listener). They never end by themselves.
 * 2. The server accepts nothing new and waits `requestPatience` for running requests. Beside it, shards and workers claim
 *    nothing new and wait as long for running deliveries, downloads and look-ups.
 * 3. A send that has begun is uninterruptible (`dispatch`), so it ends with an outcome.
 * 4. The database closes, and the exporters of telemetry flush.
 *
 * The process ends after this time in any case. Then leases and the expiry of sends recover unfinished work, as after a
 * crash.
 */
const shutdownDeadline = 10_000

/** Maximum duration of running requests once the service stops; the rest of `shutdownDeadline` is for other layers. */
export const requestPatience = "8 seconds"

/** Ends the process with the code after the deadline, unless it ends before. */
export const exitByDeadline = (code: number): void => {
  setTimeout(() => process.exit(code), shutdownDeadline).unref()
}

/**
 * Runs the effect as the program of this process. SIGTERM and SIGINT interrupt it, and end the process with code 0
 * after at most 10 seconds. A failure is printed in a line, and its exit code is that of the commands.
 */
export const runMain = <A, E>(program: Effect.Effect<A, E>): void => {
  // Unfinished work ends as in a crash; leases and the expiry of sends recover it.
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => exitByDeadline(0))
  }
  const explained = Effect.tapCause(program, (cause) =>
    Cause.hasInterruptsOnly(cause) || !Runtime.getErrorReported(Cause.squash(cause))
      ? Effect.void
      : Console.error(explainFailure(cause))
  )
  NodeRuntime.runMain(explained, {
    disableErrorReporting: true,
    // A stop signal is not a failure.
    teardown: (exit, onExit) =>
      onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : exitCodeOf(exit.cause))
  })
}

/** Maximum wait of a web handler for running requests: its process has no other deadline. */
const handlerPatience = "10 seconds"

/** Response to a request that was not started: the caller may retry at another process or after the restart. */
const stopping = () => new Response(null, { status: 503, headers: { "retry-after": "1" } })

/** A web handler, and its end. */
interface Disposable<Input extends ReadonlyArray<unknown>> {
  readonly handler: (...input: Input) => Promise<Response>
  readonly dispose: () => Promise<void>
}

/**
 * A web handler whose `dispose` waits for running requests. Interrupting a send between the call of
 * the platform and its record would leave a message with an unknown outcome.
 */
export const untilAnswered = <Input extends ReadonlyArray<unknown>>({
  dispose,
  handler
}: Disposable<Input>): Disposable<Input> => {
  const running = new Set<Promise<unknown>>()
  let isStopping = false
  const answered = Effect.suspend(() => Effect.promise(() => Promise.allSettled(running)))
  return {
    handler: (...input) => {
      if (isStopping) return Promise.resolve(stopping())
      const answer = handler(...input)
      const forget = () => running.delete(answer)
      running.add(answer)
      answer.then(forget, forget)
      return answer
    },
    dispose: async () => {
      isStopping = true
      await Effect.runPromise(Effect.timeoutOption(answered, handlerPatience))
      await dispose()
    }
  }
}
