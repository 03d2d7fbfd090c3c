import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { Inbound } from "../../../src/domain/inbound/Inbound.ts"
import { messagePreview } from "../../../src/domain/messages/messageText.ts"
import { standardContent } from "../../../src/domain/messages/standardContent.ts"
import { fromPerson, metadata, ofPage, ofWhatsApp, pageId, read } from "./deliveries.ts"
import { areHere, deliveries } from "./fixtures.ts"
import { withPlainKeys } from "../../support/database/withPlainKeys.ts"
import { Edits, mutated, Pick } from "./mutated.ts"
import { cases } from "../../support/effort.ts"

const codec = Schema.fromJsonString(Inbound)
const encode = Schema.encodeSync(codec)
const decode = Schema.decodeSync(codec)

/** Checks that every item is storable, unchanged when read again, and presentable. */
const holds = (delivery: unknown) => {
  const items = read(delivery)
  for (const item of items) {
    const kept = encode(item)
    assert.strictEqual(encode(decode(kept)), kept)
    assert.notInclude(kept, String.raw`\u0000`)
    assert.isTrue(kept.isWellFormed())
    if (item._tag !== "MessageReceived") continue
    assert.isTrue(standardContent(item).content !== undefined)
    assert.isString(messagePreview(item.type, item.content))
  }
  return items
}

/** The value as it arrives in JSON, without unrepresentable parts. */
const arrived = (json: unknown): unknown => JSON.parse(JSON.stringify(json) ?? "null")

const isRecord = Schema.is(Schema.Record(Schema.String, Schema.Json))

const maybe = <S extends Schema.Constraint>(schema: S) => Schema.Union([schema, Schema.Json])
const Event = Schema.Literals(["message", "message_edit", "postback", "reaction", "delivery", "read", "optin", "x"])
const List = Schema.Literals(["messages", "statuses", "errors", "message_echoes", "user_preferences", "user_id_update"])
const Field = Schema.Literals(["messages", "smb_message_echoes", "user_preferences", "message_template_status_update"])

const Messaging = Schema.Array(Schema.Struct({ event: Event, item: Schema.Json, sender: Schema.Json }))
const Changes = Schema.Array(Schema.Struct({ field: Field, list: List, items: Schema.Array(Schema.Json) }))
const isMessaging = Schema.is(Messaging)
const isChanges = Schema.is(Changes)

/** The outer shape of a delivery, with anything inside. */
const Envelope = Schema.Struct({
  object: Schema.Literals(["whatsapp_business_account", "page", "instagram", "user"]),
  entry: Schema.Array(
    Schema.Struct({
      id: maybe(Schema.Literals(["0", "1"])),
      time: Schema.Json,
      messaging: maybe(Messaging),
      changes: maybe(Changes)
    })
  )
})

/** The envelope with its items under the names that the platforms give them. */
const delivery = ({ entry, object }: typeof Envelope.Type) => ({
  object,
  entry: entry.map(({ changes, messaging, ...rest }) => ({
    ...rest,
    messaging: isMessaging(messaging)
      ? messaging.map(({ event, item, sender }) => ({
          sender: { id: sender },
          recipient: { id: "1" },
          [event]: item
        }))
      : messaging,
    changes: isChanges(changes)
      ? changes.map(({ field, items, list }) => ({ field, value: { metadata, [list]: items } }))
      : changes
  }))
})

describe("arbitrary input", () => {
  it.prop("inbound: any JSON is read without an exception", { json: Schema.Json }, ({ json }) => {
    assert.isNotEmpty(holds(arrived(json)))
  })

  it.prop(
    "inbound: JSON similar to a delivery is read without an exception",
    { envelope: Envelope },
    ({ envelope }) => {
      holds(arrived(delivery(envelope)))
    },
    { arbitrary: { runs: cases(300, 1_000) } }
  )

  it.prop(
    "inbound: any JSON inside a message is read without an exception",
    { message: Schema.Json, item: Schema.Json },
    (given) => {
      const [message, item] = [withPlainKeys(given.message), withPlainKeys(given.item)]
      assert.isNotEmpty(holds(ofWhatsApp({ messages: [message], statuses: [item] })))
      const parts = isRecord(message) ? message : {}
      assert.lengthOf(holds(ofWhatsApp({ messages: [{ ...parts, id: "a", from: "16505551234" }] })), 1)
      assert.lengthOf(holds(ofPage(fromPerson(pageId, { message: { mid: "m", ...parts } }))), 1)
    }
  )
})

describe.skipIf(!areHere)("input similar to a delivery", () => {
  it.prop(
    "inbound: JSON similar to an item is read without an exception",
    { pick: Pick, edits: Edits },
    ({ edits, pick }) => {
      const [, json = null] = deliveries[pick % deliveries.length] ?? []
      holds(mutated(json, edits))
    },
    { arbitrary: { runs: cases(500, 2_000) } }
  )
})
