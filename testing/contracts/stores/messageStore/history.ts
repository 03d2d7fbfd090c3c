import { Effect, Option } from "effect"
import { withConversation, withMessage } from "../../../../src/domain/inbound/InboxState.ts"
import { MessageId, type OrganizationId } from "../../../../src/domain/Ids.ts"
import { maxPageBytes } from "../../../../src/domain/text/Page.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { type HistoryRequest, MessageStore } from "../../../../src/ports/messages/MessageStore.ts"
import { SendLedger } from "../../../../src/ports/sends/SendLedger.ts"
import { seconds } from "../../../given/era.ts"
import { givenSender, phoneOf, uuid } from "../../../given/given.ts"
import { changed, saidIn, talkWith } from "../../../given/inbox.ts"
import { sendOff } from "../../../given/sendOff.ts"
import { assert } from "../../assert.ts"
import type { StorePorts } from "../../StorePorts.ts"
import type { Tests } from "../../Suite.ts"
import { givenConversations } from "../inbox/savingMessages.ts"

const everything: HistoryRequest = { of: null, since: null, before: null, limit: 100, examined: 1_000 }

const historyOf = Effect.fnUntraced(function* (id: OrganizationId, request: Partial<HistoryRequest> = {}) {
  return yield* (yield* MessageStore).history(id, { ...everything, ...request })
})

/** The ids of a page, and the next page's cursor. */
const page = Effect.fnUntraced(function* (id: OrganizationId, request: Partial<HistoryRequest> = {}) {
  const { next, rows } = Option.getOrThrow(yield* historyOf(id, request))
  return { ids: rows.map(({ message }) => message.id), next }
})

/** The ids of all pages, one after the other. */
const pages = Effect.fnUntraced(function* (id: OrganizationId, request: Partial<HistoryRequest>) {
  const found: Array<MessageId> = []
  let before: MessageId | null = null
  do {
    const { ids, next }: Effect.Success<ReturnType<typeof page>> = yield* page(id, { ...request, before })
    found.push(...ids)
    before = next
  } while (before !== null)
  return found
})

/** A contact with five messages: three in a conversation on the number, one in a closed one there, one on the Page. */
const givenHistory = Effect.gen(function* () {
  const scene = yield* givenConversations
  const { account, at, id, onPage, person, thread } = scene
  const closed = yield* talkWith(account, person, at, { status: "closed" })
  yield* changed(id, at, {}, (state) => withConversation(state, closed))
  const places = [
    [thread, 10],
    [closed, 20],
    [onPage, 30],
    [thread, 50],
    [thread, 40]
  ] as const
  const said = yield* Effect.forEach(places, ([where, place]) => saidIn(where, seconds(at, place), "inbound"))
  for (const one of said) yield* changed(id, at, {}, (state) => withMessage(state, one))
  return { ...scene, closed, ids: said.map(({ message }) => message.id) }
})

/** Pages of messages of an organization, a contact or a conversation. */
export const history = (it: Tests<StorePorts>) => {
  it.effect(
    "message history: conversations and contacts are listed by time, an organization by what was learned last",
    () =>
      Effect.gen(function* () {
        const { id, ids, onPage, person, thread } = yield* givenHistory
        const message = (place: number) => ids[place] ?? assert.fail("no message")
        const [first, second, third, last, fourth] = [message(0), message(1), message(2), message(3), message(4)]
        const ofContact = { _tag: "Contact", id: person.contact.id } as const
        const ofThread = { _tag: "Conversation", id: thread.conversation.id } as const
        for (const limit of [1, 2, 3, 100]) {
          assert.deepStrictEqual(yield* pages(id, { limit }), ids.toReversed())
          assert.deepStrictEqual(yield* pages(id, { limit, examined: 2 }), ids.toReversed())
          assert.deepStrictEqual(yield* pages(id, { limit, of: ofContact }), [last, fourth, third, second, first])
          assert.deepStrictEqual(yield* pages(id, { limit, of: ofThread }), [last, fourth, first])
        }
        assert.deepStrictEqual(yield* page(id, { limit: 2, of: ofContact }), { ids: [last, fourth], next: fourth })
        assert.deepStrictEqual(yield* page(id, { of: { _tag: "Conversation", id: onPage.conversation.id } }), {
          ids: [third],
          next: null
        })
      })
  )

  it.effect("message history: since leaves out earlier messages, however they were learned of", () =>
    Effect.gen(function* () {
      const { at, id, ids, person, thread } = yield* givenHistory
      const message = (place: number) => ids[place] ?? assert.fail("no message")
      const [third, last, fourth] = [message(2), message(3), message(4)]
      const since = seconds(at, 30)
      assert.deepStrictEqual(yield* pages(id, { since, limit: 1 }), [fourth, last, third])
      assert.deepStrictEqual(yield* pages(id, { since, limit: 2, of: { _tag: "Contact", id: person.contact.id } }), [
        last,
        fourth,
        third
      ])
      assert.deepStrictEqual(yield* page(id, { since, of: { _tag: "Conversation", id: thread.conversation.id } }), {
        ids: [last, fourth],
        next: null
      })
      assert.deepStrictEqual(yield* page(id, { since: seconds(at, 3_600), examined: 2 }), { ids: [], next: null })
    })
  )

  it.effect("message history: pending messages, deleted contacts and other organizations are left out", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const { reserve } = yield* SendLedger
      const [sent, gone] = [yield* sender.intent(), yield* sender.intent({ phone: phoneOf(7) })]
      yield* sendOff(sender.id, sent)
      const { contactId, conversationId } = yield* sendOff(sender.id, gone)
      const pending = yield* sender.intent()
      yield* reserve(sender.id, pending)
      const before = yield* page(sender.id)
      assert.deepStrictEqual(before.ids, [gone.messageId, sent.messageId])
      yield* (yield* ContactStore).remove(sender.id, contactId)
      assert.deepStrictEqual((yield* page(sender.id)).ids, [sent.messageId])
      const empty = { ids: [], next: null }
      assert.deepStrictEqual(yield* page(sender.id, { of: { _tag: "Contact", id: contactId } }), empty)
      assert.deepStrictEqual(yield* page(sender.id, { of: { _tag: "Conversation", id: conversationId } }), empty)

      const globex = yield* givenSender()
      assert.deepStrictEqual(yield* page(globex.id), empty)
      const unknown = MessageId.make(yield* uuid)
      const of = { _tag: "Contact", id: contactId } as const
      assert.isTrue(Option.isNone(yield* historyOf(sender.id, { of, before: unknown })))
      assert.isTrue(Option.isNone(yield* historyOf(sender.id, { of, before: pending.messageId })))
      assert.isTrue(Option.isNone(yield* historyOf(globex.id, { of, before: sent.messageId })))
    })
  )

  it.effect("message history: messages name what they answer, and a page ends at its size in bytes", () =>
    Effect.gen(function* () {
      const { at, id, ids, thread } = yield* givenHistory
      const of = { _tag: "Conversation", id: thread.conversation.id } as const
      const asked = Option.getOrThrow(yield* (yield* MessageStore).find(id, ids[0] ?? assert.fail("no message")))
      const reply_to = { message_id: asked.platformMessageId }
      const large = { text: "x".repeat(maxPageBytes / 2), reply_to }
      const answers = yield* Effect.forEach([60, 61, 62], (place) =>
        saidIn(thread, seconds(at, place), "inbound", { content: large })
      )
      for (const one of answers) yield* changed(id, at, {}, (state) => withMessage(state, one))
      const newest = answers.map(({ message }) => message.id).toReversed()
      for (const request of [{ of }, {}]) {
        const { next, rows } = Option.getOrThrow(yield* historyOf(id, request))
        assert.deepStrictEqual(
          rows.map(({ message }) => message.id),
          newest.slice(0, 1)
        )
        assert.strictEqual(next, newest[0])
        assert.strictEqual(rows[0]?.quoted?.id, asked.id)
      }
      assert.deepStrictEqual((yield* pages(id, { of })).slice(0, 3), newest)
    })
  )
}
