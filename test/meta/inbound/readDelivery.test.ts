import { assert, describe, it } from "@effect/vitest"
import type { Schema } from "effect"
import { maxNesting } from "../../../src/adapters/meta/inbound/PlatformJson.ts"
import {
  fromPerson,
  instagramId,
  metadata,
  ofInstagram,
  ofPage,
  ofWhatsApp,
  onlyItem,
  pageId,
  psid,
  read,
  received
} from "./deliveries.ts"

type JsonObject = Readonly<Record<string, Schema.Json>>

const hello = fromPerson(pageId, { message: { mid: "m_A", text: "Hi" } })
const unplaced = { channel: null, accountExternalId: null, businessAccountId: null }

/** Kind and message of each item, in order. */
const outline = (delivery: unknown) =>
  read(delivery).map((item) => {
    if (item._tag === "MessageReceived") return item.platformMessageId
    if (item._tag === "StatusReported") return `${item.platformMessageId} ${item.status}`
    return item._tag
  })

describe("reading deliveries", () => {
  it("deliveries: entries, changes, messages and statuses are read in order, each with its account", () => {
    const text = (id: string) => ({
      from: "16505551234",
      id,
      timestamp: "1749416383",
      type: "text",
      text: { body: id }
    })
    const status = { id: "wamid.ours", status: "read", timestamp: "1749416383" }
    const value = (phoneNumberId: string, ...ids: ReadonlyArray<string>) => ({
      field: "messages",
      value: { metadata: { ...metadata, phone_number_id: phoneNumberId }, messages: ids.map(text), statuses: [status] }
    })
    const delivery = {
      object: "whatsapp_business_account",
      entry: [
        { id: "1", changes: [value("11", "a", "b"), value("12", "c")] },
        { id: "2", changes: [value("21", "d")] }
      ]
    }
    const ours = "wamid.ours read"
    assert.deepStrictEqual(outline(delivery), ["a", "b", ours, "c", ours, "d", ours])
    assert.deepStrictEqual(
      read(delivery).map((item) => (item._tag === "MessageReceived" ? item.accountExternalId : null)),
      ["11", "11", null, "12", null, "21", null]
    )
  })

  it("deliveries: unknown parts do not affect other parts", () => {
    const bad: ReadonlyArray<Schema.Json> = [null, "x", 5, [], {}, { message: null }, { message: { text: "no id" } }]
    const good = { ...hello, message: { mid: "m_B" } }
    assert.deepStrictEqual(outline(ofPage(hello, ...bad, good)), [
      "m_A",
      "Unreadable",
      "Unreadable",
      "Unreadable",
      "Unreadable",
      "Ignored",
      "Ignored",
      "Unreadable",
      "m_B"
    ])
    const entries = { object: "page", entry: [7, { id: pageId }, { id: pageId, messaging: 5 }, ...ofPage(hello).entry] }
    assert.deepStrictEqual(outline(entries), ["Unreadable", "Ignored", "Unreadable", "m_A"])
    const messages = [{ id: "a" }, { id: "b", from: "16505551234" }, "x"]
    assert.deepStrictEqual(outline(ofWhatsApp({ messages, statuses: null, errors: 5 })), [
      "Unreadable",
      "b",
      "Unreadable",
      "Unreadable"
    ])
  })

  it("deliveries: standby items belong to conversations of another app", () => {
    const standby = { object: "page", entry: [{ id: pageId, messaging: null, standby: [hello] }] }
    assert.include(onlyItem(standby), { _tag: "MessageReceived", standby: true, accountExternalId: pageId })
  })

  it.each<[string, string, JsonObject, JsonObject]>([
    ["page", "messaging_postbacks", { postback: { payload: "P" } }, { _tag: "PostbackTapped", channel: "messenger" }],
    ["instagram", "messages", { message: { mid: "m" } }, { _tag: "MessageReceived", channel: "instagram" }],
    ["instagram", "standby", { message: { mid: "m" } }, { _tag: "MessageReceived", standby: true }],
    ["page", "something", { read: { watermark: 1_763_719_990_000 } }, { _tag: "ReadUpTo", channel: "messenger" }],
    ["page", "messages", {}, { _tag: "Ignored", field: "messages" }]
  ])("deliveries: changes may contain conversation items: %s %s", (object, field, event, told) => {
    const value = { sender: { id: "12334" }, recipient: { id: "23245" }, timestamp: "1527459824", ...event }
    const at = "2018-05-27T22:23:44.000Z"
    const item = onlyItem({ object, entry: [{ id: "23245", time: 1, changes: [{ field, value }] }] })
    assert.include(item, { at, accountExternalId: "23245", ...told })
  })

  it("inbound: an example from the dashboard belongs to no account", () => {
    const value = { sender: { id: "12334" }, recipient: { id: "23245" }, message: { mid: "m" } }
    const of = (parts: JsonObject) => ({
      object: "instagram",
      entry: [{ id: "0", changes: [{ field: "messages", value: { ...value, ...parts } }] }]
    })
    assert.include(onlyItem(of({})), { _tag: "TestDelivered", channel: "instagram", field: "messages" })
    const messaging = [{ ...value, timestamp: "1527459824" }]
    assert.include(onlyItem({ object: "page", entry: [{ id: "0", messaging }] }), {
      _tag: "TestDelivered",
      channel: "messenger",
      field: "messaging"
    })
    const number = { display_phone_number: "16505551111", phone_number_id: "123456123" }
    const sample = { messaging_product: "whatsapp", metadata: number, messages: [{ id: "ABGGFlA5Fpa", type: "text" }] }
    for (const id of ["0", "102290129340398"]) {
      const changes = [{ field: "messages", value: sample }]
      const told = { _tag: "TestDelivered", channel: "whatsapp", field: "messages" }
      assert.include(onlyItem({ object: "whatsapp_business_account", entry: [{ id, changes }] }), told)
    }
    const template = [{ field: "message_template_status_update", value: { event: "APPROVED" } }]
    assert.include(onlyItem({ object: "whatsapp_business_account", entry: [{ id: "0", changes: template }] }), {
      _tag: "TestDelivered",
      field: "message_template_status_update"
    })
  })

  it.each([
    ["page", "feed"],
    ["instagram", "comments"]
  ])("deliveries: the field %s %s concerns no message", (object, field) => {
    const change = { field, value: { from: { id: psid }, text: "Nice" } }
    const reason = "not about people or messages"
    assert.include(onlyItem({ object, entry: [{ id: "1", changes: [change] }] }), { _tag: "Ignored", field, reason })
  })

  it.each<[unknown, string]>([
    [undefined, "a delivery without an object"],
    [null, "a delivery without an object"],
    ["page", "a delivery without an object"],
    [[], "a delivery without an object"],
    [{ object: 5 }, "a delivery without an object"],
    [{ object: "page" }, "entry is not a list"],
    [{ object: "page", entry: {} }, "entry is not a list"],
    [{ object: "page", entry: [5] }, "an entry that is not an object"],
    [{ object: "page", entry: [{ id: "1", changes: {} }] }, "changes is no list"],
    [{ object: "page", entry: [{ id: "1", changes: [{ field: "a b" }] }] }, "a change without a field"],
    [{ object: "page", entry: [{ id: "1", changes: [{ field: "messages" }] }] }, "an item that is not an object"],
    [{ object: "page", entry: [{ messaging: [{ message: { mid: "m" } }] }] }, "the account is missing"],
    [{ object: "whatsapp_business_account", entry: [{ messaging: [{}] }] }, "an item that WhatsApp does not define"],
    [
      { object: "whatsapp_business_account", entry: [{ changes: [{ field: "messages" }] }] },
      "a change without a value"
    ],
    [
      { object: "whatsapp_business_account", entry: [{ changes: [{ field: "template_category_update", value: {} }] }] },
      "a template without a business account"
    ]
  ])("deliveries: an unreadable part has a reason: %j", (delivery, error) => {
    assert.include(onlyItem(delivery), { _tag: "Unreadable", at: received, error })
  })

  it("deliveries: another object is ignored and stored", () => {
    const delivery = { object: "user", entry: [{ id: "1" }] }
    const told = { _tag: "Ignored", ...unplaced, at: received, field: "object" }
    assert.deepStrictEqual(onlyItem(delivery), { ...told, raw: delivery, reason: "an object of an unknown channel" })
  })

  it("deliveries: without entries there are no items", () => {
    assert.deepStrictEqual(read({ object: "page", entry: [] }), [])
  })

  it("deliveries: items are storable", () => {
    const text = "a\0b\ud800c"
    const item = { ...hello, message: { mid: "m\0", text, [text]: Number.POSITIVE_INFINITY } }
    const half = { ...hello, message: { mid: "m", text: "\udc00" } }
    assert.deepInclude(onlyItem(ofPage(half)), { content: { text: "\ufffd" } })
    assert.deepInclude(onlyItem(ofPage(item)), {
      platformMessageId: "m\ufffd",
      content: { text: "a\ufffdb\ufffdc" },
      raw: { ...hello, message: { mid: "m\ufffd", text: "a\ufffdb\ufffdc", "a\ufffdb\ufffdc": null } }
    })
  })

  it("deliveries: any nesting depth is read", () => {
    const nested = (depth: number): Schema.Json =>
      Array.from({ length: depth }).reduce<Schema.Json>((inner) => [inner], "end")
    const item = (depth: number) => ({ ...hello, message: { mid: "m", deep: nested(depth) } })
    const rawOf = (depth: number) => read(ofPage(item(depth))).flatMap((at) => ("raw" in at ? [at.raw] : []))
    // The delivery, its entries, the entry, its items, the item and the message lie around it.
    assert.deepStrictEqual(rawOf(maxNesting - 6), [item(maxNesting - 6)])
    assert.notDeepEqual(rawOf(maxNesting - 5), [item(maxNesting - 5)])
    assert.lengthOf(rawOf(200_000), 1)
  })

  it.each<[Schema.Json, Schema.Json, string]>([
    [1_763_719_999_000, 1_763_720_000_000, "2025-11-21T10:13:19.000Z"],
    ["1763719999", 1_763_720_000_000, "2025-11-21T10:13:19.000Z"],
    ["TIMESTAMP", 1_763_720_000_000, "2025-11-21T10:13:20.000Z"],
    [null, 1_763_720_000, "2025-11-21T10:13:20.000Z"],
    [0, "soon", received]
  ])("deliveries: the time %j in an entry of %j is %s", (timestamp, time, at) => {
    const delivery = ofInstagram({ ...fromPerson(instagramId, { message: { mid: "m" } }), timestamp })
    const [entry] = delivery.entry
    assert.include(onlyItem({ ...delivery, entry: [{ ...entry, time }] }), { at })
  })
})
