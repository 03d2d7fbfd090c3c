import { Effect } from "effect"
import { MessageId } from "../../../../src/domain/Ids.ts"
import type { MessageFailure } from "../../../../src/domain/messages/Message.ts"
import type { PhoneNumber } from "../../../../src/domain/contacts/PhoneNumber.ts"
import { SendLedger } from "../../../../src/ports/sends/SendLedger.ts"
import { seconds } from "../../../given/era.ts"
import { accepted } from "../../../given/accepted.ts"
import { givenSender, phoneOf, someone, uuid } from "../../../given/given.ts"
import {
  contactKnownBy,
  eventsOf,
  eventTypesOf,
  idsOf,
  messageOf,
  outstandingOf,
  pendingMessage,
  recorded,
  usedBy
} from "../../../given/seen.ts"
import { sendOff } from "../../../given/sendOff.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const rejected: MessageFailure = {
  _tag: "Rejected",
  code: 131026,
  title: "Message undeliverable",
  message: "(#131026) é"
}
const lost: MessageFailure = { _tag: "OutcomeUnknown", detail: "no answer in time: 30 s" }

/** A reserved send to that number. */
const givenReserved = Effect.fnUntraced(function* (phone: PhoneNumber = someone) {
  const sender = yield* givenSender({ webhook: { events: ["message.sent"] } })
  yield* sendOff(sender.id, yield* sender.intent({ phone }, -60))
  const intent = yield* sender.intent({ phone })
  const reservation = yield* (yield* SendLedger).reserve(sender.id, intent)
  return { ...sender, send: intent, reservation, pending: pendingMessage(intent, reservation) }
})

/** Effects of outcomes. */
export const recordingOutcomes = (it: Tests<StorePorts>) => {
  it.effect("outcomes: an acceptance is recorded, announced and queued", () =>
    Effect.gen(function* () {
      const { at, id, pending, reservation, send } = yield* givenReserved()
      const outcome = yield* accepted(send, reservation, { at: seconds(at, 1) })

      yield* (yield* SendLedger).recordOutcome(id, pending.id, outcome, seconds(at, 1))

      const { event, platformMessageId } = outcome
      assert.deepStrictEqual(yield* messageOf(id, pending.id), { ...pending, status: "sent", platformMessageId })
      assert.deepStrictEqual((yield* eventsOf(id)).slice(2), [recorded(event)])
      assert.deepStrictEqual(idsOf(yield* outstandingOf(id, seconds(at, 1))), [event.id])
      assert.strictEqual(yield* usedBy(id, at), 2)
    })
  )

  it.effect.each([
    { failure: rejected, tag: "NotSent" as const, used: 0 },
    { failure: { _tag: "NotReached" as const, detail: "ECONNREFUSED" }, tag: "NotSent" as const, used: 0 },
    { failure: lost, tag: "Unknown" as const, used: 1 }
  ])(
    "outcomes: $failure._tag is recorded as $tag without an announcement, with $used units spent",
    ({ failure, tag, used }) =>
      Effect.gen(function* () {
        const { at, id, pending } = yield* givenReserved()
        yield* (yield* SendLedger).recordOutcome(id, pending.id, { _tag: tag, failure }, at)

        assert.deepStrictEqual(yield* messageOf(id, pending.id), { ...pending, status: "failed", failure })
        assert.deepStrictEqual(yield* eventTypesOf(id), ["contact.created", "conversation.opened"])
        assert.deepStrictEqual(yield* outstandingOf(id, at), [])
        assert.strictEqual(yield* usedBy(id, at), used + 1)
      })
  )

  it.effect("outcomes: the first one counts, unless it is unknown", () =>
    Effect.gen(function* () {
      const { recordOutcome } = yield* SendLedger
      for (const first of ["Accepted", "NotSent"] as const) {
        const { at, id, pending, reservation, send } = yield* givenReserved()
        const outcomes = {
          Accepted: yield* accepted(send, reservation),
          NotSent: { _tag: "NotSent" as const, failure: rejected },
          Unknown: { _tag: "Unknown" as const, failure: lost }
        }
        yield* recordOutcome(id, pending.id, outcomes[first], at)
        const message = yield* messageOf(id, pending.id)
        const events = yield* eventsOf(id)
        const used = yield* usedBy(id, at)

        yield* recordOutcome(id, pending.id, outcomes.NotSent, at)
        yield* recordOutcome(id, pending.id, yield* accepted(send, reservation, { waId: phoneOf(1) }), at)
        yield* recordOutcome(id, pending.id, outcomes.Unknown, at)

        assert.deepStrictEqual(yield* messageOf(id, pending.id), message)
        assert.deepStrictEqual(yield* eventsOf(id), events)
        assert.strictEqual(yield* usedBy(id, at), used)
        assert.isNull(yield* contactKnownBy(id, phoneOf(1)))
      }
    })
  )

  it.effect("outcomes: one of several parallel ones of a send counts", () =>
    Effect.gen(function* () {
      const { at, id, pending, reservation, send } = yield* givenReserved()
      const { recordOutcome } = yield* SendLedger
      const outcomes = yield* Effect.replicateEffect(accepted(send, reservation), 16)
      yield* Effect.forEach(outcomes, (outcome) => recordOutcome(id, pending.id, outcome, at), {
        concurrency: "unbounded"
      })

      const message = yield* messageOf(id, pending.id)
      const counted = outcomes.filter(({ platformMessageId }) => platformMessageId === message?.platformMessageId)
      assert.deepStrictEqual(
        (yield* eventsOf(id)).slice(2),
        counted.map(({ event }) => recorded(event))
      )
      assert.strictEqual(counted.length, 1)
    })
  )

  it.effect("outcomes: parallel ones of many sends are recorded separately", () =>
    Effect.gen(function* () {
      const { at, id, ...sender } = yield* givenSender()
      const { reserve, recordOutcome } = yield* SendLedger
      const sends = yield* Effect.forEach(
        Array.from({ length: 60 }, (_, index) => index),
        Effect.fnUntraced(function* (index) {
          const intent = yield* sender.intent({ phone: phoneOf(index % 7) })
          const reservation = yield* reserve(id, intent)
          return { intent, outcome: yield* accepted(intent, reservation), refuse: index % 3 === 0 }
        }),
        { concurrency: "unbounded" }
      )
      yield* Effect.forEach(
        sends,
        ({ intent, outcome, refuse }) =>
          recordOutcome(id, intent.messageId, refuse ? { _tag: "NotSent", failure: rejected } : outcome, at),
        { concurrency: "unbounded" }
      )

      for (const { intent, outcome, refuse } of sends) {
        const message = yield* messageOf(id, intent.messageId)
        assert.strictEqual(message?.platformMessageId, refuse ? null : outcome.platformMessageId)
        assert.deepStrictEqual(message?.failure, refuse ? rejected : null)
      }
      assert.strictEqual((yield* eventTypesOf(id)).filter((type) => type === "message.sent").length, 40)
      assert.strictEqual(yield* usedBy(id, at), 40)
    })
  )

  it.effect("outcomes: an unknown message or one of another organization is unaffected", () =>
    Effect.gen(function* () {
      const { at, id, pending, reservation, send } = yield* givenReserved()
      const globex = yield* givenSender()
      const { recordOutcome } = yield* SendLedger
      yield* recordOutcome(globex.id, pending.id, yield* accepted(send, reservation), at)
      yield* recordOutcome(globex.id, pending.id, { _tag: "NotSent", failure: rejected }, at)
      yield* recordOutcome(id, MessageId.make(yield* uuid), { _tag: "NotSent", failure: rejected }, at)

      assert.deepStrictEqual(yield* messageOf(id, pending.id), pending)
      assert.deepStrictEqual(yield* eventsOf(globex.id), [])
      assert.deepStrictEqual([yield* usedBy(id, at), yield* usedBy(globex.id, at)], [2, 0])
    })
  )
}
