import { assert, describe, it } from "@effect/vitest"
import type { Schema } from "effect"
import { ofWhatsApp, read } from "./deliveries.ts"

type JsonObject = Readonly<Record<string, Schema.Json>>

const text = { timestamp: "1749416383", type: "text", text: { body: "Hi" } }

/** The author of each message: `kind:value` of the ids, the name and the user name; null for a message without one. */
const peopleOf = (contacts: ReadonlyArray<Schema.Json>, messages: ReadonlyArray<JsonObject>, field = "messages") => {
  const name = field === "messages" ? "messages" : "message_echoes"
  const items = messages.map((message, place) => ({ id: `wamid.${place}`, ...text, ...message }))
  return read(ofWhatsApp({ contacts, [name]: items }, field)).map((item) =>
    item._tag === "MessageReceived"
      ? [item.person.ids.map(({ kind, value }) => `${kind}:${value}`).join(" "), item.person.name, item.person.username]
      : null
  )
}

const bsuid = "US.13491208655302741918"
const parent = "US.ENT.11815799212886844830"

describe("people of WhatsApp messages", () => {
  it.each<[string, ReadonlyArray<Schema.Json>, JsonObject, Array<string | null>]>([
    [
      "a number",
      [{ profile: { name: "Ada" }, wa_id: "16505551234" }],
      { from: "16505551234" },
      ["phone:16505551234", "Ada", null]
    ],
    ["a number alone", [], { from: "16505551234" }, ["phone:16505551234", null, null]],
    [
      "a number and an id of another form of it",
      [{ profile: { name: "Ana" }, wa_id: "551187654321" }],
      { from: "5511987654321" },
      ["phone:5511987654321 phone:551187654321", "Ana", null]
    ],
    [
      "a business-scoped id only",
      [{ profile: { name: "Pablo M.", username: "@pablo" }, user_id: bsuid, parent_user_id: parent }],
      { from_user_id: bsuid, from_parent_user_id: parent },
      [`whatsapp:${bsuid} whatsapp:${parent}`, "Pablo M.", "@pablo"]
    ],
    [
      "a business-scoped id in the place of the number",
      [{ profile: { name: "Pablo" }, wa_id: bsuid }],
      { from: bsuid },
      [`whatsapp:${bsuid}`, "Pablo", null]
    ],
    [
      "both, the number first as it is what can be written to",
      [{ profile: {}, wa_id: "16505551234", user_id: bsuid }],
      { from_user_id: bsuid },
      [`phone:16505551234 whatsapp:${bsuid}`, null, null]
    ],
    [
      "the only contact there is",
      [{ profile: { name: "Sheena" }, user_id: bsuid }],
      {},
      [`whatsapp:${bsuid}`, "Sheena", null]
    ],
    [
      "a number that is not the id",
      [{ profile: { name: "John" }, wa_id: "222222222222" }],
      { from: "333333333333" },
      ["phone:333333333333 phone:222222222222", "John", null]
    ],
    ["a number that is written as a number", [], { from: 16505551234 }, ["phone:16505551234", null, null]],
    ["something new", [], { from: "lid:77" }, ["whatsapp:lid:77", null, null]],
    ["a contact that is none", ["x"], { from: "16505551234" }, ["phone:16505551234", null, null]]
  ])("WhatsApp people: the author is identified by %s", (_, contacts, message, person) => {
    assert.deepStrictEqual(peopleOf(contacts, [message]), [person])
  })

  it("WhatsApp people: the author is matched among several contacts of the report", () => {
    const contacts = [
      { profile: { name: "Ada" }, wa_id: "16505551234" },
      { profile: { name: "Bob" }, wa_id: "16505555678", user_id: bsuid }
    ]
    const messages = [{ from_user_id: bsuid }, { from: "16505551234" }, { from: "16505550000" }, {}]
    assert.deepStrictEqual(peopleOf(contacts, messages), [
      [`phone:16505555678 whatsapp:${bsuid}`, "Bob", null],
      ["phone:16505551234", "Ada", null],
      ["phone:16505550000", null, null],
      null
    ])
  })

  it("WhatsApp people: the author is matched by any form of the number, the first match counts", () => {
    const contacts = [
      { profile: { name: "Bob" }, wa_id: "16505555678" },
      { profile: { name: "Ana" }, wa_id: "551187654321" },
      { profile: { name: "Not Ana" }, wa_id: "551187654321" }
    ]
    assert.deepStrictEqual(peopleOf(contacts, [{ from: "5511987654321" }]), [
      ["phone:5511987654321 phone:551187654321", "Ana", null]
    ])
    assert.deepStrictEqual(peopleOf(contacts, [{}]), [null])
  })

  it("WhatsApp people: a single contact of the report is not used if several people wrote", () => {
    const contacts = [{ profile: { name: "Ada" }, wa_id: "16505551234" }]
    assert.deepStrictEqual(peopleOf(contacts, [{ from: "16505551234" }, { from: "16505555678" }]), [
      ["phone:16505551234", "Ada", null],
      ["phone:16505555678", null, null]
    ])
  })

  it("WhatsApp people: the person of an echo is its recipient", () => {
    const contacts = [{ wa_id: "16505551234", user_id: bsuid }]
    const echo = { from: "15550783881", to_user_id: bsuid, to_parent_user_id: parent }
    assert.deepStrictEqual(peopleOf(contacts, [echo], "smb_message_echoes"), [
      [`phone:16505551234 whatsapp:${bsuid} whatsapp:${parent}`, null, null]
    ])
  })
})

describe("shared numbers", () => {
  const from = { from_user_id: bsuid }
  const known = [{ profile: { name: "Ada" }, user_id: bsuid }]
  const card = (phones: ReadonlyArray<Schema.Json>, more: JsonObject = {}) => ({ phones, ...more })
  const shared = (parts: JsonObject, contacts: ReadonlyArray<Schema.Json> = known) =>
    peopleOf(contacts, [{ ...from, type: "contacts", text: null, ...parts }])[0]?.[0]
  const request = { origin: "contact_request" }
  const phones = [{ phone: "15551234567" }]
  const learned = `phone:15551234567 whatsapp:${bsuid}`

  it.each<[string, JsonObject]>([
    ["when she was asked for it", { ...request, contacts: [card(phones)] }],
    ["as Meta's example has it", { origin: "contact_request/other", contacts: [card(phones)] }],
    ["with separators", { ...request, contacts: [card([{ phone: "+1 (555) 123-4567" }])] }],
    ["as the platform knows it", { ...request, contacts: [card([{ phone: "(555) 123-4567", wa_id: "15551234567" }])] }],
    ["on a card with her own id", { contacts: [card(phones, { user_id: bsuid })] }],
    ["on a card whose number has her own id", { contacts: [card([{ phone: "15551234567", user_id: bsuid }])] }]
  ])("WhatsApp people: a shared number is the person's own %s", (_, parts) => {
    assert.strictEqual(shared(parts), learned)
  })

  it.each<[string, JsonObject]>([
    ["a card of somebody", { origin: "other", contacts: [card(phones, { name: { formatted_name: "Ada" } })] }],
    ["a card with another's id", { contacts: [card(phones, { user_id: "US.1" })] }],
    ["two cards", { ...request, contacts: [card(phones), card(phones)] }],
    ["a number without its country", { ...request, contacts: [card([{ phone: "(555) 123-4567" }])] }],
    ["a number that is none", { ...request, contacts: [card([{ phone: "" }, { phone: "12" }, "x", {}])] }],
    ["no card", { ...request, contacts: [] }],
    ["no contacts", request],
    ["a text", { ...request, type: "text", contacts: [card(phones)] }]
  ])("WhatsApp people: a shared number is not the person's own in %s", (_, parts) => {
    assert.strictEqual(shared(parts), `whatsapp:${bsuid}`)
  })

  it("WhatsApp people: the report's own number takes precedence over a shared one", () => {
    assert.strictEqual(
      shared({ ...request, contacts: [card(phones)] }, [
        { profile: { name: "Ada" }, wa_id: "16505551234", user_id: bsuid }
      ]),
      `phone:16505551234 whatsapp:${bsuid}`
    )
  })
})
