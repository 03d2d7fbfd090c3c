import { Effect, Option } from "effect"
import { reopen } from "../../../../src/domain/conversations/conversationActions.ts"
import { conversationOpened } from "../../../../src/domain/webhooks/conversationEvents.ts"
import type { Conversation } from "../../../../src/domain/conversations/Conversation.ts"
import { ConversationId, UserId } from "../../../../src/domain/Ids.ts"
import { ConversationStore } from "../../../../src/ports/conversations/ConversationStore.ts"
import { MessageStore } from "../../../../src/ports/messages/MessageStore.ts"
import { type SendIntent, SendLedger, type SendOutcome } from "../../../../src/ports/sends/SendLedger.ts"
import { accepted } from "../../../given/accepted.ts"
import { everyConversation } from "../../../given/conversationFilters.ts"
import { seconds } from "../../../given/era.ts"
import { givenAccount, givenSender, phoneOf, sendIntent, uuid } from "../../../given/given.ts"
import { givenTalk, savedTalk } from "../../../given/givenTalk.ts"
import { conversationOf, eventsOf, messageOf, recorded } from "../../../given/seen.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const noRecipient = {
  _tag: "NoRecipient",
  failure: { _tag: "Rejected", code: 131026, title: "Message undeliverable", message: "(#131026)" }
} as const
const lost = { _tag: "Unknown", failure: { _tag: "OutcomeUnknown", detail: "connection lost" } } as const

/** A conversation with two unread messages that a member closed a minute after its start. */
const givenClosed = Effect.gen(function* () {
  const sender = yield* givenSender({ webhook: { events: ["conversation.opened", "message.sent"] } })
  const sent = yield* givenTalk(sender)
  const closed = yield* savedTalk(sent, {
    status: "closed",
    assigneeId: UserId.make(yield* uuid),
    unreadCount: 2,
    closedAt: seconds(sender.at, 60),
    closedBy: "service_role",
    resolution: "Refunded",
    updatedAt: seconds(sender.at, 60)
  })
  return { ...sender, closed }
})

/** Reserves a send that answers in the conversation, and records its outcome. */
const answer = Effect.fnUntraced(function* (
  organizationId: Conversation["organizationId"],
  intent: SendIntent,
  conversationId: ConversationId,
  outcome: SendOutcome | null = null
) {
  const { recordOutcome, reserve } = yield* SendLedger
  const answering = { ...intent, answered: conversationId }
  const reservation = yield* reserve(organizationId, answering)
  const known = outcome ?? (yield* accepted(answering, reservation))
  const recordedAt = yield* recordOutcome(organizationId, intent.messageId, known, intent.at)
  return { answering, reservation, located: recordedAt ?? reservation, outcome: known }
})

const openOf = Effect.fnUntraced(function* (organizationId: Conversation["organizationId"]) {
  const { rows } = yield* (yield* ConversationStore).list(
    organizationId,
    { ...everyConversation, status: "open" },
    { page: 1, limit: 100 }
  )
  return rows.map(({ conversation }) => conversation.id)
})

/** Answers in closed conversations (contract: Answers in closed conversations). */
export const answering = (it: Tests<StorePorts>) => {
  it.effect("answering: an answer in a closed conversation reopens it, and announces that before the message", () =>
    Effect.gen(function* () {
      const { at, closed, id, intent } = yield* givenClosed
      const before = (yield* eventsOf(id)).length
      const send = yield* intent({}, 90)
      const { located, outcome } = yield* answer(id, send, closed.id)

      assert.deepStrictEqual(located, { contactId: closed.contactId, conversationId: closed.id })
      const reopened: Conversation = { ...reopen(closed, seconds(at, 90)).conversation, unreadCount: 0 }
      assert.strictEqual(reopened.status, "open")
      assert.deepStrictEqual(yield* conversationOf(id, closed.id), reopened)
      assert.isNull(yield* conversationOf(id, send.conversation.id))
      assert.strictEqual((yield* messageOf(id, send.messageId))?.conversationId, closed.id)
      const slice = Option.getOrThrow(yield* (yield* MessageStore).list(id, closed.id, 10, null))
      assert.deepStrictEqual(
        slice.rows.map((message) => message.id)[0],
        send.messageId,
        "the answer is the newest message of the conversation"
      )
      assert.strictEqual(outcome._tag, "Accepted")
      const announced = (yield* eventsOf(id)).slice(before)
      assert.deepStrictEqual(announced[0], recorded(conversationOpened(send.conversationEvent.id, reopened, send.at)))
      assert.deepStrictEqual(
        announced.map(({ conversationId, type }) => [type, conversationId]),
        [
          ["conversation.opened", closed.id],
          ["message.sent", closed.id]
        ]
      )
    })
  )

  it.effect("answering: if another conversation is open by then, the answer joins it, and the closed one stays", () =>
    Effect.gen(function* () {
      const { closed, id, intent } = yield* givenClosed
      const running = yield* givenTalk({ id, intent }, {}, 70)
      const { located } = yield* answer(id, yield* intent({}, 90), closed.id)
      assert.strictEqual(located.conversationId, running.id)
      assert.deepStrictEqual(yield* conversationOf(id, closed.id), closed)

      const reservedFirst = yield* givenClosed
      const { recordOutcome, reserve } = yield* SendLedger
      const send = { ...(yield* reservedFirst.intent({}, 80)), answered: reservedFirst.closed.id }
      const reservation = yield* reserve(reservedFirst.id, send)
      const meanwhile = yield* givenTalk(reservedFirst, {}, 85)
      const at = seconds(reservedFirst.at, 90)
      const outcome = yield* accepted(send, reservation, { at })
      const joined = yield* recordOutcome(reservedFirst.id, send.messageId, outcome, at)
      assert.strictEqual(joined?.conversationId, meanwhile.id)
      assert.deepStrictEqual(yield* conversationOf(reservedFirst.id, reservedFirst.closed.id), reservedFirst.closed)
    })
  )

  it.effect("answering: a refused recipient leaves the conversation closed, an unknown outcome opens it", () =>
    Effect.gen(function* () {
      const { closed, id, intent } = yield* givenClosed
      yield* answer(id, yield* intent({}, 90), closed.id, noRecipient)
      assert.deepStrictEqual(yield* conversationOf(id, closed.id), closed)
      yield* answer(id, yield* intent({}, 91), closed.id, lost)
      assert.strictEqual((yield* conversationOf(id, closed.id))?.status, "open")
    })
  )

  it.effect("answering: an expired answer opens the conversation again", () =>
    Effect.gen(function* () {
      const { at, closed, id, intent } = yield* givenClosed
      const { expire, reserve } = yield* SendLedger
      yield* reserve(id, { ...(yield* intent({}, 90)), answered: closed.id })
      yield* expire(seconds(at, 100), seconds(at, 400), 1_000)
      assert.strictEqual((yield* conversationOf(id, closed.id))?.status, "open")
    })
  )

  it.effect("answering: a conversation of another contact, account or organization is never opened", () =>
    Effect.gen(function* () {
      const { at, closed, id, intent } = yield* givenClosed
      const other = yield* intent({ phone: phoneOf(1) }, 90)
      assert.strictEqual((yield* answer(id, other, closed.id)).located.conversationId, other.conversation.id)

      const second = yield* givenAccount(id)
      const elsewhere = yield* sendIntent(id, second.id, { at: seconds(at, 91) })
      assert.strictEqual((yield* answer(id, elsewhere, closed.id)).located.conversationId, elsewhere.conversation.id)

      const globex = yield* givenSender()
      const foreign = yield* globex.intent({}, 92)
      const { located } = yield* answer(globex.id, foreign, closed.id)
      assert.strictEqual(located.conversationId, foreign.conversation.id)

      const unknown = yield* intent({ phone: phoneOf(2) }, 93)
      const none = ConversationId.make(yield* uuid)
      assert.strictEqual((yield* answer(id, unknown, none)).located.conversationId, unknown.conversation.id)
      assert.deepStrictEqual(yield* conversationOf(id, closed.id), closed)
    })
  )

  it.effect("answering: concurrent answers, sends and reopenings leave one open conversation with all messages", () =>
    Effect.gen(function* () {
      const { closed, id, intent } = yield* givenClosed
      const next = yield* savedTalk(yield* givenTalk({ id, intent }, {}, 70), { status: "closed" })
      const { recordOutcome, reserve } = yield* SendLedger
      const { save } = yield* ConversationStore
      const sends = yield* Effect.forEach(Array.from({ length: 12 }), (_, count) =>
        Effect.map(intent({}, 90), (send) =>
          count % 3 === 0 ? send : { ...send, answered: count % 3 === 1 ? closed.id : next.id }
        )
      )
      const sendAll = Effect.forEach(
        sends,
        Effect.fnUntraced(function* (send) {
          const reservation = yield* reserve(id, send)
          const located = yield* recordOutcome(id, send.messageId, yield* accepted(send, reservation), send.at)
          return (located ?? reservation).conversationId
        }),
        { concurrency: "unbounded" }
      )
      const reopen = Effect.ignore(save({ ...next, status: "open" }))
      const [places] = yield* Effect.all([sendAll, reopen], { concurrency: "unbounded" })
      const open = yield* openOf(id)
      assert.strictEqual(open.length, 1)
      assert.deepStrictEqual([...new Set(places)], open)
    })
  )
}
