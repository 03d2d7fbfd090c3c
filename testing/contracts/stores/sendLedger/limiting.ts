import { DateTime, Effect } from "effect"
import type { OrganizationSuspended } from "../../../../src/domain/access/AccessFailures.ts"
import { type MonthlyLimitReached, admitted, monthlyLimit } from "../../../../src/domain/limits/MonthlyLimit.ts"
import type { RecipientRefused } from "../../../../src/domain/contacts/RecipientCheck.ts"
import { DeliveryQueue } from "../../../../src/ports/webhooks/DeliveryQueue.ts"
import { Organizations } from "../../../../src/ports/access/Organizations.ts"
import { type IdempotencyKeyTaken, SendLedger } from "../../../../src/ports/sends/SendLedger.ts"
import { givenSender, phoneOf } from "../../../given/given.ts"
import { attempted } from "../../../given/givenEvents.ts"
import { eventsOf, messageOf, outstandingOf, usedBy } from "../../../given/seen.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const allowed = monthlyLimit.free ?? 0

/** An organization with this many units left in its month. */
const givenSpent = Effect.fnUntraced(function* (left: number, webhook?: { readonly url: string }) {
  const sender = yield* givenSender({ plan: "free", ...(webhook && { webhook }) })
  const { reserve } = yield* SendLedger
  const intents = yield* Effect.replicateEffect(sender.intent(), allowed - left)
  yield* Effect.forEach(intents, (intent) => reserve(sender.id, intent), { concurrency: "unbounded" })
  return { ...sender, intents }
})

/** `reserved`, or the refusal. */
const answerOf = <A>(
  reserve: Effect.Effect<A, MonthlyLimitReached | OrganizationSuspended | RecipientRefused | IdempotencyKeyTaken>
) =>
  Effect.match(
    Effect.catchTags(reserve, {
      OrganizationSuspended: Effect.die,
      RecipientBlocked: Effect.die,
      RecipientOptedOut: Effect.die,
      IdempotencyKeyTaken: Effect.die
    }),
    {
      onSuccess: () => "reserved" as const,
      onFailure: ({ _tag, allowed, used }) => ({ _tag, used, allowed })
    }
  )

const refused = (used: number) => ({ _tag: "MonthlyLimitReached", used, allowed }) as const

/** The monthly limit of units (contract: The monthly counter). */
export const limiting = (it: Tests<StorePorts>) => {
  it.effect("monthly limit: exactly those of 64 parallel sends that fit are reserved, and others leave no trace", () =>
    Effect.gen(function* () {
      const { at, id, ...sender } = yield* givenSpent(20)
      const { reserve } = yield* SendLedger
      const intents = yield* Effect.forEach(
        Array.from({ length: 64 }, (_, count) => phoneOf(count)),
        (phone) => sender.intent({ phone })
      )

      const results = yield* Effect.forEach(intents, (intent) => answerOf(reserve(id, intent)), {
        concurrency: "unbounded"
      })

      assert.deepStrictEqual(
        results.filter((answer) => answer !== "reserved"),
        Array.from({ length: 44 }, () => refused(allowed))
      )
      assert.strictEqual(yield* usedBy(id, at), allowed)
      for (const [place, { messageId }] of intents.entries()) {
        const isAdmitted = results[place] === "reserved"
        assert.strictEqual((yield* messageOf(id, messageId)) !== null, isAdmitted)
      }
      assert.deepStrictEqual(yield* eventsOf(id), [])
    })
  )

  it.effect.each([0, 7, 40])("monthly limit: concurrent sends with %d units left equal the domain's result", (left) =>
    Effect.gen(function* () {
      const { at, id, intent } = yield* givenSpent(left)
      const { reserve } = yield* SendLedger
      const requested = 30
      const intents = yield* Effect.replicateEffect(intent(), requested)
      const used = yield* usedBy(id, at)
      const answers = yield* Effect.forEach(intents, (one) => answerOf(reserve(id, one)), {
        concurrency: "unbounded"
      })
      const reserved = answers.filter((answer) => answer === "reserved").length
      assert.strictEqual(reserved, admitted(used, allowed, requested))
      assert.strictEqual(yield* usedBy(id, at), used + reserved)
    })
  )

  it.effect("monthly limit: a new month starts at zero, and the previous count stays", () =>
    Effect.gen(function* () {
      const { at, id, ...sender } = yield* givenSpent(1)
      const { reserve } = yield* SendLedger
      const lastInstant = DateTime.subtract(DateTime.add(DateTime.startOf(at, "month"), { months: 1 }), {
        milliseconds: 1
      })
      const nextMonth = DateTime.add(lastInstant, { milliseconds: 1 })
      const reserveAt = (instant: DateTime.Utc) =>
        Effect.flatMap(sender.intent({ at: instant }), (intent) => answerOf(reserve(id, intent)))

      assert.strictEqual(yield* reserveAt(lastInstant), "reserved")
      assert.deepStrictEqual(yield* reserveAt(lastInstant), refused(allowed))
      assert.strictEqual(yield* reserveAt(nextMonth), "reserved")
      assert.deepStrictEqual(yield* reserveAt(at), refused(allowed))
      assert.deepStrictEqual([yield* usedBy(id, at), yield* usedBy(id, nextMonth)], [allowed, 1])
    })
  )

  it.effect("monthly limit: a failed send releases its unit in the month of its reservation", () =>
    Effect.gen(function* () {
      const { at, id, intents, ...sender } = yield* givenSpent(0)
      const { reserve, recordOutcome } = yield* SendLedger
      const [spent] = intents
      assert.isDefined(spent)
      const nextMonth = DateTime.add(at, { months: 1 })
      yield* recordOutcome(
        id,
        spent.messageId,
        { _tag: "NotSent", failure: { _tag: "NotReached", detail: "refused" } },
        nextMonth
      )

      assert.deepStrictEqual([yield* usedBy(id, at), yield* usedBy(id, nextMonth)], [allowed - 1, 0])
      yield* reserve(id, yield* sender.intent())
      assert.deepStrictEqual(yield* answerOf(reserve(id, yield* sender.intent())), refused(allowed))
    })
  )

  it.effect("monthly limit: deliveries count beyond the limit and then block sends", () =>
    Effect.gen(function* () {
      const { at, id, intents, ...sender } = yield* givenSpent(1, { url: "https://example.com/full" })
      const { recordOutcome, reserve } = yield* SendLedger
      const [first] = intents
      assert.isDefined(first)
      const failure = { _tag: "OutcomeUnknown", detail: "connection lost: after 3 s" } as const
      yield* recordOutcome(id, first.messageId, { _tag: "Unknown", failure }, at)
      const { recordAttempt } = yield* DeliveryQueue
      yield* Effect.forEach(yield* outstandingOf(id, at), (delivery) =>
        recordAttempt(attempted(delivery, { _tag: "Done" }, { at }))
      )

      assert.strictEqual(yield* usedBy(id, at), allowed + 1)
      assert.deepStrictEqual(yield* answerOf(reserve(id, yield* sender.intent())), refused(allowed + 1))
      assert.strictEqual(yield* usedBy(id, at), allowed + 1)
    })
  )

  it.effect("monthly limit: the current plan applies", () =>
    Effect.gen(function* () {
      const { at, id, ...sender } = yield* givenSpent(0)
      const { changePlan } = yield* Organizations
      const { reserve } = yield* SendLedger
      const reserveOne = Effect.flatMap(sender.intent(), (intent) => answerOf(reserve(id, intent)))

      assert.deepStrictEqual(yield* reserveOne, refused(allowed))
      yield* changePlan(id, "starter")
      assert.strictEqual(yield* reserveOne, "reserved")
      yield* changePlan(id, "unlimited")
      assert.strictEqual(yield* reserveOne, "reserved")
      yield* changePlan(id, "free")
      assert.deepStrictEqual(yield* reserveOne, refused(allowed + 2))
      assert.strictEqual(yield* usedBy(id, at), allowed + 2)
    })
  )
}
