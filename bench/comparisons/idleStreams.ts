import { Effect, FileSystem, Redacted, Schedule, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { readFile, rm } from "node:fs/promises"
import { request } from "node:http"
import { streamPath } from "../../src/adapters/http/server/admission.ts"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { maxStreamsOfMember } from "../../src/app/webhooks/streams/EventStreams.ts"
import type { OrganizationId } from "../../src/domain/Ids.ts"
import { givenOrganization } from "../../testing/given/given.ts"
import { storesOn } from "../../test/support/database/postgresStores.ts"
import { BenchServer } from "../BenchServer.ts"
import type { Child } from "../Child.ts"
import { type Comparison, type Size, WrongResult } from "../Comparison.ts"
import { inTurn } from "../inTurn.ts"
import { roundOf } from "../Round.ts"
import { platformSink, service } from "../servers.ts"

const serviceKey = "sb_secret_5b1e6a0d9c3f48f7a2c60d41be97f3085e2a4c6b8d0f1e3a"

/**
 * Streams, and the seconds for which statements are counted. Before that, the seconds after which the server has surely
 * counted earlier ones: a connection that becomes idle reports its last statements within ten.
 */
const full = { streams: 1_000, pause: 12, seconds: 15 }
const moment = { streams: 100, pause: 0, seconds: 1 }

/** Streams that are opened at the same time. */
const concurrency = 16

/** Streams that are opened and closed before anything counts. */
const warmUps = 200

const megabyte = 1_024 * 1_024

/** Opens a stream, and waits until it is caught up; it stays open until the scope ends. */
const open = (url: string, organizationId: OrganizationId): Effect.Effect<void, WrongResult, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<() => void, WrongResult>((resume) => {
      const headers = { authorization: `Bearer ${serviceKey}`, "x-org-id": organizationId }
      const asked = request(`${url}${streamPath}`, { headers, agent: false }, (response) => {
        if (response.statusCode !== 200) {
          return resume(Effect.fail(new WrongResult({ reason: `answered ${response.statusCode}` })))
        }
        response.on("error", () => undefined)
        response.on("data", (bytes: Buffer) => {
          if (bytes.includes(": live")) resume(Effect.succeed(() => asked.destroy()))
        })
      })
      asked.on("error", (error) => resume(Effect.fail(new WrongResult({ reason: error.message }))))
      asked.end()
    }),
    (close) => Effect.sync(close)
  ).pipe(
    // A busy machine refuses some, as a service that has too much to do.
    Effect.retry({ schedule: Schedule.spaced("200 millis"), times: 100 }),
    Effect.asVoid
  )

/** Transactions of the database so far: a statement outside of a transaction is one. */
const transactions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`select pg_stat_force_next_flush()`
  const [row] = yield* sql<{ readonly count: number }>`
    select xact_commit::float8 as count from pg_stat_database where datname = current_database()`
  return row?.count ?? 0
})

/** The bytes that a server holds after its garbage is collected; see `memoryReport.ts`. */
const heldBytes = Effect.fnUntraced(function* ({ pid }: Child, file: string) {
  yield* Effect.promise(() => rm(file, { force: true }))
  yield* Effect.sync(() => process.kill(pid, "SIGUSR2"))
  yield* Effect.sleep("2 seconds")
  return Number(yield* Effect.promise(() => readFile(file, "utf8")))
})

/** Statements a second while nothing happens, and how much memory a process holds more than so many bytes. */
const idleRound = Effect.fnUntraced(function* (
  server: Child,
  file: string,
  before: number,
  { pause, seconds, streams }: typeof full
) {
  yield* Effect.sleep(`${pause} seconds`)
  const first = yield* transactions
  yield* Effect.sleep(`${seconds} seconds`)
  const statements = (yield* transactions) - first
  const megabytes = ((yield* heldBytes(server, file)) - before) / megabyte
  return { ...roundOf([0], seconds * 1_000, statements), done: streams, megabytes }
})

const compare = Effect.fnUntraced(function* (databaseUrl: string, size: Size) {
  const length = size.smoke ? moment : full
  const { streams } = length
  const file = `${yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped({ prefix: "parley-bench-" })}/memory`
  const server = yield* service(
    { databaseUrl, graphUrl: yield* platformSink },
    { SERVICE_ROLE_KEY: serviceKey, MAX_CONNECTIONS_PER_ADDRESS: "0", MEMORY_FILE: file },
    { preload: "bench/processes/memoryReport.ts" }
  )
  const organizations = yield* Effect.forEach(
    Array.from({ length: Math.ceil(streams / maxStreamsOfMember) }).keys(),
    () => givenOrganization()
  )
  const organizationOf = (stream: number) => organizations[stream % organizations.length]?.id ?? organizations[0]?.id
  // What any request has the process load and compile is no part of a stream.
  yield* Effect.forEach(
    Array.from({ length: Math.min(streams, warmUps) }).keys(),
    (stream) => {
      const id = organizationOf(stream)
      return id === undefined ? Effect.void : Effect.scoped(open(server.url, id))
    },
    { concurrency: 4, discard: true }
  )
  const before = yield* heldBytes(server, file)
  const none = "no stream"
  return [
    yield* inTurn(
      {
        heading: `${streams} idle streams of ${organizations.length} organizations`,
        unit: "statements/s",
        contenders: [
          {
            name: `${streams} streams`,
            round: Effect.scoped(
              Effect.gen(function* () {
                yield* Effect.forEach(
                  Array.from({ length: streams }).keys(),
                  (stream) => {
                    const id = organizationOf(stream)
                    return id === undefined ? Effect.void : open(server.url, id)
                  },
                  { concurrency, discard: true }
                )
                return yield* idleRound(server, file, before, length)
              })
            )
          },
          { name: none, round: idleRound(server, file, before, { ...length, streams: 0 }) }
        ],
        targets: [
          { what: "megabytes more", against: null, figure: "megabytes", must: { atMost: 30 } },
          // The rate ledger still reports the requests that opened the streams.
          { what: "statements", against: none, figure: "perSecond", must: { atMost: 1.5 } }
        ]
      },
      // A process takes its memory once.
      { ...size, rounds: 1, warmUps: 0 }
    )
  ]
})

export const idleStreams: Comparison = {
  about: "what streams of events cost while nothing happens",
  run: Effect.fnUntraced(function* (size) {
    const url = yield* (yield* BenchServer).database
    return yield* Effect.provide(compare(url, size), storesOn(Database.server(Redacted.make(url))))
  })
}
