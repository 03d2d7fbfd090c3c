import { Effect } from "effect"
import { InboundQueue } from "../../../../src/ports/inbound/InboundQueue.ts"
import { seconds } from "../../../given/era.ts"
import { givenDeliveries, problemsOf, someProblem } from "../../../given/givenDeliveries.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

/** What has been kept for long enough. */
export const forgetting = (it: Tests<StorePorts>) => {
  it.effect("forgets finished deliveries, sooner without a failed item, so many at once", () =>
    Effect.gen(function* () {
      const { at, deliveries } = yield* givenDeliveries(0, 0, 0, 0, 0, 0)
      const { claim, finish, purge } = yield* InboundQueue
      const [old, oldToo, recent, wrongOld, wrongRecent, waiting] = deliveries
      if (old === undefined || oldToo === undefined || recent === undefined) return assert.fail("no deliveries")
      if (wrongOld === undefined || wrongRecent === undefined || waiting === undefined) return assert.fail("too few")
      const wrong = [someProblem(wrongOld, at), someProblem(wrongRecent, at)]
      yield* finish([old.id, oldToo.id], [], seconds(at, 9))
      yield* finish([wrongRecent.id], wrong.slice(1), seconds(at, 9))
      yield* finish([recent.id], [], seconds(at, 10))
      yield* finish([wrongOld.id], wrong.slice(0, 1), seconds(at, 4))
      const before = { settled: seconds(at, 10), problematic: seconds(at, 5) }

      assert.strictEqual(yield* purge(before, 2), 2)
      assert.strictEqual(yield* purge(before, 10), 1)
      assert.strictEqual(yield* purge(before, 10), 0)

      assert.deepStrictEqual(yield* problemsOf(wrongOld, wrongRecent), [wrong[1]?.problem])
      assert.strictEqual(yield* purge({ settled: seconds(at, 11), problematic: at }, 10), 1)
      assert.deepStrictEqual(yield* claim(seconds(at, 100), 10), [waiting])
    })
  )

  it.effect("forgets sooner a delivery whose items were mended", () =>
    Effect.gen(function* () {
      const { at, deliveries } = yield* givenDeliveries(0)
      const { finish, purge, solve } = yield* InboundQueue
      const [delivery] = deliveries
      if (delivery === undefined) return assert.fail("no delivery")
      yield* finish([delivery.id], [someProblem(delivery, at)], at)
      const before = { settled: seconds(at, 1), problematic: at }
      assert.strictEqual(yield* purge(before, 10), 0)
      yield* solve(delivery.id, "status.1")
      assert.strictEqual(yield* purge(before, 10), 1)
    })
  )
}
