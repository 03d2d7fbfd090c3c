import { Effect, Option } from "effect"
import { contactCreated } from "../../../../src/domain/webhooks/Event.ts"
import { conversationOpened } from "../../../../src/domain/webhooks/conversationEvents.ts"
import { withContact, withConversation, withMessage } from "../../../../src/domain/inbound/InboxState.ts"
import type { MessageFailure } from "../../../../src/domain/messages/Message.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { ConversationStore } from "../../../../src/ports/conversations/ConversationStore.ts"
import { MessageStore } from "../../../../src/ports/messages/MessageStore.ts"
import { SendLedger } from "../../../../src/ports/sends/SendLedger.ts"
import { accepted } from "../../../given/accepted.ts"
import { everyConversation } from "../../../given/conversationFilters.ts"
import { seconds } from "../../../given/era.ts"
import { givenSender, phoneOf, someone } from "../../../given/given.ts"
import { changed, loaded, saidIn, comparable, newInboxContact, talkWith } from "../../../given/inbox.ts"
import {
  contactKnownBy,
  contactOf,
  conversationOf,
  eventsOf,
  eventTypesOf,
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

const undeliverable: MessageFailure = {
  _tag: "Rejected",
  code: 131026,
  title: "Message undeliverable",
  message: "(#131026) Message undeliverable"
}
const noRecipient = { _tag: "NoRecipient", failure: undeliverable } as const
const rejected = {
  _tag: "NotSent",
  failure: { _tag: "Rejected", code: 132001, title: "Template does not exist", message: "(#132001) é" }
} as const
const lost = { _tag: "Unknown", failure: { _tag: "OutcomeUnknown", detail: "connection lost: after 3 s" } } as const

/** The first send to a number, reserved. */
const givenFirst = Effect.gen(function* () {
  const sender = yield* givenSender({
    webhook: { events: ["contact.created", "conversation.opened", "message.sent"] }
  })
  const send = yield* sender.intent()
  const reservation = yield* (yield* SendLedger).reserve(sender.id, send)
  return { ...sender, send, reservation, pending: pendingMessage(send, reservation) }
})
type First = Effect.Success<typeof givenFirst>

/** Stores a message of the person with that number before the outcome of the send. */
const givenAnswer = Effect.fnUntraced(function* ({ account, at, id }: Pick<First, "account" | "at" | "id">) {
  const person = yield* newInboxContact(account, at, [{ kind: "phone", value: someone }], {
    contact: { phone: someone }
  })
  const thread = yield* talkWith(account, person, seconds(at, 1), { unreadCount: 1 }, { lastLearnedAt: seconds(at, 1) })
  const inboxMessage = yield* saidIn(thread, seconds(at, 1), "inbound")
  yield* changed(
    id,
    seconds(at, 1),
    {},
    (state) => withContact(state, person),
    (state) => withConversation(state, thread),
    (state) => withMessage(state, inboxMessage)
  )
  return { person, thread, inboxMessage }
})

const listed = Effect.fnUntraced(function* ({ id }: Pick<First, "id">) {
  const all = { page: 1, limit: 10 }
  const conversations = yield* (yield* ConversationStore).list(id, everyConversation, all)
  const contacts = yield* (yield* ContactStore).list(id, all, null)
  return { conversations: conversations.total, contacts: contacts.total }
})

/**
 * Contacts and conversations that begin with the outcome of a send (contract: Contacts and conversations that begin
 * with a send).
 */
export const beginning = (it: Tests<StorePorts>) => {
  it.effect("first sends: an accepted send begins contact and conversation, and announces the three in order", () =>
    Effect.gen(function* () {
      const { at, id, pending, reservation, send } = yield* givenFirst
      const outcome = yield* accepted(send, reservation, { at: seconds(at, 1) })

      assert.deepStrictEqual(
        yield* (yield* SendLedger).recordOutcome(id, pending.id, outcome, seconds(at, 1)),
        reservation
      )

      const { contact, conversation } = send
      assert.deepStrictEqual(yield* contactOf(id, contact.id), contact)
      assert.deepStrictEqual(yield* contactKnownBy(id, someone), contact)
      assert.deepStrictEqual(yield* conversationOf(id, conversation.id), conversation)
      const { event, platformMessageId } = outcome
      assert.deepStrictEqual(yield* messageOf(id, pending.id), { ...pending, status: "sent", platformMessageId })
      const events = [
        recorded(contactCreated(send.contactEvent.id, contact, "api")),
        recorded(conversationOpened(send.conversationEvent.id, conversation)),
        recorded(event)
      ]
      assert.deepStrictEqual(yield* eventsOf(id), events)
      const queued = yield* outstandingOf(id, seconds(at, 1))
      assert.deepStrictEqual(
        queued.map((delivery) => delivery.event.type),
        ["contact.created", "conversation.opened", "message.sent"]
      )
      const overview = Option.getOrThrow(yield* (yield* ContactStore).findOverview(id, contact.id))
      assert.deepStrictEqual([overview.conversationCount, overview.lastMessageAt], [1, at])
    })
  )

  it.effect.each([rejected, lost])(
    "first sends: $failure._tag begins them too, because the attempt is history",
    (outcome) =>
      Effect.gen(function* () {
        const { at, id, pending, send } = yield* givenFirst
        yield* (yield* SendLedger).recordOutcome(id, pending.id, outcome, at)
        assert.deepStrictEqual(yield* eventTypesOf(id), ["contact.created", "conversation.opened"])
        const slice = Option.getOrThrow(yield* (yield* MessageStore).list(id, send.conversation.id, 10, null))
        assert.deepStrictEqual(slice.rows, [{ ...pending, status: "failed", failure: outcome.failure }])
      })
  )

  it.effect("first sends: a send without a recipient leaves no contact, conversation, event or unit", () =>
    Effect.gen(function* () {
      const first = yield* givenFirst
      const { at, id, pending } = first
      yield* (yield* SendLedger).recordOutcome(id, pending.id, noRecipient, at)

      assert.deepStrictEqual(yield* listed(first), { contacts: 0, conversations: 0 })
      assert.isNull(yield* contactKnownBy(id, someone))
      assert.deepStrictEqual(yield* eventsOf(id), [])
      assert.deepStrictEqual(yield* outstandingOf(id, at), [])
      assert.strictEqual(yield* usedBy(id, at), 0)
      assert.deepStrictEqual(yield* messageOf(id, pending.id), { ...pending, status: "failed", failure: undeliverable })
    })
  )

  it.effect("first sends: a send without a recipient leaves an existing contact, and no conversation", () =>
    Effect.gen(function* () {
      const { at, id, intent } = yield* givenSender()
      const { recordOutcome, reserve } = yield* SendLedger
      const { contactId } = yield* sendOff(id, yield* intent({ conversation: { status: "closed" } }))
      const events = yield* eventsOf(id)
      const send = yield* intent({}, 60)
      assert.deepStrictEqual(yield* reserve(id, send), { contactId, conversationId: send.conversation.id })
      yield* recordOutcome(id, send.messageId, noRecipient, at)

      assert.isNull(yield* conversationOf(id, send.conversation.id))
      assert.deepStrictEqual(yield* eventsOf(id), events)
      const overview = Option.getOrThrow(yield* (yield* ContactStore).findOverview(id, contactId))
      assert.deepStrictEqual([overview.conversationCount, overview.lastMessageAt], [1, at])
    })
  )

  it.effect("first sends: a send without a recipient stays in an open conversation", () =>
    Effect.gen(function* () {
      const { at, id, intent } = yield* givenSender()
      const { recordOutcome, reserve } = yield* SendLedger
      const first = yield* sendOff(id, yield* intent())
      const send = yield* intent({}, 60)
      yield* reserve(id, send)
      assert.deepStrictEqual(yield* recordOutcome(id, send.messageId, noRecipient, at), first)
      const { rows } = Option.getOrThrow(yield* (yield* MessageStore).list(id, first.conversationId, 10, null))
      assert.deepStrictEqual(
        rows.map((row) => [row.id === send.messageId, row.failure?._tag]),
        [
          [true, "Rejected"],
          [false, "OutcomeUnknown"]
        ]
      )
    })
  )

  it.effect(
    "first sends: concurrent sends to one number, one of them accepted, begin one contact and conversation",
    () =>
      Effect.gen(function* () {
        const { at, id, ...sender } = yield* givenSender()
        const { recordOutcome, reserve } = yield* SendLedger
        const sends = yield* Effect.replicateEffect(sender.intent(), 24)
        const reservations = yield* Effect.forEach(sends, (send) => reserve(id, send), { concurrency: "unbounded" })
        const results = yield* Effect.forEach(
          sends,
          Effect.fnUntraced(function* (send, index) {
            const reservation = reservations[index] ?? assert.fail()
            const outcome = index === 11 ? yield* accepted(send, reservation) : noRecipient
            return yield* recordOutcome(id, send.messageId, outcome, at)
          }),
          { concurrency: "unbounded" }
        )
        const [, ...others] = [results[11], ...results]
        assert.strictEqual(others.length, 24)
        const contact = yield* contactKnownBy(id, someone)
        assert.strictEqual(contact?.id, results[11]?.contactId)
        assert.deepStrictEqual(yield* listed({ id }), { contacts: 1, conversations: 1 })
        assert.deepStrictEqual(yield* eventTypesOf(id), ["contact.created", "conversation.opened", "message.sent"])
        assert.strictEqual(yield* usedBy(id, at), 1)
      })
  )

  it.effect("first sends: concurrent accepted sends to one number begin one contact and conversation", () =>
    Effect.gen(function* () {
      const { at, id, ...sender } = yield* givenSender()
      const { recordOutcome, reserve } = yield* SendLedger
      const sends = yield* Effect.replicateEffect(sender.intent(), 24)
      const reservations = yield* Effect.forEach(sends, (send) => reserve(id, send), { concurrency: "unbounded" })
      const results = yield* Effect.forEach(
        sends,
        Effect.fnUntraced(function* (send, index) {
          const reservation = reservations[index] ?? assert.fail()
          return yield* recordOutcome(id, send.messageId, yield* accepted(send, reservation), at)
        }),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set(results.map((result) => JSON.stringify(result))).size, 1)
      const [result] = results
      for (const { messageId } of sends) {
        const message = yield* messageOf(id, messageId)
        assert.deepStrictEqual(
          [message?.contactId, message?.conversationId, message?.status],
          [result?.contactId, result?.conversationId, "sent"]
        )
      }
      const events = yield* eventsOf(id)
      assert.deepStrictEqual(events.map(({ type }) => type).slice(0, 2), ["contact.created", "conversation.opened"])
      assert.strictEqual(events.length, 26)
      assert.isTrue(events.slice(1).every(({ conversationId }) => conversationId === result?.conversationId))
      assert.deepStrictEqual(yield* listed({ id }), { contacts: 1, conversations: 1 })
    })
  )

  it.effect("first sends: a send joins the contact and conversation of a message received before its outcome", () =>
    Effect.gen(function* () {
      const first = yield* givenFirst
      const { at, id, pending, reservation, send } = first
      const { thread, person, inboxMessage } = yield* givenAnswer(first)
      const outcome = yield* accepted(send, reservation, { at: seconds(at, 2) })

      const result = yield* (yield* SendLedger).recordOutcome(id, pending.id, outcome, seconds(at, 2))

      assert.deepStrictEqual(result, { contactId: person.contact.id, conversationId: thread.conversation.id })
      assert.isNull(yield* contactOf(id, send.contact.id))
      assert.deepStrictEqual(yield* eventsOf(id), [
        recorded({ ...outcome.event, conversationId: thread.conversation.id })
      ])
      assert.deepStrictEqual(yield* listed(first), { contacts: 1, conversations: 1 })
      // The business wrote before it could know of the answer.
      assert.strictEqual((yield* conversationOf(id, thread.conversation.id))?.unreadCount, 1)
      const slice = Option.getOrThrow(yield* (yield* MessageStore).list(id, thread.conversation.id, 10, null))
      assert.deepStrictEqual(
        slice.rows.map((row) => row.id),
        [inboxMessage.message.id, pending.id]
      )
      const { conversations } = comparable(yield* loaded(id, { identities: person.identities }))
      assert.deepStrictEqual(
        conversations.map(({ lastEchoAt, lastLearnedAt, lastSentAt, lastWrittenAt }) => [
          lastLearnedAt,
          lastSentAt,
          lastWrittenAt,
          lastEchoAt
        ]),
        [[seconds(at, 1), null, pending.createdAt, null]]
      )
    })
  )

  it.effect("first sends: a person who wrote before the outcome stays when the send has no recipient", () =>
    Effect.gen(function* () {
      const first = yield* givenFirst
      const { at, id, pending } = first
      const { person } = yield* givenAnswer(first)
      yield* (yield* SendLedger).recordOutcome(id, pending.id, noRecipient, seconds(at, 2))
      assert.deepStrictEqual(yield* contactKnownBy(id, someone), person.contact)
      assert.deepStrictEqual(yield* listed(first), { contacts: 1, conversations: 1 })
    })
  )

  it.effect("first sends: a send joins a contact that was added before its outcome, and begins the conversation", () =>
    Effect.gen(function* () {
      const first = yield* givenFirst
      const { at, id, pending, reservation, send } = first
      const { account } = first
      const person = yield* newInboxContact(account, at, [{ kind: "phone", value: someone }], {
        contact: { phone: someone }
      })
      yield* changed(id, at, {}, (state) => withContact(state, person))
      const result = yield* (yield* SendLedger).recordOutcome(id, pending.id, yield* accepted(send, reservation), at)
      assert.deepStrictEqual(result, { contactId: person.contact.id, conversationId: send.conversation.id })
      const opened = { ...send.conversation, contactId: person.contact.id }
      assert.deepStrictEqual(yield* conversationOf(id, send.conversation.id), opened)
      assert.deepStrictEqual((yield* eventsOf(id)).slice(0, 1), [
        recorded(conversationOpened(send.conversationEvent.id, opened))
      ])
      assert.deepStrictEqual(yield* eventTypesOf(id), ["conversation.opened", "message.sent"])
    })
  )

  it.effect("first sends: a new contact has the number that the platform reports", () =>
    Effect.gen(function* () {
      const { at, id, pending, reservation, send } = yield* givenFirst
      const outcome = yield* accepted(send, reservation, { waId: phoneOf(7) })
      yield* (yield* SendLedger).recordOutcome(id, pending.id, outcome, at)
      assert.strictEqual((yield* contactKnownBy(id, phoneOf(7)))?.id, send.contact.id)
      assert.strictEqual((yield* contactKnownBy(id, someone))?.id, send.contact.id)
    })
  )

  it.effect("first sends: an expired send begins them once, and later outcomes keep them", () =>
    Effect.gen(function* () {
      const first = yield* givenFirst
      const { at, id, pending, send } = first
      const { expire, recordOutcome } = yield* SendLedger
      assert.strictEqual(yield* expire(seconds(at, 1), seconds(at, 9), 100), 1)
      const { contact, conversation } = send
      const events = [
        recorded(contactCreated(send.contactEvent.id, contact, "api")),
        recorded(conversationOpened(send.conversationEvent.id, conversation))
      ]
      assert.deepStrictEqual(yield* eventsOf(id), events)
      assert.deepStrictEqual(yield* contactKnownBy(id, someone), contact)
      assert.deepStrictEqual((yield* outstandingOf(id, seconds(at, 9))).length, 2)
      assert.strictEqual(yield* expire(seconds(at, 1), seconds(at, 9), 100), 0)

      yield* recordOutcome(id, pending.id, noRecipient, seconds(at, 10))
      assert.deepStrictEqual(yield* eventsOf(id), events)
      assert.deepStrictEqual(yield* listed(first), { contacts: 1, conversations: 1 })
      assert.strictEqual(yield* usedBy(id, at), 0)
    })
  )

  it.effect("first sends: one of two concurrent outcomes counts, and the other begins nothing", () =>
    Effect.gen(function* () {
      const first = yield* givenFirst
      const { at, id, pending, reservation, send } = first
      const { recordOutcome } = yield* SendLedger
      const yes = yield* accepted(send, reservation)
      yield* Effect.all(
        [noRecipient, yes, noRecipient, yes].map((outcome) => recordOutcome(id, pending.id, outcome, at)),
        { concurrency: "unbounded" }
      )
      const status = (yield* messageOf(id, pending.id))?.status
      const count = status === "sent" ? 1 : 0
      assert.deepStrictEqual(yield* listed(first), { contacts: count, conversations: count })
      assert.strictEqual((yield* eventsOf(id)).length, 3 * count)
      assert.strictEqual(yield* usedBy(id, at), count)
    })
  )
}
