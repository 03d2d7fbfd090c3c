import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Array, Context, Deferred, Effect, Exit, Layer, Predicate, Schema, Stream } from "effect"
import { Reactivity } from "effect/reactivity"
import { type SqlError } from "effect/sql"
import { type Duplex } from "node:stream"
import { type EmbeddedPostgres } from "../../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"
import { embeddedDatabase } from "../../support/database/embeddedDatabase.ts"
import { cases } from "../../support/effort.ts"

class Embedded extends Context.Service<Embedded, EmbeddedPostgres>()("test/Embedded") {}

type Config = Omit<PgClient.PgClientConfig, "stream" | "username" | "database">

/** A client of one connection to the database of this file. */
const connect = (config: Config = {}, seen: (stream: Duplex) => void = () => {}) =>
  Effect.gen(function* () {
    const embedded = yield* Embedded
    const stream = () => {
      const duplex = embedded.stream()
      seen(duplex)
      return duplex
    }
    return yield* PgClient.makeClient({ ...config, stream, username: "postgres", database: "postgres" })
  }).pipe(Effect.provide(Reactivity.layer))

const upTo = (count: number): ReadonlyArray<number> => Array.makeBy(count, (index) => index)

const sqlState = ({ reason }: SqlError.SqlError): unknown =>
  Predicate.hasProperty(reason.cause, "code") ? reason.cause.code : undefined

class Refused extends Schema.TaggedError<Refused>()("Refused", {}) {}

/** A transaction that adds its word to the story so many times, and how it ends. */
const Step = Schema.Struct({
  client: Schema.Literals([0, 1, 2]),
  times: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3 })),
  end: Schema.Literals(["commit", "fail", "error"])
})

const tell = (sql: PgClient.PgClient, { end, times, word }: typeof Step.Type & { readonly word: number }) => {
  const add = Effect.andThen(sql`update story set words = words || ${word}::int`, Effect.yieldNow)
  const added = Effect.forEach(upTo(times), () => add)
  if (end === "fail") return sql.withTransaction(Effect.andThen(added, new Refused()))
  if (end === "error") return sql.withTransaction(Effect.andThen(added, sql`select 1 / 0`))
  return times === 1 ? add : sql.withTransaction(added)
}

layer(Layer.effect(Embedded, embeddedDatabase), { timeout: "2 minutes" })(
  "the embedded database under sql-pg",
  (it) => {
    it.effect("stores every row that many fibers insert over one connection", () =>
      Effect.gen(function* () {
        const sql = yield* connect({ multiplex: true })
        yield* sql`create table many (n int primary key)`
        const inserted = yield* Effect.forEach(upTo(1000), (n) => sql`insert into many values (${n}) returning n`, {
          concurrency: "unbounded"
        })
        assert.deepStrictEqual(
          inserted,
          upTo(1000).map((n) => [{ n }])
        )
        assert.deepStrictEqual(yield* sql`select count(*)::int as n from many`, [{ n: 1000 }])
      })
    )

    it.effect("returns each of the pipelined statements its own error, and the others their rows", () =>
      Effect.gen(function* () {
        const sql = yield* connect({ multiplex: true })
        yield* sql`create table once (n int primary key)`
        const exits = yield* Effect.forEach(
          upTo(100),
          (n) => Effect.exit(sql`insert into once values (${Math.floor(n / 2)}) returning n`),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(exits.filter(Exit.isSuccess).length, 50)
        assert.deepStrictEqual(yield* sql`select count(*)::int as n from once`, [{ n: 50 }])
      })
    )

    it.effect("discards the writes of a failed transaction", () =>
      Effect.gen(function* () {
        const sql = yield* connect({ multiplex: true })
        yield* sql`create table undone (n int)`
        const failing = Effect.andThen(sql`insert into undone values (1)`, new Refused())
        assert.strictEqual((yield* Effect.flip(sql.withTransaction(failing)))._tag, "Refused")
        assert.deepStrictEqual(yield* sql`select * from undone`, [])
      })
    )

    it.effect("refuses the rest of a transaction after a failed statement, and works after it", () =>
      Effect.gen(function* () {
        const sql = yield* connect()
        yield* sql`create table broken (n int)`
        const refusals = Effect.gen(function* () {
          yield* sql`insert into broken values (1)`
          const first = yield* Effect.flip(sql`select 1 / 0`)
          const second = yield* Effect.flip(sql`insert into broken values (2)`)
          assert.deepStrictEqual([sqlState(first), sqlState(second)], ["22012", "25P02"])
        })
        assert.isTrue(Exit.isFailure(yield* Effect.exit(sql.withTransaction(refusals))), "it cannot be committed")
        assert.deepStrictEqual(yield* sql`select * from broken`, [])
      })
    )

    it.effect("does not run a statement of one connection within the transaction of another", () =>
      Effect.gen(function* () {
        const [first, second] = yield* Effect.all([connect({ prepare: false }), connect({ prepare: false })])
        yield* first`create table apart (who text)`
        const inserted = yield* Deferred.make<void, SqlError.SqlError>()
        yield* Effect.gen(function* () {
          yield* first`insert into apart values ('first')`
          const insert = Effect.asVoid(second`insert into apart values ('second')`)
          yield* Effect.forkDetach(Deferred.into(insert, inserted), { startImmediately: true })
          yield* first`insert into apart values ('first again')`
          return yield* new Refused()
        }).pipe(first.withTransaction, Effect.flip)
        yield* Deferred.await(inserted)
        assert.deepStrictEqual(yield* second`select who from apart`, [{ who: "second" }])
      })
    )

    it.effect("counts exactly if transactions of two connections read, wait, and write", () =>
      Effect.gen(function* () {
        const clients = yield* Effect.all([connect({ prepare: false }), connect({ prepare: false })])
        yield* clients[0]`create table counter (n int)`
        yield* clients[0]`insert into counter values (0)`
        const countUp = (sql: PgClient.PgClient) =>
          sql.withTransaction(
            Effect.gen(function* () {
              const [row] = yield* sql<{ n: number }>`select n from counter`
              yield* Effect.yieldNow
              yield* sql`update counter set n = ${(row?.n ?? 0) + 1}`
            })
          )
        yield* Effect.forEach(clients, (sql) => Effect.forEach(upTo(100), () => countUp(sql)), { concurrency: 2 })
        assert.deepStrictEqual(yield* clients[0]`select n from counter`, [{ n: 200 }])
      })
    )

    it.effect.prop(
      "leaves the result of a serial order of the transactions of three connections",
      { plan: Schema.Array(Step).check(Schema.isMaxLength(12)) },
      ({ plan }) =>
        Effect.gen(function* () {
          const clients = yield* Effect.all([connect(), connect({ prepare: false }), connect({ multiplex: true })])
          yield* clients[0]`create table if not exists story (words int[] not null)`
          yield* clients[0]`truncate story`
          yield* clients[0]`insert into story values ('{}')`
          const steps = plan.map((step, word) => ({ ...step, word }))
          const of = (client: number) => steps.filter((step) => step.client === client)
          yield* Effect.forEach(
            clients,
            (sql, client) => Effect.forEach(of(client), (step) => Effect.exit(tell(sql, step))),
            { concurrency: "unbounded" }
          )
          const rows = yield* clients[0]<{ words: ReadonlyArray<number> }>`select words from story`
          const words = rows[0]?.words ?? []
          const order = Array.dedupe(words)
          // In a serial order a transaction's words stand together, and those of one client in its own order.
          assert.deepStrictEqual(
            words,
            order.flatMap((word) => Array.replicate(word, steps[word]?.times ?? 0))
          )
          assert.deepStrictEqual(
            upTo(3).map((client) => order.filter((word) => steps[word]?.client === client)),
            upTo(3).map((client) => of(client).flatMap(({ end, word }) => (end === "commit" ? [word] : [])))
          )
        }).pipe(Effect.scoped),
      { arbitrary: { runs: cases(15, 40) } }
    )

    it.effect("rolls back the transaction of a connection that is cut off, and continues with the next", () =>
      Effect.gen(function* () {
        const streams: globalThis.Array<Duplex> = []
        const cut = yield* connect({}, (stream) => streams.push(stream))
        const next = yield* connect()
        yield* next`create table cut_off (n int)`
        const inserted = yield* Deferred.make<void, SqlError.SqlError>()
        yield* Effect.gen(function* () {
          yield* cut`insert into cut_off values (1)`
          const insert = Effect.asVoid(next`insert into cut_off values (2)`)
          yield* Effect.forkDetach(Deferred.into(insert, inserted), { startImmediately: true })
          streams[0]?.destroy()
        }).pipe(cut.withTransaction, Effect.exit)
        yield* Deferred.await(inserted)
        assert.deepStrictEqual(yield* next`select n from cut_off`, [{ n: 2 }])
      })
    )

    it.effect("closes the prepared statements of a closed connection", () =>
      Effect.gen(function* () {
        const sql = yield* connect({ prepare: false })
        const prepared = sql`select statement from pg_prepared_statements where statement like '%kept%'`
        yield* Effect.scoped(
          Effect.gen(function* () {
            const other = yield* connect()
            yield* other`select ${1}::int as kept`
            assert.deepStrictEqual(yield* prepared, [{ statement: "select $1::int as kept" }])
          })
        )
        assert.deepStrictEqual(yield* prepared, [])
      })
    )

    it.effect("streams a result that is larger than any buffer, and stops once its reader stops", () =>
      Effect.gen(function* () {
        const sql = yield* connect()
        const rows = sql<{ n: number }>`select n, repeat('x', 1000) as x from generate_series(1, 20000) n`.stream
        assert.strictEqual(yield* Stream.runCount(rows), 20_000)
        const first = yield* Stream.runCollect(Stream.take(rows, 3))
        assert.deepStrictEqual(
          first.map(({ n }) => n),
          [1, 2, 3]
        )
        assert.deepStrictEqual(yield* sql`select 1 as one`, [{ one: 1 }])
      })
    )
  }
)
