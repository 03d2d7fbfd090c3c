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

/** The cursor after all existing events. */
const readOn = Effect.fnUntraced(function* (scope: OutboxScope, from: OutboxCursor) {
  const { read } = yield* DeliveryQueue
  let slice = yield* read(scope, from, 1_000)
  while (slice.hasMore) slice = yield* read(scope, slice.cursor, 1_000)
  return slice.cursor
})

/** Reading recorded deliveries in batches. */
export const reading = (it: Tests<StorePorts>) => {
  it.effect("outbox: the events of a send are read whole, with their numbers and verbatim payloads", () =>
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
        events.map(({ data, ...event }, cursor) => ({
          delivery: {
            organizationId: sender.id,
            event: {
              ...event,
              sequence: event.type === "contact.created" ? 0 : cursor,
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
    "outbox: attempted and deferred deliveries are skipped, from any cursor, of a shard or an organization",
    () =>
      Effect.gen(function* () {
        const { at, id, say, shard } = yield* givenTalker()
        const { open, read } = yield* DeliveryQueue
        const own: OutboxScope = { _tag: "Organization", organizationId: id }
        const before = yield* readOn(own, yield* open(shard, at))
        const recorded = yield* say(null, 4)
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
        assert.strictEqual(fresh?.event.id, recorded[3]?.id)
      })
  )

  it.effect("outbox: a read respects its limit, reports whether there are more, and continues", () =>
    Effect.gen(function* () {
      const { at, id, say, shard } = yield* givenTalker()
      const { open, read } = yield* DeliveryQueue
      const scope: OutboxScope = { _tag: "Organization", organizationId: id }
      const recorded = yield* say(null, 5)
      const slices: Array<readonly [ids: ReadonlyArray<unknown>, hasMore: boolean]> = []
      let cursor = yield* open(shard, at)
      for (let nth = 0; nth < 4; nth++) {
        const slice = yield* read(scope, cursor, 2)
        slices.push([slice.deliveries.map(({ delivery }) => delivery.event.id), slice.hasMore])
        cursor = slice.cursor
      }
      const ids = recorded.map((event) => event.id)
      assert.deepStrictEqual(slices, [
        [ids.slice(0, 2), true],
        [ids.slice(2, 4), true],
        [ids.slice(4), false],
        [[], false]
      ])
      const [late] = yield* say(null)
      const { deliveries, hasMore } = yield* read(scope, cursor, 1)
      assert.deepStrictEqual([deliveries.map(({ delivery }) => delivery.event.id), hasMore], [[late?.id], false])
    })
  )

  it.effect("outbox: a read continues after every single delivery, per shard and per organization", () =>
    Effect.gen(function* () {
      const acme = yield* givenTalker()
      const globex = yield* givenTalker({ shard: acme.shard })
      const { open } = yield* DeliveryQueue
      const shard: OutboxScope = { _tag: "Shard", shard: acme.shard, except: [] }
      const cursor = yield* open(acme.shard, acme.at)
      for (const talker of [acme, globex, acme, globex, acme]) yield* talker.say(null)
      const own = (found: Effect.Success<ReturnType<typeof readAll>>) =>
        found.filter(({ delivery }) => [acme.id, globex.id].includes(delivery.organizationId))
      const ids = (found: typeof all) => found.map(({ delivery }) => delivery.event.id)
      const all = own(yield* readAll(shard, cursor))
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

  it.effect("outbox: a read covers its shard without excluded organizations, or its organization", () =>
    Effect.gen(function* () {
      const acme = yield* givenTalker()
      const globex = yield* givenTalker({ shard: acme.shard })
      const { open } = yield* DeliveryQueue
      const cursor = yield* open(acme.shard, acme.at)
      const elsewhere = yield* givenTalker({ shard: anotherShard(acme.shard) })
      for (const talker of [acme, globex, elsewhere]) yield* talker.say(null)
      const others = new Set([acme.id, globex.id, elsewhere.id])
      const found = (scope: OutboxScope) =>
        Effect.map(readAll(scope, cursor), (rows) =>
          rows.map(({ delivery }) => delivery.organizationId).filter((id) => others.has(id))
        )
      const { shard } = acme
      assert.deepStrictEqual(yield* found({ _tag: "Shard", shard, except: [] }), [acme.id, globex.id])
      assert.deepStrictEqual(yield* found({ _tag: "Shard", shard, except: [acme.id, elsewhere.id] }), [globex.id])
      assert.deepStrictEqual(yield* found({ _tag: "Shard", shard, except: [globex.id, acme.id] }), [])
      assert.deepStrictEqual(yield* found({ _tag: "Organization", organizationId: globex.id }), [globex.id])
    })
  )

  it.effect("outbox: attempted and deferred deliveries are skipped when read again from an earlier cursor", () =>
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

  it.effect("outbox: events of a disabled or moved subscription are read, and of a removed one not", () =>
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

  it.effect("outbox: deliveries behind a waiting one of their conversation are marked as blocked", () =>
    Effect.gen(function* () {
      const { at, first, id, say, second } = yield* givenThree()
      const other = yield* someConversation
      yield* say(other)
      yield* say(null)
      const blocked = Effect.map(freshOf(id), (found) => found.map(({ isHeld }) => isHeld))
      assert.deepStrictEqual(yield* blocked, [false, false, false, false, false])
      yield* recordAttempt(second, { _tag: "Retry", dueAt: at }, { at })
      assert.deepStrictEqual(yield* blocked, [false, true, false, false])
      yield* recordAttempt(first, { _tag: "Done" }, { at })
      assert.deepStrictEqual(yield* blocked, [true, false, false])
    })
  )
}
