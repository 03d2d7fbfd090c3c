import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { serverAddress } from "../../../src/adapters/postgres/connections/spanAttributes.ts"
import { Organizations } from "../../../src/ports/access/Organizations.ts"
import * as Postgres from "../../../src/service/library/Postgres.ts"
import { givenOrganization } from "../../../testing/given/given.ts"
import { databaseName, serverDatabase } from "../../support/database/serverDatabase.ts"
import { strongSecret } from "../../support/strongSecret.ts"

describe("the address of a server", () => {
  it.live("is sufficient for all stores, and the password is read at each connection", () =>
    Effect.gen(function* () {
      const url = yield* serverDatabase()
      const { hostname, port, username } = new URL(url)
      let asked = 0
      const server = {
        host: hostname,
        port: Number(port),
        username,
        database: databaseName(url),
        password: Effect.sync(() => {
          asked += 1
          return Redacted.make("")
        })
      }
      const stores = Postgres.layer({ server, secretsKey: strongSecret("key"), connections: 12 })
      const found = yield* Effect.gen(function* () {
        const { id } = yield* givenOrganization()
        return yield* (yield* Organizations).find(id)
      }).pipe(Effect.provide(stores))
      assert.isTrue(found._tag === "Some")
      assert.isAbove(asked, 1)
    })
  )

  it("is the only part of a driver configuration that is used", () => {
    const address = { host: "db.example.com", ssl: true }
    const shared = { ...address, multiplex: true, maxConnections: 1, startupParameters: { search_path: "other" } }
    assert.deepStrictEqual(serverAddress(shared), address)
  })
})
