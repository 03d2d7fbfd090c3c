import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { ApiKeys } from "../../src/ports/access/ApiKeys.ts"
import { givenOrganization } from "../../testing/given/given.ts"
import { storesOn } from "../support/database/postgresStores.ts"
import { migratedDatabase } from "../support/database/serverDatabase.ts"
import { startInstalled } from "../support/processes/installedCommand.ts"
import { freePort, ready, temporaryFolder } from "../support/processes/service.ts"
import { strongSecret } from "../support/strongSecret.ts"
import { testSecretsKey } from "../support/database/testSealer.ts"

/** A service that listens for calls of the Developer interface: ten in a minute, which is too few for an advance. */
const service = Effect.fnUntraced(function* (databaseUrl: string) {
  const port = yield* freePort
  const url = `http://127.0.0.1:${port}`
  const running = yield* startInstalled({
    DATA_DIR: yield* temporaryFolder,
    DATABASE_URL: databaseUrl,
    GRAPH_URL: "http://127.0.0.1:9",
    PORT: String(port),
    RATE_STANDARD_PER_MINUTE: "10",
    META_APP_SECRET: strongSecret("app"),
    META_VERIFY_TOKEN: strongSecret("verify"),
    SECRETS_KEY: testSecretsKey,
    AUTH_JWT_SECRET: strongSecret("jwt"),
    SERVICE_ROLE_KEY: strongSecret("service")
  })
  yield* ready(running, url)
  return url
})

describe("two services on one server", () => {
  it.live(
    "accept the number of calls of a tier together, and refuse the next call with the headers of the contract",
    () =>
      Effect.gen(function* () {
        const databaseUrl = yield* migratedDatabase
        const stores = yield* Layer.build(storesOn(Database.server(Redacted.make(databaseUrl))))
        const key = yield* Effect.gen(function* () {
          const { id } = yield* givenOrganization()
          return (yield* (yield* ApiKeys).create(id, "test")).key
        }).pipe(Effect.provideContext(stores))
        const services = [yield* service(databaseUrl), yield* service(databaseUrl)]
        const answers = yield* Effect.forEach(
          Array.from({ length: 24 }, (_, call) => services[call % 2]),
          (url) =>
            Effect.promise(async () => {
              const response = await fetch(`${url}/api/developer/v1/webhooks`, {
                headers: { "x-api-key": Redacted.value(key) }
              })
              await response.text()
              return response
            })
        )
        const statuses = answers.map(({ status }) => status)
        assert.deepStrictEqual(
          statuses.slice(0, 10).filter((status) => status === 429),
          []
        )
        assert.isTrue(statuses.slice(10).every((status) => status === 429))
        const refused = answers.at(-1)?.headers
        assert.deepStrictEqual(
          ["retry-after", "ratelimit-limit", "ratelimit-remaining"].map((name) => refused?.get(name)),
          ["60", "10", "0"]
        )
      }).pipe(Effect.scoped),
    120_000
  )
})
