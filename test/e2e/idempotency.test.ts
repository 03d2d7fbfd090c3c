import { assert, describe, it } from "@effect/vitest"
import { DateTime, Deferred, Effect, Redacted } from "effect"
import { createServer, type Server } from "node:http"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { ApiKeys } from "../../src/ports/access/ApiKeys.ts"
import { SendLedger } from "../../src/ports/sends/SendLedger.ts"
import { givenAccount, givenOrganization } from "../../testing/given/given.ts"
import { storesOn } from "../support/database/postgresStores.ts"
import { migratedDatabase } from "../support/database/serverDatabase.ts"
import { startInstalled } from "../support/processes/installedCommand.ts"
import { freePort, ready, temporaryFolder } from "../support/processes/service.ts"
import { strongSecret } from "../support/strongSecret.ts"
import { testSecretsKey } from "../support/database/testSealer.ts"

const path = "/api/developer/v1/send-message"

/** A platform that counts the sends it is asked for, and answers once it is let. */
const platform = Effect.gen(function* () {
  const asked = yield* Deferred.make<void>()
  const allowed = yield* Deferred.make<void>()
  const answered = Effect.runPromise(Deferred.await(allowed))
  let count = 0
  const port = yield* freePort
  yield* Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<Server>((resolve) => {
          const server = createServer(async (request, response) => {
            const id = `wamid.${++count}`
            request.resume()
            Deferred.doneUnsafe(asked, Effect.void)
            await answered
            response
              .writeHead(200, { "content-type": "application/json" })
              .end(`{"contacts":[{"input":"15551234567","wa_id":"15551234567"}],"messages":[{"id":"${id}"}]}`)
          })
          server.listen(port, "127.0.0.1", () => resolve(server))
        })
    ),
    (server) =>
      Effect.promise(() => {
        server.closeAllConnections()
        return new Promise((resolve) => server.close(resolve))
      })
  )
  return {
    url: `http://127.0.0.1:${port}`,
    asked: Deferred.await(asked),
    answer: Deferred.succeed(allowed, undefined),
    count: () => count
  }
})

/** So many processes of the service on one database, an organization on it, and its stores. */
const given = Effect.fnUntraced(function* (processes: number) {
  const graph = yield* platform
  const databaseUrl = yield* migratedDatabase
  const services = yield* Effect.forEach(
    Array.from({ length: processes }),
    Effect.fnUntraced(function* () {
      const port = yield* freePort
      const service = yield* startInstalled({
        DATA_DIR: yield* temporaryFolder,
        DATABASE_URL: databaseUrl,
        GRAPH_URL: graph.url,
        PORT: String(port),
        META_APP_SECRET: strongSecret("app"),
        META_VERIFY_TOKEN: strongSecret("verify"),
        SECRETS_KEY: testSecretsKey,
        AUTH_JWT_SECRET: strongSecret("jwt"),
        SERVICE_ROLE_KEY: strongSecret("service"),
        RATE_MESSAGING_PER_SECOND: "100000"
      })
      const url = `http://127.0.0.1:${port}`
      yield* ready(service, url)
      return { ...service, url }
    }),
    { concurrency: "unbounded" }
  )
  const stores = storesOn(Database.server(Redacted.make(databaseUrl)))
  const apiKey = yield* Effect.gen(function* () {
    const { id } = yield* givenOrganization()
    yield* givenAccount(id, { token: Redacted.make("token") })
    return Redacted.value((yield* (yield* ApiKeys).create(id, "test")).key)
  }).pipe(Effect.provide(stores))
  /** A call to the service at this place, for this recipient. */
  const call = (place: number, key: string, to: string) =>
    Effect.promise(async () => {
      const response = await fetch(`${services[place % processes]?.url}${path}`, {
        method: "POST",
        headers: { "x-api-key": apiKey, "content-type": "application/json", "idempotency-key": key },
        body: JSON.stringify({ to, type: "text", text: "hi" })
      })
      return {
        status: response.status,
        isReplayed: response.headers.get("idempotent-replayed") === "true",
        after: response.headers.get("retry-after"),
        text: await response.text()
      }
    })
  return { graph, services, stores, call }
})

describe("several processes with equal keyed calls", () => {
  it.live(
    "make one call to the platform for a hundred equal simultaneous calls",
    () =>
      Effect.gen(function* () {
        const { call, graph } = yield* given(3)
        yield* graph.answer
        const rounds = 3
        for (let round = 1; round <= rounds; round++) {
          const to = `1555123456${round}`
          const answers = yield* Effect.forEach(
            Array.from({ length: 100 }).keys(),
            (ordinal) => call(ordinal, `order ${round}`, to),
            { concurrency: "unbounded" }
          )
          const sent = answers.filter(({ status }) => status === 201)
          const [first, ...others] = sent.filter(({ isReplayed }) => !isReplayed)
          assert.deepStrictEqual(others, [])
          for (const { after, status } of answers) {
            if (status !== 201) assert.deepStrictEqual([status, after], [409, "1"])
          }
          for (let place = 0; place < 3; place++) sent.push(yield* call(place, `order ${round}`, to))
          assert.deepStrictEqual(new Set(sent.map(({ text }) => text)), new Set([first?.text]))
          assert.strictEqual(graph.count(), round)
        }
      }),
    120_000
  )

  it.live(
    "never send again after a process died between the reservation and the response of the platform",
    () =>
      Effect.gen(function* () {
        const { call, graph, services, stores } = yield* given(2)
        yield* Effect.forkChild(Effect.ignoreCause(call(0, "order 17", "15551234567")))
        yield* graph.asked
        yield* services[0]?.kill ?? Effect.die("no service")

        assert.deepInclude(yield* call(1, "order 17", "15551234567"), { status: 409, after: "1", isReplayed: false })
        yield* graph.answer
        assert.deepInclude(yield* call(1, "order 17", "15551234567"), { status: 409, after: "1", isReplayed: false })

        // What the expiry worker does after five minutes.
        const later = DateTime.add(yield* DateTime.now, { seconds: 1 })
        const expired = Effect.flatMap(SendLedger, ({ expire }) => expire(later, later, 10))
        assert.strictEqual(yield* Effect.provide(expired, stores), 1)
        const known = yield* call(1, "order 17", "15551234567")
        assert.deepInclude(known, { status: 502, isReplayed: true })
        assert.include(known.text, "the message may have been sent")
        assert.strictEqual(graph.count(), 1)

        assert.deepInclude(yield* call(1, "order 18", "15551234567"), { status: 201, isReplayed: false })
        assert.strictEqual(graph.count(), 2)
      }),
    120_000
  )
})
