import { Cause, Effect, Exit } from "effect"
import { openedFor } from "../../../../src/domain/webhooks/conversationEvents.ts"
import { OrganizationId } from "../../../../src/domain/Ids.ts"
import { PhoneNumber } from "../../../../src/domain/contacts/PhoneNumber.ts"
import { SendLedger } from "../../../../src/ports/sends/SendLedger.ts"
import { seconds } from "../../../given/era.ts"
import { savedTalk } from "../../../given/givenTalk.ts"
import { givenSender, givenAccount, someone, uuid } from "../../../given/given.ts"
import {
  contactKnownBy,
  contactOf,
  conversationOf,
  eventsOf,
  eventTypesOf,
  messageOf,
  pendingMessage,
  recorded,
  usedBy
} from "../../../given/seen.ts"
import { lostMessage, sendOff } from "../../../given/sendOff.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const withNinthDigit = PhoneNumber.make("5511987654321")
const withoutIt = PhoneNumber.make("551187654321")

/** Reservations of sends. */
export const reserving = (it: Tests<StorePorts>) => {
  it.effect("reserving: the first send to a number is stored, and neither message nor recipient is visible", () =>
    Effect.gen(function* () {
      const { at, id, ...sender } = yield* givenSender()
      const intent = yield* sender.intent()

      const reservation = yield* (yield* SendLedger).reserve(id, intent)

      const { contact, conversation } = intent
      assert.deepStrictEqual(reservation, { contactId: contact.id, conversationId: conversation.id })
      assert.deepStrictEqual(yield* messageOf(id, intent.messageId), pendingMessage(intent, reservation))
      assert.isNull(yield* contactOf(id, contact.id))
      assert.isNull(yield* contactKnownBy(id, someone))
      assert.isNull(yield* conversationOf(id, conversation.id))
      assert.deepStrictEqual(yield* eventsOf(id), [])
      assert.strictEqual(yield* usedBy(id, at), 1)
    })
  )

  it.effect("reserving: a message of the service itself makes nothing read, and keeps the order of messages", () =>
    Effect.gen(function* () {
      const { at, id, ...sender } = yield* givenSender()
      const { reserve } = yield* SendLedger
      const first = yield* sender.intent()
      yield* sendOff(id, first)
      const talk = yield* conversationOf(id, first.conversation.id)
      if (talk === null) return assert.fail("no conversation")
      yield* savedTalk(talk, { unreadCount: 2 })
      const answer = yield* sender.intent({}, 5)
      yield* reserve(id, { ...answer, automatic: true })
      const annotations = { automatic: true as const }
      assert.deepStrictEqual((yield* messageOf(id, answer.messageId))?.annotations, annotations)
      const answered = yield* conversationOf(id, talk.id)
      assert.strictEqual(answered?.unreadCount, 2)
      assert.deepStrictEqual(answered?.updatedAt, seconds(at, 5))
      yield* reserve(id, yield* sender.intent({}, 6))
      assert.strictEqual((yield* conversationOf(id, talk.id))?.unreadCount, 0)
    })
  )

  it.effect("reserving: a send to any form of the number continues the contact and conversation", () =>
    Effect.gen(function* () {
      const { id, ...sender } = yield* givenSender()
      const { reserve } = yield* SendLedger
      const first = yield* sender.intent({ phone: withNinthDigit })
      const second = yield* sender.intent({ phone: withoutIt }, 1)

      const reservation = yield* sendOff(id, first)

      assert.deepStrictEqual(yield* reserve(id, second), reservation)
      assert.deepStrictEqual(yield* messageOf(id, second.messageId), pendingMessage(second, reservation))
      assert.strictEqual((yield* messageOf(id, second.messageId))?.peer, withoutIt)
      assert.deepStrictEqual(yield* eventTypesOf(id), ["contact.created", "conversation.opened"])
      assert.deepStrictEqual(yield* contactOf(id, first.contact.id), first.contact)
    })
  )

  it.effect("reserving: each account has its own conversation with the known contact", () =>
    Effect.gen(function* () {
      const { id, ...sender } = yield* givenSender()
      const other = yield* givenAccount(id)
      const first = yield* sender.intent()
      const second = yield* sender.intent({ conversation: { channelAccountId: other.id } }, 1)

      yield* sendOff(id, first)
      const reservation = yield* sendOff(id, second)

      const opened = { ...second.conversation, contactId: first.contact.id }
      assert.deepStrictEqual(reservation, { contactId: first.contact.id, conversationId: opened.id })
      assert.deepStrictEqual(yield* conversationOf(id, opened.id), opened)
      assert.deepStrictEqual(yield* messageOf(id, second.messageId), lostMessage(second, reservation))
      assert.deepStrictEqual((yield* eventsOf(id)).slice(2), [
        recorded(openedFor(second.conversationEvent, opened.contactId))
      ])
    })
  )

  it.effect("reserving: a closed conversation stays closed, and an open one continues", () =>
    Effect.gen(function* () {
      const { id, ...sender } = yield* givenSender()
      const closed = yield* sender.intent({ conversation: { status: "closed" } })
      const next = yield* sender.intent({ conversation: { status: "escalated" } }, 1)
      const last = yield* sender.intent({}, 2)

      assert.strictEqual((yield* sendOff(id, closed)).conversationId, closed.conversation.id)
      assert.strictEqual((yield* sendOff(id, next)).conversationId, next.conversation.id)
      assert.strictEqual((yield* sendOff(id, last)).conversationId, next.conversation.id)
    })
  )

  it.effect("reserving: parallel sends to all forms of a number create one contact and conversation", () =>
    Effect.gen(function* () {
      const { at, id, ...sender } = yield* givenSender()
      const intents = yield* Effect.forEach(
        Array.from({ length: 32 }, (_, index) => (index % 2 === 0 ? withNinthDigit : withoutIt)),
        (phone) => sender.intent({ phone })
      )

      const reservations = yield* Effect.forEach(intents, (intent) => sendOff(id, intent), { concurrency: "unbounded" })

      const created = intents.find(({ contact }) => contact.id === reservations[0]?.contactId)
      const opened = intents.find(({ conversation }) => conversation.id === reservations[0]?.conversationId)
      assert.isDefined(created)
      assert.isDefined(opened)
      const { contact, contactEvent } = created
      const { conversation, conversationEvent } = opened
      assert.deepStrictEqual(
        reservations,
        intents.map(() => ({ contactId: contact.id, conversationId: conversation.id }))
      )
      const events = yield* eventsOf(id)
      assert.strictEqual(events.length, 2)
      assert.deepInclude(events, recorded(contactEvent))
      assert.deepInclude(events, recorded(openedFor(conversationEvent, contact.id)))
      for (const intent of intents) {
        const message = lostMessage(intent, { contactId: contact.id, conversationId: conversation.id })
        assert.deepStrictEqual(yield* messageOf(id, intent.messageId), message)
      }
      assert.strictEqual(yield* usedBy(id, at), 32)
    })
  )

  it.effect("reserving: an unknown organization is a defect", () =>
    Effect.gen(function* () {
      const { intent } = yield* givenSender()
      const missing = OrganizationId.make(yield* uuid)
      const exit = yield* Effect.exit((yield* SendLedger).reserve(missing, yield* intent()))
      assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
      assert.deepStrictEqual(yield* eventsOf(missing), [])
    })
  )
}
