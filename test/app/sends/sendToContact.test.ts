import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { WhatsAppPlatform } from "../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import { sendToContact } from "../../../src/app/sends/sendToContact.ts"
import { PhoneNumber } from "../../../src/domain/contacts/PhoneNumber.ts"
import { WhatsAppContent } from "../../../src/domain/messages/WhatsAppContent.ts"
import { phoneOf } from "../../../testing/given/given.ts"
import { givenContact } from "../../../testing/given/givenContact.ts"
import { contactKnownBy, conversationOf, messageOf, usedBy } from "../../../testing/given/seen.ts"
import { announcedBy, teamWorld, givenConversation, givenTeam } from "../conversations/supportTeam.ts"

const hello = WhatsAppContent.cases.Text.make({ text: "Hello" })
const brazilian = PhoneNumber.make("5511987654321")

const asked = Effect.flatMap(WhatsAppPlatform, (platform) => platform.requests)

describe("sendToContact", () => {
  it.effect("sends to a contact with another form of the number, and records the opened conversation", () =>
    Effect.gen(function* () {
      const { account, ada, id, now } = yield* givenTeam
      const contact = yield* givenContact(id, { phone: brazilian })
      const send = sendToContact(ada.access, "+55 (11) 8765-4321", hello)
      const { events, result } = yield* announcedBy(id, send)
      assert.deepStrictEqual(Object.keys(result).toSorted(), [
        "contactId",
        "conversationId",
        "messageId",
        "platformMessageId"
      ])
      assert.strictEqual(result.contactId, contact.id)
      assert.strictEqual<string>(result.platformMessageId, "wamid.1")
      assert.deepStrictEqual(
        (yield* asked).map(({ content, from, to }) => [from.account.id, String(to), content]),
        [[account.id, "551187654321", hello]]
      )
      assert.deepStrictEqual(yield* messageOf(id, result.messageId), {
        id: result.messageId,
        organizationId: id,
        conversationId: result.conversationId,
        contactId: contact.id,
        channel: "whatsapp",
        channelAccountId: account.id,
        direction: "outbound",
        peer: "551187654321",
        type: "text",
        content: { text: "Hello" },
        status: "sent",
        platformMessageId: result.platformMessageId,
        failure: null,
        deliveredAt: null,
        readAt: null,
        annotations: {},
        createdAt: now
      })
      assert.deepStrictEqual(events, [
        {
          type: "conversation.opened",
          conversationId: result.conversationId,
          occurredAt: now,
          data: {
            conversation: {
              id: result.conversationId,
              contact_id: contact.id,
              channel: "whatsapp",
              status: "open"
            }
          }
        },
        {
          type: "message.sent",
          conversationId: result.conversationId,
          occurredAt: now,
          data: {
            channel: "whatsapp",
            message_id: "wamid.1",
            to: "551187654321",
            type: "text",
            content: { text: "Hello" },
            status: "sent",
            timestamp: DateTime.formatIso(now)
          }
        }
      ])
      assert.strictEqual((yield* contactKnownBy(id, PhoneNumber.make("551187654321")))?.id, contact.id)
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("uses the open conversation, or opens another one if it is closed", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const { ada, bob, id } = team
      const running = yield* givenConversation(team, { assigneeId: ada.user.id, status: "ai_handling" })
      const closed = yield* givenConversation(team, { assigneeId: bob.user.id, status: "closed" }, 1)
      const sent = yield* Effect.forEach([0, 1], (count) => sendToContact(ada.access, phoneOf(count), hello))
      assert.deepStrictEqual(
        sent.map(({ contactId }) => contactId),
        [running.contactId, closed.contactId]
      )
      const [first, second] = yield* Effect.forEach(sent, ({ conversationId }) => conversationOf(id, conversationId))
      assert.deepStrictEqual([first?.id, first?.status], [running.id, "ai_handling"])
      assert.notStrictEqual(second?.id, closed.id)
      assert.strictEqual(second?.status, "open")
      assert.deepStrictEqual(yield* conversationOf(id, closed.id), closed)
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("uses one unit of the month, and announces a template without its values", () =>
    Effect.gen(function* () {
      const { id, now, service } = yield* givenTeam
      const contact = yield* givenContact(id)
      const components = [{ type: "body", parameters: [{ type: "text", text: "Ada" }] }]
      const template = WhatsAppContent.cases.Template.make({ name: "welcome", languageCode: "en", components })
      const { events, result } = yield* announcedBy(id, sendToContact(service, `+${contact.phone}`, template))
      assert.deepStrictEqual((yield* messageOf(id, result.messageId))?.content, {
        template: { name: "welcome", language: "en", components }
      })
      assert.deepInclude(events.at(-1)?.data, { content: { template: { name: "welcome", language: "en" } } })
      assert.strictEqual(yield* usedBy(id, now), 1)
    }).pipe(Effect.provide(teamWorld))
  )
})
