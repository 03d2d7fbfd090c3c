import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, type Schema } from "effect"
import type { OrganizationId } from "../../../src/domain/Ids.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import {
  businessAccountId,
  fromPerson,
  metadata,
  ofPage,
  ofWhatsApp,
  pageId,
  psid
} from "../../meta/inbound/deliveries.ts"
import { givenAccount, givenOrganization, phoneOf, sendIntent } from "../../../testing/given/given.ts"
import { givenContact } from "../../../testing/given/givenContact.ts"
import { eventsOf, eventTypesOf } from "../../../testing/given/seen.ts"
import { eventsIn, givenInbound, inboundWorld, kept, millis, processed, retriedAfter, stamp } from "./scene.ts"
import { sendOff } from "../../../testing/given/sendOff.ts"

type JsonObject = Readonly<Record<string, Schema.Json>>

const phone = phoneOf(1)
const bsuid = "US.13491208655302741918"

const said = (id: string, parts: JsonObject, contact: JsonObject | null = null, secondsBefore = 60) =>
  ofWhatsApp({
    contacts: contact === null ? [] : [contact],
    messages: [{ id, timestamp: stamp(secondsBefore), type: "text", text: { body: id }, ...parts }]
  })
const byNumber = said("wamid.1", { from: phone }, { profile: { name: "Ada" }, wa_id: phone }, 60)
const byId = said("wamid.2", { from_user_id: bsuid }, { profile: { name: "Ada L." }, user_id: bsuid }, 50)
const byBoth = said("wamid.3", { from: phone, from_user_id: bsuid }, { profile: {}, wa_id: phone, user_id: bsuid }, 40)

/** What is the same of an organization whatever ids things have. */
const outline = Effect.fnUntraced(function* (id: OrganizationId) {
  const { contacts, conversations, identities, messages } = yield* kept(id)
  return {
    contacts: contacts.map(({ name, optedIn, phone: number }) => [name, number, optedIn]),
    identities: identities.toSorted(),
    conversations: conversations.map(({ channel, unreadCount }) => [channel, unreadCount]),
    messages: messages.map(({ platformMessageId }) => String(platformMessageId)).toSorted(),
    // Whether everything that was said belongs to who is there, and to what runs.
    areTogether: messages.every(
      ({ contactId, conversationId }) =>
        contacts.some((contact) => contact.id === contactId) &&
        conversations.some((conversation) => conversation.id === conversationId)
    )
  }
})

describe("a person with two identities", () => {
  const one: Effect.Success<ReturnType<typeof outline>> = {
    contacts: [["Ada L.", phone, null]],
    identities: [`phone ${phone}`, `whatsapp ${bsuid}`],
    conversations: [["whatsapp", 3]],
    messages: ["wamid.1", "wamid.2", "wamid.3"],
    areTogether: true
  }

  it.effect.each([
    [byNumber, byId, byBoth],
    [byNumber, byBoth, byId],
    [byId, byNumber, byBoth],
    [byId, byBoth, byNumber],
    [byBoth, byId, byNumber],
    [byBoth, byNumber, byId]
  ])("becomes one contact, for any order of reported identities", (deliveries) =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      for (const delivery of deliveries) yield* processed(delivery)
      assert.deepStrictEqual(yield* outline(id), one)
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("becomes one contact if both identities are reported at the same time", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* processed(byNumber, byId, byBoth)
      assert.deepStrictEqual(yield* outline(id), one)
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("has an event if the remaining contact changes", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* processed(byId)
      yield* processed(byNumber)
      yield* processed(byBoth)
      const [contact] = (yield* kept(id)).contacts
      if (contact === undefined) return assert.fail("nobody")
      const updates = (yield* eventsIn(id)).filter(({ type }) => type === "contact.updated")
      assert.deepStrictEqual(
        updates.map(({ data }) => data),
        [
          {
            contact: { id: contact.id, phone, name: "Ada L.", email: null, tags: [] },
            source: "whatsapp"
          }
        ]
      )
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("is merged into the existing contact, with the name that a member set", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const contact = yield* givenContact(id, { phone, name: "Countess" })
      yield* processed(byId)
      yield* processed(byBoth)
      const { contacts } = yield* kept(id)
      assert.deepStrictEqual(
        contacts.map(({ id: one, name }) => [one, name]),
        [[contact.id, "Countess"]]
      )
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("gets replies in the conversation of their own messages", () =>
    Effect.gen(function* () {
      const { at, id, number } = yield* givenInbound
      yield* processed(byBoth)
      const send = yield* sendIntent(id, number.id, { at: at(5), phone })
      const { contactId, conversationId } = yield* sendOff(id, send)
      const { contacts, conversations } = yield* kept(id)
      assert.deepStrictEqual(
        [contacts.map((one) => one.id), conversations.map((one) => [one.id, one.unreadCount])],
        [[contactId], [[conversationId, 0]]]
      )
    }).pipe(Effect.provide(inboundWorld))
  )
})

describe("a person whose number or id changed", () => {
  const changed = (parts: JsonObject, secondsBefore = 30) =>
    ofWhatsApp({
      messages: [{ id: "wamid.9", from: phone, timestamp: stamp(secondsBefore), type: "system", system: parts }]
    })

  it.effect("has the earlier messages and the new number", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* processed(byNumber)
      const other = phoneOf(2)
      yield* processed(changed({ type: "user_changed_number", wa_id: other }))
      yield* processed(said("wamid.4", { from: other }, { profile: { name: "Ada" }, wa_id: other }, 20))
      assert.deepStrictEqual(yield* outline(id), {
        contacts: [["Ada", other, null]],
        identities: [`phone ${phone}`, `phone ${other}`],
        conversations: [["whatsapp", 2]],
        messages: ["wamid.1", "wamid.4"],
        areTogether: true
      })
      assert.deepStrictEqual(yield* eventTypesOf(id), [
        "contact.created",
        "conversation.opened",
        "message.received",
        "contact.updated",
        "message.received"
      ])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("is merged if they write under the new number first", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const other = phoneOf(2)
      yield* processed(byNumber)
      yield* processed(said("wamid.4", { from: other }, { profile: { name: "Ada" }, wa_id: other }, 20))
      yield* processed(changed({ type: "user_changed_number", wa_id: other }))
      assert.deepStrictEqual(yield* outline(id), {
        contacts: [["Ada", other, null]],
        identities: [`phone ${phone}`, `phone ${other}`],
        conversations: [["whatsapp", 2]],
        messages: ["wamid.1", "wamid.4"],
        areTogether: true
      })
    }).pipe(Effect.provide(inboundWorld))
  )
})

describe("identities: a changed user id where only the parent's id is known", () => {
  const parent = "US.ENT.1"
  const other = "US.22"
  const before = said("wamid.1", { from_parent_user_id: parent }, null, 60)
  const change = ofWhatsApp({
    messages: [
      {
        id: "wamid.9",
        timestamp: stamp(50),
        type: "system",
        system: { type: "user_changed_user_id", user_id: other, previous_parent_user_id: parent }
      }
    ]
  })
  const after = said("wamid.2", { from_user_id: other }, null, 40)

  it.effect.each([
    [before, change, after],
    [before, after, change],
    [change, before, after],
    [change, after, before],
    [after, before, change],
    [after, change, before]
  ])("leads to one contact in any order of arrival", (deliveries) =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      for (const delivery of deliveries) yield* processed(delivery)
      assert.deepStrictEqual(yield* outline(id), {
        contacts: [["", null, null]],
        identities: [`whatsapp ${other}`, `whatsapp ${parent}`],
        conversations: [["whatsapp", 2]],
        messages: ["wamid.1", "wamid.2"],
        areTogether: true
      })
    }).pipe(Effect.provide(inboundWorld))
  )
})

describe("a person who shares their number in a chat", () => {
  const asked = said("wamid.4", {
    from_user_id: bsuid,
    type: "contacts",
    origin: "contact_request",
    contacts: [{ phones: [{ phone }] }]
  })

  it.effect.each([
    ["new", [byId, asked]],
    ["a contact already", [byNumber, byId, asked]],
    ["a contact who wrote with it afterwards", [byId, asked, byNumber]]
  ] as const)("is one contact with the number if it was %s", ([, deliveries]) =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      for (const delivery of deliveries) yield* processed(delivery)
      const { areTogether, contacts, identities } = yield* outline(id)
      assert.deepStrictEqual(
        [contacts.map(([, number]) => number), identities, areTogether],
        [[phone], [`phone ${phone}`, `whatsapp ${bsuid}`], true]
      )
      const events = yield* eventsOf(id)
      assert.isTrue(
        events.some(
          ({ data, type }) => type === "contact.updated" && JSON.stringify(data).includes(`"phone":"${phone}"`)
        )
      )
    }).pipe(Effect.provide(inboundWorld))
  )
})

describe("the opt-in of a person", () => {
  const preference = (value: string, secondsBefore: number) =>
    ofWhatsApp(
      {
        user_preferences: [
          { wa_id: phone, category: "marketing_messages", value, timestamp: stamp(secondsBefore), detail: "" }
        ]
      },
      "user_preferences"
    )

  it.effect.each([
    [
      [
        ["resume", 50],
        ["stop", 40]
      ],
      false
    ],
    [
      [
        ["stop", 40],
        ["resume", 50]
      ],
      false
    ],
    [
      [
        ["resume", 40],
        ["stop", 50]
      ],
      true
    ],
    [
      [
        ["stop", 50],
        ["signup", 40]
      ],
      true
    ]
  ] as const)("is that of the latest report: %j", ([told, optedIn]) =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      for (const [value, secondsBefore] of told) yield* processed(preference(value, secondsBefore))
      assert.deepStrictEqual(
        (yield* kept(id)).contacts.map((contact) => contact.optedIn),
        [optedIn]
      )
    }).pipe(Effect.provide(inboundWorld))
  )
})

describe("two organizations", () => {
  /** The same as told of a number and a Page of the other one. */
  const elsewhere = (delivery: Schema.Json): Schema.Json =>
    JSON.parse(JSON.stringify(delivery).replaceAll(metadata.phone_number_id, "2").replaceAll(pageId, "3"))

  it.effect("store separate contacts and messages if the same people write to both in one delivery", () =>
    Effect.gen(function* () {
      const acme = yield* givenInbound
      const globex = yield* givenOrganization()
      yield* givenAccount(globex.id, { externalId: "2", businessAccountId })
      yield* givenAccount(globex.id, { channel: "messenger", externalId: "3", businessAccountId: null })
      const tap = ofPage(fromPerson(pageId, { timestamp: millis(3), postback: { title: "Start", payload: "START" } }))
      const own = [byNumber, byId, byBoth, tap]
      const theirs = [byBoth, tap].map(elsewhere)
      yield* processed(...own.slice(0, 2), ...theirs, ...own.slice(2))
      assert.deepStrictEqual(yield* outline(acme.id), {
        contacts: [
          ["Ada L.", phone, null],
          ["", null, null]
        ],
        identities: [`messenger ${psid}`, `phone ${phone}`, `whatsapp ${bsuid}`],
        conversations: [
          ["whatsapp", 3],
          ["messenger", 1]
        ],
        messages: (yield* outline(acme.id)).messages,
        areTogether: true
      })
      assert.lengthOf((yield* outline(acme.id)).messages, 4)
      const { areTogether, contacts, messages } = yield* outline(globex.id)
      assert.deepStrictEqual([areTogether, contacts.length, messages.length], [true, 2, 2])
      assert.lengthOf(yield* eventTypesOf(globex.id), 6)
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("apply a status only in the organization of its number, even if the other one has the message", () =>
    Effect.gen(function* () {
      const acme = yield* givenInbound
      const globex = yield* givenOrganization()
      yield* givenAccount(globex.id, { externalId: "2", businessAccountId })
      const echo = { from: "15550783881", to: phone, id: "wamid.1", timestamp: stamp(60), type: "text" }
      const echoes = ofWhatsApp({ message_echoes: [{ ...echo, text: { body: "Hi" } }] }, "smb_message_echoes")
      yield* processed(echoes)
      const read = ofWhatsApp({
        statuses: [{ id: "wamid.1", status: "read", timestamp: stamp(5), recipient_id: phone }]
      })
      yield* processed(elsewhere(read))
      yield* retriedAfter(2)
      assert.deepStrictEqual(
        (yield* kept(acme.id)).messages.map(({ status }) => status),
        ["sent"]
      )
      assert.lengthOf((yield* kept(globex.id)).parked, 1)
      yield* processed(elsewhere(echoes))
      assert.deepStrictEqual(
        (yield* kept(globex.id)).messages.map(({ status }) => status),
        ["read"]
      )
    }).pipe(Effect.provide(inboundWorld))
  )
})

describe("a person who was deleted", () => {
  it.effect("is not created again by a repeated delivery", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* processed(byNumber)
      const [contact] = (yield* kept(id)).contacts
      if (contact === undefined) return assert.fail("nobody")
      const { findByPhone, remove } = yield* ContactStore
      yield* remove(id, contact.id)
      yield* processed(byNumber)
      assert.isTrue(Option.isNone(yield* findByPhone(id, phone)))
      assert.lengthOf((yield* kept(id)).messages, 1)
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("becomes a new contact with the next message", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* processed(byNumber)
      const [contact] = (yield* kept(id)).contacts
      if (contact === undefined) return assert.fail("nobody")
      yield* (yield* ContactStore).remove(id, contact.id)
      yield* processed(byBoth)
      const after = yield* kept(id)
      assert.lengthOf(after.contacts, 1)
      assert.notStrictEqual(after.contacts[0]?.id, contact.id)
      assert.lengthOf(after.conversations, 2)
    }).pipe(Effect.provide(inboundWorld))
  )
})
