import { DateTime, Effect } from "effect"
import { contactCreated } from "../../../../src/domain/webhooks/Event.ts"
import { conversationOpened } from "../../../../src/domain/webhooks/conversationEvents.ts"
import { CountryCode } from "../../../../src/domain/contacts/PhoneNumber.ts"
import type { Webhook } from "../../../../src/domain/webhooks/Webhook.ts"
import { SendLedger } from "../../../../src/ports/sends/SendLedger.ts"
import { givenSender, givenWebhook, someone } from "../../../given/given.ts"
import {
  contactKnownBy,
  contactOf,
  conversationOf,
  eventsOf,
  idsOf,
  messageOf,
  outstandingOf,
  recorded,
  usedBy
} from "../../../given/seen.ts"
import { lostMessage, sendOff } from "../../../given/sendOff.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const text = "Ünïcödé \u{1F469}\u200D\u{1F680} 漢字 שלום a\u0301 \u2028 \"'\\ \t\r\n {}[],; $1 ?"

/** What goes in comes out, and nowhere else. */
export const keeping = (it: Tests<StorePorts>) => {
  it.effect("gives back every text, list, null and instant as it was", () =>
    Effect.gen(function* () {
      const { at, id, ...sender } = yield* givenSender()
      const ends = DateTime.add(at, { milliseconds: 999 })
      const intent = yield* sender.intent({
        at: ends,
        contact: {
          name: text,
          email: "ada@example.com",
          countryCode: CountryCode.make("US"),
          tags: ["", "null", "NULL", "a,b", '{"c"}', "\\", text, "vip", "vip"],
          labels: [text, ""],
          attributes: { [text]: [null, { y: 1, x: [0.1, 1e21, -7] }], "10": true, "9": "" },
          source: "whatsapp",
          isBlocked: true,
          optedIn: true,
          createdAt: DateTime.add(at, { milliseconds: 1 }),
          updatedAt: DateTime.add(at, { milliseconds: 2 })
        },
        conversation: { status: "ai_handling", createdAt: DateTime.add(at, { milliseconds: 500 }) },
        type: "document",
        content: {
          [text]: { nested: [[], {}, null, true, false, 0, -1.5, 1e21, 9007199254740991, "", [text]] },
          caption: text
        }
      })
      const { contact, conversation } = intent

      const reservation = yield* sendOff(id, intent)

      assert.deepStrictEqual(yield* contactOf(id, contact.id), contact)
      assert.deepStrictEqual(yield* conversationOf(id, conversation.id), conversation)
      assert.deepStrictEqual(yield* messageOf(id, intent.messageId), lostMessage(intent, reservation))
      assert.deepStrictEqual(yield* eventsOf(id), [
        recorded(contactCreated(intent.contactEvent.id, contact, "whatsapp")),
        recorded(conversationOpened(intent.conversationEvent.id, conversation))
      ])
    })
  )

  it.effect("keeps content of a megabyte whole, beside others of the same moment", () =>
    Effect.gen(function* () {
      const { id, ...sender } = yield* givenSender()
      const { reserve } = yield* SendLedger
      const intents = yield* Effect.forEach([1, 350_000, 2], (length) =>
        sender.intent({ type: "text", content: { text: "漢".repeat(length) } })
      )
      yield* Effect.forEach(intents, (intent) => reserve(id, intent), { concurrency: "unbounded" })
      for (const { content, messageId } of intents) {
        assert.deepStrictEqual((yield* messageOf(id, messageId))?.content, content)
      }
    })
  )

  it.effect("knows the contacts of an organization in that one only", () =>
    Effect.gen(function* () {
      const acme = yield* givenSender()
      const globex = yield* givenSender()
      const one = yield* acme.intent()
      const other = yield* globex.intent()

      yield* sendOff(acme.id, one)
      yield* sendOff(globex.id, other)

      assert.deepStrictEqual(yield* contactKnownBy(acme.id, someone), one.contact)
      assert.deepStrictEqual(yield* contactKnownBy(globex.id, someone), other.contact)
      assert.strictEqual((yield* eventsOf(globex.id)).length, 2)
      assert.strictEqual(yield* usedBy(globex.id, globex.at), 1)
    })
  )

  it.effect("queues the announcements that a subscription has asked for, while it is active", () =>
    Effect.gen(function* () {
      const queuedFor = Effect.fnUntraced(function* (webhook?: Partial<Webhook>) {
        const { at, id, ...sender } = yield* givenSender(webhook && { webhook })
        const intent = yield* sender.intent()
        yield* sendOff(id, intent)
        yield* givenWebhook(id, { ...webhook, status: "active" })
        const queued = idsOf(yield* outstandingOf(id, at))
        return [queued.includes(intent.contactEvent.id), queued.includes(intent.conversationEvent.id), queued.length]
      })

      assert.deepStrictEqual(yield* queuedFor({}), [true, true, 2])
      assert.deepStrictEqual(yield* queuedFor({ events: ["conversation.opened"] }), [false, true, 1])
      assert.deepStrictEqual(yield* queuedFor({ events: ["message.received"] }), [false, false, 0])
      assert.deepStrictEqual(yield* queuedFor({ status: "disabled" }), [false, false, 0])
      assert.deepStrictEqual(yield* queuedFor(), [false, false, 0])
    })
  )
}
