import { DateTime, Effect } from "effect"
import { freshOf, usedBy } from "../../../../given/seen.ts"
import type { StorePorts } from "../../../StorePorts.ts"
import { afterFailures, fail, freshIds, givenTalker, givenThree, recordAttempt } from "./scene.ts"
import { assert } from "../../../assert.ts"
import type { Tests } from "../../../Suite.ts"

/** What an attempt costs. */
export const counting = (it: Tests<StorePorts>) => {
  it.effect("counts first attempts in the month in which they were made, whatever their result", () =>
    Effect.gen(function* () {
      const { at, first, id, second, third } = yield* givenThree()
      const nextMonth = DateTime.add(at, { months: 1 })
      yield* recordAttempt(first, { _tag: "Done" }, { at: nextMonth })
      yield* recordAttempt(second, { _tag: "GiveUp" }, { at, status: 410, disables: "gone" })
      const failed = yield* fail(third, 2, at)
      yield* recordAttempt(failed, { _tag: "Retry", dueAt: nextMonth }, { at: nextMonth })
      assert.deepStrictEqual([yield* usedBy(id, at), yield* usedBy(id, nextMonth)], [2, 1])
    })
  )

  it.effect("counts a first attempt once, though two made it", () =>
    Effect.gen(function* () {
      const { at, first, id, second } = yield* givenThree()
      for (const delivery of [first, second]) {
        yield* recordAttempt(delivery, { _tag: "Retry", dueAt: at }, { at })
        yield* recordAttempt(delivery, { _tag: "Done" }, { at })
        yield* recordAttempt(afterFailures(delivery, 1), { _tag: "Done" }, { at })
      }
      assert.strictEqual(yield* usedBy(id, at), 2)
    })
  )

  it.effect("counts every one of many attempts that are settled at once", () =>
    Effect.gen(function* () {
      const { at, id, say } = yield* givenTalker()
      yield* say(null, 40)
      yield* Effect.forEach(yield* freshOf(id), ({ delivery }) => recordAttempt(delivery, { _tag: "Done" }, { at }), {
        concurrency: "unbounded"
      })
      assert.strictEqual(yield* usedBy(id, at), 40)
      assert.deepStrictEqual(yield* freshIds(id), [])
    })
  )

  it.effect("counts what had no attempt yet, beside what had one, of the same and of another organization", () =>
    Effect.gen(function* () {
      const acme = yield* givenTalker()
      const globex = yield* givenTalker()
      yield* acme.say(null, 5)
      yield* globex.say(null, 3)
      const ofAcme = yield* freshOf(acme.id)
      const all = [...ofAcme, ...(yield* freshOf(globex.id))]
      const settleAtOnce = (some: typeof all) =>
        Effect.forEach(some, ({ delivery }) => recordAttempt(delivery, { _tag: "Done" }, { at: acme.at }), {
          concurrency: "unbounded",
          discard: true
        })
      yield* settleAtOnce(ofAcme.filter((_, place) => place === 1 || place === 3))
      assert.strictEqual(yield* usedBy(acme.id, acme.at), 2)
      yield* settleAtOnce(all)
      assert.deepStrictEqual([yield* usedBy(acme.id, acme.at), yield* usedBy(globex.id, acme.at)], [5, 3])
    })
  )

  it.effect("takes an attempt of what the organization does not have without an effect", () =>
    Effect.gen(function* () {
      const { at, first, id } = yield* givenThree()
      const globex = yield* givenThree()
      const foreign = { ...first, organizationId: globex.id }
      yield* recordAttempt(foreign, { _tag: "Retry", dueAt: at }, { at, disables: "gone" })
      assert.strictEqual(yield* usedBy(globex.id, at), 0)
      assert.strictEqual((yield* freshIds(id)).length, 3)
      assert.strictEqual((yield* freshIds(globex.id)).length, 3)
    })
  )
}
