import { DateTime, Effect, Option } from "effect"
import { DeliveryQueue } from "../../../../../src/ports/webhooks/DeliveryQueue.ts"
import { WebhookStore } from "../../../../../src/ports/webhooks/WebhookStore.ts"
import { seconds } from "../../../../given/era.ts"
import { givenWebhook } from "../../../../given/given.ts"
import { dueOf, freshOf, idsOf, readAll } from "../../../../given/seen.ts"
import type { StorePorts } from "../../../StorePorts.ts"
import {
  afterFailures,
  anotherShard,
  givenTalker,
  givenThree,
  deferAt,
  recordAttempt,
  someConversation
} from "./scene.ts"
import { assert } from "../../../assert.ts"
import type { Tests } from "../../../Suite.ts"

/** The retry queue, by the time of the query. */
export const readingDue = (it: Tests<StorePorts>) => {
  it.effect("returns due deliveries, to the millisecond, as recorded and with its failures, as often as asked", () =>
    Effect.gen(function* () {
      const { at, first, id } = yield* givenThree()
      const dueAt = DateTime.add(at, { minutes: 5, milliseconds: 123 })
      yield* recordAttempt(first, { _tag: "Retry", dueAt }, { at })
      assert.deepStrictEqual(yield* dueOf(id, DateTime.subtract(dueAt, { milliseconds: 1 })), [])
      assert.deepStrictEqual(yield* dueOf(id, dueAt), [afterFailures(first, 1)])
      assert.deepStrictEqual(yield* dueOf(id, DateTime.add(dueAt, { days: 400 })), [afterFailures(first, 1)])
    })
  )

  it.effect("is known of one organization when it is read together with another, of which nothing waits", () =>
    Effect.gen(function* () {
      const acme = yield* givenThree()
      const globex = yield* givenTalker({ shard: acme.shard })
      const said = yield* globex.say(yield* someConversation, 2)
      yield* recordAttempt(acme.first, { _tag: "Retry", dueAt: acme.at }, { at: acme.at })
      yield* deferAt(acme.at, acme.second)
      const { open } = yield* DeliveryQueue
      const found = yield* readAll({ _tag: "Shard", shard: acme.shard, except: [] }, yield* open(acme.shard, acme.at))
      const both = new Set([acme.id, globex.id])
      assert.deepStrictEqual(
        found
          .filter(({ delivery }) => both.has(delivery.organizationId))
          .map(({ delivery, isHeld }) => [delivery.event.id, isHeld]),
        [[acme.third.event.id, true], ...said.map(({ id }) => [id, false])]
      )
    })
  )

  it.effect(
    "gives what has been due for longest first, then by its number, then by its id, and no more than asked",
    () =>
      Effect.gen(function* () {
        const { at, id, say } = yield* givenTalker()
        const conversations = [yield* someConversation, yield* someConversation]
        for (const conversation of [...conversations, null, null]) yield* say(conversation, 2)
        const fresh = (yield* freshOf(id)).map(({ delivery }) => delivery)
        const [a1, a2, b1, b2, n1, n2, n3, n4] = fresh
        for (const delivery of [a1, a2, b1, b2, n1, n2, n3, n4]) assert.isDefined(delivery)
        const retryAt = (dueAt: DateTime.Utc, ...deliveries: typeof fresh) =>
          Effect.forEach(deliveries, (delivery) => recordAttempt(delivery, { _tag: "Retry", dueAt }, { at }))
        yield* retryAt(seconds(at, 3), ...fresh.slice(0, 4).toReversed(), ...fresh.slice(4, 6).toReversed())
        yield* retryAt(seconds(at, 2), ...fresh.slice(6, 7))
        yield* retryAt(seconds(at, 4), ...fresh.slice(7))
        const { due } = yield* DeliveryQueue
        const inOrder = [n3, n1, n2, a1, b1, a2, b2].map((delivery) => delivery?.event.id)
        assert.deepStrictEqual(idsOf(yield* due(id, seconds(at, 3), 100)), inOrder)
        assert.deepStrictEqual(idsOf(yield* due(id, seconds(at, 3), 3)), inOrder.slice(0, 3))
        assert.deepStrictEqual(idsOf(yield* due(id, seconds(at, 4), 100)), [...inOrder, n4?.event.id])
      })
  )

  it.effect("names the organizations of a shard with deferred deliveries, and when the first of each is due", () =>
    Effect.gen(function* () {
      const acme = yield* givenThree()
      const { at, shard } = acme
      const globex = yield* givenThree({ shard })
      const elsewhere = yield* givenThree({ shard: anotherShard(shard) })
      const talkers = new Set([acme.id, globex.id, elsewhere.id])
      const named = (of: typeof shard) =>
        Effect.map(
          Effect.flatMap(DeliveryQueue, (queue) => queue.deferredOrganizations(of)),
          (found) =>
            new Map(found.flatMap((row) => (talkers.has(row.organizationId) ? [[row.organizationId, row.dueAt]] : [])))
        )
      assert.deepStrictEqual(yield* named(shard), new Map())

      const due = (later: number) => ({ _tag: "Retry", dueAt: seconds(at, later) }) as const
      yield* recordAttempt(acme.first, due(7), { at })
      yield* recordAttempt(acme.third, due(5), { at })
      yield* recordAttempt(acme.second, due(6), { at })
      yield* recordAttempt(globex.first, due(1), { at })
      // A delivery that is held back is not due.
      yield* deferAt(seconds(at, -100), globex.second)
      yield* recordAttempt(elsewhere.first, due(2), { at })
      assert.deepStrictEqual(
        yield* named(shard),
        new Map([
          [acme.id, seconds(at, 5)],
          [globex.id, seconds(at, 1)]
        ])
      )
      assert.deepStrictEqual(yield* named(elsewhere.shard), new Map([[elsewhere.id, seconds(at, 2)]]))

      yield* givenWebhook(globex.id, { status: "disabled" })
      yield* recordAttempt(afterFailures(acme.third, 1), { _tag: "Done" }, { at })
      assert.deepStrictEqual(yield* named(shard), new Map([[acme.id, seconds(at, 6)]]))
      yield* givenWebhook(globex.id)
      yield* (yield* WebhookStore).remove(acme.id)
      assert.deepStrictEqual(yield* named(shard), new Map([[globex.id, seconds(at, 1)]]))
    })
  )

  it.effect("gives nothing of another organization", () =>
    Effect.gen(function* () {
      const acme = yield* givenThree()
      const globex = yield* givenThree({ shard: acme.shard })
      yield* recordAttempt(acme.first, { _tag: "Retry", dueAt: acme.at }, { at: acme.at })
      const forever = DateTime.add(acme.at, { days: 10_000 })
      assert.deepStrictEqual(yield* dueOf(globex.id, forever), [])
      assert.strictEqual((yield* dueOf(acme.id, forever)).length, 1)
    })
  )

  it.effect(
    "keeps the deferred deliveries of a disabled subscription, and drops it for good with the subscription",
    () =>
      Effect.gen(function* () {
        const { at, first, id } = yield* givenThree()
        const { find, remove, save } = yield* WebhookStore
        yield* recordAttempt(first, { _tag: "Retry", dueAt: at }, { at })
        const webhook = Option.getOrThrow(yield* find(id))
        yield* save({ ...webhook, status: "disabled" })
        yield* save(webhook)
        assert.deepStrictEqual(idsOf(yield* dueOf(id, at)), idsOf([first]))
        yield* remove(id)
        yield* givenWebhook(id)
        assert.deepStrictEqual(yield* dueOf(id, at), [])
      })
  )

  it.effect("gives the subscriptions of those that something was read of, as they are then", () =>
    Effect.gen(function* () {
      const { at, id, say, shard } = yield* givenTalker()
      const { open, read } = yield* DeliveryQueue
      const before = yield* open(shard, at)
      yield* say(null, 2)
      const secret = { value: "chosen ü", chosen: true }
      for (const failingSince of [null, at]) {
        const stored = yield* givenWebhook(id, { url: "https://example.com/other", secret, failingSince })
        const webhook = { ...stored, isSuspended: false }
        const own = yield* read({ _tag: "Organization", organizationId: id }, before, 1)
        assert.deepStrictEqual([own.deliveries.length, own.subscriptions], [1, [webhook]])
        const { subscriptions } = yield* read({ _tag: "Shard", shard, except: [] }, before, 10_000)
        assert.deepStrictEqual(
          subscriptions.filter(({ organizationId }) => organizationId === id),
          [webhook]
        )
      }
    })
  )

  it.effect("tells of the subscriptions that are asked for, as they are now", () =>
    Effect.gen(function* () {
      const { subscriptions } = yield* DeliveryQueue
      const acme = yield* givenTalker()
      const globex = yield* givenTalker()
      const without = yield* givenTalker()
      yield* (yield* WebhookStore).remove(without.id)
      const stored = yield* givenWebhook(globex.id, {
        url: "https://example.com/moved",
        status: "disabled",
        secret: { value: "chosen ü 漢", chosen: true },
        previousSecrets: [{ value: "before", until: DateTime.add(acme.at, { milliseconds: 1 }) }],
        failingSince: DateTime.add(acme.at, { milliseconds: 7 })
      })
      const disabled = { ...stored, isSuspended: false }
      const active = { ...Option.getOrThrow(yield* (yield* WebhookStore).find(acme.id)), isSuspended: false }
      const found = yield* subscriptions([acme.id, without.id, globex.id])
      assert.sameDeepMembers([...found], [active, disabled])
      assert.deepStrictEqual(yield* subscriptions([globex.id]), [disabled])
      assert.deepStrictEqual(yield* subscriptions([]), [])
    })
  )
}
