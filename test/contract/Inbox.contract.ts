import { assert, layer } from "@effect/vitest"
import { Effect, type Layer, Option } from "effect"
import { ContactId, ConversationId, MessageId } from "../../src/domain/Ids.ts"
import { PhoneNumber } from "../../src/domain/PhoneNumber.ts"
import { Inbox } from "../../src/ports/Inbox.ts"
import { SendLedger } from "../../src/ports/SendLedger.ts"
import { givenSender, phoneOf, uuid } from "../support/given.ts"
import { pendingMessage } from "../support/seen.ts"
import type { StorePorts } from "../support/StorePorts.ts"

/** Forms of one number, per country that has two of them. */
const forms = [
  ["5511987654321", "551187654321"],
  ["5215512345678", "525512345678"],
  ["5491123456789", "541123456789"]
].map((pair) => pair.map((form) => PhoneNumber.make(form)))

/** Numbers that look like a form of one of those, and are none. */
const neighbours = ["5511987654322", "551198765432", "15512345678", "5511327654321", "4491123456789"].map((digits) =>
  PhoneNumber.make(digits)
)

export const inboxContract = <E>(name: string, ports: Layer.Layer<StorePorts, E>) =>
  layer(ports, { timeout: "60 seconds" })(`Inbox: ${name}`, (it) => {
    it.effect("finds a contact under every form of their number, and under no other number", () =>
      Effect.gen(function* () {
        const { id, ...sender } = yield* givenSender()
        const { findContactByPhone } = yield* Inbox
        const { reserve } = yield* SendLedger
        for (const pair of forms) {
          for (const phone of pair.slice(0, 1)) {
            const intent = yield* sender.intent({ phone })
            yield* reserve(id, intent)
            for (const form of pair) {
              assert.deepStrictEqual(yield* findContactByPhone(id, form), Option.some(intent.contact))
            }
          }
        }
        for (const phone of neighbours) {
          assert.deepStrictEqual(yield* findContactByPhone(id, phone), Option.none())
        }
      })
    )

    it.effect("finds nothing under an id that nothing has", () =>
      Effect.gen(function* () {
        const { id } = yield* givenSender()
        const inbox = yield* Inbox
        const nothing = yield* uuid
        assert.deepStrictEqual(yield* inbox.findContact(id, ContactId.make(nothing)), Option.none())
        assert.deepStrictEqual(yield* inbox.findConversation(id, ConversationId.make(nothing)), Option.none())
        assert.deepStrictEqual(yield* inbox.findMessage(id, MessageId.make(nothing)), Option.none())
        assert.deepStrictEqual(yield* inbox.findContactByPhone(id, phoneOf(1)), Option.none())
      })
    )

    it.effect("gives what belongs to an organization to that one only", () =>
      Effect.gen(function* () {
        const { id, ...sender } = yield* givenSender()
        const globex = yield* givenSender()
        const inbox = yield* Inbox
        const intent = yield* sender.intent()
        const { contact, conversation, messageId } = intent
        const reservation = yield* (yield* SendLedger).reserve(id, intent)

        const seenBy = (organization: typeof id) =>
          Effect.all([
            inbox.findContact(organization, contact.id),
            inbox.findContactByPhone(organization, contact.phone),
            inbox.findConversation(organization, conversation.id),
            inbox.findMessage(organization, messageId)
          ])

        assert.deepStrictEqual(yield* seenBy(id), [
          Option.some(contact),
          Option.some(contact),
          Option.some(conversation),
          Option.some(pendingMessage(intent, reservation))
        ])
        assert.deepStrictEqual(yield* seenBy(globex.id), [Option.none(), Option.none(), Option.none(), Option.none()])
      })
    )
  })
