import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { ChannelAccounts } from "../../../src/ports/access/ChannelAccounts.ts"
import { givenAccount, givenOrganization } from "../../../testing/given/given.ts"
import { instances } from "../../support/database/instances.ts"

describe("an account connected on one instance", () => {
  it.effect("is found by another instance within a second, even after an earlier lookup without a result", () =>
    Effect.gen(function* () {
      const on = yield* instances(2)
      const route = Effect.flatMap(ChannelAccounts, (accounts) => accounts.route("whatsapp", "4711")).pipe(on(1))
      assert.deepStrictEqual(yield* route, Option.none())
      const account = yield* Effect.gen(function* () {
        return yield* givenAccount((yield* givenOrganization()).id, { externalId: "4711" })
      }).pipe(on(0))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* route, Option.some(account))
    })
  )

  it.effect("is visible to another instance after three seconds, without additional queries", () =>
    Effect.gen(function* () {
      const on = yield* instances(2)
      const account = yield* Effect.gen(function* () {
        return yield* givenAccount((yield* givenOrganization()).id)
      }).pipe(on(0))
      const { channel, externalId, id, organizationId } = account
      const seen = Effect.gen(function* () {
        const { byId, route } = yield* ChannelAccounts
        const { token } = yield* byId(organizationId, id)
        const routed = yield* route(channel, externalId)
        return [Redacted.value(token), Option.map(routed, ({ displayName }) => displayName)]
      }).pipe(on(1))
      const before = [`token of ${id}`, Option.some(account.displayName)]
      assert.deepStrictEqual(yield* seen, before)
      const renewed = { ...account, displayName: "renewed" }
      yield* Effect.flatMap(ChannelAccounts, ({ connect }) =>
        connect(organizationId, renewed, Redacted.make("new"))
      ).pipe(on(0))
      yield* TestClock.adjust("2999 millis")
      assert.deepStrictEqual(yield* seen, before)
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* seen, ["new", Option.some("renewed")])
    })
  )
})
