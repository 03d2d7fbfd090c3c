import type { PgConnection } from "@effect/sql-pg/PgConnection"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Option } from "effect"
import { databaseName, maintain } from "../../support/database/serverDatabase.ts"
import {
  given,
  leftOpen,
  lent,
  mark,
  marks,
  processOf,
  programs,
  programUses,
  reserved,
  services,
  settingsOf
} from "./lentScene.ts"

describe("sessions on connections of an application's pool", () => {
  it.live("have the settings of the service, and are returned with those of the application", () =>
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

  it.live("are returned if idle, except those in use", () =>
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

  it.live("are closed instead of returned if they may have locks and listeners", () =>
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

  it.live("are closed instead of returned if the settings of the application cannot be restored", () =>
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

  it.live("do not read a temporary table of the application instead of a table of the service", () =>
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

  it.live("do not share prepared statements with the application", () =>
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

  it.live("end with a failure that leaves a transaction open, and continue after other failures", () =>
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

  it.live("fail no call if connections were lost while idle", () =>
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

  it.live("are acquired again if the pool would replace their connections", () =>
    Effect.gen(function* () {
      const { pool } = yield* given(1, { connectionTTL: "300 millis" })
      const pids = yield* lent(
        pool,
        ({ use }) => Effect.all([use(processOf), use(processOf), Effect.delay(use(processOf), "400 millis")]),
        { held: 1 }
      )
      assert.strictEqual(pids[0], pids[1])
      assert.notStrictEqual(pids[1], pids[2])
    }).pipe(Effect.scoped)
  )

  it.live("fail after 5 seconds if the pool lends no connection, and work again once it does", () =>
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
})
