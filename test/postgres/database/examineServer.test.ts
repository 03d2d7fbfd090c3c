import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { examineServer, supportedVersions } from "../../../src/adapters/postgres/database/examineServer.ts"
import { hasPgBouncer, pgBouncer } from "../../support/pgBouncer.ts"
import { serverDatabase } from "../../support/serverDatabase.ts"

describe("examineServer", () => {
  it.live("finds the version, sessions of their own, parameters and the schema of a server", () =>
    Effect.gen(function* () {
      const facts = yield* examineServer(Redacted.make(yield* serverDatabase()))
      assert.isAtLeast(facts.version, supportedVersions.oldest)
      assert.isAtMost(facts.version, supportedVersions.newest)
      assert.isFalse(facts.poolsTransactions)
      assert.isTrue(facts.passesParameters)
      assert.isBelow(Math.abs(facts.clockSkewMillis), 1_000)
      assert.isAtLeast(facts.maxConnections, 1)
      assert.deepStrictEqual(facts.pending, ["all"])
    }).pipe(Effect.scoped)
  )

  // Skipped where the package pgbouncer of Debian is not installed.
  it.live.skipIf(!hasPgBouncer)("finds a pooler that pools transactions, and no other one", () =>
    Effect.gen(function* () {
      const url = yield* serverDatabase()
      const transactions = yield* examineServer(Redacted.make(yield* pgBouncer(url, "transaction")))
      assert.isTrue(transactions.poolsTransactions)
      const sessions = yield* examineServer(Redacted.make(yield* pgBouncer(url, "session")))
      assert.isFalse(sessions.poolsTransactions)
    }).pipe(Effect.scoped)
  )
})
