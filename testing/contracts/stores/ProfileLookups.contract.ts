import { DateTime, Effect, Fiber, type Layer, Struct } from "effect"
import { ChannelAccountId, type OrganizationId } from "../../../src/domain/Ids.ts"
import type { NewProfileLookup, ProfileLookup } from "../../../src/domain/inbound/ProfileLookup.ts"
import { ProfileLookups } from "../../../src/ports/inbound/InboundQueue.ts"
import { Transaction } from "../../../src/ports/process/Transaction.ts"
import { nextEra, seconds } from "../../given/era.ts"
import { givenOrganization, uuid } from "../../given/given.ts"
import type { StorePorts } from "../StorePorts.ts"
import { assert } from "../assert.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"

const accountId = Effect.map(uuid, (id) => ChannelAccountId.make(id))

const someLookup = Effect.fnUntraced(function* (dueAt: DateTime.Utc, changes: Partial<NewProfileLookup> = {}) {
  const lookup: NewProfileLookup = {
    channelAccountId: yield* accountId,
    personId: `person ${yield* uuid}`,
    dueAt,
    ...changes
  }
  return lookup
})

/** An organization with look-ups of people of one account, due at these seconds of its own era. */
const givenLookups = Effect.fnUntraced(function* (...lateness: ReadonlyArray<number>) {
  const at = yield* nextEra
  const { id } = yield* givenOrganization()
  const channelAccountId = yield* accountId
  const lookups = yield* Effect.forEach(lateness, (later) => someLookup(seconds(at, later), { channelAccountId }))
  yield* (yield* ProfileLookups).addAll(id, lookups)
  return { id, at, lookups, people: lookups.map(({ personId }) => personId) }
})

const peopleOf = (lookups: ReadonlyArray<ProfileLookup>) => lookups.map(({ personId }) => personId)

/** Claims for a minute, and returns the look-ups of the organization. */
const claimOf = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  now: DateTime.Utc,
  leaseUntil: DateTime.Utc = seconds(now, 60)
) {
  const claimed = yield* (yield* ProfileLookups).claim(now, leaseUntil, 10_000)
  return claimed.filter((lookup) => lookup.organizationId === organizationId)
})

export const profileLookupsContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `ProfileLookups: ${name}`, ports, (it) => {
    it.effect("profile look-ups: a claim returns complete due items, the longest due first", () =>
      Effect.gen(function* () {
        const { at, id, lookups } = yield* givenLookups(3, 1, 2, 4)
        const whole = (lookup: NewProfileLookup) => ({
          organizationId: id,
          ...Struct.omit(lookup, ["dueAt"]),
          failures: 0
        })
        const inOrder = [lookups[1], lookups[2], lookups[0]].flatMap((one) => (one === undefined ? [] : [whole(one)]))
        assert.deepStrictEqual(yield* claimOf(id, seconds(at, 3)), inOrder)
        assert.deepStrictEqual(peopleOf(yield* claimOf(id, seconds(at, 4))), [lookups[3]?.personId])
      })
    )

    it.effect("profile look-ups: a claim respects its limit, and the rest goes to others", () =>
      Effect.gen(function* () {
        const { at, people } = yield* givenLookups(4, 2, 3, 1)
        const { claim } = yield* ProfileLookups
        const claims = Effect.map(claim(seconds(at, 4), seconds(at, 60), 1), peopleOf)
        assert.deepStrictEqual(
          (yield* Effect.replicateEffect(claims, 5)).flat(),
          [3, 1, 2, 0].map((index) => people[index])
        )
      })
    )

    it.effect("profile look-ups: an id is stored verbatim", () =>
      Effect.gen(function* () {
        const at = yield* nextEra
        const { id } = yield* givenOrganization()
        const personId = "漢 \u{1F680} {a,b} \\ \" ' NULL"
        yield* (yield* ProfileLookups).addAll(id, [yield* someLookup(at, { personId })])
        assert.deepStrictEqual(peopleOf(yield* claimOf(id, at)), [personId])
      })
    )

    it.effect(
      "profile look-ups: a claim returns no item before its due time, and no leased item, to the millisecond",
      () =>
        Effect.gen(function* () {
          const { at, id, people } = yield* givenLookups(1)
          const due = seconds(at, 1)
          const leaseUntil = seconds(at, 60)
          assert.deepStrictEqual(yield* claimOf(id, DateTime.subtract(due, { milliseconds: 1 })), [])
          assert.deepStrictEqual(peopleOf(yield* claimOf(id, due, leaseUntil)), people)
          assert.deepStrictEqual(yield* claimOf(id, DateTime.subtract(leaseUntil, { milliseconds: 1 })), [])
          const again = yield* claimOf(id, leaseUntil)
          assert.deepStrictEqual(
            again.map(({ failures, personId }) => [personId, failures]),
            people.map((one) => [one, 0])
          )
        })
    )

    it.effect("profile look-ups: concurrent claims return each item once, up to their limit", () =>
      Effect.gen(function* () {
        const { at, people } = yield* givenLookups(...Array.from({ length: 30 }, (_, later) => later))
        const { claim } = yield* ProfileLookups
        const shares = yield* Effect.replicateEffect(claim(seconds(at, 30), seconds(at, 60), 4), 16, {
          concurrency: "unbounded"
        })
        const rest = yield* claim(seconds(at, 30), seconds(at, 60), 100)
        assert.deepStrictEqual([...shares.flatMap(peopleOf), ...peopleOf(rest)].sort(), people.toSorted())
        assert.isTrue(shares.every((share) => share.length <= 4))
      })
    )

    it.effect("profile look-ups: a person has one look-up at a time, however often it is added", () =>
      Effect.gen(function* () {
        const { at, id, lookups } = yield* givenLookups(0)
        const { addAll, retry } = yield* ProfileLookups
        const [first] = lookups
        if (first === undefined) return assert.fail("no look-up")
        yield* retry(id, first, seconds(at, 10))
        const second = yield* someLookup(seconds(at, 11))
        yield* addAll(id, [{ ...first, dueAt: at }, second, second])
        yield* addAll(id, [])
        assert.deepStrictEqual(yield* claimOf(id, at), [])
        assert.deepStrictEqual(
          (yield* claimOf(id, seconds(at, 11))).map(({ failures, personId }) => [personId, failures]),
          [
            [first.personId, 1],
            [second.personId, 0]
          ]
        )
      })
    )

    it.effect("profile look-ups: people are separate by organization and account", () =>
      Effect.gen(function* () {
        const { at, id, lookups } = yield* givenLookups(0)
        const { addAll, finish, retry } = yield* ProfileLookups
        const [first] = lookups
        if (first === undefined) return assert.fail("no look-up")
        const { id: other } = yield* givenOrganization()
        const elsewhere = { ...first, channelAccountId: yield* accountId }
        yield* addAll(id, [elsewhere])
        yield* finish(other, first)
        yield* retry(other, first, seconds(at, 50))
        yield* finish(id, { ...first, channelAccountId: yield* accountId })
        yield* finish(id, elsewhere)
        yield* addAll(other, [first])
        const claimed = yield* (yield* ProfileLookups).claim(at, seconds(at, 60), 10_000)
        const own = claimed.filter(({ personId }) => personId === first.personId)
        assert.sameDeepMembers(
          own.map(({ channelAccountId, organizationId }) => [organizationId, channelAccountId]),
          [
            [id, first.channelAccountId],
            [other, first.channelAccountId]
          ]
        )
      })
    )

    it.effect("profile look-ups: a failure is counted, and the item is returned again when due", () =>
      Effect.gen(function* () {
        const { at, id, lookups } = yield* givenLookups(0, 0)
        const { retry } = yield* ProfileLookups
        const [first, second] = lookups
        if (first === undefined || second === undefined) return assert.fail("no look-ups")
        yield* claimOf(id, at)
        yield* retry(id, first, seconds(at, 10))
        assert.deepStrictEqual(yield* claimOf(id, DateTime.subtract(seconds(at, 10), { milliseconds: 1 })), [])
        assert.deepStrictEqual(
          (yield* claimOf(id, seconds(at, 10))).map(({ failures, personId }) => [personId, failures]),
          [[first.personId, 1]]
        )
        yield* retry(id, first, seconds(at, 20))
        assert.deepStrictEqual(
          (yield* claimOf(id, seconds(at, 20))).map(({ failures }) => failures),
          [2]
        )
      })
    )

    it.effect("profile look-ups: finished ones are removed, and can be added again", () =>
      Effect.gen(function* () {
        const { at, id, lookups, people } = yield* givenLookups(0, 0)
        const { addAll, finish, retry } = yield* ProfileLookups
        const [first, second] = lookups
        if (first === undefined || second === undefined) return assert.fail("no look-ups")
        yield* finish(id, first)
        yield* finish(id, first)
        yield* retry(id, first, at)
        assert.deepStrictEqual(peopleOf(yield* claimOf(id, at)), people.slice(1))
        yield* addAll(id, [first])
        assert.deepStrictEqual(
          (yield* claimOf(id, at)).map(({ failures, personId }) => [personId, failures]),
          [[first.personId, 0]]
        )
      })
    )

    it.effect("profile look-ups: changes are rolled back with their transaction", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const { addAll, finish, retry } = yield* ProfileLookups
        const { at, id, lookups, people } = yield* givenLookups(0, 0)
        const [first, second] = lookups
        if (first === undefined || second === undefined) return assert.fail("no look-ups")
        const lost = yield* someLookup(at)
        const all = Effect.all([addAll(id, [lost]), finish(id, first), retry(id, second, seconds(at, 90))])
        yield* Effect.flip(atomically(Effect.andThen(all, Effect.fail("no"))))
        assert.deepStrictEqual(peopleOf(yield* claimOf(id, at)).toSorted(), people.toSorted())
        yield* atomically(all)
        assert.deepStrictEqual(peopleOf(yield* claimOf(id, at)), [lost.personId])
      })
    )

    it.effect("profile look-ups: added ones wake waiting workers once they can be claimed", () =>
      Effect.gen(function* () {
        const { addAll, wakeSignal, finish } = yield* ProfileLookups
        const { atomically } = yield* Transaction
        const { at, id, lookups } = yield* givenLookups(0)
        yield* wakeSignal
        const waiting = yield* Effect.forkChild(wakeSignal, { startImmediately: true })
        yield* addAll(id, lookups)
        yield* addAll(id, [])
        yield* Effect.flip(atomically(Effect.andThen(addAll(id, [yield* someLookup(at)]), Effect.fail("no"))))
        assert.isUndefined(waiting.pollUnsafe())
        const added = yield* someLookup(at)
        yield* atomically(
          Effect.gen(function* () {
            yield* Effect.forEach(lookups, (lookup) => finish(id, lookup))
            yield* addAll(id, [added])
            assert.isUndefined(waiting.pollUnsafe())
          })
        )
        yield* Fiber.join(waiting)
        assert.includeMembers([...peopleOf(yield* claimOf(id, at))], [added.personId])
      })
    )
  })
