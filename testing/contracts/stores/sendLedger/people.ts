import { Effect } from "effect"
import { personIdentity } from "../../../../src/domain/contacts/ContactIdentity.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { SendLedger } from "../../../../src/ports/sends/SendLedger.ts"
import { givenSender, someone } from "../../../given/given.ts"
import { givenPage } from "../../../given/givenPage.ts"
import { contactOf, conversationOf, eventsOf, eventTypesOf, messageOf, recorded } from "../../../given/seen.ts"
import { lostMessage, sendOff } from "../../../given/sendOff.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

/** People with ids of Messenger and Instagram (contract: A contact is a set of identifiers). */
export const people = (it: Tests<StorePorts>) => {
  it.effect.each(["messenger", "instagram"] as const)(
    "recipients' identities: a person on %s becomes a contact without a number, and later sends continue it",
    (channel) =>
      Effect.gen(function* () {
        const { at, id } = yield* givenSender()
        const page = yield* givenPage(id, at, channel)
        const { reserve } = yield* SendLedger
        const first = yield* page.intentTo("7'\"\\ 漢")
        const second = yield* page.intentTo("7'\"\\ 漢", {}, 1)

        const reservation = yield* sendOff(id, first)

        const { contact, conversation } = first
        assert.deepStrictEqual(reservation, { contactId: contact.id, conversationId: conversation.id })
        assert.deepStrictEqual(yield* contactOf(id, contact.id), contact)
        assert.isNull(contact.phone)
        assert.strictEqual((yield* conversationOf(id, conversation.id))?.channel, channel)
        assert.deepStrictEqual(yield* messageOf(id, first.messageId), lostMessage(first, reservation))
        assert.deepStrictEqual(yield* (yield* ContactStore).identities(id, contact.id), [first.identity])
        assert.deepStrictEqual(yield* reserve(id, second), reservation)
        assert.deepStrictEqual(yield* eventsOf(id), [recorded(first.contactEvent), recorded(first.conversationEvent)])
      })
  )

  it.effect("recipients' identities: the same id on two Pages, or of two kinds, is two people", () =>
    Effect.gen(function* () {
      const { at, id, intent } = yield* givenSender()
      const pages = [yield* givenPage(id, at), yield* givenPage(id, at), yield* givenPage(id, at, "instagram")]
      const sends = [...(yield* Effect.forEach(pages, ({ intentTo }) => intentTo(someone))), yield* intent()]

      const reservations = yield* Effect.forEach(sends, (send) => sendOff(id, send), { concurrency: "unbounded" })

      assert.deepStrictEqual(
        reservations,
        sends.map(({ contact, conversation }) => ({ contactId: contact.id, conversationId: conversation.id }))
      )
    })
  )

  it.effect("recipients' identities: parts that concatenate to the same text stay distinct", () =>
    Effect.gen(function* () {
      const { at, id } = yield* givenSender()
      const page = yield* givenPage(id, at)
      const identities = [
        personIdentity("messenger", { externalId: "1 2" }, "3"),
        personIdentity("messenger", { externalId: "1" }, "2 3"),
        personIdentity("messenger", { externalId: "1 2 3" }, " "),
        personIdentity("messenger", { externalId: "漢 1" }, "2"),
        personIdentity("messenger", { externalId: "漢" }, "1 2")
      ]
      const sends = yield* Effect.forEach(identities, (identity) => page.intentTo("", { identity }))
      const reservations = yield* Effect.forEach(sends, (send) => sendOff(id, send), { concurrency: "unbounded" })
      assert.deepStrictEqual(
        reservations.map(({ contactId }) => contactId),
        sends.map(({ contact }) => contact.id)
      )
    })
  )

  it.effect("recipients' identities: parallel first sends to a person create one contact", () =>
    Effect.gen(function* () {
      const { at, id } = yield* givenSender()
      const page = yield* givenPage(id, at)
      const sends = yield* Effect.replicateEffect(page.intentTo("psid"), 16)
      const reservations = yield* Effect.forEach(sends, (send) => sendOff(id, send), { concurrency: "unbounded" })
      assert.strictEqual(new Set(reservations.map(({ contactId }) => contactId)).size, 1)
      assert.strictEqual(new Set(reservations.map(({ conversationId }) => conversationId)).size, 1)
      assert.deepStrictEqual(yield* eventTypesOf(id), ["contact.created", "conversation.opened"])
    })
  )

  it.effect("recipients' identities: people are known in their organization only", () =>
    Effect.gen(function* () {
      const acme = yield* givenSender()
      const globex = yield* givenSender()
      const page = yield* givenPage(acme.id, acme.at)
      const send = yield* page.intentTo("psid")
      const other = yield* globex.intent({ phone: null, identity: send.identity })
      yield* sendOff(acme.id, send)
      assert.strictEqual((yield* sendOff(globex.id, other)).contactId, other.contact.id)
    })
  )
}
