import { Array, Effect, type Layer, Order, Redacted } from "effect"
import type { ChannelAccount } from "../../../src/domain/conversations/Channel.ts"
import { ChannelAccountId } from "../../../src/domain/Ids.ts"
import { type AccountChange, maxAccountChanges } from "../../../src/domain/inbound/AccountChange.ts"
import { inTime } from "../../../src/domain/messages/messageAfterwards.ts"
import { AccountChanges } from "../../../src/ports/inbound/Inbox.ts"
import { ChannelAccounts } from "../../../src/ports/access/ChannelAccounts.ts"
import { Transaction } from "../../../src/ports/process/Transaction.ts"
import { seconds } from "../../given/era.ts"
import { givenAccount, givenSender, uuid } from "../../given/given.ts"
import type { StorePorts } from "../StorePorts.ts"
import { assert } from "../assert.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"

/** An account, and the platform's change of it at a second. */
const givenChanging = Effect.gen(function* () {
  const { at, id } = yield* givenSender()
  const account = yield* givenAccount(id, { externalId: yield* uuid })
  const change = (later: number, parts: Partial<AccountChange> = {}): AccountChange => ({
    account,
    key: `change ${String(later).padStart(4, "0")}`,
    what: "phone_number_quality_update",
    values: { event: "FLAGGED", later, b: 1, a: [null, { "漢 \u2028": true }] },
    at: seconds(at, later),
    ...parts
  })
  return { id, account, change }
})

/** The changes of the account, among all stored ones. */
const listed = Effect.fnUntraced(function* ({ id }: Pick<ChannelAccount, "id">) {
  const all = yield* (yield* AccountChanges).list
  return all.filter(({ account }) => account.id === id)
})

export const accountChangesContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `AccountChanges: ${name}`, ports, (it) => {
    it.effect("account changes: are listed newest first, each once", () =>
      Effect.gen(function* () {
        const { account, change, id } = yield* givenChanging
        const { add } = yield* AccountChanges
        const changes = [change(2), change(1), change(3, { key: "z", what: "account_update" }), change(3, { key: "a" })]
        assert.deepStrictEqual(yield* Effect.forEach(changes, (one) => add(id, one)), [true, true, true, true])
        assert.deepStrictEqual(yield* Effect.forEach(changes, (one) => add(id, one)), [false, false, false, false])
        const found = yield* listed(account)
        assert.deepStrictEqual(
          found.map(({ key }) => key),
          ["z", "a", "change 0002", "change 0001"]
        )
        assert.deepStrictEqual(
          found.map(({ key }) => key),
          changes.toSorted(Order.flip(inTime)).map(({ key }) => key)
        )
        assert.deepStrictEqual(found[2], changes[0])
        assert.strictEqual(JSON.stringify(found[2]?.values), JSON.stringify(changes[0]?.values))
      })
    )

    it.effect("account changes: the newest of each account are stored, and an older one counts as known", () =>
      Effect.gen(function* () {
        const { account, change, id } = yield* givenChanging
        const { add } = yield* AccountChanges
        const other = yield* givenAccount(id, { externalId: yield* uuid })
        yield* add(id, change(0, { account: other }))
        const all = Array.range(1, maxAccountChanges + 2)
        const added = yield* Effect.forEach(all, (later) => add(id, change(later)))
        assert.isTrue(added.every((isNew) => isNew))
        const found = yield* listed(account)
        assert.deepStrictEqual(
          found.map(({ key }) => key),
          all
            .slice(-maxAccountChanges)
            .toReversed()
            .map((later) => change(later).key)
        )
        assert.isFalse(yield* add(id, change(1)))
        assert.isFalse(yield* add(id, change(0, { key: "never seen" })))
        assert.isTrue(yield* add(id, change(4, { key: "between" })))
        assert.lengthOf(yield* listed(account), maxAccountChanges)
        assert.lengthOf(yield* listed(other), 1)
      })
    )

    it.effect("account changes: show each account's current state, separately by organization", () =>
      Effect.gen(function* () {
        const { account, change, id } = yield* givenChanging
        const { add } = yield* AccountChanges
        const other = yield* givenChanging
        yield* add(id, change(1))
        yield* add(other.id, other.change(1))
        const renamed = yield* (yield* ChannelAccounts).connect(
          id,
          { ...account, id: ChannelAccountId.make(yield* uuid), displayName: "+1 555 010 0009" },
          Redacted.make("token")
        )
        assert.deepStrictEqual(
          (yield* listed(account)).map(({ account: now }) => now),
          [renamed]
        )
        assert.deepStrictEqual(
          (yield* listed(other.account)).map((one) => one.account.organizationId),
          [other.id]
        )
        const { ofOrganization } = yield* AccountChanges
        yield* add(id, change(2))
        assert.deepStrictEqual(yield* ofOrganization(id), yield* listed(account))
        assert.deepStrictEqual(yield* ofOrganization(other.id), yield* listed(other.account))
      })
    )

    it.effect("account changes: are rolled back with their transaction", () =>
      Effect.gen(function* () {
        const { account, change, id } = yield* givenChanging
        const { add } = yield* AccountChanges
        const { atomically } = yield* Transaction
        yield* Effect.flip(atomically(Effect.andThen(add(id, change(1)), Effect.fail("no"))))
        assert.isTrue(yield* add(id, change(1)))
        assert.lengthOf(yield* listed(account), 1)
      })
    )
  })
