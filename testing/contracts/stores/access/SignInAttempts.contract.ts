import { Effect, type Layer, Result } from "effect"
import { accountLimit, originLimit, pairLimit } from "../../../../src/domain/access/SignInFailures.ts"
import { type AttemptKeys, SignInAttempts } from "../../../../src/ports/access/SignInAttempts.ts"
import { uuid } from "../../../given/given.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Runner } from "../../Runner.ts"
import { suite } from "../../Suite.ts"

/** 32 random bytes in the form of a hash. */
const hash = Effect.map(Effect.all([uuid, uuid]), (ids) => ids.join("").replaceAll("-", ""))

const someKeys = Effect.map(Effect.all([hash, hash, hash]), ([pair, account, origin]): AttemptKeys => ({
  pair,
  account,
  origin
}))

const wrong = Effect.fnUntraced(function* (keys: AttemptKeys, times: number) {
  const { begin } = yield* SignInAttempts
  const begun = yield* Effect.replicateEffect(Effect.result(begin(keys)), times)
  return begun.filter(Result.isSuccess).length
})

/** The promises of the port. */
export const signInAttemptsContract = <E>(runner: Runner, name: string, stores: Layer.Layer<StorePorts, E>) => {
  suite(runner, `SignInAttempts: ${name}`, stores, (it) => {
    it.effect("lets five wrong passwords of an origin for an account begin, and says when there is another", () =>
      Effect.gen(function* () {
        const { begin, waitFor } = yield* SignInAttempts
        const keys = yield* someKeys
        assert.strictEqual(yield* waitFor(keys), 0)
        assert.strictEqual(yield* wrong(keys, 8), pairLimit.failures)
        const { retryAfterSeconds } = yield* Effect.flip(begin(keys))
        assert.isAbove(retryAfterSeconds, 290)
        assert.isAtMost(retryAfterSeconds, 300)
        assert.isAbove(yield* waitFor(keys), 290)
        assert.strictEqual(yield* waitFor({ ...keys, pair: yield* hash }), 0)
      })
    )

    it.effect("lets no more begin when many do at the same time", () =>
      Effect.gen(function* () {
        const { begin } = yield* SignInAttempts
        const keys = yield* someKeys
        const begun = yield* Effect.forEach(Array.from({ length: 30 }), () => Effect.result(begin(keys)), {
          concurrency: "unbounded"
        })
        assert.strictEqual(begun.filter(Result.isSuccess).length, pairLimit.failures)
      })
    )

    it.effect("counts an account over all origins, and lets in where it was signed in to before", () =>
      Effect.gen(function* () {
        const { begin, end, waitFor } = yield* SignInAttempts
        const home = yield* someKeys
        yield* end(home, yield* begin(home), "right")
        for (let origin = 0; origin < accountLimit.failures; origin += 1) {
          assert.strictEqual(yield* wrong({ ...home, pair: yield* hash, origin: yield* hash }, 1), 1)
        }
        assert.strictEqual(yield* wrong({ ...home, pair: yield* hash, origin: yield* hash }, 1), 0)
        assert.strictEqual(yield* waitFor(home), 0)
        assert.strictEqual(yield* wrong(home, 1), 1)
      })
    )

    it.effect("counts an origin over all accounts", () =>
      Effect.gen(function* () {
        const { origin } = yield* someKeys
        const account = Effect.map(someKeys, (keys) => ({ ...keys, origin }))
        for (let count = 0; count < originLimit.failures; count += 1) {
          assert.strictEqual(yield* wrong(yield* account, 1), 1)
        }
        assert.strictEqual(yield* wrong(yield* account, 1), 0)
      })
    )

    it.effect("forgets the failures of a pair once its password is right, and those of account and origin never", () =>
      Effect.gen(function* () {
        const { begin, end, waitFor } = yield* SignInAttempts
        const keys = yield* someKeys
        yield* wrong(keys, 4)
        yield* end(keys, yield* begin(keys), "right")
        assert.strictEqual(yield* waitFor(keys), 0)
        assert.strictEqual(yield* wrong(keys, 8), pairLimit.failures)
        let others = 0
        while ((yield* wrong({ ...keys, pair: yield* hash, origin: yield* hash }, 1)) === 1) others += 1
        assert.strictEqual(others, accountLimit.failures - 4 - pairLimit.failures)
      })
    )

    it.effect("does not count an attempt whose password could not be checked", () =>
      Effect.gen(function* () {
        const { begin, end } = yield* SignInAttempts
        const keys = yield* someKeys
        for (let time = 0; time < 10; time += 1) yield* end(keys, yield* begin(keys), "unchecked")
        assert.strictEqual(yield* wrong(keys, 8), pairLimit.failures)
      })
    )
  })
}
