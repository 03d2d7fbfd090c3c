import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import type { WindowUse } from "../../../src/domain/conversations/MessagingWindow.ts"
import type { Channel } from "../../../src/domain/conversations/Channel.ts"
import { type InboundRequest, takeInbound } from "../../../emulator/person/inbound.ts"
import { layer, Windows } from "../../../emulator/person/Windows.ts"
import { account, linked, page } from "../pages.ts"
import { emulatorUrl, setNow, world } from "./personSide.ts"
import { phoneNumberId } from "../platform.ts"

const phone = "16505551234"
const psid = "2711636948859886"
const own: Readonly<Record<Channel, string>> = { whatsapp: phoneNumberId, messenger: page.id, instagram: linked.id }

const isOpen = Effect.fnUntraced(function* (channel: Channel, person: string, use: WindowUse = {}, to = own[channel]) {
  return yield* (yield* Windows).check(channel, to, person, use, yield* DateTime.now)
})

const act = (request: InboundRequest) => takeInbound(request, emulatorUrl)
const later = TestClock.adjust

const strict = world({ windows: "strict" })
const lenient = world({ windows: "lenient" })

const ada = { channel: "whatsapp", from: phone } as const
const onMessenger = { channel: "messenger", from: psid } as const
const onInstagram = { channel: "instagram", from: psid } as const

describe("the window of a person", () => {
  it.effect.each<InboundRequest>([
    { ...ada, type: "text", text: "Hi" },
    { ...ada, type: "image" },
    { ...ada, type: "button", text: "Yes" },
    { ...ada, type: "unsupported" },
    { ...ada, type: "reaction", messageId: "wamid.B", emoji: "👍" },
    { ...onMessenger, type: "text", text: "Hi" },
    { ...onMessenger, type: "quick_reply", text: "Red", payload: "RED" },
    { ...onMessenger, type: "postback", title: "Start", payload: "GO" },
    { ...onMessenger, type: "reaction", messageId: "m_B", emoji: "👍" },
    { ...onInstagram, type: "story_reply", text: "Nice!" },
    { ...onInstagram, type: "story_mention" },
    { ...onInstagram, type: "text", text: "Hi", standby: true }
  ])("is opened for 24 hours by what she does: %j", (request) =>
    Effect.gen(function* () {
      yield* setNow
      const { channel } = request
      const person = channel === "whatsapp" ? phone : psid
      assert.isFalse(yield* isOpen(channel, person))
      yield* act(request)
      assert.isTrue(yield* isOpen(channel, person))
      yield* later("23 hours")
      yield* later("3599999 millis")
      assert.isTrue(yield* isOpen(channel, person))
      yield* later("1 millis")
      assert.isFalse(yield* isOpen(channel, person))
    }).pipe(Effect.provide(strict))
  )

  it.effect.each<InboundRequest>([
    { ...ada, type: "reaction", messageId: "wamid.B", emoji: "" },
    { ...ada, type: "edit", messageId: "wamid.B", text: "Better" },
    { ...ada, type: "revoke", messageId: "wamid.B" },
    { ...ada, type: "request_welcome" },
    { ...ada, type: "echo", text: "Hello" },
    { ...ada, type: "user_preferences", value: "resume" },
    { ...ada, type: "system", system: { type: "customer_identity_changed" } },
    { ...onMessenger, type: "echo", text: "Hello" },
    { ...onMessenger, type: "edit", messageId: "m_B", text: "Better" },
    { ...onMessenger, type: "reaction", messageId: "m_B", emoji: "" },
    { ...onMessenger, type: "optin", optin: { ref: "x" } },
    { ...onMessenger, type: "referral", referral: { ref: "x" } },
    { ...onInstagram, type: "deletion", messageId: "aWdf" }
  ])("is opened by nothing else: %j", (request) =>
    Effect.gen(function* () {
      yield* setNow
      yield* act(request)
      assert.isFalse(yield* isOpen(request.channel, request.channel === "whatsapp" ? phone : psid))
    }).pipe(Effect.provide(strict))
  )

  it.effect("is one with that account alone", () =>
    Effect.gen(function* () {
      yield* setNow
      yield* act({ ...onInstagram, to: account.id, type: "text", text: "Hi" })
      assert.isTrue(yield* isOpen("instagram", psid, {}, account.id))
      assert.isFalse(yield* isOpen("instagram", psid))
      assert.isFalse(yield* isOpen("messenger", psid, {}, account.id))
      assert.isFalse(yield* isOpen("instagram", phone, {}, account.id))
    }).pipe(Effect.provide(strict))
  )

  it.effect("is open for people of the business for a week, and for templates always", () =>
    Effect.gen(function* () {
      yield* setNow
      yield* act({ ...onMessenger, type: "text", text: "Hi" })
      yield* act({ ...ada, type: "text", text: "Hi" })
      yield* later("25 hours")
      assert.isFalse(yield* isOpen("messenger", psid))
      assert.isTrue(yield* isOpen("messenger", psid, { tag: "human_agent" }))
      assert.isFalse(yield* isOpen("messenger", psid, { tag: "ACCOUNT_UPDATE" }))
      assert.isFalse(yield* isOpen("whatsapp", phone, { tag: "HUMAN_AGENT" }))
      assert.isTrue(yield* isOpen("whatsapp", phone, { template: true }))
      yield* later("6 days")
      assert.isFalse(yield* isOpen("messenger", psid, { tag: "human_agent" }))
      assert.isTrue(yield* isOpen("whatsapp", "19999999999", { template: true }))
    }).pipe(Effect.provide(strict))
  )

  it.effect("counts from when she did it, and from her latest doing", () =>
    Effect.gen(function* () {
      yield* setNow
      const text = { ...ada, type: "text", text: "Hi" } as const
      yield* act({ ...text, timestamp: "2026-11-20T02:00:00Z" })
      yield* act({ ...text, timestamp: "2026-11-19T20:00:00Z" })
      yield* later("13 hours")
      assert.isTrue(yield* isOpen("whatsapp", phone))
      yield* later("1 hour")
      assert.isFalse(yield* isOpen("whatsapp", phone))
      yield* act(text)
      assert.isTrue(yield* isOpen("whatsapp", phone))
    }).pipe(Effect.provide(strict))
  )

  it.effect("is hers by whichever id she is written to", () =>
    Effect.gen(function* () {
      yield* setNow
      yield* act({ ...ada, type: "request_welcome", userId: "US.1" })
      yield* act({ channel: "whatsapp", from: "US.1", type: "text", text: "Hi" })
      assert.isTrue(yield* isOpen("whatsapp", phone))
      assert.isTrue(yield* isOpen("whatsapp", "US.1"))
      assert.isFalse(yield* isOpen("whatsapp", "US.2"))
    }).pipe(Effect.provide(strict))
  )

  it.effect("is closed to people who never wrote, unless the seed says otherwise", () =>
    Effect.gen(function* () {
      yield* setNow
      const wroteAt = DateTime.makeUnsafe("2026-11-20T02:00:00Z")
      const conversations = { [page.id]: [{ personId: "1", wroteAt }, { personId: "2" }] }
      const platform = yield* Layer.build(layer({ phoneNumbers: [], templates: {}, pages: [page], conversations }))
      const check = (person: string, channel: Channel = "messenger") =>
        Effect.provideContext(isOpen(channel, person), platform)
      assert.isFalse(yield* check(phone, "whatsapp"))
      assert.isFalse(yield* check("2"))
      assert.isFalse(yield* check("3"))
      assert.isTrue(yield* check("1"))
      yield* later("14 hours")
      assert.isFalse(yield* check("1"))
    })
  )

  it.effect("is taken to be open before she writes when the platform is lenient", () =>
    Effect.gen(function* () {
      yield* setNow
      const platform = yield* Layer.build(lenient)
      const check = Effect.provideContext(isOpen("messenger", psid), platform)
      assert.isTrue(yield* check)
      yield* later("30 days")
      assert.isTrue(yield* check)
      yield* Effect.provideContext(act({ ...onMessenger, type: "text", text: "Hi" }), platform)
      yield* later("1439 minutes")
      assert.isTrue(yield* check)
      yield* later("1 minute")
      assert.isFalse(yield* check)
      assert.isTrue(yield* Effect.provideContext(isOpen("messenger", psid, { tag: "HUMAN_AGENT" }), platform))
    })
  )
})
