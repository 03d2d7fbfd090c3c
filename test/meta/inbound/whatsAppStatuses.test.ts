import { assert, describe, it } from "@effect/vitest"
import type { Schema } from "effect"
import { ofWhatsApp, onlyItem, phoneNumberId, read, shown } from "./deliveries.ts"

type JsonObject = Readonly<Record<string, Schema.Json>>

const account = { channel: "whatsapp", accountExternalId: phoneNumberId, at: "2025-06-08T20:59:43.000Z" }
const timestamp = "1749416383"

const bsuid = (value: string) => ({ kind: "whatsapp", value })
const phone = (value: string) => ({ kind: "phone", value })

describe("WhatsApp statuses", () => {
  const status = (parts: JsonObject) =>
    onlyItem(ofWhatsApp({ statuses: [{ id: "wamid.A", timestamp, recipient_id: "16505551234", ...parts }] }))
  const reported = {
    _tag: "StatusReported",
    ...account,
    platformMessageId: "wamid.A",
    sendId: null,
    failure: null,
    person: { ids: [phone("16505551234")], name: null, username: null }
  }

  it.each([
    ["sent", "sent"],
    ["delivered", "delivered"],
    ["read", "read"],
    ["played", "read"]
  ])("WhatsApp statuses: %s is read", (word, status_) => {
    assert.deepStrictEqual(status({ status: word }), { ...reported, status: status_ })
  })

  it.each<[JsonObject, JsonObject | null]>([
    [
      { code: 131047, title: "Re-engagement message", message: "Too late", error_data: { details: "24 hours" } },
      { code: 131047, title: "Re-engagement message", message: "Too late", details: "24 hours" }
    ],
    [
      { code: 131051, title: "Unsupported", details: "old form" },
      { code: 131051, title: "Unsupported", message: "Unsupported", details: "old form" }
    ],
    [
      { code: 131026, error_data: "as text" },
      { code: 131026, title: "Message undeliverable", message: "as text", details: "as text" }
    ],
    [{}, { code: 0, title: "AuthException", message: "(#0)", details: null }]
  ])("WhatsApp statuses: a failure has its error: %j", (error, failure) => {
    assert.deepStrictEqual(status({ status: "failed", errors: [error] }), { ...reported, status: "failed", failure })
  })

  it.each<[Schema.Json, string | null]>([
    ["018f0000-0000-7000-8000-00000000000f", "018f0000-0000-7000-8000-00000000000f"],
    ["order 17", null],
    ["", null],
    [17, null],
    [{ id: "018f0000-0000-7000-8000-00000000000f" }, null],
    [null, null],
    ["x".repeat(513), null]
  ])("WhatsApp statuses: the returned send id is read, and ids of other software are ignored: %j", (data, sendId) => {
    const parts = { status: "sent", biz_opaque_callback_data: data }
    assert.deepStrictEqual(status(parts), { ...reported, sendId, status: "sent" })
  })

  it("WhatsApp statuses: a failure may have no error", () => {
    assert.deepStrictEqual(status({ status: "failed" }), { ...reported, status: "failed" })
  })

  it("WhatsApp statuses: an error with another status is not a failure", () => {
    const parts = { status: "delivered", errors: [{ code: 131052 }] }
    assert.deepStrictEqual(status(parts), { ...reported, status: "delivered" })
  })

  it("WhatsApp statuses: ids of a message's person in the same report are not used", () => {
    const [, item] = read(
      ofWhatsApp({
        contacts: [{ profile: { name: "Eve" }, user_id: "US.38" }],
        messages: [{ id: "wamid.B", timestamp, from_user_id: "US.38", type: "text", text: { body: "Hi" } }],
        statuses: [{ id: "wamid.A", timestamp, recipient_id: "16505551234", status: "sent" }]
      })
    ).map(shown)
    assert.deepStrictEqual(item, { ...reported, status: "sent" })
  })

  it.each(["parent_recipient_user_id", "recipient_parent_user_id"])(
    "WhatsApp statuses: all ids of the recipient are read: %s",
    (key) => {
      const parts = { status: "delivered", recipient_user_id: "US.1", [key]: "US.ENT.2" }
      assert.deepStrictEqual(status(parts), {
        ...reported,
        status: "delivered",
        person: { ...reported.person, ids: [phone("16505551234"), bsuid("US.1"), bsuid("US.ENT.2")] }
      })
    }
  )

  it("WhatsApp statuses: the recipient may be missing", () => {
    assert.deepStrictEqual(status({ status: "read", recipient_id: null }), {
      ...reported,
      status: "read",
      person: null
    })
  })

  it.each<[JsonObject, string]>([
    [{ status: "deleted" }, "a status that is no delivery status"],
    [{ status: "read", recipient_type: "group" }, "groups are not supported"]
  ])("WhatsApp statuses: %j is ignored", (parts, reason) => {
    assert.include(status(parts), { _tag: "Ignored", reason })
  })

  it.each<[JsonObject, string]>([
    [{ status: "read", id: "" }, "a status without the id of a message"],
    [{ status: 5 }, "a status without a value"]
  ])("WhatsApp statuses: an unreadable status has a reason: %j", (parts, error) => {
    assert.include(status(parts), { _tag: "Unreadable", error })
  })
})
