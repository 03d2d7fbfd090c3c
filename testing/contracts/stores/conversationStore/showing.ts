import { Effect, Option } from "effect"
import { ConversationId } from "../../../../src/domain/Ids.ts"
import { messagePreview } from "../../../../src/domain/messages/messageText.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { type ConversationOverview, ConversationStore } from "../../../../src/ports/conversations/ConversationStore.ts"
import { type SendIntent, SendLedger } from "../../../../src/ports/sends/SendLedger.ts"
import { seconds } from "../../../given/era.ts"
import { everyConversation, onChannel } from "../../../given/conversationFilters.ts"
import { givenSender, someone, uuid } from "../../../given/given.ts"
import { givenPage } from "../../../given/givenPage.ts"
import { conversationOf } from "../../../given/seen.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { sendOff } from "../../../given/sendOff.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const all = { page: 1, limit: 100 }

/** The conversation that the send opened, as lists show it before any other change. */
const opened = ({ at, contact, content, conversation, type }: SendIntent): ConversationOverview => ({
  conversation,
  contact: { id: contact.id, name: contact.name, phone: contact.phone },
  lastMessage: { text: messagePreview(type, content), direction: "outbound", createdAt: at }
})

/** The overview of a conversation. */
export const showing = (it: Tests<StorePorts>) => {
  it.effect("conversation overviews: one is found in its organization, and an unknown id is absent", () =>
    Effect.gen(function* () {
      const { id, intent } = yield* givenSender()
      const globex = yield* givenSender()
      const send = yield* intent({ conversation: { status: "escalated" } })
      yield* sendOff(id, send)

      assert.deepStrictEqual(yield* conversationOf(id, send.conversation.id), send.conversation)
      assert.isNull(yield* conversationOf(globex.id, send.conversation.id))
      assert.isNull(yield* conversationOf(id, ConversationId.make(yield* uuid)))
    })
  )

  it.effect("conversation overviews: the contact and the last message are shown", () =>
    Effect.gen(function* () {
      const { id, intent } = yield* givenSender()
      const { list } = yield* ConversationStore
      const first = yield* intent({ contact: { name: "Ada \u{1F680}" } })
      yield* sendOff(id, first)
      assert.deepStrictEqual(yield* list(id, everyConversation, all), { rows: [opened(first)], total: 1 })

      const last = yield* intent({ type: "text", content: { text: '漢 \u2028 "\\', n: [1e21, null] } }, 70)
      yield* sendOff(id, last)
      yield* sendOff(id, yield* intent({ content: { text: "late" } }, 30))

      const { conversation } = first
      assert.deepStrictEqual(yield* list(id, everyConversation, all), {
        rows: [
          { ...opened(last), conversation: { ...conversation, updatedAt: last.at }, contact: opened(first).contact }
        ],
        total: 1
      })
    })
  )

  it.effect("conversation overviews: a long message is shortened, and a template has its name", () =>
    Effect.gen(function* () {
      const { id, intent } = yield* givenSender()
      const { detail, list } = yield* ConversationStore
      const long = yield* intent({ type: "text", content: { text: "\u{1F680}".repeat(300_000) } })
      const { conversationId } = yield* sendOff(id, long)
      const preview = Effect.gen(function* () {
        const [row] = (yield* list(id, everyConversation, all)).rows
        const found = Option.getOrThrow(yield* detail(id, conversationId))
        assert.deepStrictEqual(found.lastMessage, row?.lastMessage)
        return row?.lastMessage?.text
      })
      assert.strictEqual(yield* preview, "\u{1F680}".repeat(256))
      yield* sendOff(id, yield* intent({}, 1))
      assert.strictEqual(yield* preview, "[template: welcome]")
    })
  )

  it.effect("conversation overviews: of two messages with one time, the one learned of later is the last", () =>
    Effect.gen(function* () {
      const { id, intent } = yield* givenSender()
      const { list } = yield* ConversationStore
      const sends = yield* Effect.forEach(["one", "two"], (text) => intent({ content: { text } }))
      yield* Effect.forEach(sends.toReversed(), (send) => sendOff(id, send))
      const last = Effect.map(list(id, everyConversation, all), ({ rows }) => rows.map((row) => row.lastMessage?.text))
      assert.deepStrictEqual(yield* last, ["one"])
      yield* sendOff(id, yield* intent({ content: { text: "behind" } }, -5))
      assert.deepStrictEqual(yield* last, ["behind"])
      yield* (yield* SendLedger).reserve(id, yield* intent({ content: { text: "on its way" } }, 5))
      assert.deepStrictEqual(yield* last, ["behind"])
    })
  )

  it.effect("conversation overviews: concurrent sends leave the last update, in any order", () =>
    Effect.gen(function* () {
      const { at, id, intent } = yield* givenSender()
      const { list } = yield* ConversationStore
      for (const moment of [0, 200]) {
        const sends = yield* Effect.forEach([40, 100, 60, 20], (later) => intent({}, moment + later))
        yield* Effect.forEach(sends, (send) => sendOff(id, send), { concurrency: "unbounded" })
        const { rows, total } = yield* list(id, everyConversation, all)
        assert.strictEqual(total, 1)
        assert.deepStrictEqual(rows[0]?.conversation.updatedAt, seconds(at, moment + 100))
        assert.deepStrictEqual(rows[0]?.lastMessage?.createdAt, seconds(at, moment + 100))
      }
    })
  )

  it.effect("conversation overviews: the current contact is shown, and a Messenger person has no number", () =>
    Effect.gen(function* () {
      const { at, id, intent } = yield* givenSender()
      const page = yield* givenPage(id, at)
      const { list } = yield* ConversationStore
      const known = yield* intent()
      const person = yield* page.intentTo("psid", { contact: { name: "Grace" } })
      yield* sendOff(id, known)
      yield* sendOff(id, person)
      yield* (yield* ContactStore).save({ ...known.contact, name: "Ada" })

      const contact = { id: known.contact.id, name: "Ada", phone: someone }
      assert.deepStrictEqual(yield* list(id, onChannel("whatsapp"), all), {
        rows: [{ ...opened(known), contact }],
        total: 1
      })
      assert.deepStrictEqual(yield* list(id, onChannel("messenger"), all), { rows: [opened(person)], total: 1 })
    })
  )
}
