import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Redacted, Ref, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { actingFor } from "../../src/adapters/postgres/rowsecurity/Acting.ts"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { ApiKeys } from "../../src/ports/access/ApiKeys.ts"
import { givenAccount, givenOrganization } from "../../testing/given/given.ts"
import { startInstalled } from "../support/processes/installedCommand.ts"
import { storesOn } from "../support/database/postgresStores.ts"
import { serverDatabase } from "../support/database/serverDatabase.ts"
import { freePort, ready, temporaryFolder } from "../support/processes/service.ts"
import { strongSecret } from "../support/strongSecret.ts"
import { testSecretsKey } from "../support/database/testSealer.ts"

/** More than one batch of a rotation. */
const accounts = 1_000

const Rotated = Schema.Struct({
  key: Schema.String,
  kinds: Schema.Array(Schema.Struct({ kind: Schema.String, resealed: Schema.Int, unreadable: Schema.Int })),
  removableKeys: Schema.Array(Schema.String),
  neededKeys: Schema.Array(Schema.String)
})
const Webhook = Schema.Struct({
  data: Schema.Struct({ webhook: Schema.Struct({ status: Schema.String, secret: Schema.String }) })
})

describe("the encryption key of a running service", () => {
  it.live(
    "is replaced: the rotation is killed, repeated beside calls, and the service starts without the old key",
    () =>
      Effect.gen(function* () {
        const url = yield* serverDatabase()
        const stores = storesOn(Database.server(Redacted.make(url)))
        const key = yield* Effect.gen(function* () {
          const { id } = yield* givenOrganization({
            webhook: { secret: { value: "the signing secret", chosen: true } }
          })
          yield* Effect.forEach(Array.from({ length: accounts }), () => givenAccount(id, { channel: "messenger" }), {
            concurrency: 8
          })
          return Redacted.value((yield* (yield* ApiKeys).create(id, "key")).key)
        }).pipe(Effect.provide(stores))
        const countByKey = Effect.gen(function* () {
          const rows = yield* (yield* SqlClient.SqlClient)<{ readonly id: string; readonly count: number }>`
            select substr(sealed_token, 4, 8) as id, count(*)::int as count from channel_accounts group by 1`
          return new Map(rows.map(({ count, id }) => [id, count]))
        }).pipe(actingFor("everyone"), Effect.provide(Layer.fresh(Database.server(Redacted.make(url)))))
        const [oldId = ""] = (yield* countByKey).keys()

        const newKey = strongSecret("the new key")
        const port = yield* freePort
        const appUrl = `http://127.0.0.1:${port}`
        const env = (keys: string) => ({
          DATABASE_URL: url,
          GRAPH_URL: "http://127.0.0.1:9",
          PORT: String(port),
          META_APP_SECRET: strongSecret("app"),
          META_VERIFY_TOKEN: strongSecret("verify"),
          SECRETS_KEY: keys,
          AUTH_JWT_SECRET: strongSecret("jwt"),
          SERVICE_ROLE_KEY: strongSecret("service"),
          RATE_STANDARD_PER_MINUTE: "0"
        })
        const both = { ...env(`${newKey},${testSecretsKey}`), DATA_DIR: yield* temporaryFolder }
        const service = yield* startInstalled(both)
        yield* ready(service, appUrl)
        const readWebhook = Effect.promise(async () => {
          const response = await fetch(`${appUrl}/api/developer/v1/webhooks`, { headers: { "x-api-key": key } })
          return { status: response.status, body: (await response.json()) as unknown }
        })
        const assertWhole = Effect.gen(function* () {
          const { body, status } = yield* readWebhook
          assert.strictEqual(status, 200)
          const { webhook } = (yield* Schema.decodeUnknownEffect(Webhook)(body)).data
          assert.deepStrictEqual({ ...webhook }, { status: "active", secret: "the signing secret" })
        })
        const isOver = yield* Ref.make(false)
        const load = yield* Effect.forkChild(
          Effect.repeat(assertWhole, { until: () => Ref.get(isOver), schedule: Schedule.spaced("5 millis") })
        )

        const killed = yield* startInstalled(both, ["secrets", "rotate"])
        yield* Effect.repeat(
          Effect.sync(() => killed.output().includes("channel_accounts.sealed_token")),
          {
            until: (isThere) => isThere,
            schedule: Schedule.spaced("2 millis")
          }
        )
        yield* killed.kill
        const left = (yield* countByKey).get(oldId) ?? 0
        assert.isAbove(left, 0, "the rotation was killed in the middle")
        assert.isBelow(left, accounts)

        const again = yield* startInstalled(both, ["secrets", "rotate", "--json"])
        assert.strictEqual(yield* again.ended, 0, again.output())
        const printed = again.output().slice(again.output().indexOf("{"))
        const rotated = yield* Schema.decodeUnknownEffect(Schema.fromJsonString(Rotated))(printed)
        assert.deepStrictEqual(
          rotated.kinds.map(({ kind, resealed, unreadable }) => [kind, resealed, unreadable]),
          [
            ["hash_keys.sealed_key", 0, 0],
            ["channel_accounts.sealed_token", left, 0],
            ["webhooks.sealed_secret", 1, 0]
          ]
        )
        assert.deepStrictEqual([...rotated.removableKeys], [oldId])
        assert.deepStrictEqual([...rotated.neededKeys], [])
        yield* Ref.set(isOver, true)
        yield* Fiber.join(load)
        assert.strictEqual(yield* service.stop, 0)

        const without = yield* startInstalled({ ...env(newKey), DATA_DIR: yield* temporaryFolder })
        yield* ready(without, appUrl)
        yield* assertWhole
        assert.strictEqual((yield* countByKey).get(rotated.key), accounts)
        assert.notInclude(again.output() + service.output() + without.output(), "token of ")
      }).pipe(Effect.scoped),
    240_000
  )
})
