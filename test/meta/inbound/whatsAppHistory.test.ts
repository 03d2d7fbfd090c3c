import { assert, describe, it } from "@effect/vitest"
import type { Schema } from "effect"
import { ofWhatsApp, onlyItem, phoneNumberId, read, received, shown } from "./deliveries.ts"

const business = "15550783881"
const ada = "16505551234"

const account = { channel: "whatsapp", accountExternalId: phoneNumberId }

const history = (part: Schema.Json) => ofWhatsApp({ history: [part] }, "history")

const text = (id: string, from: string, more: Readonly<Record<string, Schema.Json>> = {}) => ({
  id,
  from,
  timestamp: "1739230955",
  type: "text",
  text: { body: `text of ${id}` },
  ...more
})

const message = (id: string, echo: boolean, status: string | null, raw: Schema.Json, more: object = {}) => ({
  _tag: "MessageReceived",
  ...account,
  at: "2025-02-10T23:42:35.000Z",
  person: { ids: [{ kind: "phone", value: ada }], name: null, username: null },
  echo,
  platformMessageId: id,
  sendId: null,
  type: "text",
  content: { text: `text of ${id}` },
  media: [],
  replyTo: null,
  referral: null,
  standby: false,
  raw,
  past: { status, author: null },
  ...more
})

describe("the history of a phone", () => {
  it("history: messages of both directions have their status, and the part its progress", () => {
    const messages = [
      text("a", business, { history_context: { status: "READ" } }),
      text("b", business, { history_context: { status: "delivered", from_me: true } }),
      text("c", ada, { history_context: { status: "pending" } }),
      text("d", business, { to: ada, history_context: { status: "ERROR" } }),
      text("e", business, { history_context: { status: "PLAYED" } })
    ]
    const metadata = { phase: 0, chunk_order: 1, progress: 55 }
    const items = read(history({ metadata, threads: [{ id: ada, messages }] })).map(shown)
    assert.deepStrictEqual(items, [
      message("a", true, "read", messages[0] ?? null),
      message("b", true, "delivered", messages[1] ?? null),
      message("c", false, "sent", messages[2] ?? null),
      message("d", true, "failed", messages[3] ?? null),
      message("e", true, "read", messages[4] ?? null),
      { _tag: "HistoryReported", ...account, at: received, phase: 0, progress: 55, isDeclined: false }
    ])
  })

  it("history: a file arrives as a message beside the parts", () => {
    const image = { id: "24230790383178626", mime_type: "image/jpeg", sha256: "3f9d", caption: "Table" }
    const raw = { id: "a", from: ada, timestamp: "1739230955", type: "image", image }
    const media = {
      platformMediaId: image.id,
      url: null,
      mimeType: "image/jpeg",
      filename: null,
      sha256: "3f9d",
      index: 0
    }
    assert.deepStrictEqual(
      onlyItem(ofWhatsApp({ messages: [raw] }, "history")),
      message("a", false, null, raw, { type: "image", content: image, media: [media] })
    )
  })

  it("history: a business that does not share it declines", () => {
    const error = { code: 2_593_109, title: "History sync is turned off", message: "History sync is turned off" }
    assert.deepStrictEqual(onlyItem(history({ errors: [error] })), {
      _tag: "HistoryReported",
      ...account,
      at: received,
      phase: null,
      progress: null,
      isDeclined: true
    })
    const other = onlyItem(history({ errors: [{ code: 1, title: "Trouble", message: "Trouble" }] }))
    assert.include(other, { _tag: "AccountTroubled" })
  })

  it("history: an unreadable message does not affect the others", () => {
    const items = read(history({ threads: [{ id: ada, messages: [{ from: ada }, 5, text("a", ada)] }] }))
    assert.deepStrictEqual(
      items.map(({ _tag }) => _tag),
      ["Unreadable", "Unreadable", "MessageReceived"]
    )
  })

  it("history: reactions, edits and deletions are of the past", () => {
    const reaction = text("r", ada, { type: "reaction", reaction: { message_id: "a", emoji: "👍" } })
    const revoke = text("v", ada, { type: "revoke", revoke: { original_message_id: "a" } })
    const items = read(history({ threads: [{ id: ada, messages: [reaction, revoke] }] }))
    assert.deepStrictEqual(
      items.map((item) => [item._tag, "past" in item && item.past !== undefined]),
      [
        ["Reacted", true],
        ["MessageDeleted", true]
      ]
    )
  })
})

describe("the address book of a phone", () => {
  const entry = (action: string, contact: Schema.Json, more: object = {}) =>
    ofWhatsApp(
      { state_sync: [{ type: "contact", contact, action, metadata: { timestamp: "1739230955000" }, ...more }] },
      "smb_app_state_sync"
    )
  const named = (name: string | null) => ({
    _tag: "AddressBookChanged",
    ...account,
    at: "2025-02-10T23:42:35.000Z",
    person: { ids: [{ kind: "phone", value: ada }], name: null, username: null },
    name
  })

  it("address book: an entry has the full name, else the first name", () => {
    const contact = { full_name: "Ada Lovelace", first_name: "Ada", phone_number: `+${ada}` }
    assert.deepStrictEqual(onlyItem(entry("add", contact)), named("Ada Lovelace"))
    assert.deepStrictEqual(onlyItem(entry("add", { first_name: "Ada", phone_number: ada })), named("Ada"))
    assert.deepStrictEqual(onlyItem(entry("remove", { phone_number: ada })), named(null))
  })

  it("address book: an entry without a number is unreadable, and another type is ignored", () => {
    assert.include(onlyItem(entry("add", { full_name: "Ada" })), { _tag: "Unreadable" })
    assert.include(onlyItem(entry("add", {}, { type: "label" })), { _tag: "Ignored" })
  })
})
