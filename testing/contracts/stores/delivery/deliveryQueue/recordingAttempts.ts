import { DateTime, Effect } from "effect"
import { seconds } from "../../../../given/era.ts"
import { givenWebhook } from "../../../../given/given.ts"
import { dueOf, idsOf } from "../../../../given/seen.ts"
import { WebhookStore } from "../../../../../src/ports/webhooks/WebhookStore.ts"
import type { StorePorts } from "../../../StorePorts.ts"
import {
  afterFailures,
  fail,
  failLong,
  freshIds,
  givenThree,
  deferAt,
  recordAttempt,
  someConversation
} from "./scene.ts"
import { assert } from "../../../assert.ts"
import type { Tests } from "../../../Suite.ts"

/** What an attempt changes for its delivery, and for those behind it. */
export const recordingAttempts = (it: Tests<StorePorts>) => {
  it.effect.each(["Done", "GiveUp"] as const)("never delivers again after %s, and leaves the others", (_tag) =>
    Effect.gen(function* () {
      const { at, first, id, second, third } = yield* givenThree()
      const forever = DateTime.add(at, { days: 10 })
      yield* recordAttempt(first, { _tag }, { at })
      assert.deepStrictEqual(yield* freshIds(id), idsOf([second, third]))
      const failed = yield* fail(second, 1, at)
      assert.deepStrictEqual(yield* freshIds(id), idsOf([third]))
      yield* recordAttempt(failed, { _tag }, { at })
      assert.deepStrictEqual(yield* freshIds(id), idsOf([third]))
      assert.deepStrictEqual(yield* dueOf(id, forever), [])
    })
  )

  it.effect("removes a deferred delivery when it turns out to have been a success", () =>
    Effect.gen(function* () {
      const { at, first, id, second } = yield* givenThree()
      const forever = DateTime.add(at, { days: 10 })
      yield* deferAt(at, first)
      assert.deepStrictEqual(idsOf(yield* dueOf(id, forever)), idsOf([first]))
      yield* recordAttempt(first, { _tag: "Done" }, { at })
      assert.deepStrictEqual(yield* dueOf(id, forever), [])
      assert.deepStrictEqual((yield* freshIds(id))[0], second.event.id)
    })
  )

  it.effect("delivers again when a retry is due, and says how often it failed", () =>
    Effect.gen(function* () {
      const { at, first, id } = yield* givenThree()
      for (const failures of [1, 2, 3]) {
        const [waits] = failures === 1 ? [first] : yield* dueOf(id, DateTime.add(at, { days: 1 }))
        const dueAt = DateTime.add(at, { hours: failures, milliseconds: 123 })
        assert.isDefined(waits)
        yield* recordAttempt(waits, { _tag: "Retry", dueAt }, { at })
        assert.deepStrictEqual(yield* dueOf(id, DateTime.subtract(dueAt, { milliseconds: 1 })), [])
        assert.deepStrictEqual(yield* dueOf(id, dueAt), [afterFailures(first, failures)])
      }
    })
  )

  it.effect.each(["Done", "GiveUp"] as const)(
    "has the next of the conversation due when the one before ends: %s",
    (_tag) =>
      Effect.gen(function* () {
        const { at, first, id, second, third } = yield* givenThree()
        const waits = yield* fail(first, 1, at)
        yield* deferAt(at, second, third)
        const now = DateTime.add(at, { seconds: 60, milliseconds: 7 })
        yield* recordAttempt(waits, { _tag }, { at: now })
        assert.deepStrictEqual(yield* dueOf(id, DateTime.subtract(now, { milliseconds: 1 })), [])
        assert.deepStrictEqual(yield* dueOf(id, now), [afterFailures(second, 0)])
        yield* recordAttempt(afterFailures(second, 0), { _tag: "Retry", dueAt: seconds(now, 5) }, { at: now })
        assert.deepStrictEqual(yield* dueOf(id, seconds(now, 5)), [afterFailures(second, 1)])
        yield* recordAttempt(afterFailures(second, 1), { _tag }, { at: seconds(now, 9) })
        assert.deepStrictEqual(yield* dueOf(id, seconds(now, 9)), [afterFailures(third, 0)])
      })
  )

  it.effect("has the next one due after the fifth failure, which then holds back those behind it", () =>
    Effect.gen(function* () {
      const { at, first, id, second, third } = yield* givenThree()
      const almost = yield* fail(first, 4, at)
      yield* deferAt(at, second, third)
      assert.deepStrictEqual(idsOf(yield* dueOf(id, seconds(at, 100))), idsOf([first]))
      yield* recordAttempt(almost, { _tag: "Retry", dueAt: seconds(at, 30) }, { at: seconds(at, 20) })
      assert.deepStrictEqual(yield* dueOf(id, seconds(at, 19)), [])
      assert.deepStrictEqual(idsOf(yield* dueOf(id, seconds(at, 29))), idsOf([second]))

      // It fails again, and ends: the third still waits for the second.
      const often = yield* fail(afterFailures(first, 5), 1, seconds(at, 30))
      assert.deepStrictEqual(idsOf(yield* dueOf(id, seconds(at, 100))), idsOf([second, first]))
      yield* recordAttempt(often, { _tag: "Done" }, { at: seconds(at, 40) })
      assert.deepStrictEqual(idsOf(yield* dueOf(id, seconds(at, 100))), idsOf([second]))
      yield* recordAttempt(afterFailures(second, 0), { _tag: "Done" }, { at: seconds(at, 50) })
      assert.deepStrictEqual(yield* dueOf(id, seconds(at, 100)), [afterFailures(third, 0)])
    })
  )

  it.effect("has the next one due though several before it have failed often, and still wait", () =>
    Effect.gen(function* () {
      const { at, first, id, second, third } = yield* givenThree()
      const dueAt = seconds(at, 500)
      yield* failLong(first, dueAt)
      yield* deferAt(at, second, third)
      yield* failLong(afterFailures(second, 0), dueAt)
      const [due] = yield* dueOf(id, dueAt)
      assert.deepStrictEqual(due, afterFailures(first, 5))
      assert.sameMembers([...idsOf(yield* dueOf(id, dueAt))], [...idsOf([first, second, third])])
      yield* recordAttempt(afterFailures(third, 0), { _tag: "Done" }, { at: dueAt })
      yield* recordAttempt(afterFailures(second, 5), { _tag: "Done" }, { at: dueAt })
      assert.deepStrictEqual(idsOf(yield* dueOf(id, dueAt)), idsOf([first]))
    })
  )

  it.effect("makes only deliveries of the same conversation due", () =>
    Effect.gen(function* () {
      const acme = yield* givenThree()
      const globex = yield* givenThree()
      const { at } = acme
      const conversation = yield* someConversation
      yield* acme.say(conversation, 2)
      const waits = yield* fail(acme.first, 1, seconds(at, 60))
      yield* fail(globex.first, 1, seconds(at, 60))
      yield* deferAt(at, acme.second, globex.second)
      yield* recordAttempt(waits, { _tag: "Done" }, { at })
      assert.deepStrictEqual(idsOf(yield* dueOf(acme.id, seconds(at, 59))), idsOf([acme.second]))
      assert.deepStrictEqual(idsOf(yield* dueOf(globex.id, seconds(at, 59))), [])
    })
  )

  it.effect("does not bring back a delivery that was dropped during its attempt", () =>
    Effect.gen(function* () {
      const { at, first, id, second } = yield* givenThree()
      const waits = yield* fail(first, 1, at)
      yield* (yield* WebhookStore).remove(id)
      yield* recordAttempt(waits, { _tag: "Retry", dueAt: at }, { at })
      yield* givenWebhook(id)
      yield* recordAttempt(second, { _tag: "Retry", dueAt: at }, { at })
      yield* recordAttempt(waits, { _tag: "Retry", dueAt: at }, { at })
      assert.deepStrictEqual(yield* dueOf(id, at), [])
      assert.deepStrictEqual(yield* freshIds(id), [])
    })
  )

  it.effect("takes many attempts at once, each as a whole", () =>
    Effect.gen(function* () {
      const talkers = yield* Effect.replicateEffect(givenThree(), 12)
      const { at } = talkers[0] ?? (yield* Effect.die("none"))
      yield* Effect.forEach(
        talkers.flatMap(({ first, second, third }) => [
          recordAttempt(first, { _tag: "Retry", dueAt: at }, { at }),
          recordAttempt(second, { _tag: "Done" }, { at }),
          recordAttempt(third, { _tag: "GiveUp" }, { at })
        ]),
        (settling) => settling,
        { concurrency: "unbounded" }
      )
      for (const { first, id } of talkers) {
        assert.deepStrictEqual(yield* dueOf(id, at), [afterFailures(first, 1)])
        assert.deepStrictEqual(yield* freshIds(id), [])
      }
    })
  )
}
