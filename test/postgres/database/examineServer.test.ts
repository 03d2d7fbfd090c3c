import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import {
  examineServer,
  serverVersion,
  supportedVersions
} from "../../../src/adapters/postgres/database/examineServer.ts"
import * as PgBouncer from "../../support/servers/PgBouncer.ts"
import { serverDatabase } from "../../support/database/serverDatabase.ts"

describe("examineServer", () => {
  it.live("serverVersion: returns the number of the server's version", () =>
    Effect.gen(function* () {
      const version = yield* serverVersion(Redacted.make(yield* serverDatabase()))
      assert.match(version, /^\d+(\.\d+)?$/)
      assert.isAtLeast(Number.parseInt(version, 10), supportedVersions.oldest)
    }).pipe(Effect.scoped)
  )

  it.live("finds the version, the independent sessions and the migrations of a server", () =>
    Effect.gen(function* () {
      const facts = yield* examineServer(Redacted.make(yield* serverDatabase()))
      assert.isAtLeast(facts.version, supportedVersions.oldest)
      assert.isAtMost(facts.version, supportedVersions.newest)
      assert.isFalse(facts.poolsTransactions)
      assert.isBelow(Math.abs(facts.clockSkewMillis), 1_000)
      assert.isAtLeast(facts.maxConnections, 1)
      assert.deepStrictEqual(facts.pending, ["all"])
      assert.strictEqual(facts.access, "read-write")
    }).pipe(Effect.scoped)
  )

  it.live.skipIf(!PgBouncer.isInstalled)("detects a pooler that pools transactions, and no other pooler", () =>
    Effect.gen(function* () {
      const url = yield* serverDatabase()
      const transactions = yield* examineServer(
        Redacted.make(yield* PgBouncer.start(url, { pool_mode: "transaction" }))
      )
      assert.isTrue(transactions.poolsTransactions)
      const sessions = yield* examineServer(Redacted.make(yield* PgBouncer.start(url, { pool_mode: "session" })))
      assert.isFalse(sessions.poolsTransactions)
    }).pipe(Effect.scoped)
  )
})
