import { Effect } from "effect"
import { maxPage, maxPageSize } from "../../../../src/domain/text/Page.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { type ConversationOverview, ConversationStore } from "../../../../src/ports/conversations/ConversationStore.ts"
import { everyConversation, onChannel } from "../../../given/conversationFilters.ts"
import { givenSender, phoneOf } from "../../../given/given.ts"
import { givenPage } from "../../../given/givenPage.ts"
import { conversationOf } from "../../../given/seen.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { sendOff } from "../../../given/sendOff.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const all = { page: 1, limit: 100 }

const ids = (rows: ReadonlyArray<ConversationOverview>) => rows.map(({ conversation }) => conversation.id)

/** An organization that wrote to so many people, one second after the other; the last of them is listed first. */
const givenTalks = Effect.fnUntraced(function* (count: number) {
  const sender = yield* givenSender()
  const sends = yield* Effect.forEach(
    Array.from({ length: count }, (_, place) => place),
    (place) => sender.intent({ phone: phoneOf(place) }, place)
  )
  yield* Effect.forEach(sends, (send) => sendOff(sender.id, send))
  return { ...sender, sends, newest: sends.map(({ conversation }) => conversation.id).toReversed() }
})

/** Pages of conversations. */
export const listing = (it: Tests<StorePorts>) => {
  it.effect("shows every conversation once, the one last updated first, whatever the size of a page", () =>
    Effect.gen(function* () {
      const { id, newest } = yield* givenTalks(7)
      const { list } = yield* ConversationStore
      for (let limit = 1; limit <= newest.length + 1; limit++) {
        for (let page = 1; page <= Math.ceil(newest.length / limit); page++) {
          const shown = yield* list(id, everyConversation, { page, limit })
          assert.deepStrictEqual(ids(shown.rows), newest.slice((page - 1) * limit, page * limit))
          assert.strictEqual(shown.total, newest.length)
        }
      }
      for (const page of [
        { page: 8, limit: 1 },
        { page: maxPage, limit: maxPageSize }
      ]) {
        assert.deepStrictEqual(yield* list(id, everyConversation, page), { rows: [], total: 7 })
      }
    })
  )

  it.effect("brings a conversation to the top in which something is said", () =>
    Effect.gen(function* () {
      const { id, intent, newest } = yield* givenTalks(3)
      const [last, middle, first] = newest
      yield* sendOff(id, yield* intent({ phone: phoneOf(0) }, 10))
      const { rows } = yield* (yield* ConversationStore).list(id, everyConversation, all)
      assert.deepStrictEqual(ids(rows), [first, last, middle])
    })
  )

  it.effect("shows a closed conversation beside the one that follows it", () =>
    Effect.gen(function* () {
      const { id, intent } = yield* givenSender()
      const closed = yield* intent({ conversation: { status: "closed" } })
      const next = yield* intent({}, 1)
      yield* sendOff(id, closed)
      yield* sendOff(id, next)
      const { rows, total } = yield* (yield* ConversationStore).list(id, everyConversation, all)
      assert.deepStrictEqual(ids(rows), [next.conversation.id, closed.conversation.id])
      assert.strictEqual(total, 2)
    })
  )

  it.effect("keeps channels and organizations apart", () =>
    Effect.gen(function* () {
      const acme = yield* givenTalks(2)
      const globex = yield* givenTalks(1)
      const { list } = yield* ConversationStore
      const page = yield* givenPage(acme.id, acme.at)
      const instagram = yield* givenPage(acme.id, acme.at, "instagram")
      const sends = [yield* page.intentTo("same"), yield* instagram.intentTo("same")]
      yield* Effect.forEach(sends, (send) => sendOff(acme.id, send))

      const listed = (id: typeof acme.id) =>
        Effect.forEach(["whatsapp", "messenger", "instagram"] as const, (channel) =>
          Effect.map(list(id, onChannel(channel), all), ({ rows, total }) => [total, ...ids(rows)])
        )
      const [messenger, direct] = sends.map(({ conversation }) => conversation.id)
      assert.deepStrictEqual(yield* listed(acme.id), [
        [2, ...acme.newest],
        [1, messenger],
        [1, direct]
      ])
      assert.strictEqual((yield* list(acme.id, everyConversation, all)).total, 4)
      assert.deepStrictEqual(yield* listed(globex.id), [[1, ...globex.newest], [0], [0]])
    })
  )

  it.effect("shows nothing of a contact who was deleted, closed conversations included", () =>
    Effect.gen(function* () {
      const { id, intent, newest, sends } = yield* givenTalks(3)
      const { list } = yield* ConversationStore
      const closed = yield* intent({ phone: phoneOf(9), conversation: { status: "closed" } }, 8)
      const after = yield* intent({ phone: phoneOf(9) }, 9)
      const { contactId } = yield* sendOff(id, closed)
      yield* sendOff(id, after)
      assert.strictEqual((yield* list(id, everyConversation, all)).total, 5)

      const { remove } = yield* ContactStore
      yield* remove(id, contactId)
      for (const { contact } of sends.slice(0, 1)) yield* remove(id, contact.id)

      for (const { conversation } of [closed, after, ...sends.slice(0, 1)]) {
        assert.isNull(yield* conversationOf(id, conversation.id))
      }
      const { rows, total } = yield* list(id, everyConversation, all)
      assert.deepStrictEqual([total, ...ids(rows)], [2, ...newest.slice(0, 2)])
    })
  )
}
