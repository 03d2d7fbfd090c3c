import { DateTime, Effect } from "effect"
import { InboundQueue } from "../../../../src/ports/inbound/InboundQueue.ts"
import { seconds } from "../../../given/era.ts"
import { givenDeliveries, problemsOf, someProblem } from "../../../given/givenDeliveries.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

/** Two deliveries that are done. */
const givenDone = Effect.gen(function* () {
  const { at, deliveries } = yield* givenDeliveries(0, 1)
  const [first, second] = deliveries
  if (first === undefined || second === undefined) return yield* Effect.die("no deliveries")
  return { at, first, second, ids: [first.id, second.id] }
})

const all = { reason: null, deliveryId: null }

/** What nothing has come of. */
export const problems = (it: Tests<StorePorts>) => {
  it.effect("keeps every word of what went wrong, the newest first, of those that are meant", () =>
    Effect.gen(function* () {
      const { at, first, ids, second } = yield* givenDone
      const queue = yield* InboundQueue
      const failed = someProblem(first, seconds(at, 3), { error: "漢 '\"\\ {a,b} \u{1F680}", attempts: 4 })
      const unrouted = someProblem(first, seconds(at, 2), { key: "message.2", reason: "unrouted" })
      const unreadable = someProblem(second, seconds(at, 4), {
        key: "status.1",
        reason: "unreadable",
        channel: null,
        account: null
      })
      yield* queue.finish(ids, [unrouted, failed, unreadable], seconds(at, 5))
      const listed = (filter: typeof all | Parameters<typeof queue.problems>[0], limit = 10_000) =>
        Effect.map(queue.problems(filter, limit), (rows) => rows.filter(({ deliveryId }) => ids.includes(deliveryId)))
      assert.deepStrictEqual(yield* listed(all), [unreadable.problem, failed.problem, unrouted.problem])
      assert.deepStrictEqual(yield* listed({ ...all, deliveryId: first.id }), [failed.problem, unrouted.problem])
      assert.deepStrictEqual(yield* listed({ ...all, deliveryId: first.id }, 1), [failed.problem])
      assert.deepStrictEqual(yield* listed({ ...all, reason: "unreadable" }), [unreadable.problem])
      assert.deepStrictEqual(yield* listed({ deliveryId: second.id, reason: "failed" }), [])
    })
  )

  it.effect("gives a problem with its delivery when its time has come, to one until the lease ends", () =>
    Effect.gen(function* () {
      const { at, first, ids, second } = yield* givenDone
      const { claimProblems, finish } = yield* InboundQueue
      const due = seconds(at, 10)
      yield* finish(
        ids,
        [
          someProblem(first, at, { retryAt: due, attempts: 3 }),
          someProblem(second, at, { retryAt: seconds(at, 11) }),
          someProblem(second, at, { key: "never" })
        ],
        at
      )
      const leaseUntil = seconds(at, 70)
      const one = { delivery: first, key: "status.1", attempts: 3 }
      const two = { delivery: second, key: "status.1", attempts: 1 }
      assert.deepStrictEqual(yield* claimProblems(DateTime.subtract(due, { milliseconds: 1 }), leaseUntil, 10), [])
      assert.deepStrictEqual(yield* claimProblems(due, leaseUntil, 10), [one])
      assert.deepStrictEqual(yield* claimProblems(seconds(at, 11), leaseUntil, 10), [two])
      assert.deepStrictEqual(
        yield* claimProblems(DateTime.subtract(leaseUntil, { milliseconds: 1 }), leaseUntil, 10),
        []
      )
      assert.sameDeepMembers([...(yield* claimProblems(leaseUntil, seconds(at, 99), 10))], [one, two])
    })
  )

  it.effect("gives no more problems than asked for, and each to one of many who claim at once", () =>
    Effect.gen(function* () {
      const { at, first, ids } = yield* givenDone
      const { claimProblems, finish } = yield* InboundQueue
      const keys = Array.from({ length: 20 }, (_, place) => `key.${place}`)
      yield* finish(
        ids,
        keys.map((key) => someProblem(first, at, { key, retryAt: at })),
        at
      )
      const shares = yield* Effect.replicateEffect(claimProblems(at, seconds(at, 60), 3), 8, {
        concurrency: "unbounded"
      })
      const rest = yield* claimProblems(at, seconds(at, 60), 100)
      assert.isTrue(shares.every((share) => share.length <= 3))
      assert.deepStrictEqual([...shares.flat(), ...rest].map(({ key }) => key).toSorted(), keys.toSorted())
    })
  )

  it.effect("keeps the last outcome of an item, also of two concurrent ones", () =>
    Effect.gen(function* () {
      const { at, first, ids, second } = yield* givenDone
      const { claimProblems, finish } = yield* InboundQueue
      const told = someProblem(first, at, { retryAt: seconds(at, 1) })
      const other = someProblem(second, at)
      yield* finish(ids, [told, other, told], at)
      assert.strictEqual((yield* problemsOf(first)).length, 1)
      const again = someProblem(first, seconds(at, 2), { attempts: 2, reason: "unrouted", error: "other" })
      yield* finish([first.id], [again], seconds(at, 2))
      assert.deepStrictEqual(yield* problemsOf(first, second), [again.problem, other.problem])
      assert.deepStrictEqual(yield* claimProblems(seconds(at, 1_000), seconds(at, 1_060), 10), [])
    })
  )

  it.effect("forgets a problem that is solved, and no other", () =>
    Effect.gen(function* () {
      const { at, first, ids, second } = yield* givenDone
      const { claimProblems, finish, solve } = yield* InboundQueue
      const solved = someProblem(first, at, { retryAt: at })
      const others = [someProblem(first, at, { key: "other" }), someProblem(second, seconds(at, 1))]
      yield* finish(ids, [solved, ...others], at)
      yield* solve(first.id, "status.1")
      yield* solve(first.id, "status.1")
      yield* solve(second.id, "unknown")
      assert.sameDeepMembers(
        [...(yield* problemsOf(first, second))],
        others.map(({ problem }) => problem)
      )
      assert.deepStrictEqual(yield* claimProblems(seconds(at, 1), seconds(at, 60), 10), [])
    })
  )

  it.effect("has those tried again that are meant, at once, and says how many", () =>
    Effect.gen(function* () {
      const { at, first, ids, second } = yield* givenDone
      const { claimProblems, finish, replay } = yield* InboundQueue
      const kept = [
        someProblem(first, at, { reason: "unrouted" }),
        someProblem(first, at, { key: "failed", retryAt: seconds(at, 1_000) }),
        someProblem(second, at, { reason: "unreadable" })
      ]
      yield* finish(ids, kept, at)
      const keysAt = (now: DateTime.Utc) =>
        Effect.map(claimProblems(now, seconds(now, 5), 100), (due) => due.map(({ key }) => key).toSorted())
      const now = seconds(at, 10)
      assert.strictEqual(yield* replay({ reason: "unrouted", deliveryId: second.id }, now), 0)
      assert.deepStrictEqual(yield* keysAt(now), [])
      assert.strictEqual(yield* replay({ reason: null, deliveryId: first.id }, now), 2)
      assert.deepStrictEqual(yield* keysAt(DateTime.subtract(now, { milliseconds: 1 })), [])
      assert.deepStrictEqual(yield* keysAt(now), ["failed", "status.1"])
      assert.strictEqual(yield* replay({ reason: "unreadable", deliveryId: second.id }, now), 1)
      assert.deepStrictEqual(yield* keysAt(now), ["status.1"])
      assert.deepStrictEqual(
        (yield* problemsOf(first, second)).map(({ attempts }) => attempts),
        [1, 1, 1]
      )
    })
  )
}
