import { Effect, type Layer, Result } from "effect"
import { accountLimit, originLimit, pairLimit } from "../../../../src/domain/access/SignIn.ts"
import { type AttemptKeys, SignInAttempts } from "../../../../src/ports/access/SignIns.ts"
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
  const attempts = yield* Effect.replicateEffect(Effect.result(begin(keys)), times)
  return attempts.filter(Result.isSuccess).length
})

/** Contract of the port. */
export const signInAttemptsContract = <E>(runner: Runner, name: string, stores: Layer.Layer<StorePorts, E>) => {
  suite(runner, `SignInAttempts: ${name}`, stores, (it) => {
    it.effect("sign-in attempts: an origin has five wrong passwords per account, and the refusal has the wait", () =>
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

    it.effect("sign-in attempts: the limit holds for concurrent attempts", () =>
      Effect.gen(function* () {
        const { begin } = yield* SignInAttempts
        const keys = yield* someKeys
        const attempts = yield* Effect.forEach(Array.from({ length: 30 }), () => Effect.result(begin(keys)), {
          concurrency: "unbounded"
        })
        assert.strictEqual(attempts.filter(Result.isSuccess).length, pairLimit.failures)
      })
    )

    it.effect("sign-in attempts: an account is limited across origins, except from familiar ones", () =>
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

    it.effect("sign-in attempts: an origin is limited across accounts", () =>
      Effect.gen(function* () {
        const { origin } = yield* someKeys
        const account = Effect.map(someKeys, (keys) => ({ ...keys, origin }))
        for (let count = 0; count < originLimit.failures; count += 1) {
          assert.strictEqual(yield* wrong(yield* account, 1), 1)
        }
        assert.strictEqual(yield* wrong(yield* account, 1), 0)
      })
    )

    it.effect("sign-in attempts: a right password resets its pair, and neither the account nor the origin", () =>
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

    it.effect("sign-in attempts: an attempt without a checked password does not count", () =>
      Effect.gen(function* () {
        const { begin, end } = yield* SignInAttempts
        const keys = yield* someKeys
        for (let time = 0; time < 10; time += 1) yield* end(keys, yield* begin(keys), "unchecked")
        assert.strictEqual(yield* wrong(keys, 8), pairLimit.failures)
      })
    )
  })
}
