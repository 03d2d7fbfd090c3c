import { DateTime, Effect, Option, Result } from "effect"
import { keyRetention } from "../../../../src/domain/sends/IdempotencyKey.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { IdempotencyKeys, SendLedger } from "../../../../src/ports/sends/SendLedger.ts"
import { accepted } from "../../../given/accepted.ts"
import { givenSender, phoneOf } from "../../../given/given.ts"
import { givenCall } from "../../../given/givenCall.ts"
import { sendOff } from "../../../given/sendOff.ts"
import { messageOf, usedBy } from "../../../given/seen.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

/** Idempotency keys of reservations (contract: Idempotency keys). */
export const takingKeys = (it: Tests<StorePorts>) => {
  it.effect("keyed sends: the reservation acquires the key, which then returns the send", () =>
    Effect.gen(function* () {
      const { at, id, ...sender } = yield* givenSender()
      const ledger = yield* SendLedger
      const { find } = yield* IdempotencyKeys
      const call = yield* givenCall()
      const intent = { ...(yield* sender.intent()), call }
      const reservation = yield* ledger.reserve(id, intent)
      const known = { fingerprint: "a", takenAt: at, answer: null, isLost: false }
      const pending = { messageId: intent.messageId, ...reservation, status: "pending", failure: null } as const
      assert.deepStrictEqual(
        yield* find(id, call, at),
        Option.some({ ...known, send: { ...pending, platformMessageId: null } })
      )

      const outcome = yield* accepted(intent, reservation)
      yield* ledger.recordOutcome(id, intent.messageId, outcome, at)
      const { platformMessageId } = outcome
      assert.deepStrictEqual(
        yield* find(id, call, at),
        Option.some({ ...known, send: { ...pending, status: "sent", platformMessageId } })
      )
    })
  )

  it.effect("keyed sends: the key returns the failure of the send", () =>
    Effect.gen(function* () {
      const { at, id, ...sender } = yield* givenSender()
      const ledger = yield* SendLedger
      const call = yield* givenCall()
      const intent = { ...(yield* sender.intent()), call }
      yield* ledger.reserve(id, intent)
      const failure = { _tag: "Rejected", code: 100, title: "Invalid parameter", message: "(#100) no" } as const
      yield* ledger.recordOutcome(id, intent.messageId, { _tag: "NotSent", failure }, at)
      const known = Option.getOrThrow(yield* (yield* IdempotencyKeys).find(id, call, at))
      assert.deepInclude(known.send, { status: "failed", failure, platformMessageId: null })
    })
  )

  it.effect(
    "keyed sends: one of a hundred parallel intents with one key is reserved, without a trace of the others",
    () =>
      Effect.gen(function* () {
        const { at, id, ...sender } = yield* givenSender()
        const { reserve } = yield* SendLedger
        const call = yield* givenCall()
        const intents = yield* Effect.replicateEffect(sender.intent(), 100)
        const others = yield* Effect.replicateEffect(sender.intent(), 20)
        const results = yield* Effect.forEach(
          [...intents.map((intent) => ({ ...intent, call })), ...others],
          (intent) => Effect.result(reserve(id, intent)),
          { concurrency: "unbounded" }
        )
        const refused = results.filter(Result.isFailure).map(({ failure }) => failure._tag)
        assert.deepStrictEqual(
          refused,
          Array.from({ length: 99 }, () => "IdempotencyKeyTaken")
        )
        assert.strictEqual(yield* usedBy(id, at), 21)
        const stored = yield* Effect.forEach(intents, ({ messageId }) => messageOf(id, messageId))
        assert.lengthOf(
          stored.filter((message) => message !== null),
          1
        )
      })
  )

  it.effect("keyed sends: intents with a used key do not affect the monthly count", () =>
    Effect.gen(function* () {
      const { at, id, ...sender } = yield* givenSender({ plan: "free" })
      const { reserve } = yield* SendLedger
      const calls = yield* Effect.replicateEffect(givenCall(), 40)
      const intents = yield* Effect.forEach(Array.from({ length: 1_200 }), (_, ordinal) =>
        Effect.map(sender.intent({ phone: phoneOf(ordinal % 9) }), (intent) => {
          const call = calls[ordinal % 60]
          return call === undefined ? intent : { ...intent, call }
        })
      )
      const results = yield* Effect.forEach(intents, (intent) => Effect.result(reserve(id, intent)), {
        concurrency: "unbounded"
      })
      const count = (tag: string) =>
        results.filter((result) => Result.isFailure(result) && result.failure._tag === tag).length
      const reserved = results.filter(Result.isSuccess).length
      assert.strictEqual(count("IdempotencyKeyTaken"), 40 * 19)
      assert.strictEqual(reserved, 440)
      assert.strictEqual(yield* usedBy(id, at), 440)
    })
  )

  it.effect("keyed sends: the key of an intent over the monthly limit stays until its unit is released", () =>
    Effect.gen(function* () {
      const { at, id, ...sender } = yield* givenSender({ plan: "free" })
      const { reserve } = yield* SendLedger
      const { find, release } = yield* IdempotencyKeys
      const spent = yield* Effect.replicateEffect(sender.intent(), 1_000)
      yield* Effect.forEach(spent, (intent) => reserve(id, intent), { concurrency: "unbounded" })
      const call = yield* givenCall()
      const refused = yield* Effect.flip(reserve(id, { ...(yield* sender.intent()), call }))
      assert.strictEqual(refused._tag, "MonthlyLimitReached")
      const known = { fingerprint: "a", takenAt: at, answer: null, isLost: false, send: null }
      assert.deepStrictEqual(yield* find(id, call, at), Option.some(known))
      assert.strictEqual(
        (yield* Effect.flip(reserve(id, { ...(yield* sender.intent()), call })))._tag,
        "IdempotencyKeyTaken"
      )
      yield* release(id, call)
      assert.deepStrictEqual(yield* find(id, call, at), Option.none())
    })
  )

  it.effect("keyed sends: a refused recipient acquires no key, and the intent can be repeated with another check", () =>
    Effect.gen(function* () {
      const { at, id, ...sender } = yield* givenSender()
      const { reserve } = yield* SendLedger
      const { find } = yield* IdempotencyKeys
      const first = yield* sender.intent()
      yield* sendOff(id, first)
      yield* (yield* ContactStore).save({ ...first.contact, isBlocked: true })

      const call = yield* givenCall()
      const intent = { ...(yield* sender.intent()), call }
      assert.strictEqual((yield* Effect.flip(reserve(id, { ...intent, check: "blocked" })))._tag, "RecipientBlocked")
      assert.deepStrictEqual(yield* find(id, call, at), Option.none())
      yield* reserve(id, { ...intent, check: "none" })
      assert.isTrue(Option.isSome(yield* find(id, call, at)))
    })
  )

  it.effect("keyed sends: a rejected send releases its key, and one with an unknown outcome does not", () =>
    Effect.gen(function* () {
      const { at, id, ...sender } = yield* givenSender()
      const { recordOutcome, reserve } = yield* SendLedger
      const { find, release } = yield* IdempotencyKeys
      const call = yield* givenCall()
      const failed = yield* sender.intent()
      yield* reserve(id, { ...failed, call })
      const failure = { _tag: "Rejected", code: 131056, title: "", message: "too fast" } as const
      yield* recordOutcome(id, failed.messageId, { _tag: "NotSent", failure }, at)
      yield* release(id, call)
      assert.deepStrictEqual(yield* find(id, call, at), Option.none())
      yield* sendOff(id, { ...(yield* sender.intent()), call })
      yield* release(id, call)
      assert.isTrue(Option.isSome(yield* find(id, call, at)))
    })
  )

  it.effect("keyed sends: the key of a recorded send is never released, and expires after 24 hours", () =>
    Effect.gen(function* () {
      const { at, id, ...sender } = yield* givenSender()
      const { reserve } = yield* SendLedger
      const { find, release, settle, take } = yield* IdempotencyKeys
      const call = yield* givenCall()
      const intent = yield* sender.intent()
      yield* reserve(id, { ...intent, call })
      yield* release(id, call)
      yield* settle(id, call, { status: 404, body: "{}" })
      const known = Option.getOrThrow(yield* take(id, call, at))
      assert.deepInclude(known, { answer: null, isLost: false })
      assert.strictEqual(known.send?.messageId, intent.messageId)

      const end = DateTime.addDuration(at, keyRetention)
      const next = yield* sender.intent({ at: end })
      yield* reserve(id, { ...next, call })
      const second = Option.getOrThrow(yield* find(id, call, end))
      assert.strictEqual(second.send?.messageId, next.messageId)
    })
  )
}
