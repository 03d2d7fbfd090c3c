import { DateTime, Effect, Redacted } from "effect"
import type { TokenProblem } from "../../../../src/domain/conversations/Channel.ts"
import type { ChannelAccountId, OrganizationId } from "../../../../src/domain/Ids.ts"
import { ChannelAccounts, type ListedAccount, maxListedAccounts } from "../../../../src/ports/access/ChannelAccounts.ts"
import { givenAccount, givenOrganization } from "../../../given/given.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

/** The listed token states of these organizations, in order. */
const listed = Effect.fnUntraced(function* (...ids: ReadonlyArray<OrganizationId>) {
  const all = yield* (yield* ChannelAccounts).list
  return all.filter(({ account }) => ids.includes(account.organizationId))
})

const tokenOf = ({ id }: { readonly id: ChannelAccountId }) => Redacted.make(`token of ${id}`)

const expired: TokenProblem = {
  code: 190,
  message: "Error validating access token: Session has expired on Sunday, 15-Nov-26 10:00:00 PST. \u{1F512}",
  at: DateTime.makeUnsafe("2026-11-16T07:08:09.123Z")
}
const later190: TokenProblem = { code: 0, message: "AuthException", at: DateTime.makeUnsafe("2026-11-17T00:00:00Z") }

/** The health of tokens, and the operator's list. The last test fills the list. */
export const tokenHealth = (it: Tests<StorePorts>) => {
  it.effect("token health: refused tokens are listed with the first refusal, worst first", () =>
    Effect.gen(function* () {
      const { markReconnect } = yield* ChannelAccounts
      const { id } = yield* givenOrganization()
      const fine = yield* givenAccount(id)
      const missing = yield* givenAccount(id, { channel: "messenger", token: null })
      const createdAt = DateTime.add(fine.createdAt, { milliseconds: 1 })
      const refused = yield* givenAccount(id, { channel: "instagram", pageId: "page", createdAt })

      yield* markReconnect(id, refused.id, tokenOf(refused), expired)
      yield* markReconnect(id, refused.id, tokenOf(refused), later190)
      assert.deepStrictEqual(yield* listed(id), [
        { account: refused, tokenState: "reconnect", history: null, problem: expired },
        { account: missing, tokenState: "missing", problem: null, history: null },
        { account: fine, tokenState: "ok", problem: null, history: null }
      ])
      assert.deepStrictEqual((yield* (yield* ChannelAccounts).byId(id, refused.id)).account, refused)
    })
  )

  it.effect("token health: accounts of one organization are listed with their health in order of connection", () =>
    Effect.gen(function* () {
      const { markReconnect, ofOrganization } = yield* ChannelAccounts
      const { id } = yield* givenOrganization()
      const other = (yield* givenOrganization()).id
      yield* givenAccount(other)
      const fine = yield* givenAccount(id)
      const later = DateTime.add(fine.createdAt, { milliseconds: 1 })
      const refused = yield* givenAccount(id, { channel: "instagram", pageId: "page", createdAt: later })
      const missing = yield* givenAccount(id, {
        channel: "messenger",
        token: null,
        createdAt: DateTime.add(later, { milliseconds: 1 })
      })
      yield* markReconnect(id, refused.id, tokenOf(refused), expired)
      assert.deepStrictEqual(yield* ofOrganization(id), [
        { account: fine, tokenState: "ok", problem: null, history: null },
        { account: refused, tokenState: "reconnect", history: null, problem: expired },
        { account: missing, tokenState: "missing", problem: null, history: null }
      ])
      assert.deepStrictEqual(yield* ofOrganization((yield* givenOrganization()).id), [])
    })
  )

  it.effect("token health: the call that set the mark and the one that cleared it are reported", () =>
    Effect.gen(function* () {
      const { clearReconnect, markReconnect } = yield* ChannelAccounts
      const { id } = yield* givenOrganization()
      const account = yield* givenAccount(id)
      const mark = (token: Redacted.Redacted) => markReconnect(id, account.id, token, expired)
      const clear = clearReconnect(id, account.id, tokenOf(account))
      assert.isFalse(yield* clear)
      assert.isFalse(yield* mark(Redacted.make("another token")))
      assert.isTrue(yield* mark(tokenOf(account)))
      assert.isFalse(yield* mark(tokenOf(account)))
      assert.isTrue(yield* clear)
      assert.isFalse(yield* clear)
    })
  )

  it.effect("token health: a refusal marks the account of one organization only", () =>
    Effect.gen(function* () {
      const { clearReconnect, markReconnect } = yield* ChannelAccounts
      const acme = (yield* givenOrganization()).id
      const globex = (yield* givenOrganization()).id
      const account = yield* givenAccount(acme)
      const token = tokenOf(account)
      const same = yield* givenAccount(globex, { id: account.id, externalId: `other ${account.id}`, token })
      const states = Effect.map(listed(acme, globex), (all) =>
        Object.fromEntries(all.map(({ account, tokenState }) => [account.organizationId, tokenState]))
      )

      yield* markReconnect(acme, account.id, token, expired)
      assert.deepStrictEqual(yield* states, { [acme]: "reconnect", [globex]: "ok" })
      yield* clearReconnect(globex, same.id, token)
      assert.deepStrictEqual(yield* states, { [acme]: "reconnect", [globex]: "ok" })
      const unknown = (yield* givenOrganization()).id
      yield* markReconnect(unknown, account.id, token, expired)
      assert.deepStrictEqual(yield* states, { [acme]: "reconnect", [globex]: "ok" })
    })
  )

  it.effect("token health: a working token or a new one clears the refusal", () =>
    Effect.gen(function* () {
      const { clearReconnect, connect, markReconnect } = yield* ChannelAccounts
      const { id } = yield* givenOrganization()
      const account = yield* givenAccount(id)
      const token = tokenOf(account)
      const fine: ReadonlyArray<ListedAccount> = [{ account, tokenState: "ok", problem: null, history: null }]

      yield* markReconnect(id, account.id, token, expired)
      yield* clearReconnect(id, account.id, token)
      assert.deepStrictEqual(yield* listed(id), fine)

      yield* markReconnect(id, account.id, token, later190)
      assert.deepStrictEqual(yield* listed(id), [
        { account, tokenState: "reconnect", history: null, problem: later190 }
      ])
      yield* connect(id, account, Redacted.make("new"))
      assert.deepStrictEqual(yield* listed(id), fine)

      yield* markReconnect(id, account.id, Redacted.make("new"), expired)
      yield* connect(id, account, null)
      assert.deepStrictEqual(yield* listed(id), [{ account, tokenState: "missing", problem: null, history: null }])
    })
  )

  it.effect("token health: verdicts on other tokens do not affect the current one", () =>
    Effect.gen(function* () {
      const { clearReconnect, connect, markReconnect } = yield* ChannelAccounts
      const { id } = yield* givenOrganization()
      const account = yield* givenAccount(id)
      const renewed = Redacted.make("new")
      yield* connect(id, account, renewed)

      yield* markReconnect(id, account.id, tokenOf(account), expired)
      assert.deepStrictEqual(yield* listed(id), [{ account, tokenState: "ok", problem: null, history: null }])
      yield* markReconnect(id, account.id, renewed, expired)
      yield* clearReconnect(id, account.id, tokenOf(account))
      assert.deepStrictEqual(yield* listed(id), [{ account, tokenState: "reconnect", history: null, problem: expired }])

      yield* connect(id, account, null)
      yield* markReconnect(id, account.id, renewed, expired)
      assert.deepStrictEqual(yield* listed(id), [{ account, tokenState: "missing", problem: null, history: null }])
    })
  )

  it.effect("token health: the list has a maximum length", () =>
    Effect.gen(function* () {
      const { list, markReconnect } = yield* ChannelAccounts
      const { id } = yield* givenOrganization()
      yield* Effect.forEach(Array.from({ length: maxListedAccounts }), () => givenAccount(id, { token: null }), {
        concurrency: 20,
        discard: true
      })
      const account = yield* givenAccount((yield* givenOrganization()).id)
      yield* markReconnect(account.organizationId, account.id, tokenOf(account), expired)
      const all = yield* list
      assert.strictEqual(all.length, maxListedAccounts)
      assert.isTrue(all.some((entry) => entry.account.id === account.id))
    })
  )
}
