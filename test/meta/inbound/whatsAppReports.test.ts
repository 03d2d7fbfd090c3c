import { assert, describe, it } from "@effect/vitest"
import type { Schema } from "effect"
import {
  businessAccountId,
  ofBusiness,
  ofWhatsApp,
  onlyItem,
  phoneNumberId,
  read,
  received,
  shown
} from "./deliveries.ts"

type JsonObject = Readonly<Record<string, Schema.Json>>

const at = "2025-06-08T20:59:43.000Z"
const account = { channel: "whatsapp", accountExternalId: phoneNumberId, at }
const timestamp = "1749416383"

const bsuid = (value: string) => ({ kind: "whatsapp", value })
const phone = (value: string) => ({ kind: "phone", value })

describe("changed ids of WhatsApp people", () => {
  const system = (parts: JsonObject, message: JsonObject = {}) =>
    onlyItem(ofWhatsApp({ messages: [{ id: "wamid.A", timestamp, type: "system", system: parts, ...message }] }))
  const body = "User Ada changed from US.1 to US.2"

  it.each<[string, JsonObject, JsonObject, ReadonlyArray<unknown>, ReadonlyArray<unknown>]>([
    [
      "a number",
      { type: "user_changed_number", wa_id: "12195555358" },
      { from: "16505551234" },
      [phone("16505551234")],
      [phone("12195555358")]
    ],
    [
      "a number, in the old form",
      { type: "user_changed_number", new_wa_id: "12195555358" },
      { from: "16505551234" },
      [phone("16505551234")],
      [phone("12195555358")]
    ],
    [
      "an id, told behind the words of a name",
      {
        type: "user_changed_user_id",
        user_id: "US.2",
        body: "User changed from US.9 to US.2 changed from US.1 to US.2"
      },
      {},
      [bsuid("US.1")],
      [bsuid("US.2")]
    ],
    [
      "an id, told in words",
      { type: "user_changed_user_id", user_id: "US.2", body },
      {},
      [bsuid("US.1")],
      [bsuid("US.2")]
    ],
    [
      "an id, told beside words of others",
      { type: "user_changed_user_id", user_id: "US.3", body },
      {},
      [],
      [bsuid("US.3")]
    ],
    [
      "an id, with the former one",
      { type: "user_changed_user_id", user_id: "US.2", previous_user_id: "US.0", body },
      {},
      [bsuid("US.0")],
      [bsuid("US.2")]
    ],
    [
      "the id of the parent business",
      {
        type: "user_changed_user_id",
        user_id: "US.2",
        parent_user_id: "US.ENT.2",
        previous_parent_user_id: "US.ENT.1"
      },
      {},
      [bsuid("US.ENT.1")],
      [bsuid("US.2"), bsuid("US.ENT.2")]
    ],
    [
      "both ids, one of them told in words",
      { type: "user_changed_user_id", user_id: "US.2", previous_parent_user_id: "US.ENT.1", body },
      {},
      [bsuid("US.ENT.1"), bsuid("US.1")],
      [bsuid("US.2")]
    ],
    [
      "both ids",
      {
        type: "user_changed_user_id",
        user_id: "US.2",
        parent_user_id: "US.ENT.1",
        previous_user_id: "US.1",
        previous_parent_user_id: "US.ENT.1",
        body
      },
      {},
      [bsuid("US.1")],
      [bsuid("US.2"), bsuid("US.ENT.1")]
    ],
    [
      "a number, in the words of older versions",
      { type: "customer_changed_number", new_wa_id: "12195555358", customer: "16505551234" },
      {},
      [phone("16505551234")],
      [phone("12195555358")]
    ],
    [
      "one of two ids",
      { type: "user_changed_user_id", wa_id: "5511987654321", user_id: "US.2" },
      { from: "551187654321", from_user_id: "US.1" },
      [bsuid("US.1")],
      [phone("5511987654321"), bsuid("US.2")]
    ]
  ])("WhatsApp id changes: a notice of %s is read", (_, parts, message, previous, ids) => {
    assert.deepStrictEqual(system(parts, message), {
      _tag: "PersonChanged",
      ...account,
      previous,
      person: { ids, name: null, username: null }
    })
  })

  it("WhatsApp id changes: the person has the name, and no former ids of the report", () => {
    const contacts = [{ profile: { name: "Ada" }, wa_id: "16505551234", user_id: "US.1" }]
    const message = {
      id: "wamid.A",
      timestamp,
      type: "system",
      from: "16505551234",
      system: { type: "user_changed_number", wa_id: "12195555358", user_id: "US.1" }
    }
    assert.deepStrictEqual(onlyItem(ofWhatsApp({ contacts, messages: [message] })), {
      _tag: "PersonChanged",
      ...account,
      previous: [phone("16505551234")],
      person: { ids: [phone("12195555358"), bsuid("US.1")], name: "Ada", username: null }
    })
  })

  it("WhatsApp id changes: a user id update is read", () => {
    const update = {
      wa_id: "16505551234",
      user_id: { previous: "US.1", current: "US.2" },
      parent_user_id: { previous: "US.ENT.1", current: "US.ENT.1" },
      timestamp
    }
    const contacts = [{ profile: { name: "Sheena" }, wa_id: "16505551234" }]
    assert.deepStrictEqual(onlyItem(ofWhatsApp({ contacts, user_id_update: [update] }, "user_id_update")), {
      _tag: "PersonChanged",
      ...account,
      previous: [bsuid("US.1")],
      person: { ids: [phone("16505551234"), bsuid("US.2"), bsuid("US.ENT.1")], name: "Sheena", username: null }
    })
  })

  it("WhatsApp id changes: a new encryption key is not an id change", () => {
    assert.include(system({ type: "customer_identity_changed" }), { _tag: "Ignored" })
  })
})

describe("other WhatsApp reports", () => {
  it.each([
    ["stop", false],
    ["resume", true],
    ["signup", true]
  ])("WhatsApp preferences: a marketing preference is read: %s", (value, wanted) => {
    const preference = { wa_id: "16505551234", category: "marketing_messages", value, timestamp: 1_749_416_383 }
    assert.deepStrictEqual(onlyItem(ofWhatsApp({ user_preferences: [preference] }, "user_preferences")), {
      _tag: "MarketingPreferred",
      ...account,
      person: { ids: [phone("16505551234")], name: null, username: null },
      wanted
    })
  })

  it("WhatsApp preferences: a notice of the conversation is read in the same way", () => {
    const system = { body: "User requested to stop marketing messages", type: "user_preference_changed" }
    const notice = { from: "16505551234", id: "wamid.1", timestamp, type: "system" }
    const preference = { wa_id: "16505551234", category: "marketing_messages", value: "stop", timestamp }
    const told = read(ofWhatsApp({ messages: [{ ...notice, system: { ...system, marketing: "stop" } }] }))
    assert.deepStrictEqual(told.map(shown), [
      {
        _tag: "MarketingPreferred",
        ...account,
        person: { ids: [phone("16505551234")], name: null, username: null },
        wanted: false
      }
    ])
    // Both count as one report.
    assert.deepStrictEqual(read(ofWhatsApp({ user_preferences: [preference] }, "user_preferences")), told)
    assert.include(onlyItem(ofWhatsApp({ messages: [{ ...notice, system }] })), { _tag: "Unreadable" })
  })

  it("WhatsApp preferences: other categories are ignored", () => {
    const preference = { wa_id: "16505551234", timestamp, category: "calls", value: "stop" }
    assert.include(onlyItem(ofWhatsApp({ user_preferences: [preference] }, "user_preferences")), { _tag: "Ignored" })
  })

  it("WhatsApp preferences: an unknown marketing preference is a failed item", () => {
    const preference = { wa_id: "16505551234", timestamp, category: "marketing_messages", value: "maybe" }
    assert.include(onlyItem(ofWhatsApp({ user_preferences: [preference] }, "user_preferences")), {
      _tag: "Unreadable",
      error: "an unknown marketing preference"
    })
  })

  it("WhatsApp accounts: problems of the account are reported", () => {
    const error = { code: 130429, title: "Rate limit hit", message: "(#130429) Rate limit hit" }
    assert.deepStrictEqual(onlyItem(ofWhatsApp({ errors: [error] })), {
      _tag: "AccountTroubled",
      ...account,
      at: received,
      problem: { code: 130429, title: "Rate limit hit", message: "(#130429) Rate limit hit", details: null }
    })
  })

  it.each<[string, JsonObject, JsonObject]>([
    ["message_template_status_update", { event: "REJECTED", reason: "SCAM" }, { status: "REJECTED", reason: "SCAM" }],
    ["message_template_status_update", { event: "APPROVED", reason: "NONE" }, { status: "APPROVED" }],
    [
      "message_template_status_update",
      { event: "APPROVED", reason: null, message_template_category: "UTILITY" },
      { status: "APPROVED", category: "UTILITY" }
    ],
    [
      "message_template_quality_update",
      { previous_quality_score: "GREEN", new_quality_score: "RED" },
      { quality: "RED" }
    ],
    [
      "template_category_update",
      { previous_category: "UTILITY", new_category: "MARKETING" },
      { category: "MARKETING" }
    ],
    ["template_category_update", { correct_category: "MARKETING", new_category: null }, {}],
    [
      "template_correct_category_detection",
      { message_template_category: "UTILITY", category: "UTILITY", correct_category: "MARKETING" },
      {}
    ],
    ["message_template_components_update", { message_template_element: "Hi" }, {}]
  ])("WhatsApp templates: a change is read: %s %j", (field, parts, told) => {
    const value = {
      message_template_id: 1689556908129832,
      message_template_name: "order",
      message_template_language: "en_US",
      ...parts
    }
    assert.deepStrictEqual(onlyItem(ofBusiness(field, value, { time: 1_749_416_383 })), {
      _tag: "TemplateChanged",
      at,
      channel: "whatsapp",
      businessAccountId,
      templateId: "1689556908129832",
      name: "order",
      language: "en_US",
      status: null,
      reason: null,
      quality: null,
      category: null,
      what: field,
      values: value,
      ...told
    })
  })

  const displayNumber = "15550783881"
  it.each<[string, JsonObject, JsonObject]>([
    ["account_update", { event: "DISABLED_UPDATE", ban_info: { waba_ban_state: "DISABLE" } }, {}],
    ["account_update", { event: "VERIFIED_ACCOUNT", phone_number: displayNumber }, { displayNumber }],
    ["account_update", { event: "PARTNER_REMOVED", waba_info: { waba_id: "77" } }, { businessAccountId: "77" }],
    ["account_alerts", { entity_type: "PHONE_NUMBER", entity_id: 4711, alert_info: {} }, { accountExternalId: "4711" }],
    ["account_alerts", { entity_type: "BUSINESS", entity_id: "4711", alert_info: {} }, {}],
    ["account_review_update", { decision: "REJECTED" }, {}],
    [
      "account_settings_update",
      { type: "PHONE_NUMBER_SETTINGS", phone_number_settings: { phone_number_id: "4712" } },
      { accountExternalId: "4712" }
    ],
    ["business_username_updates", { display_phone_number: displayNumber, status: "approved" }, { displayNumber }],
    ["flows", { event: "FLOW_STATUS_CHANGE", flow_id: "6627390910605886", new_status: "THROTTLED" }, {}],
    ["flows", { event: "ENDPOINT_ERROR_RATE", error_rate: 14.28, alert_state: "ACTIVATED" }, {}],
    ["payment_configuration_update", { configuration_name: "upi", status: "Needs Testing" }, {}],
    ["business_capability_update", { max_daily_conversation_per_phone: 250 }, {}],
    ["business_username_update", { display_phone_number: displayNumber, status: "approved" }, { displayNumber }],
    ["phone_number_name_update", { display_phone_number: displayNumber, decision: "APPROVED" }, { displayNumber }],
    ["phone_number_quality_update", { display_phone_number: displayNumber, event: "FLAGGED" }, { displayNumber }]
  ])("WhatsApp accounts: a change is read: %s %j", (field, value, told) => {
    assert.deepStrictEqual(onlyItem(ofBusiness(field, value, { time: 1_749_416_383 })), {
      _tag: "AccountChanged",
      at,
      channel: "whatsapp",
      accountExternalId: null,
      businessAccountId,
      displayNumber: null,
      what: field,
      values: value,
      ...told
    })
  })

  it("inbound: a field of WhatsApp that this version does not know is logged by name", () => {
    assert.include(onlyItem(ofWhatsApp({}, "holograms")), {
      _tag: "FieldUnknown",
      channel: "whatsapp",
      field: "holograms"
    })
  })

  it.each([
    ["group_status_update", "groups are not supported"],
    ["calls", "a report without items"],
    ["partner_solutions", "not about people or messages"]
  ])("WhatsApp reports: an irrelevant field is ignored: %s", (field, reason) => {
    assert.include(onlyItem(ofWhatsApp({}, field)), { _tag: "Ignored", field, reason })
  })
})
