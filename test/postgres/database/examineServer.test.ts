import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { examineServer, supportedVersions } from "../../../src/adapters/postgres/database/examineServer.ts"
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
})
