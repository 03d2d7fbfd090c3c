import { type DateTime, Effect, Option } from "effect"
import type { EventId } from "../../../../../src/domain/Ids.ts"
import { DeliveryHistory, WebhookStore } from "../../../../../src/ports/webhooks/WebhookStore.ts"
import { seconds } from "../../../../given/era.ts"
import { givenWebhook } from "../../../../given/given.ts"
import { recordsOf } from "../../../../given/givenEvents.ts"
import { dueOf, idsOf } from "../../../../given/seen.ts"
import type { StorePorts } from "../../../StorePorts.ts"
import { afterFailures, fail, givenThree, deferAt, recordAttempt } from "../deliveryQueue/scene.ts"
import { assert } from "../../../assert.ts"
import type { Tests } from "../../../Suite.ts"

/** An organization with three deliveries of a conversation: the first one failed and blocks the others. */
const givenHeld = Effect.gen(function* () {
  const three = yield* givenThree()
  const waits = yield* fail(three.first, 1, seconds(three.at, 60))
  yield* deferAt(three.at, three.second, three.third)
  return { ...three, waits }
})

const pending = (eventId: EventId, nextAttemptAt: DateTime.Utc | null) => ({
  eventId,
  status: "pending" as const,
  nextAttemptAt
})

/** History and replay of ordered deliveries. */
export const conversations = (it: Tests<StorePorts>) => {
  it.effect("delivery history: a blocked delivery has no next attempt, whatever the subscription's state", () =>
    Effect.gen(function* () {
      const { at, first, id, second, third, waits } = yield* givenHeld
      const states = Effect.map(recordsOf(id), (records) =>
        records.map(({ eventId, nextAttemptAt, status }) => ({ eventId, status, nextAttemptAt }))
      )
      const [one, two, three] = [first.event.id, second.event.id, third.event.id]
      const heldBack = [pending(three, null), pending(two, null)]
      assert.deepStrictEqual(yield* states, [...heldBack, pending(one, seconds(at, 60))])
      yield* givenWebhook(id, { status: "disabled" })
      assert.deepStrictEqual(yield* states, [...heldBack, pending(one, null)])
      yield* givenWebhook(id)
      yield* recordAttempt(waits, { _tag: "Done" }, { at: seconds(at, 60) })
      assert.deepStrictEqual(yield* states, [
        pending(three, null),
        pending(two, seconds(at, 60)),
        { eventId: one, status: "delivered" as const, nextAttemptAt: null }
      ])
    })
  )

  it.effect("replay: a replayed delivery is unordered and keeps its number", () =>
    Effect.gen(function* () {
      const { at, first, id, second } = yield* givenThree()
      const { replay } = yield* DeliveryHistory
      yield* recordAttempt(second, { _tag: "Done" }, { at })
      yield* fail(first, 1, seconds(at, 60))
      assert.isTrue(yield* replay(id, second.event.id, seconds(at, 5)))
      const again = {
        ...afterFailures(second, 0),
        event: { ...second.event, conversationId: null }
      }
      assert.deepStrictEqual(yield* dueOf(id, seconds(at, 5)), [again])
      // It blocks no other delivery, whatever its result.
      const { event } = second
      const failed = yield* fail(again, 1, seconds(at, 6))
      assert.deepStrictEqual(yield* dueOf(id, seconds(at, 6)), [
        { ...again, event: { ...event, conversationId: null }, failures: 1 }
      ])
      yield* recordAttempt(failed, { _tag: "GiveUp" }, { at: seconds(at, 7) })
      assert.deepStrictEqual(idsOf(yield* dueOf(id, seconds(at, 60))), idsOf([first]))
    })
  )

  it.effect("replay: a blocked delivery is attempted now, and the others stay", () =>
    Effect.gen(function* () {
      const { at, id, second, waits } = yield* givenHeld
      const { replay } = yield* DeliveryHistory
      assert.isTrue(yield* replay(id, second.event.id, seconds(at, 5)))
      assert.deepStrictEqual(yield* dueOf(id, seconds(at, 4)), [])
      assert.deepStrictEqual(yield* dueOf(id, seconds(at, 5)), [afterFailures(second, 0)])
      assert.deepStrictEqual(yield* dueOf(id, seconds(at, 60)), [afterFailures(second, 0), waits])
    })
  )

  it.effect("replay: a range covers finished, waiting, blocked and running deliveries", () =>
    Effect.gen(function* () {
      const { at, first, id, say, second, third } = yield* givenThree()
      const { replayRange } = yield* DeliveryHistory
      const range = { since: at, until: null, status: null }
      yield* say(null)
      yield* recordAttempt(first, { _tag: "GiveUp" }, { at })
      yield* fail(second, 2, seconds(at, 60))
      yield* deferAt(at, third)
      assert.deepStrictEqual(yield* replayRange(id, range, 4, seconds(at, 5)), Option.some(4))
      const due = yield* dueOf(id, seconds(at, 5))
      assert.deepStrictEqual(due, [
        { ...afterFailures(first, 0), event: { ...first.event, conversationId: null } },
        afterFailures(second, 2),
        afterFailures(third, 0)
      ])
    })
  )

  it.effect("delivery history: finished ones of a removed subscription are shown, and replayed to its successor", () =>
    Effect.gen(function* () {
      const { at, first, id, second } = yield* givenThree()
      const { find, replay } = yield* DeliveryHistory
      yield* recordAttempt(first, { _tag: "Done" }, { at })
      const failed = yield* fail(second, 1, at)
      yield* (yield* WebhookStore).remove(id)
      yield* givenWebhook(id)
      assert.deepStrictEqual(
        (yield* recordsOf(id)).map(({ eventId, status }) => [eventId, status]),
        [[first.event.id, "delivered"]]
      )
      assert.deepStrictEqual(yield* find(id, failed.event.id), Option.none())
      assert.isFalse(yield* replay(id, failed.event.id, at))
      assert.isTrue(yield* replay(id, first.event.id, at))
      const [again] = yield* dueOf(id, at)
      assert.isDefined(again)
      yield* recordAttempt(again, { _tag: "Retry", dueAt: seconds(at, 5) }, { at })
      assert.deepStrictEqual(
        (yield* dueOf(id, seconds(at, 5))).map(({ event, failures }) => [event.id, failures]),
        [[first.event.id, 1]]
      )
    })
  )
}
