import { assert, describe, it } from "@effect/vitest"
import type { Schema } from "effect"
import { fromPerson, instagramId, ofInstagram, ofPage, onlyItem, pageId, psid, read, shown } from "./deliveries.ts"

type JsonObject = Readonly<Record<string, Schema.Json>>

const at = "2025-11-21T10:13:19.000Z"
const account = { channel: "messenger", accountExternalId: pageId, at }
const person = { ids: [{ kind: "messenger", value: psid }], name: null, username: null }

const event = (parts: JsonObject) => onlyItem(ofPage(fromPerson(pageId, parts)))
const events = (parts: JsonObject) => read(ofPage(fromPerson(pageId, parts))).map(shown)

describe("Messenger reactions", () => {
  const reacted = { _tag: "Reacted", ...account, person, byBusiness: false, platformMessageId: "m_A" }

  it.each<[JsonObject, string | null]>([
    [{ action: "react", emoji: "😢", reaction: "sad" }, "😢"],
    [{ action: "react", reaction: "love" }, "love"],
    [{ action: "unreact" }, null],
    [{ action: "unreact", emoji: "😢" }, null]
  ])("Messenger reactions: %j is read", (parts, reaction) => {
    assert.deepStrictEqual(event({ reaction: { mid: "m_A", ...parts } }), { ...reacted, reaction })
  })

  it("Messenger reactions: a reaction of the business is read", () => {
    const sides = { sender: { id: pageId }, recipient: { id: psid } }
    const reaction = { mid: "m_A", action: "react", emoji: "👍" }
    assert.deepStrictEqual(event({ ...sides, reaction }), { ...reacted, byBusiness: true, reaction: "👍" })
  })

  it.each<[JsonObject, string]>([
    [{ reaction: { action: "react", emoji: "👍" } }, "the id of the message is missing"],
    [{ reaction: { mid: "m_A", action: "react" } }, "a reaction without an emoji"],
    [{ reaction: { mid: "m_A", action: "react", emoji: "👍" }, sender: null }, "a reaction without a person"]
  ])("Messenger reactions: an unreadable reaction has a reason: %j", (parts, error) => {
    assert.include(event(parts), { _tag: "Unreadable", error })
  })
})

describe("Messenger edits", () => {
  it.each<[Schema.Json, number | null]>([
    [3, 3],
    ["37", 37],
    [null, null]
  ])("Messenger edits: the edit number is read from %j", (num_edit, editNumber) => {
    assert.deepStrictEqual(event({ message_edit: { mid: "m_A", text: "Hi!", num_edit } }), {
      _tag: "MessageEdited",
      ...account,
      platformMessageId: "m_A",
      editNumber,
      type: "text",
      content: { text: "Hi!" },
      media: []
    })
  })

  it("Instagram edits: number 0 is a new message without person and content, and is ignored", () => {
    const item = { timestamp: 1_763_719_999_000, message_edit: { mid: "m_A", num_edit: 0 } }
    assert.include(onlyItem(ofInstagram(item)), { _tag: "Ignored", reason: "an edit with the number 0" })
  })

  it("Messenger edits: a missing text is an error", () => {
    assert.include(event({ message_edit: { mid: "m_A", num_edit: 1 } }), {
      _tag: "Unreadable",
      error: "an edit without the new text"
    })
  })
})

describe("receipts", () => {
  const upTo = "2025-11-21T10:13:10.000Z"
  const watermark = 1_763_719_990_000
  const arrived = (platformMessageId: string) => ({
    _tag: "StatusReported",
    ...account,
    platformMessageId,
    sendId: null,
    status: "delivered",
    failure: null,
    person
  })
  const all = { _tag: "DeliveredUpTo", ...account, person, upTo }

  it.each<[JsonObject, ReadonlyArray<unknown>]>([
    [{ mids: ["m_A", "m_B"], watermark }, [arrived("m_A"), arrived("m_B"), all]],
    [{ watermark: String(watermark) }, [all]],
    [{ mids: ["m_A"] }, [arrived("m_A")]]
  ])("receipts: delivered messages are read from %j", (delivery, items) => {
    assert.deepStrictEqual(events({ delivery }), items)
  })

  it("receipts: an unreadable message does not affect the others", () => {
    const delivery = { mids: ["m_A", {}, "m_B"], watermark: 0 }
    const item = fromPerson(pageId, { delivery })
    assert.deepStrictEqual(events({ delivery }), [
      arrived("m_A"),
      {
        _tag: "Unreadable",
        ...account,
        businessAccountId: null,
        field: "messaging.delivery",
        raw: item,
        error: "a receipt without a message"
      },
      arrived("m_B")
    ])
  })

  it("receipts: Messenger reports the time up to which all is read", () => {
    assert.deepStrictEqual(event({ read: { watermark, seq: 38 } }), { _tag: "ReadUpTo", ...account, person, upTo })
  })

  it("receipts: Instagram reports the last read message", () => {
    assert.deepStrictEqual(onlyItem(ofInstagram(fromPerson(instagramId, { read: { mid: "m_A" } }))), {
      _tag: "SeenUpTo",
      channel: "instagram",
      accountExternalId: instagramId,
      at,
      person: { ids: [{ kind: "instagram", value: psid }], name: null, username: null },
      platformMessageId: "m_A"
    })
  })

  it.each<[JsonObject, string]>([
    [{ delivery: {} }, "a receipt without messages and time"],
    [{ read: {} }, "a receipt without a message id"],
    [{ read: { watermark }, sender: {} }, "a receipt without a person"],
    [{ delivery: { watermark }, sender: {} }, "a receipt without a person"]
  ])("receipts: an unreadable receipt has a reason: %j", (parts, error) => {
    assert.include(event(parts), { _tag: "Unreadable", error })
  })
})

describe("other Messenger events", () => {
  it.each<[JsonObject, JsonObject]>([
    [
      { title: "Buy", payload: "BUY", mid: "m_A", referral: { ref: "x" } },
      { title: "Buy", payload: "BUY", platformMessageId: "m_A", referral: { ref: "x" } }
    ],
    [{ payload: "BUY" }, { title: "", payload: "BUY", platformMessageId: null, referral: null }],
    [{ title: "Buy" }, { title: "Buy", payload: null, platformMessageId: null, referral: null }]
  ])("Messenger events: a tap is read: %j", (postback, told) => {
    assert.deepStrictEqual(event({ postback }), { _tag: "PostbackTapped", ...account, person, ...told, standby: false })
  })

  it("Messenger events: an opt-in has the platform's fields", () => {
    const optin = { type: "notification_messages", payload: "P", notification_messages_token: "1" }
    assert.deepStrictEqual(event({ optin }), { _tag: "OptedIn", ...account, person, optIn: optin })
  })

  it("Messenger events: a referral has the platform's fields", () => {
    const referral = { ref: "x", source: "SHORTLINK", type: "OPEN_THREAD" }
    assert.deepStrictEqual(event({ referral }), { _tag: "Referred", ...account, person, referral })
  })

  it.each<[JsonObject]>([
    [{ postback: { payload: "hey" }, sender: { user_ref: 987_654_321_432 } }],
    [{ optin: { ref: "x", user_ref: "ours" }, sender: {} }]
  ])("Messenger events: a guest's event is ignored: %j", (parts) => {
    assert.include(event(parts), { _tag: "Ignored", reason: "a guest without a platform id" })
  })

  it("Messenger events: the readable event of an item is used", () => {
    assert.include(event({ message: 5, read: null, postback: { payload: "P" } }), { _tag: "PostbackTapped" })
  })

  it("Messenger events: an event without a person is an error", () => {
    assert.include(event({ postback: {}, sender: null }), { _tag: "Unreadable", error: "an event without a person" })
  })

  it.each(["policy_enforcement", "policy-enforcement"])(
    "Messenger events: a policy enforcement of the Page has no person: %s",
    (name) => {
      const policy = { action: "block", reason: "Too many messages" }
      const item = event({ [name]: policy, sender: null })
      assert.deepInclude(item, {
        _tag: "AccountChanged",
        channel: "messenger",
        accountExternalId: pageId,
        businessAccountId: null,
        what: "policy-enforcement",
        values: policy
      })
    }
  )

  const integrity = {
    status: "restricted",
    violations: [
      { type: "CYBERSECURITY", description: "It may gather sensitive information.", url: "https://x.example" }
    ],
    restrictions: [
      { feature: "MESSAGING", status: "active", applied_time: 1_761_803_759, expiration_time: 1_762_408_559 }
    ],
    action_events: []
  }
  const restricted = {
    _tag: "AccountChanged",
    channel: "messenger",
    accountExternalId: pageId,
    at: "2025-10-30T05:55:59.000Z",
    businessAccountId: null,
    displayNumber: null,
    what: "business_integrity",
    values: integrity
  }

  it("Messenger events: an integrity change of the Page is an item without name and parties, in seconds", () => {
    assert.deepStrictEqual(onlyItem(ofPage({ timestamp: 1_761_803_759, ...integrity })), restricted)
    const again = { timestamp: 1_761_803_759, ...integrity, status: "a later word" }
    const keys = [integrity, again].map((item) => read(ofPage({ timestamp: 1_761_803_759, ...item }))[0]?.key)
    assert.notStrictEqual(keys[0], keys[1])
  })

  it("Messenger events: an integrity change of the Page may be a change", () => {
    const value = { timestamp: 1_761_803_759, ...integrity }
    const entry = { id: pageId, time: 1_761_803_760, changes: [{ field: "business_integrity", value }] }
    assert.deepStrictEqual(onlyItem({ object: "page", entry: [entry] }), restricted)
  })

  it("Messenger events: an item with a status and a person is not an integrity change", () => {
    assert.include(event({ status: "restricted" }), { _tag: "FieldUnknown", field: "messaging.status" })
  })

  it.each([
    ["account_linking", "messaging.account_linking"],
    ["something new", "messaging"]
  ])("Messenger events: a documented event without messages is ignored: %s", (name, field) => {
    const reason = "an event that concerns no message"
    assert.include(event({ [name]: { x: 1 } }), { _tag: "Ignored", field, reason })
  })

  it("inbound: an event of Messenger that this version does not know is logged by name", () => {
    assert.include(event({ holograms: { x: 1 } }), { _tag: "FieldUnknown", field: "messaging.holograms" })
  })
})
