import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { World } from "../../../src/adapters/memory/World.ts"
import { changeSettings } from "../../../src/app/access/organizations.ts"
import type { SettingsChange } from "../../../src/domain/access/Organization.ts"
import type { WorkingHours } from "../../../src/domain/conversations/workingHours.ts"
import { ofPage, ofWhatsApp, psid } from "../../meta/inbound/deliveries.ts"
import { givenInbound, inboundWorld, kept, millis, processed, stamp } from "./scene.ts"

const from = "5511987654321"
const writes = (id: string, body: string, secondsBefore = 5) =>
  ofWhatsApp({
    contacts: [{ profile: { name: "Ada" }, wa_id: from }],
    messages: [{ id, from, timestamp: stamp(secondsBefore), type: "text", text: { body } }]
  })

const always = { from: "00:00", to: "24:00" }
const open: WorkingHours = {
  timeZone: "UTC",
  days: { sun: [always], mon: [always], tue: [always], wed: [always], thu: [always], fri: [always], sat: [always] },
  holidays: []
}
const closed: WorkingHours = { timeZone: "UTC", days: {}, holidays: [] }
const texts = { greeting: "Hello", awayMessage: "Away" }

/** The texts of recorded answers, and the organization. */
const given = Effect.fnUntraced(function* (settings: SettingsChange) {
  const scene = yield* givenInbound
  yield* changeSettings(scene.id, settings)
  const answers = Effect.map((yield* World).state, ({ pendingSends }) =>
    pendingSends
      .map(({ send }) => JSON.stringify(send.content))
      .map((json) => (json.includes("Hello") ? "Hello" : json.includes("Away") ? "Away" : json))
  )
  return { ...scene, answers }
})

describe("greeting and away message", () => {
  it.effect("automatic answers: a contact who begins a conversation within the hours is greeted once", () =>
    Effect.gen(function* () {
      const { answers, id } = yield* given({ ...texts, workingHours: open })
      yield* processed(writes("wamid.1", "Hi"))
      yield* processed(writes("wamid.1", "Hi"), writes("wamid.2", "Anybody?"))
      assert.deepStrictEqual(yield* answers, ["Hello"])
      const [send] = (yield* (yield* World).state).pendingSends
      const [conversation] = (yield* kept(id)).conversations
      assert.deepInclude(send?.send, {
        origin: "automatic",
        conversationId: conversation?.id ?? null,
        recipient: `+${from}`
      })
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("automatic answers: a contact who writes outside of the hours gets the away message once", () =>
    Effect.gen(function* () {
      const { answers } = yield* given({ ...texts, workingHours: closed })
      yield* processed(writes("wamid.1", "Hi"))
      yield* processed(writes("wamid.2", "Anybody?"))
      assert.deepStrictEqual(yield* answers, ["Away"])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("automatic answers: Messenger contacts get them too, and echoes none", () =>
    Effect.gen(function* () {
      const { answers } = yield* given(texts)
      const event = (mid: string, parts: object) =>
        ofPage({
          ...parts,
          timestamp: millis(5),
          message: { mid, text: "Hi", ...("is_echo" in parts ? { is_echo: true } : {}) }
        })
      yield* processed(event("m1", { sender: { id: psid }, recipient: { id: "1" } }))
      assert.deepStrictEqual(yield* answers, ["Hello"])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("automatic answers: old messages, stop words and organizations without texts cause none", () =>
    Effect.gen(function* () {
      const { answers, id } = yield* given({
        ...texts,
        workingHours: closed,
        stopWords: { optOut: ["STOP"], optIn: [] }
      })
      yield* processed(writes("wamid.1", "Old", 4_000))
      yield* processed(writes("wamid.2", "STOP"))
      assert.deepStrictEqual(yield* answers, [])
      yield* changeSettings(id, { greeting: null, awayMessage: null })
      yield* processed(writes("wamid.3", "Hi"))
      assert.deepStrictEqual(yield* answers, [])
    }).pipe(Effect.provide(inboundWorld))
  )
})

describe("conversations that wait for an assignee", () => {
  it.effect("waiting: a message of the contact lets the conversation wait, if the organization has a policy", () =>
    Effect.gen(function* () {
      const { id, now } = yield* given({})
      const queuedAt = Effect.map(kept(id), ({ conversations }) => conversations[0]?.queuedAt)
      yield* processed(writes("wamid.1", "Hi"))
      assert.isNull(yield* queuedAt)
      yield* changeSettings(id, { assignment: { policy: "round_robin", capacity: null } })
      yield* processed(writes("wamid.2", "Anybody?"))
      assert.deepStrictEqual(yield* queuedAt, now)
      assert.isTrue(DateTime.isDateTime(yield* queuedAt))
    }).pipe(Effect.provide(inboundWorld))
  )
})
