import { Effect } from "effect"
import type { PhoneNumber } from "../../../../src/domain/contacts/PhoneNumber.ts"
import { SendLedger } from "../../../../src/ports/sends/SendLedger.ts"
import { accepted } from "../../../given/accepted.ts"
import { givenSender, phoneOf } from "../../../given/given.ts"
import { contactKnownBy, contactOf } from "../../../given/seen.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

/** Sends to the number; the platform reports the other one for the recipient. */
const sendTo = Effect.fnUntraced(function* (
  sender: Effect.Success<ReturnType<typeof givenSender>>,
  phone: PhoneNumber,
  waId: PhoneNumber | null
) {
  const { reserve, recordOutcome } = yield* SendLedger
  const intent = yield* sender.intent({ phone })
  const reservation = yield* reserve(sender.id, intent)
  yield* recordOutcome(sender.id, intent.messageId, yield* accepted(intent, reservation, { waId }), sender.at)
  return reservation
})

/** The numbers of a contact (contract: Forms of one number are matched, never rewritten). */
export const reportedNumbers = (it: Tests<StorePorts>) => {
  it.effect("reported numbers: identify the contact from then on", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const first = yield* sendTo(sender, phoneOf(1), phoneOf(2))

      const contact = yield* contactOf(sender.id, first.contactId)
      assert.strictEqual(contact?.phone, phoneOf(1))
      assert.deepStrictEqual(yield* contactKnownBy(sender.id, phoneOf(1)), contact)
      assert.deepStrictEqual(yield* contactKnownBy(sender.id, phoneOf(2)), contact)
      assert.deepStrictEqual(yield* sendTo(sender, phoneOf(2), null), first)
    })
  )

  it.effect("reported numbers: a number of another contact stays there", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const ada = yield* sendTo(sender, phoneOf(1), phoneOf(1))
      const grace = yield* sendTo(sender, phoneOf(2), phoneOf(1))

      assert.strictEqual((yield* contactKnownBy(sender.id, phoneOf(1)))?.id, ada.contactId)
      assert.notStrictEqual(grace.contactId, ada.contactId)
      assert.deepStrictEqual(yield* sendTo(sender, phoneOf(2), null), grace)
    })
  )

  it.effect("reported numbers: one that many sends report at once belongs to one contact", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const reservations = yield* Effect.forEach(
        Array.from({ length: 12 }, (_, count) => phoneOf(count)),
        (phone) => sendTo(sender, phone, phoneOf(99)),
        { concurrency: "unbounded" }
      )
      const found = yield* contactKnownBy(sender.id, phoneOf(99))
      assert.strictEqual(reservations.filter(({ contactId }) => contactId === found?.id).length, 1)
      assert.strictEqual((yield* sendTo(sender, phoneOf(99), null)).contactId, found?.id)
    })
  )

  it.effect("reported numbers: apply within the organization", () =>
    Effect.gen(function* () {
      const acme = yield* givenSender()
      const globex = yield* givenSender()
      yield* sendTo(acme, phoneOf(1), phoneOf(2))
      assert.isNull(yield* contactKnownBy(globex.id, phoneOf(2)))
    })
  )
}
