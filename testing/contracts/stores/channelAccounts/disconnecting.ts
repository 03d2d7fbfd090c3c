import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { AccountChanges } from "../../../../src/ports/inbound/Inbox.ts"
import { ChannelAccounts } from "../../../../src/ports/access/ChannelAccounts.ts"
import { givenAccount, givenOrganization } from "../../../given/given.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

/** Disconnecting accounts. */
export const disconnecting = (it: Tests<StorePorts>) => {
  it.effect("disconnecting: removes one account with its token and its changes at once", () =>
    Effect.gen(function* () {
      const accounts = yield* ChannelAccounts
      const { id } = yield* givenOrganization()
      const account = yield* givenAccount(id)
      const other = yield* givenAccount(id)
      yield* (yield* AccountChanges).add(id, {
        account,
        key: "one",
        what: "account_update",
        values: {},
        at: account.createdAt
      })
      yield* accounts.byId(id, account.id)
      yield* accounts.route("whatsapp", account.externalId)

      const removed = yield* accounts.disconnect(id, "whatsapp", account.externalId)
      assert.deepStrictEqual(removed, Option.some(account))
      assert.isTrue(Option.isNone(yield* accounts.route("whatsapp", account.externalId)))
      assert.strictEqual((yield* Effect.flip(accounts.byId(id, account.id)))._tag, "ChannelNotConnected")
      assert.deepStrictEqual((yield* accounts.byId(id, other.id)).account, other)
      assert.isTrue(Option.isNone(yield* accounts.disconnect(id, "whatsapp", account.externalId)))
    })
  )

  it.effect("disconnecting: an account of another organization, channel or id stays", () =>
    Effect.gen(function* () {
      const accounts = yield* ChannelAccounts
      const acme = (yield* givenOrganization()).id
      const globex = (yield* givenOrganization()).id
      const account = yield* givenAccount(acme)
      for (const [organization, channel, externalId] of [
        [globex, "whatsapp", account.externalId],
        [acme, "messenger", account.externalId],
        [acme, "whatsapp", `${account.externalId}0`]
      ] as const) {
        assert.isTrue(Option.isNone(yield* accounts.disconnect(organization, channel, externalId)))
      }
      assert.deepStrictEqual((yield* accounts.byId(acme, account.id)).account, account)
    })
  )

  it.effect("disconnecting: another organization can then connect the account", () =>
    Effect.gen(function* () {
      const accounts = yield* ChannelAccounts
      const acme = (yield* givenOrganization()).id
      const globex = (yield* givenOrganization()).id
      const account = yield* givenAccount(acme)
      yield* accounts.disconnect(acme, "whatsapp", account.externalId)
      const moved = yield* givenAccount(globex, { externalId: account.externalId })
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* accounts.route("whatsapp", account.externalId), Option.some(moved))
    })
  )
}
