import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { given, leftOpen, lent, mark, programs, programUses, reserved, services, settingsOf } from "./lentScene.ts"

describe("sessions on connections of an application", () => {
  it.live(
    "never affect the application under a load that fails, is interrupted and loses connections",
    () =>
      Effect.gen(function* () {
        const { pool } = yield* given(4)
        const seen = yield* lent(
          pool,
          (sessions) =>
            Effect.gen(function* () {
              const kinds: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
                sessions.use(mark),
                sessions.use((connection) => connection.query("select 1/0")),
                reserved(sessions, (connection) => Effect.andThen(leftOpen(connection), connection.query("commit"))),
                reserved(sessions, (connection) => Effect.andThen(leftOpen(connection), Effect.die("a defect"))),
                Effect.timeout(
                  sessions.use((connection) => connection.query("select pg_sleep(1)")),
                  "3 millis"
                ),
                Effect.timeout(
                  sessions.use((connection) => connection.query("select pg_sleep(0.004)")),
                  "4 millis"
                ),
                Effect.timeout(
                  reserved(sessions, (connection) =>
                    Effect.andThen(leftOpen(connection), connection.query("select pg_sleep(1)"))
                  ),
                  "8 millis"
                ),
                sessions.use((connection) => connection.query("select pg_terminate_backend(pg_backend_pid())")),
                Effect.timeout(sessions.use(settingsOf), "1 millis"),
                Effect.scoped(
                  Effect.flatMap(sessions.get, (connection) =>
                    Stream.runHead(connection.stream("select generate_series(1, 100000)"))
                  )
                )
              ]
              const own = Effect.map(sessions.use(settingsOf), (found) => assert.deepStrictEqual(found, services))
              const service = Effect.forEach(
                Array.from({ length: 300 }, (_, turn) => turn),
                (turn) =>
                  Effect.andThen(
                    Effect.exit(kinds[turn % kinds.length] ?? Effect.void),
                    turn % 7 === 0 ? own : Effect.void
                  ),
                { concurrency: 5, discard: true }
              )
              const program = programUses(pool, (connection) =>
                Effect.all([
                  settingsOf(connection),
                  connection.queryValues("select pg_current_xact_id_if_assigned()::text")
                ])
              )
              const asked = yield* Effect.forkChild(
                Effect.forEach(Array.from({ length: 400 }), () => program, { concurrency: 3 })
              )
              yield* service
              return yield* Fiber.join(asked)
            }),
          { held: 1, most: 3 }
        )
        for (const found of seen) assert.deepStrictEqual(found, [programs, [[null]]])
        assert.strictEqual(seen.length, 400)
        const left = yield* pool.use((connection) =>
          connection.queryValues(
            "select count(*)::int from pg_stat_activity where datname = current_database() and state like 'idle in%'"
          )
        )
        assert.deepStrictEqual(left, [[0]])
      }).pipe(Effect.scoped),
    180_000
  )
})
