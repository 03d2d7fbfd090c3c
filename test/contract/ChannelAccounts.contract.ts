import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, type Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import type { Channel } from "../../src/domain/Channel.ts"
import type { OrganizationId } from "../../src/domain/Ids.ts"
import { ChannelAccounts } from "../../src/ports/ChannelAccounts.ts"
import { givenOrganization, givenAccount } from "../support/given.ts"
import type { StorePorts } from "../support/StorePorts.ts"

/** Longer than what is known of an account may be behind. */
const later = TestClock.adjust("1 minute")

/** The account and its token in the clear, or the failure. */
const connected = Effect.fnUntraced(function* (organizationId: OrganizationId, channel: Channel = "whatsapp") {
  return yield* (yield* ChannelAccounts).connected(organizationId, channel).pipe(
    Effect.match({
      onSuccess: ({ account, token }) => ({ account, token: Redacted.value(token) }),
      onFailure: ({ _tag, channel }) => ({ _tag, channel })
    })
  )
})

export const channelAccountsContract = <E>(name: string, ports: Layer.Layer<StorePorts, E>) =>
  layer(ports, { timeout: "60 seconds" })(`ChannelAccounts: ${name}`, (it) => {
    it.effect("gives back the account with its token", () =>
      Effect.gen(function* () {
        const { id } = yield* givenOrganization()
        const token = `EAAG ${"ü漢\u{1F680}".repeat(200)}`
        const account = yield* givenAccount(id, { token: Redacted.make(token), displayName: "Acmé \"'\\" })
        assert.deepStrictEqual(yield* connected(id), { account, token })
      })
    )

    it.effect("knows an account on its own channel and in its own organization only", () =>
      Effect.gen(function* () {
        const acme = (yield* givenOrganization()).id
        const globex = (yield* givenOrganization()).id
        const page = yield* givenAccount(acme, { channel: "messenger", businessAccountId: null })
        const number = yield* givenAccount(acme)

        assert.deepStrictEqual(yield* connected(acme), { account: number, token: `token of ${number.id}` })
        assert.deepStrictEqual(yield* connected(acme, "messenger"), { account: page, token: `token of ${page.id}` })
        assert.deepStrictEqual(yield* connected(acme, "instagram"), {
          _tag: "ChannelNotConnected",
          channel: "instagram"
        })
        assert.deepStrictEqual(yield* connected(globex), { _tag: "ChannelNotConnected", channel: "whatsapp" })
      })
    )

    it.effect("finds an account that is connected after nobody was", () =>
      Effect.gen(function* () {
        const { id } = yield* givenOrganization()
        assert.deepStrictEqual(yield* connected(id), { _tag: "ChannelNotConnected", channel: "whatsapp" })
        const account = yield* givenAccount(id)
        yield* later
        assert.deepStrictEqual(yield* connected(id), { account, token: `token of ${account.id}` })
      })
    )

    it.effect("says that an account has no token", () =>
      Effect.gen(function* () {
        const { id } = yield* givenOrganization()
        yield* givenAccount(id, { token: null })
        assert.deepStrictEqual(yield* connected(id), { _tag: "ChannelTokenMissing", channel: "whatsapp" })
      })
    )

    it.effect("renews what is known of an account, its token included", () =>
      Effect.gen(function* () {
        const { connect } = yield* ChannelAccounts
        const { id } = yield* givenOrganization()
        const account = yield* givenAccount(id)
        const renewed = { ...account, displayName: "+1 555-000-2222", businessAccountId: null }
        assert.deepStrictEqual(yield* connected(id), { account, token: `token of ${account.id}` })

        yield* connect(id, renewed, Redacted.make("new"))
        yield* later
        assert.deepStrictEqual(yield* connected(id), { account: renewed, token: "new" })

        yield* connect(id, renewed, null)
        yield* later
        assert.deepStrictEqual(yield* connected(id), { _tag: "ChannelTokenMissing", channel: "whatsapp" })
      })
    )

    it.effect("keeps the Page that an Instagram account is reached over, until that changes", () =>
      Effect.gen(function* () {
        const { connect } = yield* ChannelAccounts
        const { id } = yield* givenOrganization()
        const account = yield* givenAccount(id, { channel: "instagram", businessAccountId: null, pageId: "page" })
        assert.deepStrictEqual(yield* connected(id, "instagram"), { account, token: `token of ${account.id}` })

        const apart = { ...account, pageId: null }
        yield* connect(id, apart, Redacted.make("own"))
        yield* later
        assert.deepStrictEqual(yield* connected(id, "instagram"), { account: apart, token: "own" })
      })
    )

    it.effect("sends from the account that was connected first", () =>
      Effect.gen(function* () {
        const { connect } = yield* ChannelAccounts
        const { id } = yield* givenOrganization()
        const first = yield* givenAccount(id)
        const second = yield* givenAccount(id, {
          createdAt: DateTime.add(first.createdAt, { milliseconds: 1 })
        })
        yield* connect(id, first, Redacted.make("renewed"))
        yield* later
        assert.deepStrictEqual(yield* connected(id), { account: first, token: "renewed" })
        assert.notStrictEqual(second.id, first.id)
      })
    )
  })
