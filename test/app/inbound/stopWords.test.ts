import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { getConsents, setConsent } from "../../../src/app/contacts/consents.ts"
import { changeSettings } from "../../../src/app/access/organizations.ts"
import type { OrganizationId } from "../../../src/domain/Ids.ts"
import { eventsOf } from "../../../testing/given/seen.ts"
import { fromPerson, ofPage, ofWhatsApp, pageId } from "../../meta/inbound/deliveries.ts"
import { phoneOf } from "../../../testing/given/given.ts"
import { givenInbound, inboundWorld, kept, millis, processed, stamp } from "./scene.ts"

const phone = phoneOf(1)

const texts = (id: string, text: string, secondsBefore: number) =>
  ofWhatsApp({
    messages: [{ id, from: phone, timestamp: stamp(secondsBefore), type: "text", text: { body: text } }]
  })

const taps = (id: string, payload: string, secondsBefore: number) =>
  ofWhatsApp({
    messages: [
      { id, from: phone, timestamp: stamp(secondsBefore), type: "button", button: { payload, text: "No more offers" } }
    ]
  })

const stopWords = { optOut: ["STOP", "STOP_PROMOTIONS"], optIn: ["START"] }

const givenWords = Effect.gen(function* () {
  const scene = yield* givenInbound
  yield* changeSettings(scene.id, { stopWords })
  return scene
})

const contactIn = Effect.fnUntraced(function* (id: OrganizationId) {
  const [contact] = (yield* kept(id)).contacts
  return contact ?? assert.fail("there is no contact")
})

/** The opt-in of the contact, and the state, source and author of the changes on WhatsApp. */
const outline = Effect.fnUntraced(function* (id: OrganizationId) {
  const contact = yield* contactIn(id)
  const consents = yield* getConsents(id, contact.id)
  const onWhatsApp = consents.find(({ channel }) => channel === "whatsapp")
  return {
    optedIn: contact.optedIn,
    history: onWhatsApp?.history.map(({ by, source, state }) => [state, source, by])
  }
})

const consentEvents = (id: OrganizationId) =>
  Effect.map(eventsOf(id), (events) =>
    events.map(({ type }) => type).filter((type) => type.startsWith("contact.opted"))
  )

describe("stop words", () => {
  it.effect("stop words: without words of the organization a text changes no consent", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* processed(texts("wamid.1", "STOP", 60))
      assert.deepStrictEqual(yield* outline(id), { optedIn: null, history: [] })
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("stop words: a word opts out once, with its message and an event", () =>
    Effect.gen(function* () {
      const { id } = yield* givenWords
      yield* processed(texts("wamid.1", "Hello", 70))
      yield* processed(texts("wamid.2", " stop! ", 60))
      yield* processed(texts("wamid.2", " stop! ", 60))
      assert.deepStrictEqual(yield* outline(id), { optedIn: false, history: [["opted_out", "word", "wamid.2"]] })
      const events = yield* eventsOf(id)
      const { id: contactId } = yield* contactIn(id)
      assert.deepStrictEqual(
        events.filter(({ type }) => type.startsWith("contact.opted")).map(({ data, type }) => [type, data]),
        [
          [
            "contact.opted_out",
            {
              contact_id: contactId,
              channel: "whatsapp",
              source: "word",
              by: "wamid.2",
              timestamp: "2026-11-21T11:59:00.000Z"
            }
          ]
        ]
      )
      assert.deepStrictEqual(events.map(({ type }) => type).slice(-3), [
        "message.received",
        "contact.updated",
        "contact.opted_out"
      ])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("stop words: the payload of a button opts out", () =>
    Effect.gen(function* () {
      const { id } = yield* givenWords
      yield* processed(taps("wamid.1", "STOP_PROMOTIONS", 60))
      assert.deepStrictEqual(yield* outline(id), { optedIn: false, history: [["opted_out", "word", "wamid.1"]] })
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect.each([
    ["STOP", "START"],
    ["START", "STOP"]
  ] as const)("stop words: the later word counts, in any order of arrival: %s, %s", (order) =>
    Effect.gen(function* () {
      const { id } = yield* givenWords
      for (const word of order) yield* processed(texts(`wamid.${word}`, word, word === "STOP" ? 60 : 50))
      assert.deepStrictEqual(yield* outline(id), {
        optedIn: true,
        history: [
          ["opted_in", "word", "wamid.START"],
          ["opted_out", "word", "wamid.STOP"]
        ]
      })
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("stop words: a member opts the contact in again, and an earlier word does not revert it", () =>
    Effect.gen(function* () {
      const { id } = yield* givenWords
      yield* processed(texts("wamid.1", "STOP", 60))
      const contact = yield* contactIn(id)
      yield* setConsent(id, contact.id, "whatsapp", "opted_in", { source: "member", by: "user" })
      yield* processed(texts("wamid.1", "STOP", 60))
      assert.deepStrictEqual(yield* outline(id), {
        optedIn: true,
        history: [
          ["opted_in", "member", "user"],
          ["opted_out", "word", "wamid.1"]
        ]
      })
      assert.deepStrictEqual(yield* consentEvents(id), ["contact.opted_out", "contact.opted_in"])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("stop words: a word on another channel does not change the consent on WhatsApp", () =>
    Effect.gen(function* () {
      const { id } = yield* givenWords
      yield* processed(ofPage(fromPerson(pageId, { timestamp: millis(60), message: { mid: "m_1", text: "Stop" } })))
      const contact = yield* contactIn(id)
      const consents = yield* getConsents(id, contact.id)
      assert.deepStrictEqual(
        consents.map(({ channel, current }) => [channel, current?.state]),
        [
          ["whatsapp", undefined],
          ["messenger", "opted_out"],
          ["instagram", undefined]
        ]
      )
      assert.isNull(contact.optedIn)
      assert.deepStrictEqual(yield* consentEvents(id), ["contact.opted_out"])
    }).pipe(Effect.provide(inboundWorld))
  )
})

describe("setConsent", () => {
  it.effect("consents: a choice is recorded once, sets the opt-in on WhatsApp, and is announced", () =>
    Effect.gen(function* () {
      const { id } = yield* givenWords
      yield* processed(texts("wamid.1", "Hello", 60))
      const { id: contactId } = yield* contactIn(id)
      const actor = { source: "api", by: "key" } as const
      const set = (channel: "whatsapp" | "instagram", state: "opted_in" | "opted_out") =>
        Effect.map(setConsent(id, contactId, channel, state, actor), ({ current, history }) => [
          current?.state,
          history.length
        ])
      assert.deepStrictEqual(yield* set("instagram", "opted_out"), ["opted_out", 1])
      assert.isNull((yield* contactIn(id)).optedIn)
      assert.deepStrictEqual(yield* set("whatsapp", "opted_in"), ["opted_in", 1])
      assert.deepStrictEqual(yield* set("whatsapp", "opted_in"), ["opted_in", 1])
      assert.isTrue((yield* contactIn(id)).optedIn)
      assert.deepStrictEqual(yield* set("whatsapp", "opted_out"), ["opted_out", 2])
      assert.isFalse((yield* contactIn(id)).optedIn)
      assert.deepStrictEqual(yield* consentEvents(id), ["contact.opted_out", "contact.opted_in", "contact.opted_out"])
    }).pipe(Effect.provide(inboundWorld))
  )
})
