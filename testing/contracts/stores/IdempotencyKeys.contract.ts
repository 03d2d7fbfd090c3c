import { Arbitrary, DateTime, Effect, type Layer, Option, Schema } from "effect"
import { IdempotencyKey, type KnownCall, keyRetention } from "../../../src/domain/sends/IdempotencyKey.ts"
import { IdempotencyKeys } from "../../../src/ports/sends/SendLedger.ts"
import { nextEra, seconds } from "../../given/era.ts"
import { givenOrganization } from "../../given/given.ts"
import { givenCall } from "../../given/givenCall.ts"
import type { StorePorts } from "../StorePorts.ts"
import { assert } from "../assert.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"

const running = (takenAt: DateTime.Utc, fingerprint = "a"): KnownCall => ({
  fingerprint,
  takenAt,
  answer: null,
  isLost: false,
  send: null
})

const answer = { status: 201, body: '{"success":true,"data":{"name":"Zoë \\u0000 🚀"}}' }

const scene = Effect.gen(function* () {
  const { id } = yield* givenOrganization()
  return { ...(yield* IdempotencyKeys), id, at: yield* nextEra }
})

export const idempotencyKeysContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `IdempotencyKeys: ${name}`, ports, (it) => {
    it.effect("idempotency keys: one call acquires a key, and other calls see that call", () =>
      Effect.gen(function* () {
        const { at, find, id, take } = yield* scene
        const call = yield* givenCall()
        assert.deepStrictEqual(yield* find(id, call, at), Option.none())
        assert.deepStrictEqual(yield* take(id, call, at), Option.none())
        const known = Option.some(running(at))
        assert.deepStrictEqual(yield* take(id, call, seconds(at, 1)), known)
        assert.deepStrictEqual(yield* take(id, { ...call, fingerprint: "b" }, seconds(at, 2)), known)
        assert.deepStrictEqual(yield* find(id, call, seconds(at, 3)), known)
      })
    )

    it.effect("idempotency keys: are separate by organization and interface, and sensitive to blanks and case", () =>
      Effect.gen(function* () {
        const { at, id, take } = yield* scene
        const other = yield* givenOrganization()
        const call = yield* givenCall({ key: IdempotencyKey.make("order 17") })
        const calls = [
          [id, call],
          [other.id, call],
          [id, { ...call, api: "session" }],
          [id, { ...call, key: IdempotencyKey.make("order 17 ") }],
          [id, { ...call, key: IdempotencyKey.make("Order 17") }]
        ] as const
        for (const [organizationId, one] of calls) {
          assert.deepStrictEqual(yield* take(organizationId, one, at), Option.none())
        }
        for (const [organizationId, one] of calls) {
          assert.isTrue(Option.isSome(yield* take(organizationId, one, at)))
        }
      })
    )

    it.effect("idempotency keys: one of a hundred parallel calls acquires the key", () =>
      Effect.gen(function* () {
        const { at, id, take } = yield* scene
        const call = yield* givenCall()
        const claims = yield* Effect.forEach(
          Array.from({ length: 100 }, (_, ordinal) => (ordinal % 3 === 0 ? "a" : "b")),
          (fingerprint) => take(id, { ...call, fingerprint }, at),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(claims.filter(Option.isNone), 1)
      })
    )

    it.effect("idempotency keys: the first answer is stored verbatim", () =>
      Effect.gen(function* () {
        const { at, id, settle, take } = yield* scene
        const call = yield* givenCall()
        yield* take(id, call, at)
        yield* settle(id, { ...call, fingerprint: "b" }, { status: 200, body: "{}" })
        assert.deepStrictEqual(yield* take(id, call, at), Option.some(running(at)))
        yield* settle(id, call, answer)
        yield* settle(id, call, { status: 404, body: "{}" })
        yield* settle(id, call, null)
        const expected = Option.some({ ...running(at), answer })
        assert.deepStrictEqual(yield* take(id, call, at), expected)
      })
    )

    it.effect("idempotency keys: an unknown outcome is stored until an answer replaces it", () =>
      Effect.gen(function* () {
        const { at, find, id, release, settle, take } = yield* scene
        const call = yield* givenCall()
        yield* take(id, call, at)
        yield* settle(id, call, null)
        yield* release(id, call)
        assert.deepStrictEqual(yield* find(id, call, at), Option.some({ ...running(at), isLost: true }))
        yield* settle(id, call, answer)
        assert.deepStrictEqual(yield* find(id, call, at), Option.some({ ...running(at), answer }))
      })
    )

    it.effect("idempotency keys: the key of a call without effect is released, and no other", () =>
      Effect.gen(function* () {
        const { at, find, id, release, settle, take } = yield* scene
        const call = yield* givenCall()
        yield* take(id, call, at)
        yield* release(id, { ...call, fingerprint: "b" })
        assert.isTrue(Option.isSome(yield* find(id, call, at)))
        yield* release(id, call)
        assert.deepStrictEqual(yield* find(id, call, at), Option.none())

        yield* take(id, { ...call, fingerprint: "b" }, at)
        yield* settle(id, { ...call, fingerprint: "b" }, answer)
        yield* release(id, { ...call, fingerprint: "b" })
        assert.deepStrictEqual(yield* find(id, call, at), Option.some({ ...running(at, "b"), answer }))
      })
    )

    it.effect("idempotency keys: expire after 24 hours, even without a purge", () =>
      Effect.gen(function* () {
        const { at, find, id, settle, take } = yield* scene
        const call = yield* givenCall()
        yield* take(id, call, at)
        yield* settle(id, call, answer)
        const end = DateTime.addDuration(at, keyRetention)
        const before = DateTime.subtract(end, { milliseconds: 1 })
        assert.deepStrictEqual(yield* find(id, call, before), Option.some({ ...running(at), answer }))
        assert.deepStrictEqual(yield* find(id, call, end), Option.none())
        assert.deepStrictEqual(yield* take(id, { ...call, fingerprint: "b" }, end), Option.none())
        assert.deepStrictEqual(yield* find(id, call, end), Option.some(running(end, "b")))
      })
    )

    it.effect("idempotency keys: a purge removes older keys of all organizations, up to a limit", () =>
      Effect.gen(function* () {
        const { at, find, id, purge, take } = yield* scene
        const other = yield* givenOrganization()
        const calls = yield* Effect.replicateEffect(givenCall(), 5)
        for (const [index, call] of calls.entries()) {
          yield* take(index % 2 === 0 ? id : other.id, call, seconds(at, index))
        }
        const left = Effect.map(
          Effect.forEach(calls, (call, index) => find(index % 2 === 0 ? id : other.id, call, seconds(at, 10))),
          (found) => found.map(Option.isSome)
        )
        yield* purge(at, 1_000)
        assert.strictEqual(yield* purge(at, 10), 0)
        assert.strictEqual(yield* purge(seconds(at, 4), 3), 3)
        const [newest, ...old] = (yield* left).toReversed()
        assert.strictEqual(newest, true)
        assert.strictEqual(old.filter((isLeft) => isLeft).length, 1)
        assert.strictEqual(yield* purge(seconds(at, 4), 3), 1)
        assert.deepStrictEqual(yield* left, [false, false, false, false, true])
        assert.strictEqual(yield* purge(seconds(at, 60), 10), 1)
      })
    )

    it.effect("idempotency keys: at most one call holds a key at a time under concurrent calls", () =>
      Effect.gen(function* () {
        const { at, id, ...keys } = yield* scene
        const Step = Schema.Struct({
          key: Schema.Literals(["one", "two"]),
          fingerprint: Schema.Literals(["a", "b"]),
          end: Schema.Literals(["answer", "release", "lost", "none"])
        })
        const property = Effect.fnUntraced(function* (steps: ReadonlyArray<typeof Step.Type>) {
          const run = yield* givenCall()
          const holders = new Map<string, number>()
          const ended = new Set<string>()
          const violations: Array<string> = []
          yield* Effect.forEach(
            steps,
            Effect.fnUntraced(function* ({ end, fingerprint, key }) {
              const name = `${run.key} ${key}`
              const call = { ...run, key: IdempotencyKey.make(name), fingerprint }
              if (Option.isSome(yield* keys.take(id, call, at))) return
              const count = (holders.get(name) ?? 0) + 1
              holders.set(name, count)
              if (count > 1 || ended.has(name)) violations.push(name)
              yield* Effect.yieldNow
              if (end === "release") {
                holders.set(name, 0)
                return yield* keys.release(id, call)
              }
              if (end === "none") return
              ended.add(name)
              yield* keys.settle(id, call, end === "answer" ? answer : null)
            }),
            { concurrency: 4, discard: true }
          )
          return violations.length === 0
        })
        const steps = Arbitrary.schema(Schema.Array(Step).check(Schema.isMaxLength(12)))
        const result = yield* Arbitrary.checkEffect(steps, property, { runs: 30, seed: 20_261_124 })
        assert.isUndefined(Arbitrary.formatCheckFailure(result))
      })
    )
  })
