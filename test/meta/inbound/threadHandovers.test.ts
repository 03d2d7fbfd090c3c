import { assert, describe, it } from "@effect/vitest"
import type { Schema } from "effect"
import {
  businessAccountId,
  fromPerson,
  instagramId,
  metadata,
  ofBusiness,
  ofInstagram,
  ofPage,
  onlyItem,
  pageId,
  phoneNumberId,
  psid,
  read
} from "./deliveries.ts"

type JsonObject = Readonly<Record<string, Schema.Json>>

const number = "16505551234"
const person = { ids: [{ kind: "phone", value: number }], name: null, username: null }

const handover = (kind: string, part: JsonObject, more: JsonObject = {}): JsonObject => ({
  messaging_product: "whatsapp",
  recipient: metadata,
  sender: { phone_number: number },
  timestamp: "1749416383",
  type: kind,
  [kind]: part,
  ...more
})
const ofNumber = (value: JsonObject) => ofBusiness("messaging_handovers", value)

const holderOf = (delivery: unknown) => read(delivery).map((item) => ("holder" in item ? item.holder : item._tag))

describe("a handover on WhatsApp", () => {
  it("handovers: the number is the recipient, the person is the sender, and the fields are preserved", () => {
    const part = { previous_owner_role: "ai_agent", new_owner_role: "escalation", metadata: "Asks for a refund" }
    assert.deepStrictEqual(onlyItem(ofNumber(handover("control_passed", part))), {
      _tag: "ControlChanged",
      channel: "whatsapp",
      accountExternalId: phoneNumberId,
      at: "2025-06-08T20:59:43.000Z",
      person,
      holder: "people",
      what: "control_passed",
      values: part
    })
  })

  it.each<[string, JsonObject, string]>([
    ["control_passed", { previous_owner_role: "ai_agent", new_owner_role: "escalation" }, "people"],
    ["control_passed", { previous_owner_role: "ai_agent", new_owner_role: "customer_service" }, "people"],
    ["control_passed", { previous_owner_app_role: "meta_business_agent" }, "people"],
    ["control_passed", { previous_owner: { app_role: "meta_business_agent" } }, "people"],
    ["control_passed", { previous_owner_role: "marketing", new_owner_role: "escalation" }, "people"],
    ["control_passed", { previous_owner_role: "marketing", new_owner_role: "customer_service" }, "app"],
    ["control_passed", { new_owner_role: "customer_service" }, "app"],
    ["control_passed", { previous_owner_role: "escalation", new_owner_role: "ai_agent" }, "agent"],
    ["control_passed", {}, "people"],
    ["control_taken", { previous_owner_role: "customer_service", new_owner_role: "escalation" }, "people"],
    ["control_taken", { previous_owner_role: "ai_agent" }, "people"],
    ["control_taken", { new_owner_role: "ai_agent" }, "agent"],
    ["control_taken", {}, "people"]
  ])("handovers: %s %j gives the thread to %s", (kind, part, holder) => {
    assert.deepStrictEqual(holderOf(ofNumber(handover(kind, part))), [holder])
  })

  it.each<[string, JsonObject]>([
    ["without a type", handover("control_passed", {}, { type: null })],
    ["with the number in metadata", handover("control_passed", {}, { recipient: null, metadata })],
    ["with a part that is no object", handover("control_passed", {}, { control_passed: "x" })],
    ["without a part", handover("control_passed", {}, { control_passed: null })],
    ["in a list", { messaging_product: "whatsapp", messaging_handovers: [handover("control_passed", {})] }],
    ["with the person among contacts", handover("control_passed", {}, { sender: null, contacts: [{ wa_id: number }] })],
    ["with a wa_id and a plus", handover("control_passed", {}, { sender: { wa_id: `+${number}` } })]
  ])("handovers: %s", (_, value) => {
    assert.deepInclude(onlyItem(ofNumber(value)), { _tag: "ControlChanged", person, accountExternalId: phoneNumberId })
  })

  it.each<[string, JsonObject]>([
    ["control_taken", handover("control_taken", { new_owner_role: "escalation" }, { sender: null })],
    ["control_taken", handover("control_taken", {}, { sender: {} })],
    ["control_shared", handover("control_shared", {})]
  ])("handovers: %s without a person or of an unknown kind is a change of the account", (what, value) => {
    assert.deepInclude(onlyItem(ofNumber(value)), {
      _tag: "AccountChanged",
      accountExternalId: phoneNumberId,
      businessAccountId,
      displayNumber: "15550783881",
      what,
      values: value
    })
  })

  it("handovers: repetitions have one key, and different handovers have different ones", () => {
    const keyOf = (value: JsonObject) => read(ofNumber(value)).map(({ key }) => key)[0]
    const passed = handover("control_passed", {})
    assert.strictEqual(keyOf(passed), keyOf(handover("control_passed", {})))
    assert.notStrictEqual(keyOf(passed), keyOf(handover("control_taken", {})))
    assert.notStrictEqual(keyOf(passed), keyOf(handover("control_passed", {}, { timestamp: "1749416384" })))
  })
})

const inbox = "263902037430900"

describe("a handover on Messenger and Instagram", () => {
  it.each<[string, JsonObject, string]>([
    ["pass_thread_control", { new_owner_app_id: "1", metadata: "m" }, "people"],
    ["pass_thread_control", { new_owner_app_id: "1", previous_owner_app_id: "2" }, "people"],
    ["pass_thread_control", { new_owner_app_id: "1", previous_owner_app_id: null }, "app"],
    ["pass_thread_control", { new_owner_app_id: "1", previous_owner_app_id: inbox }, "app"],
    ["pass_thread_control", { new_owner_app_id: Number(inbox) }, "inbox"],
    ["take_thread_control", { previous_owner_app_id: "1", new_owner_app_id: "2" }, "agent"],
    ["take_thread_control", { previous_owner_app_id: "1", new_owner_app_id: inbox }, "inbox"],
    ["take_thread_control", {}, "agent"],
    ["request_thread_control", { requested_owner_app_id: "2" }, "people"]
  ])("handovers: %s %j gives the thread to %s", (kind, part, holder) => {
    for (const [channel, delivery] of [
      ["messenger", ofPage(fromPerson(pageId, { [kind]: part }))],
      ["instagram", ofInstagram(fromPerson(instagramId, { [kind]: part }))]
    ] as const) {
      assert.deepInclude(onlyItem(delivery), {
        _tag: "ControlChanged",
        person: { ids: [{ kind: channel, value: psid }], name: null, username: null },
        holder,
        what: kind,
        values: part
      })
    }
  })

  it("handovers: the person may be the recipient", () => {
    const item = { recipient: { id: psid }, timestamp: 1_763_719_999_000, pass_thread_control: {} }
    assert.deepInclude(onlyItem(ofPage(item)), {
      _tag: "ControlChanged",
      person: { ids: [{ kind: "messenger", value: psid }], name: null, username: null }
    })
  })

  it.each<[string, JsonObject, JsonObject]>([
    ["take_thread_control", {}, { recipient: { id: pageId } }],
    ["app_roles", { "123456789": ["primary_receiver"] }, { recipient: { id: pageId } }],
    ["app_roles", { "123456789": ["primary_receiver"] }, { sender: { id: psid }, recipient: { id: pageId } }]
  ])("handovers: %s without a thread is a change of the account", (what, values, parties) => {
    assert.deepInclude(onlyItem(ofPage({ ...parties, timestamp: 1_763_719_999_000, [what]: values })), {
      _tag: "AccountChanged",
      channel: "messenger",
      accountExternalId: pageId,
      what,
      values
    })
  })
})
