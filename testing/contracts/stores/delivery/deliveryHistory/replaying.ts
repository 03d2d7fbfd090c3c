import { Array as Arr, DateTime, Effect, Fiber, Option } from "effect"
import { shardOf } from "../../../../../src/domain/webhooks/DeliveryShard.ts"
import { type DeliveryStatus, replaysPerSecond } from "../../../../../src/domain/webhooks/DeliveryRecord.ts"
import { DeliveryHistory } from "../../../../../src/ports/webhooks/WebhookStore.ts"
import { Transaction } from "../../../../../src/ports/process/Transaction.ts"
import { seconds } from "../../../../given/era.ts"
import { eventIdAt, givenTestEvents, recordsOf, settled, untouched } from "../../../../given/givenEvents.ts"
import { dueOf, freshOf, idsOf, outstandingOf, usedBy } from "../../../../given/seen.ts"
import type { StorePorts } from "../../../StorePorts.ts"
import { assert } from "../../../assert.ts"
import type { Tests } from "../../../Suite.ts"
import { wakesOf } from "../../../../given/wakesOf.ts"

const anyRange = { status: null, until: null }

/** An organization with one delivery that ended like this. */
const givenEnded = Effect.fnUntraced(function* (_tag: "Done" | "GiveUp") {
  const scene = yield* givenTestEvents(0)
  const [event] = scene.events
  assert.isDefined(event)
  const attempt = yield* settled(event, { _tag }, { at: scene.at })
  return { ...scene, event, attempt }
})

/** Replays of single deliveries and ranges. */
export const replaying = (it: Tests<StorePorts>) => {
  it.effect.each(["Done", "GiveUp"] as const)(
    "replay: a delivery that ended with %s is repeated until it succeeds",
    (_tag) =>
      Effect.gen(function* () {
        const { at, attempt, event, id } = yield* givenEnded(_tag)
        const { find, replay } = yield* DeliveryHistory
        const used = yield* usedBy(id, at)
        const now = DateTime.add(at, { hours: 1, milliseconds: 7 })

        assert.isTrue(yield* replay(id, event.id, now))
        const waiting = { ...untouched(event), nextAttemptAt: now, attempts: [attempt] }
        assert.deepStrictEqual(yield* find(id, event.id), Option.some(waiting))
        assert.deepStrictEqual(yield* dueOf(id, DateTime.subtract(now, { milliseconds: 1 })), [])
        const { data, occurredAt, type } = event
        assert.deepStrictEqual(yield* outstandingOf(id, now), [
          {
            organizationId: id,
            event: {
              id: event.id,
              type,
              conversationId: null,
              sequence: 0,
              occurredAt,
              dataJson: JSON.stringify(data)
            },
            failures: 0,
            isDeferred: true
          }
        ])

        const dueAt = seconds(now, 5)
        const second = yield* settled(event, { _tag: "Retry", dueAt }, { at: now })
        const [retry] = yield* dueOf(id, dueAt)
        assert.deepStrictEqual([retry?.event.id, retry?.failures], [event.id, 1])
        const third = yield* settled(event, { _tag: "Done" }, { at: dueAt })
        assert.deepStrictEqual(yield* recordsOf(id), [
          { ...waiting, status: "delivered", nextAttemptAt: null, attempts: [attempt, second, third] }
        ])
        assert.strictEqual(yield* usedBy(id, now), used)
      })
  )

  it.effect("replay: a waiting delivery becomes due now without other changes", () =>
    Effect.gen(function* () {
      const { at, events, id } = yield* givenTestEvents(0, 1)
      const { replay } = yield* DeliveryHistory
      const [event, untried] = events
      assert.isDefined(event)
      assert.isDefined(untried)
      const attempt = yield* settled(event, { _tag: "Retry", dueAt: DateTime.add(at, { hours: 5 }) }, { at })
      const now = seconds(at, 10)
      assert.isTrue(yield* replay(id, event.id, now))
      assert.isTrue(yield* replay(id, untried.id, now))
      assert.deepStrictEqual(yield* recordsOf(id), [
        untouched(untried),
        { ...untouched(event), nextAttemptAt: now, attempts: [attempt] }
      ])
      assert.deepStrictEqual(
        (yield* dueOf(id, now)).map((delivery) => [delivery.event.id, delivery.failures]),
        [[event.id, 1]]
      )
      // The delivery is unchanged.
      assert.deepStrictEqual(
        (yield* freshOf(id)).map(({ delivery }) => delivery.event.id),
        [untried.id]
      )
      // Its first attempt still counts.
      const used = yield* usedBy(id, now)
      yield* settled(untried, { _tag: "Done" }, { at: now })
      assert.strictEqual(yield* usedBy(id, now), used + 1)
    })
  )

  it.effect("replay: deliveries of other organizations are unknown", () =>
    Effect.gen(function* () {
      const acme = yield* givenEnded("Done")
      const globex = yield* givenTestEvents(0)
      const { replay, replayRange } = yield* DeliveryHistory
      const before = yield* recordsOf(acme.id)
      assert.isFalse(yield* replay(globex.id, acme.event.id, acme.at))
      assert.isFalse(yield* replay(globex.id, eventIdAt(acme.at), acme.at))
      assert.deepStrictEqual(
        yield* replayRange(globex.id, { ...anyRange, since: globex.at }, 100, globex.at),
        Option.some(1)
      )
      assert.deepStrictEqual(yield* recordsOf(acme.id), before)
    })
  )

  it.effect("replay: a range has an inclusive start, an exclusive end and a status", () =>
    Effect.gen(function* () {
      const { at, events, id, ids } = yield* givenTestEvents(0, 1, 2, 3, 4, 5, 6, 7)
      const { replayRange } = yield* DeliveryHistory
      const now = seconds(at, 100)
      const later = seconds(at, 1_000)
      const reset = Effect.forEach(events, (event, index) =>
        settled(event, index % 2 === 0 ? { _tag: "Done" } : { _tag: "GiveUp" }, { at: now })
      )
      const range = Effect.fnUntraced(function* (
        since: DateTime.Utc,
        until: DateTime.Utc | null,
        status: DeliveryStatus | null
      ) {
        yield* reset
        const replayed = yield* replayRange(id, { since, until, status }, 100, now)
        const due = idsOf(yield* dueOf(id, now))
        assert.deepStrictEqual(replayed, Option.some(due.length))
        return due
      })
      assert.deepStrictEqual(yield* range(seconds(at, 2), null, null), ids.slice(2))
      assert.deepStrictEqual(yield* range(seconds(at, 2), seconds(at, 5), null), ids.slice(2, 5))
      assert.deepStrictEqual(yield* range(at, seconds(at, 3), "failed"), [ids[1]])
      assert.deepStrictEqual(yield* range(at, seconds(at, 3), "delivered"), [ids[0], ids[2]])
      assert.deepStrictEqual(yield* range(DateTime.add(at, { milliseconds: 7_001 }), null, null), [])
      assert.deepStrictEqual(yield* range(at, null, "pending"), [])
      yield* replayRange(id, { ...anyRange, since: at }, 100, later)
      assert.deepStrictEqual(
        yield* replayRange(id, { since: at, until: null, status: "pending" }, 100, now),
        Option.some(8)
      )
      assert.deepStrictEqual(idsOf(yield* dueOf(id, now)), ids)
    })
  )

  it.effect("replay: a range becomes due gradually, oldest first, and a second range after it", () =>
    Effect.gen(function* () {
      const count = 2 * replaysPerSecond + 1
      const { at, events, id, ids } = yield* givenTestEvents(...Arr.range(0, count))
      const { replay, replayRange } = yield* DeliveryHistory
      for (const event of events) yield* settled(event, { _tag: "Done" }, { at: seconds(at, count) })
      const now = seconds(at, 1_000)
      const due = Effect.fnUntraced(function* (after: number) {
        const instant = seconds(now, after)
        assert.deepStrictEqual(
          yield* dueOf(id, DateTime.subtract(instant, { milliseconds: 1 })),
          yield* dueOf(id, seconds(instant, -1))
        )
        return new Set(idsOf(yield* dueOf(id, instant)))
      })
      const all = { ...anyRange, since: at, until: seconds(at, count) }
      assert.deepStrictEqual(yield* replayRange(id, all, count, now), Option.some(count))
      const expected = new Set(ids.slice(0, replaysPerSecond))
      assert.deepStrictEqual(yield* due(0), expected)
      assert.deepStrictEqual(yield* due(1), new Set(ids.slice(0, 2 * replaysPerSecond)))
      assert.deepStrictEqual(yield* due(2), new Set(ids.slice(0, count)))

      // Repeating the request does not make more due at once.
      yield* replayRange(id, all, count, now)
      assert.deepStrictEqual(yield* due(0), expected)

      const last = events.at(-1)
      assert.isDefined(last)
      yield* replayRange(id, { ...anyRange, since: seconds(at, count) }, count, now)
      assert.deepStrictEqual(yield* due(2), new Set(ids.slice(0, count)))
      assert.deepStrictEqual(yield* due(3), new Set(ids))
      // A single replay does not wait for ranges.
      yield* replay(id, last.id, now)
      assert.deepStrictEqual(yield* due(0), new Set([...expected, last.id]))
    })
  )

  it.effect("replay: a range that is too large is not replayed", () =>
    Effect.gen(function* () {
      const { at, events, id } = yield* givenTestEvents(0, 1, 2, 3)
      const { replayRange } = yield* DeliveryHistory
      for (const event of events.slice(0, 3)) yield* settled(event, { _tag: "Done" }, { at })
      const before = yield* recordsOf(id)
      const range = { ...anyRange, since: at }
      assert.deepStrictEqual(yield* replayRange(id, range, 3, seconds(at, -1)), Option.none())
      assert.deepStrictEqual(yield* recordsOf(id), before)
      assert.deepStrictEqual(yield* replayRange(id, range, 4, seconds(at, 10)), Option.some(4))
      assert.deepStrictEqual(
        (yield* recordsOf(id)).map(({ status }) => status),
        ["pending", "pending", "pending", "pending"]
      )
    })
  )

  it.effect("replay: is part of its transaction, and wakes workers after the commit", () =>
    Effect.gen(function* () {
      const { at, event, id } = yield* givenEnded("GiveUp")
      const { replay, replayRange } = yield* DeliveryHistory
      const { atomically } = yield* Transaction
      const arrival = yield* wakesOf(shardOf(id))
      const before = yield* recordsOf(id)

      const waiting = yield* Effect.forkChild(arrival, { startImmediately: true })
      yield* Effect.flip(atomically(Effect.andThen(replay(id, event.id, at), Effect.fail("no"))))
      yield* replay(id, eventIdAt(at), at)
      yield* replayRange(id, { ...anyRange, since: seconds(at, 1) }, 100, at)
      yield* Effect.yieldNow
      assert.isUndefined(waiting.pollUnsafe())
      assert.deepStrictEqual(yield* recordsOf(id), before)
      yield* atomically(replay(id, event.id, at))
      yield* Fiber.join(waiting)
    })
  )

  it.effect("replay: concurrent requests replay a delivery once", () =>
    Effect.gen(function* () {
      const { at, event, id } = yield* givenEnded("GiveUp")
      const { replay } = yield* DeliveryHistory
      const answers = yield* Effect.replicateEffect(replay(id, event.id, at), 12, { concurrency: "unbounded" })
      assert.deepStrictEqual(new Set(answers), new Set([true]))
      assert.deepStrictEqual(idsOf(yield* outstandingOf(id, at)), [event.id])
    })
  )
}
