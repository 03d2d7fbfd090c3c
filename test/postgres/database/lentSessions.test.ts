import { PgPool } from "@effect/sql-pg"
import type { PgConnection } from "@effect/sql-pg/PgConnection"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Option, Redacted, type Scope, Stream } from "effect"
import * as LentSessions from "../../../src/adapters/postgres/database/LentSessions.ts"
import type { SessionPool } from "../../../src/adapters/postgres/database/SessionPool.ts"
import { createRole } from "../../../src/adapters/postgres/rowsecurity/setUp.ts"
import { databaseName, maintain, serverDatabase } from "../../support/serverDatabase.ts"

const ours = { search_path: '"parley"', statement_timeout: "8000", enable_seqscan: "off" }

/** What a program may have chosen for its sessions, by the address and by statements. */
const startupParameters = { default_transaction_isolation: "serializable", lock_timeout: "1234" }
const chosen = [
  "set search_path = shop, public",
  "set statement_timeout = '77s'",
  "set default_transaction_read_only = on",
  "set synchronous_commit = off",
  "set role shopkeeper"
]

const names = [
  "search_path",
  "statement_timeout",
  "role",
  "lock_timeout",
  "default_transaction_isolation",
  "default_transaction_read_only",
  "synchronous_commit",
  "enable_seqscan",
  "application_name",
  "idle_session_timeout"
]

const settingsOf = (connection: PgConnection) =>
  Effect.map(connection.queryValues(`select ${names.map((name) => `current_setting('${name}')`).join()}`), ([row]) =>
    Object.fromEntries(names.map((name, index) => [name, row?.[index]]))
  )

const programs = {
  search_path: "shop, public",
  statement_timeout: "77s",
  role: "shopkeeper",
  lock_timeout: "1234ms",
  default_transaction_isolation: "serializable",
  default_transaction_read_only: "on",
  synchronous_commit: "off",
  enable_seqscan: "on",
  application_name: "the shop",
  idle_session_timeout: "0"
}

const services = {
  search_path: '"parley", pg_temp',
  statement_timeout: "8s",
  role: "none",
  lock_timeout: "0",
  default_transaction_isolation: "read committed",
  default_transaction_read_only: "off",
  synchronous_commit: "on",
  enable_seqscan: "off",
  application_name: "effect-parley",
  idle_session_timeout: "0"
}

const inUse = new WeakSet<PgConnection>()

/** Runs a statement of the program, which sets up each connection when it gets it for the first time. */
const programUses = <A, E>(pool: PgPool.PgPool, run: (connection: PgConnection) => Effect.Effect<A, E>) =>
  pool.use((connection) => {
    if (inUse.has(connection)) return run(connection)
    inUse.add(connection)
    return Effect.andThen(
      Effect.forEach(chosen, (statement) => connection.query(statement)),
      run(connection)
    )
  })

/** A pool of a program, and a table of the service. */
const given = Effect.fnUntraced(function* (maxConnections = 1) {
  const url = yield* serverDatabase()
  yield* maintain(url, createRole("shopkeeper"), "create schema parley", "create table parley.marks (n int)")
  const pool = yield* PgPool.make({
    url: Redacted.make(url),
    maxConnections,
    applicationName: "the shop",
    startupParameters
  })
  return { url, pool }
})

const processOf = ({ processId }: PgConnection) => Effect.succeed(processId)

const lending = { held: 0, most: 1, atEnd: "restore" } as const

/** Runs the effect on sessions that end with it. */
const lent = <A, E>(
  pool: PgPool.PgPool,
  run: (sessions: SessionPool) => Effect.Effect<A, E, Scope.Scope>,
  more: Partial<LentSessions.Lending> = {}
) => Effect.scoped(Effect.flatMap(LentSessions.make(pool, ours, { ...lending, ...more }), run))

const mark = (connection: PgConnection) => connection.query("insert into marks values (1)")

const marks = (connection: PgConnection) => connection.queryValues("select count(*)::int from marks")

/** A transaction that nothing ends. */
const leftOpen = (connection: PgConnection) => Effect.andThen(connection.query("begin"), mark(connection))

const reserved = <A, E>(sessions: SessionPool, run: (connection: PgConnection) => Effect.Effect<A, E>) =>
  Effect.scoped(Effect.flatMap(sessions.reserve, run))

describe("sessions on connections of a program", () => {
  it.live("have the settings of the service, and go back with those of the program", () =>
    Effect.gen(function* () {
      const { pool } = yield* given()
      assert.deepStrictEqual(yield* programUses(pool, settingsOf), programs)
      const pid = yield* pool.use(processOf)
      const all = yield* lent(pool, (sessions) =>
        Effect.all([sessions.use(settingsOf), reserved(sessions, settingsOf)])
      )
      assert.deepStrictEqual(all, [services, services])
      assert.deepStrictEqual(yield* programUses(pool, settingsOf), programs)
      assert.strictEqual(yield* pool.use(processOf), pid)
    }).pipe(Effect.scoped)
  )

  it.live("go back when there is nothing to do, but for those that are held", () =>
    Effect.gen(function* () {
      const { pool } = yield* given()
      yield* lent(pool, (sessions) =>
        Effect.gen(function* () {
          yield* sessions.use(settingsOf)
          assert.deepStrictEqual(yield* Effect.timeout(programUses(pool, settingsOf), "4 seconds"), programs)
          assert.deepStrictEqual(yield* sessions.use(settingsOf), services)
        })
      )
      const waits = lent(
        pool,
        (sessions) =>
          Effect.andThen(sessions.use(settingsOf), Effect.timeoutOption(programUses(pool, settingsOf), "4 seconds")),
        { held: 1 }
      )
      assert.isTrue(Option.isNone(yield* waits))
      assert.deepStrictEqual(yield* programUses(pool, settingsOf), programs)
    }).pipe(Effect.scoped)
  )

  it.live("are closed instead where they may have locks and listeners", () =>
    Effect.gen(function* () {
      const { pool } = yield* given()
      const locked = lent(
        pool,
        (sessions) =>
          sessions.use((connection) => Effect.as(connection.query("select pg_advisory_lock(1)"), connection)),
        { atEnd: "close" }
      )
      const { processId } = yield* locked
      assert.notStrictEqual(yield* pool.use(processOf), processId)
      assert.deepStrictEqual(yield* programUses(pool, settingsOf), programs)
    }).pipe(Effect.scoped)
  )

  it.live("are closed instead where the settings of the program cannot be restored", () =>
    Effect.gen(function* () {
      const { pool, url } = yield* given()
      const clerk = `clerk_${databaseName(url)}`
      yield* maintain(url, `create role ${clerk}`)
      const pid = yield* pool.use((connection) =>
        Effect.as(connection.query(`set role ${clerk}`), connection.processId)
      )
      yield* lent(pool, (sessions) => Effect.andThen(sessions.use(settingsOf), maintain(url, `drop role ${clerk}`)))
      assert.notStrictEqual(yield* pool.use(processOf), pid)
      assert.deepStrictEqual(yield* programUses(pool, settingsOf), programs)
    }).pipe(Effect.scoped)
  )

  it.live("see no temporary table of the program in the place of a table", () =>
    Effect.gen(function* () {
      const { pool } = yield* given()
      yield* pool.use((connection) => connection.query("create temporary table marks (other text)"))
      yield* lent(pool, (sessions) => sessions.use(mark))
      assert.deepStrictEqual(
        yield* pool.use((connection) => connection.queryValues("select count(*)::int from marks")),
        [[0]]
      )
      assert.deepStrictEqual(yield* lent(pool, (sessions) => sessions.use(marks)), [[1]])
    }).pipe(Effect.scoped)
  )

  it.live("are not shared with the same statement of the program", () =>
    Effect.gen(function* () {
      const { pool, url } = yield* given()
      yield* maintain(
        url,
        "create schema shop",
        "create table shop.marks (n int, label text)",
        "grant usage on schema shop to shopkeeper",
        "grant all on shop.marks to shopkeeper"
      )
      const all = (connection: PgConnection) => connection.query("select * from marks")
      for (let round = 0; round < 3; round++) {
        const names = yield* programUses(pool, all)
        assert.deepStrictEqual(
          names.fields.map(({ name }) => name),
          ["n", "label"]
        )
        const services = yield* lent(pool, (sessions) => Effect.andThen(sessions.use(mark), sessions.use(all)))
        assert.deepStrictEqual(
          services.rows,
          Array.from({ length: round + 1 }, () => ({ n: 1 }))
        )
      }
    }).pipe(Effect.scoped)
  )

  it.live("end with a failure that leaves a transaction open, and keep those that do not", () =>
    Effect.gen(function* () {
      const { pool } = yield* given()
      yield* lent(pool, (sessions) =>
        Effect.gen(function* () {
          const first = yield* sessions.use(processOf)
          assert.isTrue(
            Exit.isFailure(yield* Effect.exit(sessions.use((connection) => connection.query("select 1/0"))))
          )
          assert.isTrue(
            Exit.isFailure(yield* Effect.exit(sessions.use((connection) => connection.query("select * from nothing"))))
          )
          assert.deepStrictEqual(yield* sessions.use(settingsOf), services)
          const died = Effect.exit(
            reserved(sessions, (connection) => Effect.andThen(leftOpen(connection), Effect.die("a defect")))
          )
          assert.isTrue(Exit.isFailure(yield* died))
          assert.deepStrictEqual(yield* sessions.use(marks), [[0]])
          assert.strictEqual(yield* sessions.use(processOf), first)
        })
      )
      assert.deepStrictEqual(yield* programUses(pool, settingsOf), programs)
    }).pipe(Effect.scoped)
  )

  it.live("fail no call when connections were lost while nothing ran", () =>
    Effect.gen(function* () {
      const { pool, url } = yield* given(2)
      yield* lent(
        pool,
        (sessions) =>
          Effect.gen(function* () {
            for (let round = 0; round < 3; round++) {
              const pids = yield* Effect.all([sessions.use(processOf), sessions.use(processOf)])
              yield* maintain(url, ...pids.map((pid) => `select pg_terminate_backend(${pid})`))
              yield* Effect.sleep("100 millis")
              assert.deepStrictEqual(yield* sessions.use(settingsOf), services)
            }
          }),
        { held: 2, most: 2 }
      )
    }).pipe(Effect.scoped)
  )

  it.live("fail after 5 seconds if the program lends none, and work again when it does", () =>
    Effect.gen(function* () {
      const { pool } = yield* given()
      yield* lent(pool, (sessions) =>
        Effect.gen(function* () {
          const refused = yield* pool.use(() => Effect.flip(sessions.use(settingsOf)))
          assert.match(String(refused), /lent no connection within 5 seconds/)
          assert.deepStrictEqual(yield* sessions.use(settingsOf), services)
        })
      )
    }).pipe(Effect.scoped)
  )

  it.live(
    "never reach the program under a load that fails, is interrupted and loses connections",
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
    60_000
  )
})
