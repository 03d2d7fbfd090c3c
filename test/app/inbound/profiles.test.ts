import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as MemoryProfiles from "../../../src/adapters/memory/inbound/MemoryProfiles.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { claimLookups, lookUpProfile } from "../../../src/app/inbound/lookUpProfile.ts"
import { personIdentity } from "../../../src/domain/contacts/ContactIdentity.ts"
import type { OrganizationId } from "../../../src/domain/Ids.ts"
import { PlatformNotReached, PlatformRejected } from "../../../src/domain/messages/PlatformError.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { sendIntent } from "../../../testing/given/given.ts"
import {
  fromPerson,
  instagramId,
  ofInstagram,
  ofPage,
  ofWhatsApp,
  pageId,
  psid
} from "../../meta/inbound/deliveries.ts"
import { eventsIn, givenInbound, inboundWorld, kept, millis, processed, stamp } from "./scene.ts"
import { sendOff } from "../../../testing/given/sendOff.ts"

const world = Layer.provideMerge(MemoryProfiles.layer, inboundWorld)

const said = (id: string, account = pageId) =>
  fromPerson(account, { timestamp: millis(5), message: { mid: id, text: "Hi" } })
const echo = (id: string) => ({
  sender: { id: pageId },
  recipient: { id: psid },
  timestamp: millis(5),
  message: { mid: id, text: "Hi", is_echo: true }
})
const refusal = new PlatformRejected({ code: 230, title: "", message: "consent", subcode: null, details: null })

/** Looks up everybody who is due. Gives back how many there were. */
const lookedUp = Effect.gen(function* () {
  const due = yield* claimLookups(100)
  yield* Effect.forEach(due, lookUpProfile)
  return due.length
})

const asked = Effect.gen(function* () {
  const all = yield* (yield* MemoryProfiles.ProfilePlatform).requests
  return all.map(({ from, personId }) => [from.account.channel, personId])
})

const namesIn = Effect.fnUntraced(function* (id: OrganizationId) {
  return (yield* kept(id)).contacts.map(({ name }) => name)
})

const waiting = Effect.map(
  Effect.flatMap(World, ({ state }) => state),
  ({ profileLookups }) => profileLookups.length
)

describe("a person who writes on Messenger or Instagram", () => {
  it.effect("gets the name of the platform's profile, with an event", () =>
    Effect.gen(function* () {
      const { id, now } = yield* givenInbound
      const { answer } = yield* MemoryProfiles.ProfilePlatform
      yield* answer(psid, Effect.succeed("Ada Lovelace"))
      yield* processed(ofPage(said("m_1"), said("m_2")), ofPage(said("m_3")))
      assert.deepStrictEqual(yield* namesIn(id), [""])
      assert.strictEqual(yield* lookedUp, 1)
      assert.deepStrictEqual(yield* asked, [["messenger", psid]])
      const [contact] = (yield* kept(id)).contacts
      assert.strictEqual(contact?.name, "Ada Lovelace")
      const updates = (yield* eventsIn(id)).filter(({ type }) => type === "contact.updated")
      assert.deepStrictEqual(updates, [
        {
          type: "contact.updated",
          conversationId: null,
          occurredAt: now,
          data: {
            contact: { id: String(contact?.id), phone: "", name: "Ada Lovelace", email: null, tags: [] },
            source: "messenger"
          }
        }
      ])
      yield* processed(ofPage(said("m_4")))
      assert.strictEqual(yield* waiting, 0)
    }).pipe(Effect.provide(world))
  )

  it.effect("is looked up if the business wrote first, through the API or elsewhere", () =>
    Effect.gen(function* () {
      const { id, instagram, now } = yield* givenInbound
      const { answer } = yield* MemoryProfiles.ProfilePlatform
      yield* answer(psid, Effect.succeed("ada.l"))
      yield* processed(ofPage(echo("m_1")))
      const send = yield* sendIntent(id, instagram.id, {
        at: now,
        phone: null,
        identity: personIdentity("instagram", instagram, psid),
        conversation: { channel: "instagram" }
      })
      yield* sendOff(id, send)
      yield* processed(ofInstagram(said("m_2", instagramId)))
      assert.strictEqual(yield* lookedUp, 2)
      assert.sameDeepMembers(yield* asked, [
        ["messenger", psid],
        ["instagram", psid]
      ])
      assert.deepStrictEqual(yield* namesIn(id), ["ada.l", "ada.l"])
    }).pipe(Effect.provide(world))
  )

  it.effect("has the name that a member sets during the look-up", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const { answer } = yield* MemoryProfiles.ProfilePlatform
      yield* processed(ofPage(said("m_1")))
      const [contact] = (yield* kept(id)).contacts
      if (contact === undefined) return assert.fail("nobody")
      const { save } = yield* ContactStore
      yield* answer(psid, Effect.as(save({ ...contact, name: "Countess" }), "Ada Lovelace"))
      yield* lookedUp
      assert.deepStrictEqual(yield* namesIn(id), ["Countess"])
      assert.isFalse((yield* eventsIn(id)).some(({ type }) => type === "contact.updated"))
      assert.strictEqual(yield* waiting, 0)
    }).pipe(Effect.provide(world))
  )

  it.effect("stays deleted if they are deleted during the look-up", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* processed(ofPage(said("m_1")))
      const [contact] = (yield* kept(id)).contacts
      if (contact === undefined) return assert.fail("nobody")
      const { remove } = yield* ContactStore
      yield* (yield* MemoryProfiles.ProfilePlatform).answer(psid, Effect.as(remove(id, contact.id), "Ada"))
      yield* lookedUp
      assert.deepStrictEqual(yield* namesIn(id), [])
      assert.strictEqual(yield* waiting, 0)
    }).pipe(Effect.provide(world))
  )

  it.effect.each([
    ["has no name", Effect.succeed(null)],
    ["may not be known", Effect.fail(refusal)]
  ] as const)("%s: is looked up once, and again if they write on another day", ([, told]) =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const { answer } = yield* MemoryProfiles.ProfilePlatform
      yield* answer(psid, told)
      yield* processed(ofPage(said("m_1")))
      assert.strictEqual(yield* lookedUp, 1)
      yield* TestClock.adjust("23 hours")
      yield* processed(ofPage(said("m_2")))
      assert.strictEqual(yield* lookedUp, 0)
      yield* answer(psid, Effect.succeed("Ada"))
      yield* TestClock.adjust("1 hour")
      yield* processed(ofPage(said("m_3")))
      assert.strictEqual(yield* lookedUp, 1)
      assert.deepStrictEqual(yield* namesIn(id), ["Ada"])
      assert.deepStrictEqual(
        (yield* eventsIn(id)).filter(({ type }) => type === "contact.updated").map(({ occurredAt }) => occurredAt),
        [yield* DateTime.now]
      )
    }).pipe(Effect.provide(world))
  )

  it.effect("is looked up a few times while the platform is unreachable, and again after their next message", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const { answer } = yield* MemoryProfiles.ProfilePlatform
      yield* answer(psid, Effect.fail(new PlatformNotReached({ detail: "down" })))
      yield* processed(ofPage(said("m_1")))
      const hourly = Effect.andThen(TestClock.adjust("4 hours"), lookedUp)
      assert.strictEqual(yield* lookedUp, 1)
      assert.deepStrictEqual(yield* Effect.replicateEffect(hourly, 7), [1, 1, 1, 1, 1, 0, 0])
      assert.strictEqual(yield* waiting, 0)
      yield* answer(psid, Effect.succeed("Ada"))
      yield* processed(ofPage(said("m_2")))
      yield* lookedUp
      assert.deepStrictEqual(yield* namesIn(id), ["Ada"])
    }).pipe(Effect.provide(world))
  )

  it.effect("has the name and no pending look-up, or neither", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const { failNext } = yield* World
      yield* (yield* MemoryProfiles.ProfilePlatform).answer(psid, Effect.succeed("Ada"))
      yield* processed(ofPage(said("m_1")))
      yield* failNext("ProfileLookups.finish")
      assert.strictEqual((yield* Effect.exit(lookedUp))._tag, "Failure")
      assert.deepStrictEqual(yield* namesIn(id), [""])
      assert.strictEqual(yield* lookedUp, 0)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* lookedUp, 1)
      assert.deepStrictEqual(yield* namesIn(id), ["Ada"])
      assert.strictEqual((yield* eventsIn(id)).filter(({ type }) => type === "contact.updated").length, 1)
    }).pipe(Effect.provide(world))
  )
})

describe("a person who writes on WhatsApp", () => {
  it.effect("is not looked up, with a name or without", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* processed(
        ofWhatsApp({
          messages: [{ id: "wamid.1", from: "15551234567", timestamp: stamp(5), type: "text", text: { body: "Hi" } }]
        })
      )
      assert.deepStrictEqual(yield* namesIn(id), [""])
      assert.strictEqual(yield* waiting, 0)
      yield* lookedUp
      assert.deepStrictEqual(yield* asked, [])
    }).pipe(Effect.provide(world))
  )
})
