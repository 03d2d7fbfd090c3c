import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { itemKey } from "../../../src/adapters/meta/inbound/Source.ts"
import { readDelivery } from "../../../src/adapters/meta/inbound/readDelivery.ts"
import { fromPerson, ofPage, ofWhatsApp, pageId, psid, read, receivedAt } from "./deliveries.ts"
import { areHere, deliveries } from "./fixtures.ts"
import { deliveryOf, Happening, identityOf, Noise } from "./happenings.ts"

const keysOf = (delivery: unknown, at = receivedAt) => readDelivery(delivery, at).map(({ key }) => key)
const later = DateTime.add(receivedAt, { hours: 3 })

const isRecord = Schema.is(Schema.Record(Schema.String, Schema.Json))

/** Reverses the keys of all objects in the JSON. */
const reversed = (json: Schema.Json): Schema.Json => {
  if (Array.isArray(json)) return json.map(reversed)
  if (!isRecord(json)) return json
  return Object.fromEntries(
    Object.entries(json)
      .toReversed()
      .map(([key, value]) => [key, reversed(value)])
  )
}

describe("item keys", () => {
  it.prop(
    "item keys: the same item has the same key, in any report at any time",
    { happening: Happening, one: Noise, other: Noise },
    ({ happening, one, other }) => {
      const [key, ...rest] = keysOf(deliveryOf(happening, one))
      assert.isString(key)
      assert.isEmpty(rest)
      assert.deepStrictEqual(keysOf(deliveryOf(happening, other), later), [key])
    },
    { arbitrary: { runs: 1_000 } }
  )

  it.prop(
    "item keys: different items have different keys",
    { happenings: Schema.Array(Happening).check(Schema.isMinLength(200), Schema.isMaxLength(400)), noise: Noise },
    ({ happenings, noise }) => {
      const keys = happenings.map((happening) => keysOf(deliveryOf(happening, noise))[0])
      assert.strictEqual(new Set(keys).size, new Set(happenings.map(identityOf)).size)
    },
    { arbitrary: { runs: 50 } }
  )

  it("item keys: every item of the examples has its own key", () => {
    const noise: Noise = { word: "", at: 1_763_719_999_000, asChange: false, entryTime: null }
    const accounts = ["a", "b"] as const
    const objects = ["page", "instagram"] as const
    const both = accounts.flatMap((account) => accounts.map((id) => ({ account, id })))
    const upTo = 1_763_719_999_000
    const onPhones = both.flatMap(({ account, id }): ReadonlyArray<Happening> => [
      { _tag: "PhoneMessage", account, id, echo: false },
      { _tag: "PhoneStatus", account, id, status: "read" },
      { _tag: "PhoneStatus", account, id, status: "played" },
      { _tag: "PhoneReaction", account, id },
      { _tag: "PhoneEdit", account, id },
      { _tag: "PhoneDeletion", account, about: id },
      { _tag: "PhoneNotice", account, id }
    ])
    const elsewhere = objects.flatMap((object) =>
      both.flatMap(({ account, id }): ReadonlyArray<Happening> => [
        { _tag: "Message", object, account, id, echo: true },
        { _tag: "Deletion", object, account, about: id },
        { _tag: "TapWithId", object, account, id },
        { _tag: "Arrival", object, account, about: id },
        { _tag: "Sight", object, account, about: id },
        { _tag: "Reading", object, account, person: id === "a" ? "p" : "q", upTo },
        { _tag: "Arrivals", object, account, person: id === "a" ? "p" : "q", upTo }
      ])
    )
    const things = [...onPhones, ...elsewhere]
    const keys = things.flatMap((thing) => keysOf(deliveryOf(thing, { ...noise, word: "w" })))
    assert.lengthOf(keys, things.length)
    assert.strictEqual(new Set(keys).size, things.length)
  })

  it("item keys: a message's key is its platform id, for any sender", () => {
    const of = (from: object) => ({
      object: "whatsapp_business_account",
      entry: [
        {
          id: "1",
          changes: [
            { field: "messages", value: { metadata: { phone_number_id: "1" }, messages: [{ id: "a", ...from }] } }
          ]
        }
      ]
    })
    const byPhone = keysOf(of({ from: "16505551234", type: "text", text: { body: "Hi" } }))
    assert.deepStrictEqual(keysOf(of({ from_user_id: "US.1", type: "image" })), byPhone)
  })

  it("item keys: a reaction has a key for each side", () => {
    const of = (sender: string, recipient: string) =>
      ofPage({
        sender: { id: sender },
        recipient: { id: recipient },
        timestamp: 1_763_719_999_000,
        reaction: { mid: "m", action: "react", emoji: "👍" }
      })
    assert.notDeepEqual(keysOf(of(pageId, psid)), keysOf(of(psid, pageId)))
  })

  it.each<[string, Schema.JsonObject]>([
    ["message_template_status_update", { message_template_id: 1, event: "APPROVED" }],
    ["messages", { errors: [{ code: 130429 }] }],
    ["account_update", {}]
  ])("item keys: the same report with another time has another key: %s", (field, value) => {
    const of = (time: number) => keysOf(ofWhatsApp(value, field, { time }))
    assert.deepStrictEqual(of(1_749_416_383), of(1_749_416_383))
    assert.notDeepEqual(of(1_749_416_383), of(1_749_416_384))
  })

  it("item keys: a tap without an id has another key for another link", () => {
    const taps = [{}, { referral: { ref: "a" } }, { referral: { ref: "b" } }, { referral: { ref: "b" } }]
    const keys = keysOf(ofPage(...taps.map((parts) => fromPerson(pageId, { postback: { payload: "P", ...parts } }))))
    assert.lengthOf(keys, taps.length)
    assert.strictEqual(new Set(keys).size, 3)
  })

  it("item keys: an event without a time uses the entry's time, and never the time of receipt", () => {
    const tap = { sender: { id: "1" }, recipient: { id: "2" }, postback: { payload: "P" } }
    const at = (time: Schema.Json) => ({ object: "page", entry: [{ id: "2", time, messaging: [tap] }] })
    assert.notDeepEqual(keysOf(at(1_763_720_000_000)), keysOf(at(1_763_720_000_001)))
    assert.deepStrictEqual(keysOf(at("soon")), keysOf(at(null), later))
  })

  it("item keys: an ignored or unreadable item has a key from its whole content", () => {
    const items = [{ x: 1, y: 2 }, { y: 2, x: 1 }, { x: 1 }, { message: 1 }, { message: 2 }, 1, 2, "1"]
    const keys = keysOf(ofPage(...items))
    assert.strictEqual(keys[0], keys[1])
    assert.strictEqual(new Set(keys).size, items.length - 1)
  })

  it("item keys: a key is short, and distinguishes the boundaries of its parts", () => {
    assert.match(itemKey("message", ["x".repeat(100_000)]), /^message\.[\w-]{43}$/)
    assert.notStrictEqual(itemKey("message", ["a", "b"]), itemKey("message", ["ab"]))
    assert.notStrictEqual(itemKey("message", ["a", null]), itemKey("message", ["a"]))
    assert.notStrictEqual(itemKey("message", ["1"]), itemKey("message", [1]))
    assert.notStrictEqual(itemKey("message", ["a"]), itemKey("edit", ["a"]))
    assert.strictEqual(itemKey("message", [{ a: 1, b: 2 }]), itemKey("message", [{ b: 2, a: 1 }]))
  })
})

describe.skipIf(!areHere)("keys of recorded deliveries", () => {
  it.each(deliveries)("item keys: a repeated delivery has the same keys: %s", (_, delivery) => {
    assert.deepStrictEqual(keysOf(reversed(delivery), later), keysOf(delivery))
  })

  it("item keys: different platform ids have different keys", () => {
    const messages = deliveries.flatMap(([, delivery]) =>
      read(delivery).flatMap((item) =>
        item._tag === "MessageReceived"
          ? [[item.key, `${item.channel} ${item.accountExternalId} ${item.platformMessageId}`] as const]
          : []
      )
    )
    assert.strictEqual(new Set(messages.map(([key]) => key)).size, new Set(messages.map(([, id]) => id)).size)
  })
})
