import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as RandomIds from "../../src/adapters/identity/RandomIds.ts"
import { IdSource } from "../../src/ports/process/IdSource.ts"
import { idSourceContract } from "../../testing/contracts/IdSource.contract.ts"
import { runner } from "../support/runner.ts"

idSourceContract(runner, "RandomIds", RandomIds.layer)

describe("RandomIds", () => {
  it.effect("dates an id by the clock, and keeps ids ordered if the clock is set back", () =>
    Effect.gen(function* () {
      const { uuid } = yield* IdSource
      yield* TestClock.setTime(0x0123456789ab)
      const first = yield* uuid
      assert.strictEqual(first.slice(0, 13), "01234567-89ab")
      yield* TestClock.setTime(0x012345670000)
      assert.isTrue((yield* uuid) > first)
    }).pipe(Effect.provide(RandomIds.layer))
  )

  it.effect("uses every character of the alphabet in every position of a contact's public id", () =>
    Effect.gen(function* () {
      const { vendorContactId } = yield* IdSource
      const ids = yield* Effect.replicateEffect(vendorContactId, 2_000)
      for (let place = 3; place < 27; place++) {
        assert.strictEqual(new Set(ids.map((id) => id.charAt(place))).size, 32)
      }
    }).pipe(Effect.provide(RandomIds.layer))
  )
})
