import { Effect, Exit, Fiber, Layer, Option, Predicate } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { Availability } from "../../../ports/process/Transaction.ts"
import { Meter } from "../../../telemetry/Meter.ts"
import { metrics } from "../../../telemetry/metrics.ts"

/** The delay between two probes. */
const interval = "1 second"

/**
 * The database is lost if a probe gets no answer for twice this time. The second wait lets a process that was suspended
 * itself read answers that have arrived meanwhile. With the interval and the time for an answer, detection takes at
 * most 10 seconds.
 */
const patience = "2500 millis"

/** A probe is abandoned after this time, and the next one uses another connection. */
const givenUpAfter = "5 seconds"

/** The server is running, but has no free connection for this probe. Existing connections may still work. */
const tooManyConnections = "53300"

const isAnswer = (exit: Exit.Exit<unknown, SqlError.SqlError>): boolean =>
  Exit.isSuccess(exit) ||
  Option.exists(
    Exit.findErrorOption(exit),
    ({ reason }) => Predicate.hasProperty(reason.cause, "code") && reason.cause.code === tooManyConnections
  )

type Probe = Effect.Effect<unknown, SqlError.SqlError>

/** Probes the database periodically, on a connection of its own. */
export const watch = Effect.fnUntraced(function* (probe: Probe) {
  let isLost = false
  const watching = new Set<() => void>()

  const lose = Effect.suspend(() => {
    if (isLost) return Effect.void
    isLost = true
    const listeners = [...watching]
    watching.clear()
    for (const onLost of listeners) onLost()
    return Effect.logError("the database does not answer; requests are answered with 503")
  })
  const find = Effect.suspend(() => {
    if (!isLost) return Effect.void
    isLost = false
    return Effect.logInfo("the database answers again")
  })

  const ask = Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(probe, { startImmediately: true })
    const answer = Effect.timeoutOption(Fiber.await(fiber), patience)
    const first = yield* answer
    const exit = Option.isSome(first) ? first : yield* answer
    if (Option.isSome(exit)) return yield* isAnswer(exit.value) ? find : lose
    yield* lose
    const late = yield* Effect.timeoutOption(Fiber.await(fiber), givenUpAfter)
    if (Option.isSome(late)) return yield* isAnswer(late.value) ? find : lose
    yield* Fiber.interrupt(fiber)
  })
  yield* ask.pipe(
    Effect.andThen(Effect.sleep(interval)),
    Effect.forever,
    Effect.withTracerEnabled(false),
    Effect.forkScoped
  )

  yield* (yield* Meter).observe(metrics.databaseAnswers, {}, () => (isLost ? 0 : 1))

  return {
    isLost: () => isLost,
    watch: (onLost: () => void) => {
      watching.add(onLost)
      return () => void watching.delete(onLost)
    }
  } satisfies Availability
})

export const layer = <E, R>(connection: Effect.Effect<SqlClient.SqlClient, E, R>) =>
  Layer.effect(
    Availability,
    Effect.flatMap(connection, (sql) => watch(sql`select 1`))
  )
