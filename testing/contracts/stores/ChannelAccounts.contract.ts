import { DateTime, Effect, type Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import type { Channel } from "../../../src/domain/conversations/Channel.ts"
import { ChannelAccountId, type OrganizationId } from "../../../src/domain/Ids.ts"
import {
  type AccountUnusable,
  ChannelAccounts,
  type ConnectedAccount
} from "../../../src/ports/access/ChannelAccounts.ts"
import { givenAccount, givenOrganization, uuid } from "../../given/given.ts"
import type { StorePorts } from "../StorePorts.ts"
import { disconnecting } from "./channelAccounts/disconnecting.ts"
import { phoneHistory } from "./channelAccounts/phoneHistory.ts"
import { tokenHealth } from "./channelAccounts/tokenHealth.ts"
import { assert } from "../assert.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"

/** Longer than the cache lifetime of an account. */
const later = TestClock.adjust("1 minute")

/** The account with its decrypted token, or the failure. */
const inTheClear = Effect.match({
  onSuccess: ({ account, token }: ConnectedAccount) => ({ account, token: Redacted.value(token) }),
  onFailure: ({ _tag, channel }: AccountUnusable) => ({ _tag, channel })
})

const connected = Effect.fnUntraced(function* (organizationId: OrganizationId, channel: Channel = "whatsapp") {
  return yield* inTheClear((yield* ChannelAccounts).connected(organizationId, channel))
})

const byId = Effect.fnUntraced(function* (organizationId: OrganizationId, id: ChannelAccountId) {
  return yield* inTheClear((yield* ChannelAccounts).byId(organizationId, id))
})

export const channelAccountsContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `ChannelAccounts: ${name}`, ports, (it) => {
    it.effect("channel accounts: an account is returned with its token", () =>
      Effect.gen(function* () {
        const { id } = yield* givenOrganization()
        const token = `EAAG ${"ü漢\u{1F680}".repeat(200)}`
        const account = yield* givenAccount(id, { token: Redacted.make(token), displayName: "Acmé \"'\\" })
        assert.deepStrictEqual(yield* connected(id), { account, token })
      })
    )

    it.effect("channel accounts: an account is visible only on its channel and in its organization", () =>
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

    it.effect("channel accounts: an account is found that was connected after a search without result", () =>
      Effect.gen(function* () {
        const { id } = yield* givenOrganization()
        assert.deepStrictEqual(yield* connected(id), { _tag: "ChannelNotConnected", channel: "whatsapp" })
        const account = yield* givenAccount(id)
        yield* later
        assert.deepStrictEqual(yield* connected(id), { account, token: `token of ${account.id}` })
      })
    )

    it.effect("channel accounts: a missing token is reported as a failure", () =>
      Effect.gen(function* () {
        const { id } = yield* givenOrganization()
        yield* givenAccount(id, { token: null })
        assert.deepStrictEqual(yield* connected(id), { _tag: "ChannelTokenMissing", channel: "whatsapp" })
      })
    )

    it.effect("channel accounts: reconnecting renews the account and its token", () =>
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

    it.effect("channel accounts: reconnecting the same platform id keeps our id and the creation time", () =>
      Effect.gen(function* () {
        const { connect, markReconnect } = yield* ChannelAccounts
        const { id } = yield* givenOrganization()
        const account = yield* givenAccount(id)
        yield* connected(id)
        yield* markReconnect(id, account.id, Redacted.make(`token of ${account.id}`), {
          code: 190,
          message: "expired",
          at: account.createdAt
        })
        const again = {
          ...account,
          id: ChannelAccountId.make(yield* uuid),
          displayName: "again",
          createdAt: DateTime.add(account.createdAt, { days: 1 })
        }
        const renewed = { ...account, displayName: "again" }

        assert.deepStrictEqual(yield* connect(id, again, Redacted.make("new")), renewed)
        assert.deepStrictEqual(yield* connected(id), { account: renewed, token: "new" })
        assert.deepStrictEqual(yield* byId(id, account.id), { account: renewed, token: "new" })
        const listed = (yield* (yield* ChannelAccounts).list).filter(({ account }) => account.organizationId === id)
        assert.deepStrictEqual(listed, [{ account: renewed, tokenState: "ok", problem: null, history: null }])
      })
    )

    it.effect("channel accounts: an account of another organization is refused and unchanged", () =>
      Effect.gen(function* () {
        const { connect } = yield* ChannelAccounts
        const acme = (yield* givenOrganization()).id
        const globex = (yield* givenOrganization()).id
        const account = yield* givenAccount(acme)
        const { channel, externalId } = account
        const theirs = {
          ...account,
          id: ChannelAccountId.make(yield* uuid),
          organizationId: globex,
          displayName: "mine"
        }

        const refused = yield* Effect.flip(connect(globex, theirs, Redacted.make("stolen")))
        assert.deepStrictEqual({ ...refused }, { _tag: "ChannelAccountTaken", channel, externalId })
        yield* later
        assert.deepStrictEqual(yield* connected(acme), { account, token: `token of ${account.id}` })
        assert.deepStrictEqual(yield* connected(globex), { _tag: "ChannelNotConnected", channel: "whatsapp" })
      })
    )

    it.effect("channel accounts: the Page of an Instagram account is stored until it changes", () =>
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

    it.effect("channel accounts: the default sender is the account that was connected first", () =>
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

    it.effect(
      "channel accounts: accounts of a channel are listed in order of connection, with their current state",
      () =>
        Effect.gen(function* () {
          const { disconnect, ofChannel } = yield* ChannelAccounts
          const { id } = yield* givenOrganization()
          const globex = (yield* givenOrganization()).id
          assert.deepStrictEqual(yield* ofChannel(id, "whatsapp"), [])
          const second = yield* givenAccount(id)
          assert.deepStrictEqual(yield* ofChannel(id, "whatsapp"), [second])
          const first = yield* givenAccount(id, {
            createdAt: DateTime.subtract(second.createdAt, { milliseconds: 1 }),
            token: null
          })
          const page = yield* givenAccount(id, { channel: "messenger" })
          assert.deepStrictEqual(yield* ofChannel(id, "whatsapp"), [first, second])
          assert.deepStrictEqual(yield* ofChannel(id, "messenger"), [page])
          assert.deepStrictEqual(yield* ofChannel(globex, "whatsapp"), [])
          yield* disconnect(id, "whatsapp", first.externalId)
          assert.deepStrictEqual(yield* ofChannel(id, "whatsapp"), [second])
        })
    )

    it.effect("channel accounts: an account is found by its id, within its organization only", () =>
      Effect.gen(function* () {
        const acme = (yield* givenOrganization()).id
        const globex = (yield* givenOrganization()).id
        const first = yield* givenAccount(acme)
        const second = yield* givenAccount(acme, { createdAt: DateTime.add(first.createdAt, { milliseconds: 1 }) })
        const silent = yield* givenAccount(acme, { channel: "instagram", token: null })

        assert.deepStrictEqual(yield* byId(acme, second.id), { account: second, token: `token of ${second.id}` })
        assert.deepStrictEqual(yield* byId(acme, first.id), { account: first, token: `token of ${first.id}` })
        assert.deepStrictEqual(yield* byId(acme, silent.id), { _tag: "ChannelTokenMissing", channel: "instagram" })
        assert.deepStrictEqual(yield* byId(globex, first.id), { _tag: "ChannelNotConnected", channel: null })

        const token = Redacted.make("other")
        const same = yield* givenAccount(globex, { id: first.id, externalId: `other ${first.id}`, token })
        assert.deepStrictEqual(yield* byId(globex, first.id), { account: same, token: "other" })
        assert.deepStrictEqual(yield* byId(acme, first.id), { account: first, token: `token of ${first.id}` })
      })
    )

    it.effect("channel accounts: a renewed token takes effect at once, also by id", () =>
      Effect.gen(function* () {
        const { connect } = yield* ChannelAccounts
        const { id } = yield* givenOrganization()
        const account = yield* givenAccount(id)
        yield* byId(id, account.id)
        yield* connect(id, account, Redacted.make("new"))
        assert.deepStrictEqual(yield* byId(id, account.id), { account, token: "new" })
        assert.deepStrictEqual(yield* connected(id), { account, token: "new" })
      })
    )

    it.effect("channel accounts: the owner of a platform id is known as soon as it is connected", () =>
      Effect.gen(function* () {
        const { connect, route } = yield* ChannelAccounts
        const acme = (yield* givenOrganization()).id
        const globex = (yield* givenOrganization()).id
        const account = yield* givenAccount(acme)
        const externalId = `Page's "${account.id}"`
        assert.deepStrictEqual(yield* route("messenger", externalId), Option.none())

        const page = yield* givenAccount(globex, { channel: "messenger", externalId, token: null })
        assert.deepStrictEqual(yield* route("messenger", externalId), Option.some(page))
        assert.deepStrictEqual(yield* route("whatsapp", account.externalId), Option.some(account))
        assert.deepStrictEqual(yield* route("instagram", externalId), Option.none())
        assert.deepStrictEqual(yield* route("messenger", account.externalId), Option.none())

        const renamed = { ...page, displayName: "Renamed" }
        yield* connect(globex, renamed, null)
        assert.deepStrictEqual(yield* route("messenger", externalId), Option.some(renamed))
      })
    )

    it.effect("channel accounts: numbers of a business account are found across organizations", () =>
      Effect.gen(function* () {
        const { ofBusinessAccount } = yield* ChannelAccounts
        const acme = (yield* givenOrganization()).id
        const globex = (yield* givenOrganization()).id
        const businessAccountId = `business of ${acme}`
        const first = yield* givenAccount(acme, { businessAccountId })
        const createdAt = DateTime.add(first.createdAt, { milliseconds: -1 })
        const older = yield* givenAccount(globex, { businessAccountId, createdAt, token: null })
        yield* givenAccount(acme, { channel: "messenger", businessAccountId })
        yield* givenAccount(acme)

        assert.deepStrictEqual(yield* ofBusinessAccount(businessAccountId), [older, first])
        assert.deepStrictEqual(yield* ofBusinessAccount("unknown"), [])
      })
    )

    disconnecting(it)
    phoneHistory(it)
    tokenHealth(it)
  })
