import { DateTime, Effect, Option } from "effect"
import { DeliveryQueue } from "../../../../../src/ports/webhooks/DeliveryQueue.ts"
import { EventFeed, EventLog } from "../../../../../src/ports/webhooks/EventLog.ts"
import { WebhookStore } from "../../../../../src/ports/webhooks/WebhookStore.ts"
import { seconds } from "../../../../given/era.ts"
import { talkEvent } from "../../../../given/givenEvents.ts"
import { dueOf, freshOf, idsOf, readAll } from "../../../../given/seen.ts"
import type { StorePorts } from "../../../StorePorts.ts"
import { anotherShard, freshIds, givenTalker, deferAt, recordAttempt, someConversation } from "./scene.ts"
import { assert } from "../../../assert.ts"
import type { Tests } from "../../../Suite.ts"

/** The cursor of the next owner of a shard. */
export const opening = (it: Tests<StorePorts>) => {
  it.effect("outbox: a shard opens at its checkpoint, and others do not", () =>
    Effect.gen(function* () {
      const acme = yield* givenTalker()
      const globex = yield* givenTalker({ shard: anotherShard(acme.shard) })
      const { saveCheckpoint, open } = yield* DeliveryQueue
      yield* saveCheckpoint(globex.shard, yield* open(globex.shard, globex.at))
      const [other] = yield* globex.say(null)
      const [first, second] = yield* acme.say(null, 2)
      assert.deepStrictEqual(yield* freshIds(acme.id), [first?.id, second?.id])
      const [behindFirst, behindSecond] = (yield* freshOf(acme.id)).map(({ cursor }) => cursor)
      assert.isDefined(behindFirst)
      assert.isDefined(behindSecond)
      yield* saveCheckpoint(acme.shard, behindFirst)
      assert.deepStrictEqual(yield* freshIds(acme.id), [second?.id])
      yield* saveCheckpoint(acme.shard, behindSecond)
      assert.deepStrictEqual(yield* freshIds(acme.id), [])
      assert.deepStrictEqual(yield* freshIds(globex.id), [other?.id])
      const [third] = yield* acme.say(null)
      const scope = { _tag: "Shard", shard: acme.shard, except: [] } as const
      const found = yield* readAll(scope, yield* open(acme.shard, acme.at))
      assert.deepStrictEqual(idsOf(found.map(({ delivery }) => delivery)), [third?.id])
    })
  )

  it.effect("outbox: a shard opens at the end of a slice, and after a delivery within one", () =>
    Effect.gen(function* () {
      const { at, id, say, shard } = yield* givenTalker()
      const { saveCheckpoint, open, read } = yield* DeliveryQueue
      const ids = (yield* say(null, 6)).map((event) => event.id)
      const scope = { _tag: "Organization", organizationId: id } as const
      const slice = yield* read(scope, yield* open(shard, at), 4)
      const middle = yield* Effect.fromNullishOr(slice.deliveries[1]?.cursor)
      yield* saveCheckpoint(shard, middle)
      assert.deepStrictEqual(yield* freshIds(id), ids.slice(2))
      yield* saveCheckpoint(shard, slice.cursor)
      assert.deepStrictEqual(yield* freshIds(id), ids.slice(4))
      yield* saveCheckpoint(shard, (yield* read(scope, slice.cursor, 4)).cursor)
      assert.deepStrictEqual(yield* freshIds(id), [])
      const [late] = yield* say(null)
      assert.deepStrictEqual(yield* freshIds(id), [late?.id])
    })
  )

  it.effect("outbox: opening makes exactly the deliveries due that are no longer blocked", () =>
    Effect.gen(function* () {
      const { at, id, shard } = yield* givenTalker()
      const { append } = yield* EventLog
      const { open, deferredOrganizations } = yield* DeliveryQueue
      const { find, save } = yield* WebhookStore
      const conversation = yield* someConversation
      const later = DateTime.add(at, { days: 2 })
      yield* append(talkEvent(id, conversation, at))
      for (let nth = 0; nth < 3; nth++) yield* append(talkEvent(id, conversation, seconds(later, nth)))
      const [lost, ...others] = (yield* freshOf(id)).map(({ delivery }) => delivery)
      assert.isDefined(lost)
      yield* recordAttempt(lost, { _tag: "Retry", dueAt: seconds(later, 9) }, { at })
      yield* deferAt(later, ...others)
      const ownDue = Effect.map(deferredOrganizations(shard), (found) =>
        found.flatMap(({ dueAt, organizationId }) => (organizationId === id ? [dueAt] : []))
      )
      yield* open(shard, seconds(later, 5))
      assert.deepStrictEqual(yield* ownDue, [seconds(later, 9)])

      // The first of them is removed with its day, while nothing is sent.
      const webhook = Option.getOrThrow(yield* find(id))
      yield* save({ ...webhook, status: "disabled" })
      yield* (yield* EventFeed).purge(later)
      yield* save(webhook)
      assert.deepStrictEqual(yield* ownDue, [])
      const now = seconds(later, 20)
      yield* open(anotherShard(shard), now)
      assert.deepStrictEqual(yield* ownDue, [])
      yield* open(shard, now)
      assert.deepStrictEqual(yield* ownDue, [now])
      assert.deepStrictEqual(idsOf(yield* dueOf(id, now)), idsOf(others.slice(0, 1)))
    })
  )
}
