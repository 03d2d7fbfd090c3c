import { Effect, Exit, Fiber, Layer, Option, Predicate } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { Availability } from "../../../ports/stores/Availability.ts"

/** From one question to the next. */
const interval = "1 second"

/**
 * The database is lost when it leaves a question unanswered twice as long: the second wait lets a process that stood
 * still itself read what has come in meanwhile. With the interval and the time for an answer, that is within 10
 * seconds.
 */
const patience = "2500 millis"

/** After this a question is given up, and the next one asked on another connection. */
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

/** Asks the database whether it is there, again and again, on a connection that nothing else uses. */
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
    const asked = yield* Effect.forkChild(probe, { startImmediately: true })
    const answer = Effect.timeoutOption(Fiber.await(asked), patience)
    const first = yield* answer
    const exit = Option.isSome(first) ? first : yield* answer
    if (Option.isSome(exit)) return yield* isAnswer(exit.value) ? find : lose
    yield* lose
    const late = yield* Effect.timeoutOption(Fiber.await(asked), givenUpAfter)
    if (Option.isSome(late)) return yield* isAnswer(late.value) ? find : lose
    yield* Fiber.interrupt(asked)
  })
  yield* ask.pipe(
    Effect.andThen(Effect.sleep(interval)),
    Effect.forever,
    Effect.withTracerEnabled(false),
    Effect.forkScoped
  )

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
