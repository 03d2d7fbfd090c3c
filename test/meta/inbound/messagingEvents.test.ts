import { assert, describe, it } from "@effect/vitest"
import type { Schema } from "effect"
import { fromPerson, instagramId, ofInstagram, ofPage, onlyItem, pageId, psid, read, shown } from "./deliveries.ts"

type JsonObject = Readonly<Record<string, Schema.Json>>

const at = "2025-11-21T10:13:19.000Z"
const account = { channel: "messenger", accountExternalId: pageId, at }
const person = { ids: [{ kind: "messenger", value: psid }], name: null, username: null }

const event = (parts: JsonObject) => onlyItem(ofPage(fromPerson(pageId, parts)))
const events = (parts: JsonObject) => read(ofPage(fromPerson(pageId, parts))).map(shown)

describe("a reaction on Messenger", () => {
  const reacted = { _tag: "Reacted", ...account, person, byBusiness: false, platformMessageId: "m_A" }

  it.each<[JsonObject, string | null]>([
    [{ action: "react", emoji: "😢", reaction: "sad" }, "😢"],
    [{ action: "react", reaction: "love" }, "love"],
    [{ action: "unreact" }, null],
    [{ action: "unreact", emoji: "😢" }, null]
  ])("is read: %j", (parts, reaction) => {
    assert.deepStrictEqual(event({ reaction: { mid: "m_A", ...parts } }), { ...reacted, reaction })
  })

  it("may be the business's own", () => {
    const sides = { sender: { id: pageId }, recipient: { id: psid } }
    const reaction = { mid: "m_A", action: "react", emoji: "👍" }
    assert.deepStrictEqual(event({ ...sides, reaction }), { ...reacted, byBusiness: true, reaction: "👍" })
  })

  it.each<[JsonObject, string]>([
    [{ reaction: { action: "react", emoji: "👍" } }, "it does not say which message it is about"],
    [{ reaction: { mid: "m_A", action: "react" } }, "a reaction that is none"],
    [{ reaction: { mid: "m_A", action: "react", emoji: "👍" }, sender: null }, "a reaction without a person"]
  ])("cannot be read from %j", (parts, error) => {
    assert.include(event(parts), { _tag: "Unreadable", error })
  })
})

describe("an edit on Messenger", () => {
  it.each<[Schema.Json, number | null]>([
    [3, 3],
    ["37", 37],
    [null, null]
  ])("is read with its number %j", (num_edit, editNumber) => {
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

  it("is none when Instagram counts no edit: there is nobody and nothing in it", () => {
    const item = { timestamp: 1_763_719_999_000, message_edit: { mid: "m_A", num_edit: 0 } }
    assert.include(onlyItem(ofInstagram(item)), { _tag: "Ignored", reason: "an edit before the first" })
  })

  it("needs a text", () => {
    assert.include(event({ message_edit: { mid: "m_A", num_edit: 1 } }), {
      _tag: "Unreadable",
      error: "an edit without the new text"
    })
  })
})

describe("a receipt", () => {
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
  ])("tells what arrived: %j", (delivery, items) => {
    assert.deepStrictEqual(events({ delivery }), items)
  })

  it("of which one message cannot be read tells of the others", () => {
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
        error: "a receipt of no message"
      },
      arrived("m_B")
    ])
  })

  it("tells up to when Messenger's were read", () => {
    assert.deepStrictEqual(event({ read: { watermark, seq: 38 } }), { _tag: "ReadUpTo", ...account, person, upTo })
  })

  it("tells which of Instagram's was the last that was seen", () => {
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
    [{ delivery: {} }, "a receipt that says nothing of what arrived"],
    [{ read: {} }, "a receipt without a message id"],
    [{ read: { watermark }, sender: {} }, "a receipt without a person"],
    [{ delivery: { watermark }, sender: {} }, "a receipt without a person"]
  ])("cannot be read from %j", (parts, error) => {
    assert.include(event(parts), { _tag: "Unreadable", error })
  })
})

describe("what else a person does on Messenger", () => {
  it.each<[JsonObject, JsonObject]>([
    [
      { title: "Buy", payload: "BUY", mid: "m_A", referral: { ref: "x" } },
      { title: "Buy", payload: "BUY", platformMessageId: "m_A", referral: { ref: "x" } }
    ],
    [{ payload: "BUY" }, { title: "", payload: "BUY", platformMessageId: null, referral: null }],
    [{ title: "Buy" }, { title: "Buy", payload: null, platformMessageId: null, referral: null }]
  ])("is a tap: %j", (postback, told) => {
    assert.deepStrictEqual(event({ postback }), { _tag: "PostbackTapped", ...account, person, ...told, standby: false })
  })

  it("is an opt-in, kept in the platform's words", () => {
    const optin = { type: "notification_messages", payload: "P", notification_messages_token: "1" }
    assert.deepStrictEqual(event({ optin }), { _tag: "OptedIn", ...account, person, optIn: optin })
  })

  it("is a way in, kept in the platform's words", () => {
    const referral = { ref: "x", source: "SHORTLINK", type: "OPEN_THREAD" }
    assert.deepStrictEqual(event({ referral }), { _tag: "Referred", ...account, person, referral })
  })

  it.each<[JsonObject]>([
    [{ postback: { payload: "hey" }, sender: { user_ref: 987_654_321_432 } }],
    [{ optin: { ref: "x", user_ref: "ours" }, sender: {} }]
  ])("is nothing when she is a guest: %j", (parts) => {
    assert.include(event(parts), { _tag: "Ignored", reason: "a guest whom the platform gives no id" })
  })

  it("is what can be read of it", () => {
    assert.include(event({ message: 5, read: null, postback: { payload: "P" } }), { _tag: "PostbackTapped" })
  })

  it("cannot be read when nobody does it", () => {
    assert.include(event({ postback: {}, sender: null }), { _tag: "Unreadable", error: "an event without a person" })
  })

  it.each(["policy_enforcement", "policy-enforcement"])(
    "may be the platform's word on what the Page may do, which no person is named in: %s",
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

  it("may be the standing of the Page, an item without a name and without parties, in seconds", () => {
    assert.deepStrictEqual(onlyItem(ofPage({ timestamp: 1_761_803_759, ...integrity })), restricted)
    const again = { timestamp: 1_761_803_759, ...integrity, status: "a later word" }
    const keys = [integrity, again].map((item) => read(ofPage({ timestamp: 1_761_803_759, ...item }))[0]?.key)
    assert.notStrictEqual(keys[0], keys[1])
  })

  it("may be the standing of the Page, as a change", () => {
    const value = { timestamp: 1_761_803_759, ...integrity }
    const entry = { id: pageId, time: 1_761_803_760, changes: [{ field: "business_integrity", value }] }
    assert.deepStrictEqual(onlyItem({ object: "page", entry: [entry] }), restricted)
  })

  it("is no standing of the Page where somebody has a status", () => {
    assert.include(event({ status: "restricted" }), { _tag: "FieldUnknown", field: "messaging.status" })
  })

  it.each([
    ["account_linking", "messaging.account_linking"],
    ["something new", "messaging"]
  ])("is nothing that matters here: %s", (name, field) => {
    const reason = "an event that says nothing of messages"
    assert.include(event({ [name]: { x: 1 } }), { _tag: "Ignored", field, reason })
  })

  it("inbound: an event of Messenger that this version does not know is named", () => {
    assert.include(event({ holograms: { x: 1 } }), { _tag: "FieldUnknown", field: "messaging.holograms" })
  })
})
