import { Effect } from "effect"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { ConversationStore } from "../../../../src/ports/conversations/ConversationStore.ts"
import { SendLedger } from "../../../../src/ports/sends/SendLedger.ts"
import { everyConversation } from "../../../given/conversationFilters.ts"
import { accepted } from "../../../given/accepted.ts"
import { givenSender, phoneOf, someone } from "../../../given/given.ts"
import { givenPage } from "../../../given/givenPage.ts"
import {
  contactKnownBy,
  contactOf,
  conversationOf,
  eventsOf,
  eventTypesOf,
  messageOf,
  recorded
} from "../../../given/seen.ts"
import { lostMessage, sendOff } from "../../../given/sendOff.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

/** Two contacts to whom something was sent, and the next send to each: `gone` to the first, `here` to the second. */
const givenTwo = Effect.gen(function* () {
  const { at, id, intent } = yield* givenSender()
  const met = yield* sendOff(id, yield* intent({ phone: phoneOf(1) }))
  const other = yield* sendOff(id, yield* intent({ phone: phoneOf(2) }))
  const gone = yield* intent({ phone: phoneOf(1) }, 1)
  const here = yield* intent({ phone: phoneOf(2) }, 1)
  return { at, gone, here, id, met, other }
})

/** Sends to people who were deleted, before and after. */
export const deleting = (it: Tests<StorePorts>) => {
  it.effect("takes a send to a deleted contact for a new contact, and keeps earlier messages", () =>
    Effect.gen(function* () {
      const { id, intent } = yield* givenSender()
      const before = yield* intent()
      const after = yield* intent({}, 1)
      const message = lostMessage(before, yield* sendOff(id, before))
      yield* (yield* ContactStore).remove(id, before.contact.id)

      const reservation = yield* sendOff(id, after)

      const { contact, conversation } = after
      assert.deepStrictEqual(reservation, { contactId: contact.id, conversationId: conversation.id })
      assert.deepStrictEqual(yield* contactKnownBy(id, someone), contact)
      assert.deepStrictEqual(yield* conversationOf(id, conversation.id), conversation)
      assert.isNull(yield* contactOf(id, before.contact.id))
      assert.isNull(yield* conversationOf(id, before.conversation.id))
      assert.deepStrictEqual(yield* messageOf(id, before.messageId), message)
      assert.deepStrictEqual(yield* eventTypesOf(id), [
        "contact.created",
        "conversation.opened",
        "contact.created",
        "conversation.opened"
      ])
      const { list } = yield* ConversationStore
      const { rows, total } = yield* list(id, everyConversation, { page: 1, limit: 10 })
      assert.deepStrictEqual([total, ...rows.map((row) => row.conversation)], [1, conversation])
    })
  )

  it.effect("takes a deleted person of Messenger for a new contact", () =>
    Effect.gen(function* () {
      const { at, id } = yield* givenSender()
      const page = yield* givenPage(id, at)
      const { contactId } = yield* sendOff(id, yield* page.intentTo("psid"))
      yield* (yield* ContactStore).remove(id, contactId)
      const after = yield* page.intentTo("psid", {}, 1)
      assert.strictEqual((yield* sendOff(id, after)).contactId, after.contact.id)
    })
  )

  it.effect("records the outcome of a send whose contact is gone, and gives their number to no contact", () =>
    Effect.gen(function* () {
      const { at, gone, here, id, met, other } = yield* givenTwo
      const { recordOutcome, reserve } = yield* SendLedger
      const lost = yield* accepted(gone, yield* reserve(id, gone), { waId: phoneOf(3) })
      const joined = yield* accepted(here, yield* reserve(id, here), { waId: phoneOf(4) })
      yield* (yield* ContactStore).remove(id, met.contactId)

      yield* Effect.all([recordOutcome(id, gone.messageId, lost, at), recordOutcome(id, here.messageId, joined, at)], {
        concurrency: "unbounded"
      })

      const sent = yield* messageOf(id, gone.messageId)
      assert.deepStrictEqual([sent?.status, sent?.contactId], ["sent", met.contactId])
      assert.deepInclude(yield* eventsOf(id), recorded(lost.event))
      assert.isNull(yield* contactKnownBy(id, phoneOf(3)))
      assert.strictEqual((yield* contactKnownBy(id, phoneOf(4)))?.id, other.contactId)
    })
  )

  it.effect("leaves a number to another contact of the same group when one of two with it is gone", () =>
    Effect.gen(function* () {
      const { at, gone, here, id, met, other } = yield* givenTwo
      const { recordOutcome, reserve } = yield* SendLedger
      const first = yield* accepted(gone, yield* reserve(id, gone), { waId: phoneOf(3) })
      const second = yield* accepted(here, yield* reserve(id, here), { waId: phoneOf(3) })
      yield* (yield* ContactStore).remove(id, met.contactId)
      yield* Effect.all([recordOutcome(id, gone.messageId, first, at), recordOutcome(id, here.messageId, second, at)], {
        concurrency: "unbounded"
      })
      assert.strictEqual((yield* contactKnownBy(id, phoneOf(3)))?.id, other.contactId)
    })
  )
}
