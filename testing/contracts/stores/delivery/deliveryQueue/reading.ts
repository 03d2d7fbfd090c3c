import { Effect } from "effect"
import { DeliveryQueue, type OutboxCursor, type OutboxScope } from "../../../../../src/ports/webhooks/DeliveryQueue.ts"
import { SendLedger } from "../../../../../src/ports/sends/SendLedger.ts"
import { WebhookStore } from "../../../../../src/ports/webhooks/WebhookStore.ts"
import { seconds } from "../../../../given/era.ts"
import { accepted } from "../../../../given/accepted.ts"
import { givenSender, givenWebhook } from "../../../../given/given.ts"
import { eventsOf, freshOf, readAll } from "../../../../given/seen.ts"
import type { StorePorts } from "../../../StorePorts.ts"
import { anotherShard, freshIds, givenTalker, givenThree, deferAt, recordAttempt, someConversation } from "./scene.ts"
import { assert } from "../../../assert.ts"
import type { Tests } from "../../../Suite.ts"

/** The place behind everything that there is. */
const readOn = Effect.fnUntraced(function* (scope: OutboxScope, from: OutboxCursor) {
  const { read } = yield* DeliveryQueue
  let slice = yield* read(scope, from, 1_000)
  while (slice.hasMore) slice = yield* read(scope, slice.cursor, 1_000)
  return slice.cursor
})

/** The recorded events, in batches. */
export const reading = (it: Tests<StorePorts>) => {
  it.effect("gives what a send announces, whole and with its numbers, each payload to the letter", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender({ webhook: {} })
      const { reserve, recordOutcome } = yield* SendLedger
      const intent = yield* sender.intent({ content: { zz: "漢 \u{1F680} \u2028", a: [null, 1e21, { y: 1, x: "" }] } })
      const outcome = yield* accepted(intent, yield* reserve(sender.id, intent), { at: seconds(sender.at, 1) })
      yield* recordOutcome(sender.id, intent.messageId, outcome, seconds(sender.at, 1))

      const found = yield* freshOf(sender.id)
      const events = yield* eventsOf(sender.id)
      assert.deepStrictEqual(
        found.map(({ delivery, isHeld }) => ({ delivery, isHeld })),
        events.map(({ data, ...event }, place) => ({
          delivery: {
            organizationId: sender.id,
            event: {
              ...event,
              sequence: event.type === "contact.created" ? 0 : place,
              dataJson: JSON.stringify(data)
            },
            failures: 0,
            isDeferred: false
          },
          isHeld: false
        }))
      )
      assert.deepStrictEqual(
        found.map(({ delivery }) => [delivery.event.type, delivery.event.sequence, delivery.event.dataJson]),
        [
          ["contact.created", 0, JSON.stringify(events[0]?.data)],
          ["conversation.opened", 1, JSON.stringify(events[1]?.data)],
          ["message.sent", 2, JSON.stringify(outcome.event.data)]
        ]
      )
    })
  )

  it.effect(
    "leaves out attempted and deferred deliveries, from whatever cursor it is read, of a shard or by itself",
    () =>
      Effect.gen(function* () {
        const { at, id, say, shard } = yield* givenTalker()
        const { open, read } = yield* DeliveryQueue
        const own: OutboxScope = { _tag: "Organization", organizationId: id }
        const before = yield* readOn(own, yield* open(shard, at))
        const told = yield* say(null, 4)
        const [done, failed, deferred, fresh] = (yield* read(own, before, 9)).deliveries.map(({ delivery }) => delivery)
        if (done === undefined || failed === undefined || deferred === undefined) return assert.fail("not recorded")
        yield* recordAttempt(done, { _tag: "Done" }, { at })
        yield* recordAttempt(failed, { _tag: "Retry", dueAt: at }, { at })
        yield* deferAt(at, deferred)
        for (const scope of [own, { _tag: "Shard", shard, except: [] } as const]) {
          const { deliveries } = yield* read(scope, before, 1_000)
          const left = deliveries.filter(({ delivery }) => delivery.organizationId === id)
          assert.deepStrictEqual(
            left.map(({ delivery }) => delivery),
            [fresh]
          )
        }
        assert.strictEqual(fresh?.event.id, told[3]?.id)
      })
  )

  it.effect("gives no more than it is asked for, says whether there is more, and goes on from there", () =>
    Effect.gen(function* () {
      const { at, id, say, shard } = yield* givenTalker()
      const { open, read } = yield* DeliveryQueue
      const scope: OutboxScope = { _tag: "Organization", organizationId: id }
      const told = yield* say(null, 5)
      const slices: Array<readonly [ids: ReadonlyArray<unknown>, hasMore: boolean]> = []
      let place = yield* open(shard, at)
      for (let nth = 0; nth < 4; nth++) {
        const slice = yield* read(scope, place, 2)
        slices.push([slice.deliveries.map(({ delivery }) => delivery.event.id), slice.hasMore])
        place = slice.cursor
      }
      const ids = told.map((event) => event.id)
      assert.deepStrictEqual(slices, [
        [ids.slice(0, 2), true],
        [ids.slice(2, 4), true],
        [ids.slice(4), false],
        [[], false]
      ])
      const [late] = yield* say(null)
      const { deliveries, hasMore } = yield* read(scope, place, 1)
      assert.deepStrictEqual([deliveries.map(({ delivery }) => delivery.event.id), hasMore], [[late?.id], false])
    })
  )

  it.effect("goes on behind every single delivery, within the shard and within its organization", () =>
    Effect.gen(function* () {
      const acme = yield* givenTalker()
      const globex = yield* givenTalker({ shard: acme.shard })
      const { open } = yield* DeliveryQueue
      const shard: OutboxScope = { _tag: "Shard", shard: acme.shard, except: [] }
      const place = yield* open(acme.shard, acme.at)
      for (const talker of [acme, globex, acme, globex, acme]) yield* talker.say(null)
      const own = (found: Effect.Success<ReturnType<typeof readAll>>) =>
        found.filter(({ delivery }) => [acme.id, globex.id].includes(delivery.organizationId))
      const ids = (found: typeof all) => found.map(({ delivery }) => delivery.event.id)
      const all = own(yield* readAll(shard, place))
      assert.strictEqual(all.length, 5)
      for (const [nth, row] of all.entries()) {
        const rest = all.slice(nth + 1)
        assert.deepStrictEqual(ids(own(yield* readAll(shard, row.cursor))), ids(rest))
        const { organizationId } = row.delivery
        assert.deepStrictEqual(
          ids(yield* readAll({ _tag: "Organization", organizationId }, row.cursor)),
          ids(rest.filter(({ delivery }) => delivery.organizationId === organizationId))
        )
      }
    })
  )

  it.effect("keeps to the shard, without the organizations that are left out, and to the organization", () =>
    Effect.gen(function* () {
      const acme = yield* givenTalker()
      const globex = yield* givenTalker({ shard: acme.shard })
      const { open } = yield* DeliveryQueue
      const place = yield* open(acme.shard, acme.at)
      const elsewhere = yield* givenTalker({ shard: anotherShard(acme.shard) })
      for (const talker of [acme, globex, elsewhere]) yield* talker.say(null)
      const others = new Set([acme.id, globex.id, elsewhere.id])
      const found = (scope: OutboxScope) =>
        Effect.map(readAll(scope, place), (rows) =>
          rows.map(({ delivery }) => delivery.organizationId).filter((id) => others.has(id))
        )
      const { shard } = acme
      assert.deepStrictEqual(yield* found({ _tag: "Shard", shard, except: [] }), [acme.id, globex.id])
      assert.deepStrictEqual(yield* found({ _tag: "Shard", shard, except: [acme.id, elsewhere.id] }), [globex.id])
      assert.deepStrictEqual(yield* found({ _tag: "Shard", shard, except: [globex.id, acme.id] }), [])
      assert.deepStrictEqual(yield* found({ _tag: "Organization", organizationId: globex.id }), [globex.id])
    })
  )

  it.effect("leaves out attempted and deferred deliveries when it is read again from before", () =>
    Effect.gen(function* () {
      const { at, id, say } = yield* givenTalker()
      yield* say(null, 5)
      const [done, lost, failed, deferred, fresh] = (yield* freshOf(id)).map(({ delivery }) => delivery)
      assert.isDefined(done)
      assert.isDefined(lost)
      assert.isDefined(failed)
      assert.isDefined(deferred)
      yield* recordAttempt(done, { _tag: "Done" }, { at })
      yield* recordAttempt(lost, { _tag: "GiveUp" }, { at })
      yield* recordAttempt(failed, { _tag: "Retry", dueAt: at }, { at })
      yield* (yield* DeliveryQueue).defer([deferred], at)
      assert.deepStrictEqual(yield* freshIds(id), [fresh?.event.id])
    })
  )

  it.effect(
    "gives what a subscription wanted that is disabled now, or has moved, and nothing of one that is no more",
    () =>
      Effect.gen(function* () {
        const { id, say } = yield* givenTalker()
        const { remove } = yield* WebhookStore
        const ids = (yield* say(null, 2)).map((event) => event.id)
        yield* givenWebhook(id, { status: "disabled" })
        yield* say(null)
        assert.deepStrictEqual(yield* freshIds(id), ids)
        yield* givenWebhook(id, { url: "https://example.com/moved", events: ["message.read"] })
        assert.deepStrictEqual(yield* freshIds(id), ids)
        yield* remove(id)
        assert.deepStrictEqual(yield* freshIds(id), [])
        yield* givenWebhook(id)
        assert.deepStrictEqual(yield* freshIds(id), [])
        const [again] = yield* say(null)
        assert.deepStrictEqual(yield* freshIds(id), [again?.id])
      })
  )

  it.effect("says which are held back by earlier ones of their conversation that wait", () =>
    Effect.gen(function* () {
      const { at, first, id, say, second } = yield* givenThree()
      const other = yield* someConversation
      yield* say(other)
      yield* say(null)
      const held = Effect.map(freshOf(id), (found) => found.map(({ isHeld }) => isHeld))
      assert.deepStrictEqual(yield* held, [false, false, false, false, false])
      yield* recordAttempt(second, { _tag: "Retry", dueAt: at }, { at })
      assert.deepStrictEqual(yield* held, [false, true, false, false])
      yield* recordAttempt(first, { _tag: "Done" }, { at })
      assert.deepStrictEqual(yield* held, [true, false, false])
    })
  )
}
