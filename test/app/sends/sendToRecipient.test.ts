import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as MemoryTagSync from "../../../src/adapters/memory/contacts/MemoryTagSync.ts"
import { TemplatePlatform } from "../../../src/adapters/memory/templates/MemoryTemplateCatalogue.ts"
import { WhatsAppPlatform } from "../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { changeContact, createContact } from "../../../src/app/contacts/contacts.ts"
import { sendWhatsApp } from "../../../src/app/sends/sendWhatsApp.ts"
import { PlatformRejected, stoppedMarketing } from "../../../src/domain/messages/PlatformError.ts"
import { WhatsAppContent } from "../../../src/domain/messages/WhatsAppContent.ts"
import type { ListedTemplate } from "../../../src/domain/templates/Template.ts"
import { RecipientChecks } from "../../../src/ports/sends/SendLedger.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { eventsOf, usedBy } from "../../../testing/given/seen.ts"
import { logLines } from "../../meta/logLines.ts"
import { announcedBy, teamWorld, givenTeam } from "../conversations/supportTeam.ts"

const to = "+1 555 123 4567"
const world = Layer.merge(teamWorld, MemoryTagSync.layer)
const { Template, Text } = WhatsAppContent.cases
const text = Text.make({ text: "hi" })
const template = (name: string, languageCode = "en_US") => Template.make({ name, languageCode, components: null })

const listed = (name: string, category: string, language = "en_US"): ListedTemplate => ({
  id: `${name} ${language}`,
  name,
  language,
  status: "APPROVED",
  category,
  components: []
})

/** An organization with templates, and a contact. */
const given = Effect.gen(function* () {
  const team = yield* givenTeam
  const { setTemplates } = yield* TemplatePlatform
  yield* setTemplates(team.account.id, [
    listed("offer", "MARKETING"),
    listed("offer", "UTILITY", "de"),
    listed("receipt", "UTILITY")
  ])
  const contact = yield* createContact(team.id, to, {})
  const { requests } = yield* WhatsAppPlatform
  const { requests: looked } = yield* TemplatePlatform
  return {
    ...team,
    contact,
    change: (change: Parameters<typeof changeContact>[2]) => changeContact(team.id, contact.id, change),
    send: (content: WhatsAppContent) => sendWhatsApp(team.id, to, content),
    sent: Effect.map(requests, (all) => all.length),
    lookups: Effect.map(looked, (all) => all.length)
  }
})

const stateOf = Effect.map(
  Effect.flatMap(World, ({ state }) => state),
  ({ conversations, events, messages, usage }) => ({ conversations, events, messages, usage })
)

describe("a blocked contact", () => {
  it.effect("receives no message of any kind, and the refusal leaves no trace", () =>
    Effect.gen(function* () {
      const { change, contact, lookups, send, sent } = yield* given
      yield* change({ isBlocked: true })
      const before = yield* stateOf
      for (const content of [text, template("offer"), template("receipt")]) {
        assert.deepInclude(yield* Effect.flip(send(content)), { _tag: "RecipientBlocked", contactId: contact.id })
      }
      assert.deepStrictEqual([yield* sent, yield* lookups, yield* stateOf], [0, 0, before])

      yield* change({ isBlocked: false })
      yield* send(text)
      assert.strictEqual(yield* sent, 1)
    }).pipe(Effect.provide(world))
  )
})

describe("a contact who opted out", () => {
  it.effect("receives no marketing template, but every other message", () =>
    Effect.gen(function* () {
      const { change, contact, send, sent } = yield* given
      yield* change({ optedIn: false })
      const before = yield* stateOf
      assert.deepInclude(yield* Effect.flip(send(template("offer"))), {
        _tag: "RecipientOptedOut",
        contactId: contact.id
      })
      assert.deepStrictEqual([yield* sent, yield* stateOf], [0, before])
      for (const content of [text, template("receipt"), template("offer", "de")]) yield* send(content)
      assert.strictEqual(yield* sent, 3)
    }).pipe(Effect.provide(world))
  )

  it.effect("receives marketing templates again after an opt-in", () =>
    Effect.gen(function* () {
      const { change, send, sent } = yield* given
      yield* change({ optedIn: false })
      yield* change({ optedIn: true })
      yield* send(template("offer"))
      assert.strictEqual(yield* sent, 1)
    }).pipe(Effect.provide(world))
  )

  it.effect("is sent templates of an unknown category, and the platform decides", () =>
    Effect.gen(function* () {
      const { change, send, sent } = yield* given
      yield* change({ optedIn: false })
      yield* send(template("nowhere listed"))
      const { failNext } = yield* TemplatePlatform
      yield* failNext(
        new PlatformRejected({ code: 190, title: "expired", message: "expired", subcode: null, details: null })
      )
      yield* send(template("offer"))
      assert.strictEqual(yield* sent, 2)
    }).pipe(Effect.provide(world))
  )

  it.effect("receives nothing if they are also blocked", () =>
    Effect.gen(function* () {
      const { change, send, sent } = yield* given
      yield* change({ optedIn: false, isBlocked: true })
      assert.strictEqual((yield* Effect.flip(send(template("receipt"))))._tag, "RecipientBlocked")
      assert.strictEqual(yield* sent, 0)
    }).pipe(Effect.provide(world))
  )
})

describe("any other recipient", () => {
  it.effect.each([{}, { optedIn: true }])("receives templates without a query of the catalogue: %o", (wish) =>
    Effect.gen(function* () {
      const { change, lookups, send, sent } = yield* given
      if (wish.optedIn !== undefined) yield* change(wish)
      yield* send(template("offer"))
      assert.deepStrictEqual([yield* sent, yield* lookups], [1, 0])
    }).pipe(Effect.provide(world))
  )
})

describe("RECIPIENT_CHECKS=warn", () => {
  it.effect.each([
    [{ isBlocked: true }, text, "a message goes to a blocked contact"],
    [{ optedIn: false }, template("offer"), "a marketing template goes to a contact who opted out"]
  ] as const)("sends to %o, and logs it", ([state, content, line]) =>
    Effect.gen(function* () {
      const { at, change, id, send, sent } = yield* given
      yield* change(state)
      const { layer: logger, lines } = logLines()
      yield* send(content).pipe(Effect.provideService(RecipientChecks, "warn"), Effect.provide(logger))
      assert.deepStrictEqual([yield* sent, yield* usedBy(id, at)], [1, 1])
      assert.isTrue(lines.some((logged) => logged.includes(line)))
    }).pipe(Effect.provide(world))
  )
})

const rejected = (code: number) =>
  Effect.fail(new PlatformRejected({ code, title: "no", message: "no", subcode: null, details: null }))

describe("the platform's report that the person stopped marketing messages", () => {
  it.effect("opts the contact out: the next marketing template is refused, and contact.updated announced", () =>
    Effect.gen(function* () {
      const { contact, id, send, sent } = yield* given
      const { answerNext } = yield* WhatsAppPlatform
      yield* answerNext(rejected(stoppedMarketing))

      const { events, result } = yield* announcedBy(id, Effect.flip(send(template("offer"))))

      assert.strictEqual(result._tag, "PlatformRejected")
      assert.deepStrictEqual(
        events.map(({ type }) => type),
        ["conversation.opened", "contact.updated", "contact.opted_out"]
      )
      const { find } = yield* ContactStore
      const stored = yield* find(id, contact.id)
      assert.isTrue(stored._tag === "Some" && stored.value.optedIn === false)
      assert.strictEqual((yield* Effect.flip(send(template("offer"))))._tag, "RecipientOptedOut")
      assert.strictEqual(yield* sent, 1)
    }).pipe(Effect.provide(world))
  )

  it.effect("changes nothing the second time, nor with any other code", () =>
    Effect.gen(function* () {
      const { contact, id, send } = yield* given
      const { answerNext } = yield* WhatsAppPlatform
      const { find } = yield* ContactStore
      yield* answerNext(rejected(131049))
      yield* Effect.flip(send(template("offer")))
      assert.deepStrictEqual(
        yield* Effect.map(find(id, contact.id), (found) => found._tag === "Some" && found.value.optedIn),
        null
      )
      yield* answerNext(rejected(stoppedMarketing))
      yield* Effect.flip(send(template("receipt")))
      const before = (yield* eventsOf(id)).length
      yield* answerNext(rejected(stoppedMarketing))
      yield* Effect.flip(send(template("receipt")))
      assert.strictEqual((yield* eventsOf(id)).length, before)
    }).pipe(Effect.provide(world))
  )
})
