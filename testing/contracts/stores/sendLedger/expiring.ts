import { Effect } from "effect"
import { type MessageFailure, expiredFailure } from "../../../../src/domain/messages/Message.ts"
import { SendLedger } from "../../../../src/ports/sends/SendLedger.ts"
import { seconds } from "../../../given/era.ts"
import { accepted } from "../../../given/accepted.ts"
import { givenSender } from "../../../given/given.ts"
import { eventsOf, eventTypesOf, messageOf, pendingMessage, recorded, usedBy } from "../../../given/seen.ts"
import { sendOff } from "../../../given/sendOff.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const lost: MessageFailure = { _tag: "OutcomeUnknown", detail: "connection lost: after 3 s" }

/** Sends that were reserved a second apart. */
const givenReserved = Effect.fnUntraced(function* (count: number) {
  const sender = yield* givenSender()
  const { reserve } = yield* SendLedger
  const sent = yield* sender.intent({}, -60)
  yield* sendOff(sender.id, sent)
  const sends = yield* Effect.forEach(
    Array.from({ length: count }, (_, later) => later),
    Effect.fnUntraced(function* (later) {
      const intent = yield* sender.intent({}, later)
      const reservation = yield* reserve(sender.id, intent)
      return { intent, reservation, pending: pendingMessage(intent, reservation) }
    })
  )
  const statuses = Effect.forEach(sends, ({ pending }) =>
    Effect.map(messageOf(sender.id, pending.id), (message) => message?.status)
  )
  return { ...sender, sends, statuses }
})

/** Intents whose process ended before the outcome (contract: Intent first, outcome after). */
export const expiring = (it: Tests<StorePorts>) => {
  it.effect("expiring sends: exactly intents before the time without an outcome expire", () =>
    Effect.gen(function* () {
      const { at, id, sends, statuses } = yield* givenReserved(4)
      const { expire, recordOutcome } = yield* SendLedger
      const [settled, late] = sends
      assert.isDefined(settled)
      assert.isDefined(late)
      yield* recordOutcome(id, settled.pending.id, yield* accepted(settled.intent, settled.reservation), at)

      assert.strictEqual(yield* expire(seconds(at, 2), seconds(at, 9), 100), 1)

      assert.deepStrictEqual(yield* statuses, ["sent", "failed", "pending", "pending"])
      const failed = { ...late.pending, status: "failed" as const, failure: expiredFailure }
      assert.deepStrictEqual(yield* messageOf(id, late.pending.id), failed)
      assert.strictEqual(yield* usedBy(id, at), 5)
      assert.strictEqual((yield* eventsOf(id)).length, 3)
      assert.strictEqual(yield* expire(seconds(at, 2), seconds(at, 9), 100), 0)
    })
  )

  it.effect("expiring sends: up to the limit expire, across organizations, until none is left", () =>
    Effect.gen(function* () {
      const acme = yield* givenReserved(2)
      const globex = yield* givenReserved(3)
      const { expire } = yield* SendLedger
      const before = seconds(acme.at, 100)

      const counts = yield* Effect.replicateEffect(expire(before, before, 2), 4)

      assert.deepStrictEqual(counts, [2, 2, 1, 0])
      const statuses = [...(yield* acme.statuses), ...(yield* globex.statuses)]
      assert.deepStrictEqual(statuses, ["failed", "failed", "failed", "failed", "failed"])
    })
  )

  it.effect("expiring sends: an acceptance after the expiry counts once", () =>
    Effect.gen(function* () {
      const { at, id, sends } = yield* givenReserved(1)
      const { expire, recordOutcome } = yield* SendLedger
      for (const { intent, pending, reservation } of sends) {
        yield* expire(seconds(at, 1), seconds(at, 1), 100)
        const outcome = yield* accepted(intent, reservation)
        yield* recordOutcome(id, pending.id, outcome, seconds(at, 2))
        yield* recordOutcome(id, pending.id, yield* accepted(intent, reservation), seconds(at, 3))

        const { event, platformMessageId } = outcome
        assert.deepStrictEqual(yield* messageOf(id, pending.id), { ...pending, status: "sent", platformMessageId })
        assert.deepStrictEqual((yield* eventsOf(id)).slice(2), [recorded(event)])
        assert.strictEqual(yield* usedBy(id, at), 2)
      }
    })
  )

  it.effect("expiring sends: a rejection after the expiry counts once and releases the unit", () =>
    Effect.gen(function* () {
      const { at, id, sends } = yield* givenReserved(2)
      const { expire, recordOutcome } = yield* SendLedger
      const failure: MessageFailure = { _tag: "Rejected", code: 100, title: "Invalid parameter", message: "no" }
      yield* expire(seconds(at, 2), seconds(at, 2), 100)
      for (const { pending } of sends.slice(0, 1)) {
        yield* recordOutcome(id, pending.id, { _tag: "NotSent", failure }, seconds(at, 3))
        yield* recordOutcome(id, pending.id, { _tag: "NotSent", failure }, seconds(at, 4))
        assert.deepStrictEqual(yield* messageOf(id, pending.id), { ...pending, status: "failed", failure })
      }
      assert.strictEqual(yield* usedBy(id, at), 2)
      assert.deepStrictEqual(yield* eventTypesOf(id), ["contact.created", "conversation.opened"])
    })
  )

  it.effect("expiring sends: a recorded unknown outcome stays, unless the platform accepted the send", () =>
    Effect.gen(function* () {
      const { at, id, sends } = yield* givenReserved(2)
      const { expire, recordOutcome } = yield* SendLedger
      const [own, late] = sends
      assert.isDefined(own)
      assert.isDefined(late)
      const no: MessageFailure = { _tag: "Rejected", code: 100, title: "Invalid parameter", message: "no" }
      yield* recordOutcome(id, own.pending.id, { _tag: "Unknown", failure: lost }, at)
      assert.strictEqual(yield* expire(seconds(at, 9), seconds(at, 9), 100), 1)
      yield* recordOutcome(id, late.pending.id, { _tag: "Unknown", failure: lost }, at)

      for (const { pending } of sends) {
        yield* recordOutcome(id, pending.id, { _tag: "NotSent", failure: no }, at)
        yield* recordOutcome(id, pending.id, { _tag: "Unknown", failure: expiredFailure }, at)
        assert.deepStrictEqual(yield* messageOf(id, pending.id), { ...pending, status: "failed", failure: lost })
      }
      assert.strictEqual(yield* usedBy(id, at), 3)
    })
  )
}
