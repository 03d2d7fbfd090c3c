import { Effect, Struct } from "effect"
import { WebhookStore } from "../../../../../src/ports/webhooks/WebhookStore.ts"
import { seconds } from "../../../../given/era.ts"
import { givenWebhook } from "../../../../given/given.ts"
import { dueOf, freshOf, idsOf } from "../../../../given/seen.ts"
import type { StorePorts } from "../../../StorePorts.ts"
import {
  afterFailures,
  fail,
  failLong,
  freshIds,
  givenTalker,
  givenThree,
  deferAt,
  recordAttempt,
  someConversation
} from "./scene.ts"
import { assert } from "../../../assert.ts"
import type { Tests } from "../../../Suite.ts"

/** What cannot be attempted at once. */
export const deferring = (it: Tests<StorePorts>) => {
  it.effect(
    "has the first of a conversation due now, and those behind it held back, in whatever order they are given",
    () =>
      Effect.gen(function* () {
        const { at, first, id, second, third } = yield* givenThree()
        yield* deferAt(seconds(at, 9), third, first, second)
        assert.deepStrictEqual(yield* dueOf(id, seconds(at, 8)), [])
        assert.deepStrictEqual(yield* dueOf(id, seconds(at, 9)), [afterFailures(first, 0)])
        assert.deepStrictEqual(yield* freshIds(id), [])
      })
  )

  it.effect("holds back deliveries behind one that waits, call by call", () =>
    Effect.gen(function* () {
      const { at, first, id, second, third } = yield* givenThree()
      yield* recordAttempt(first, { _tag: "Retry", dueAt: seconds(at, 60) }, { at })
      yield* deferAt(at, second)
      const [log] = yield* freshOf(id)
      assert.deepStrictEqual([log?.delivery.event.id, log?.isHeld], [third.event.id, true])
      yield* deferAt(at, third)
      assert.deepStrictEqual(yield* dueOf(id, seconds(at, 59)), [])
      assert.deepStrictEqual(idsOf(yield* dueOf(id, seconds(at, 60))), idsOf([first]))
    })
  )

  it.effect("does not hold back deliveries in another conversation, in none, or before the one that waits", () =>
    Effect.gen(function* () {
      const { at, first, id, say, second } = yield* givenThree()
      yield* say(yield* someConversation)
      yield* say(null, 2)
      const others = (yield* freshOf(id)).map(({ delivery }) => delivery).slice(3)
      assert.strictEqual(others.length, 3)
      yield* recordAttempt(second, { _tag: "Retry", dueAt: seconds(at, 60) }, { at })
      yield* deferAt(at, ...others, first)
      assert.sameMembers([...idsOf(yield* dueOf(id, at))], [...idsOf([...others, first])])
    })
  )

  it.effect("does not hold back deliveries behind one that has failed often, unless another one holds it back", () =>
    Effect.gen(function* () {
      const { at, first, id, second, third } = yield* givenThree()
      const almost = yield* fail(first, 4, seconds(at, 60))
      yield* deferAt(at, second)
      assert.deepStrictEqual(yield* dueOf(id, at), [])
      yield* failLong(almost, seconds(at, 60))
      yield* deferAt(seconds(at, 70), third)
      assert.deepStrictEqual(idsOf(yield* dueOf(id, seconds(at, 70))), idsOf([first, second]))

      const other = yield* givenThree()
      yield* failLong(other.first, seconds(at, 60))
      yield* deferAt(at, other.second, other.third)
      assert.deepStrictEqual(idsOf(yield* dueOf(other.id, at)), idsOf([other.second]))
    })
  )

  it.effect("leaves deferred deliveries as they are", () =>
    Effect.gen(function* () {
      const { at, first, id, second } = yield* givenThree()
      yield* recordAttempt(first, { _tag: "Retry", dueAt: seconds(at, 60) }, { at })
      yield* deferAt(at, second)
      yield* deferAt(seconds(at, 1), first, second)
      yield* deferAt(seconds(at, 1), afterFailures(first, 1), afterFailures(second, 0))
      assert.deepStrictEqual(yield* dueOf(id, seconds(at, 59)), [])
      assert.deepStrictEqual(yield* dueOf(id, seconds(at, 60)), [afterFailures(first, 1)])
      yield* recordAttempt(afterFailures(first, 1), { _tag: "Done" }, { at: seconds(at, 60) })
      yield* deferAt(seconds(at, 90), second)
      assert.deepStrictEqual(yield* dueOf(id, seconds(at, 60)), [afterFailures(second, 0)])
    })
  )

  it.effect("defers many at once, of several organizations, with the failures they have", () =>
    Effect.gen(function* () {
      const acme = yield* givenTalker()
      const globex = yield* givenTalker()
      yield* acme.say(null, 30)
      yield* acme.say(yield* someConversation, 10)
      yield* globex.say(yield* someConversation, 10)
      const [own, others] = [yield* freshOf(acme.id), yield* freshOf(globex.id)]
      const deliveries = [...others, ...own].map(({ delivery }) => Struct.assign(delivery, { failures: 3 }))
      yield* deferAt(acme.at)
      yield* deferAt(acme.at, ...deliveries.toReversed())
      assert.sameDeepMembers(
        [...(yield* dueOf(acme.id, acme.at))],
        deliveries.slice(10, 41).map((delivery) => afterFailures(delivery, 3))
      )
      assert.deepStrictEqual(
        yield* dueOf(globex.id, acme.at),
        deliveries.slice(0, 1).map((delivery) => afterFailures(delivery, 3))
      )
    })
  )

  it.effect("defers nothing whose subscription has ended meanwhile", () =>
    Effect.gen(function* () {
      const { at, first, id } = yield* givenThree()
      yield* (yield* WebhookStore).remove(id)
      yield* deferAt(at, first)
      yield* givenWebhook(id)
      yield* deferAt(at, first)
      assert.deepStrictEqual(yield* dueOf(id, at), [])
    })
  )
}
