import { DateTime, Effect, type Layer, Option, Redacted } from "effect"
import type { Factor } from "../../../../src/domain/access/SecondFactor.ts"
import { FactorId, type UserId } from "../../../../src/domain/Ids.ts"
import { SecondFactors } from "../../../../src/ports/access/SignIns.ts"
import { uuid } from "../../../given/given.ts"
import { givenUser } from "../../../given/givenUser.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Runner } from "../../Runner.ts"
import { suite } from "../../Suite.ts"

const at = DateTime.makeUnsafe("2026-11-20T12:00:00.001Z")
const later = DateTime.add(at, { minutes: 1 })
const key = Redacted.make("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")

const enrolled = Effect.fnUntraced(function* (userId: UserId, createdAt = at) {
  const id = FactorId.make(yield* uuid)
  const factor: Factor = { id, userId, name: "Phone", status: "unverified", createdAt, updatedAt: createdAt }
  yield* (yield* SecondFactors).enrol(factor, key)
  return factor
})

const verifiedFactor = Effect.fnUntraced(function* (userId: UserId, createdAt = at) {
  const factor = yield* enrolled(userId, createdAt)
  yield* (yield* SecondFactors).verify(userId, factor.id, later)
  const verified: Factor = { ...factor, status: "verified", updatedAt: later }
  return verified
})

const codes = ["one", "two", "three"].map((code) => Redacted.make(code))

export const secondFactorsContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `SecondFactors: ${name}`, ports, (it) => {
    it.effect("second factors: an enrolment replaces an unverified factor, and keeps verified ones", () =>
      Effect.gen(function* () {
        const { keyOf, list } = yield* SecondFactors
        const { user } = yield* givenUser
        const other = yield* enrolled((yield* givenUser).user.id)
        assert.deepStrictEqual(yield* list(user.id), [])
        const first = yield* verifiedFactor(user.id)
        const replaced = yield* enrolled(user.id, later)
        const second = yield* enrolled(user.id, DateTime.add(later, { seconds: 1 }))
        assert.deepStrictEqual(yield* list(user.id), [first, second])
        assert.deepStrictEqual(yield* keyOf(user.id, second.id), Option.some({ key, lastStep: null }))
        assert.deepStrictEqual(yield* keyOf(user.id, replaced.id), Option.none())
        assert.deepStrictEqual(yield* keyOf(user.id, other.id), Option.none())
      })
    )

    it.effect("second factors: a step is used once, and no earlier one after it", () =>
      Effect.gen(function* () {
        const { keyOf, useStep } = yield* SecondFactors
        const { user } = yield* givenUser
        const { id } = yield* verifiedFactor(user.id)
        const step = 59_000_000
        const used = yield* Effect.forEach(Array.from({ length: 8 }), () => useStep(user.id, id, step), {
          concurrency: "unbounded"
        })
        assert.strictEqual(used.filter((isUsed) => isUsed).length, 1)
        assert.isFalse(yield* useStep(user.id, id, step - 1))
        assert.isTrue(yield* useStep(user.id, id, step + 1))
        assert.deepStrictEqual(yield* keyOf(user.id, id), Option.some({ key, lastStep: step + 1 }))
        assert.isFalse(yield* useStep((yield* givenUser).user.id, id, step + 2))
      })
    )

    it.effect("second factors: a recovery code is used once by its user, and new ones replace all", () =>
      Effect.gen(function* () {
        const { countRecoveryCodes, setRecoveryCodes, useRecoveryCode } = yield* SecondFactors
        const { user } = yield* givenUser
        const other = (yield* givenUser).user
        yield* setRecoveryCodes(user.id, codes)
        assert.strictEqual(yield* countRecoveryCodes(user.id), 3)
        assert.isFalse(yield* useRecoveryCode(other.id, Redacted.make("one")))
        const used = yield* Effect.forEach([1, 2, 3, 4], () => useRecoveryCode(user.id, Redacted.make("one")), {
          concurrency: "unbounded"
        })
        assert.strictEqual(used.filter((isUsed) => isUsed).length, 1)
        assert.strictEqual(yield* countRecoveryCodes(user.id), 2)
        yield* setRecoveryCodes(user.id, [Redacted.make("four")])
        assert.isFalse(yield* useRecoveryCode(user.id, Redacted.make("two")))
        assert.isTrue(yield* useRecoveryCode(user.id, Redacted.make("four")))
      })
    )

    it.effect("second factors: recovery codes go with the last verified factor", () =>
      Effect.gen(function* () {
        const { countRecoveryCodes, list, remove, setRecoveryCodes } = yield* SecondFactors
        const { user } = yield* givenUser
        const first = yield* verifiedFactor(user.id)
        const second = yield* verifiedFactor(user.id, later)
        yield* setRecoveryCodes(user.id, codes)
        assert.isTrue(yield* remove(user.id, first.id))
        assert.isFalse(yield* remove(user.id, first.id))
        assert.isFalse(yield* remove((yield* givenUser).user.id, second.id))
        assert.strictEqual(yield* countRecoveryCodes(user.id), 3)
        assert.isTrue(yield* remove(user.id, second.id))
        assert.deepStrictEqual([yield* list(user.id), yield* countRecoveryCodes(user.id)], [[], 0])
      })
    )

    it.effect("second factors: all of a user are removed at once, and none of others", () =>
      Effect.gen(function* () {
        const { countRecoveryCodes, list, removeAll, setRecoveryCodes } = yield* SecondFactors
        const { user } = yield* givenUser
        const other = yield* verifiedFactor((yield* givenUser).user.id)
        yield* verifiedFactor(user.id)
        yield* enrolled(user.id)
        yield* setRecoveryCodes(user.id, codes)
        assert.strictEqual(yield* removeAll(user.id), 2)
        assert.strictEqual(yield* removeAll(user.id), 0)
        assert.strictEqual(yield* countRecoveryCodes(user.id), 0)
        assert.deepStrictEqual(yield* list(other.userId), [other])
      })
    )
  })
