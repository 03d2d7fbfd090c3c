import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { page } from "../pages.ts"
import { wabaId } from "../platform.ts"
import { does, millis, readBack, refusal, seconds, seen, world } from "./personSide.ts"
import { ada, channel, from, type Json, metadata, received } from "./whatsAppSide.ts"

/** The webhook of one change of the business account. */
const changed = (field: string, value: Json) => ({
  object: "whatsapp_business_account",
  entry: [{ id: wabaId, time: seconds, changes: [{ value: { messaging_product: "whatsapp", ...value }, field }] }]
})
const contacts = [{ profile: { name: "Ada" }, wa_id: from }]

describe("reports of the emulated platform", () => {
  it.effect("emulator: a message in standby is read by the service as a standby message", () =>
    Effect.gen(function* () {
      const { items, payload } = yield* seen({ ...ada, type: "text", text: "Hi", standby: true })
      const message = { from, id: "ID", timestamp: String(seconds), type: "text", text: { body: "Hi" } }
      assert.deepStrictEqual(payload, changed("standby", { metadata, standby: { contacts, messages: [message] } }))
      assert.deepStrictEqual(items, [received("text", { text: "Hi" }, { standby: true })])
    }).pipe(Effect.provide(world()))
  )

  it.effect("emulator: an echo in standby has the body of the send call", () =>
    Effect.gen(function* () {
      const { items, payload } = yield* seen({ channel, from, type: "echo", text: "Hello", standby: true })
      const body = {
        messaging_product: "whatsapp",
        recipient_type: "individual",
        to: from,
        type: "text",
        text: { body: "Hello" }
      }
      const echo = { id: "ID", timestamp: String(seconds), message: body }
      assert.deepStrictEqual(payload, changed("standby", { metadata, standby: { message_echoes: [echo] } }))
      const person = { ids: [{ kind: "phone", value: from }], name: null, username: null }
      assert.deepStrictEqual(items, [received("text", { text: "Hello" }, { echo: true, standby: true, person })])
    }).pipe(Effect.provide(world()))
  )

  it.effect("emulator: a handover names the number as recipient and the person by number", () =>
    Effect.gen(function* () {
      const request = { ...ada, type: "handover", kind: "control_passed", previousRole: "ai_agent" } as const
      const { payload } = yield* does({ ...request, newRole: "escalation", metadata: "m", fields: { extra: 1 } })
      assert.deepStrictEqual(
        payload,
        changed("messaging_handovers", {
          recipient: metadata,
          sender: { phone_number: from },
          timestamp: String(seconds),
          type: "control_passed",
          control_passed: { previous_owner_role: "ai_agent", new_owner_role: "escalation", metadata: "m", extra: 1 }
        })
      )
      const [item] = readBack(payload)
      assert.deepInclude(item, { _tag: "ControlChanged", holder: "people", what: "control_passed" })
      const anonymous = yield* does({ ...ada, type: "handover", kind: "control_taken", anonymous: true })
      assert.deepInclude(readBack(anonymous.payload)[0], { _tag: "AccountChanged", what: "control_taken" })
    }).pipe(Effect.provide(world()))
  )

  it.effect("emulator: a call is answered, or missed without a start and a duration", () =>
    Effect.gen(function* () {
      const call = { ...ada, type: "call", callId: "wacid.1" } as const
      const part = { id: "wacid.1", to: metadata.display_phone_number, from, timestamp: String(seconds) }
      const value = (event: Json) => changed("calls", { metadata, contacts, calls: [event] })
      const { payload: connected } = yield* does({ ...call, event: "connect" })
      assert.deepStrictEqual(
        connected,
        value({
          ...part,
          event: "connect",
          direction: "USER_INITIATED",
          session: { sdp_type: "offer", sdp: "v=0\r\n" }
        })
      )
      const { payload: missed } = yield* does({ ...call, event: "terminate" })
      const ended = { ...part, event: "terminate", direction: "USER_INITIATED" }
      assert.deepStrictEqual(missed, value({ ...ended, status: "FAILED" }))
      const { payload: answered } = yield* does({ ...call, event: "terminate", durationSeconds: 60 })
      const lasted = { start_time: String(seconds - 60), end_time: String(seconds), duration: 60 }
      assert.deepStrictEqual(answered, value({ ...ended, status: "COMPLETED", ...lasted }))
    }).pipe(Effect.provide(world()))
  )

  it.effect("emulator: the history of a phone comes in phases, or is declined", () =>
    Effect.gen(function* () {
      const message = { from, id: "wamid.old", timestamp: "1749416383", type: "text", text: { body: "Before" } }
      const { payload } = yield* does({ ...ada, type: "history", messages: [message], phase: 1, progress: 40 })
      assert.deepStrictEqual(
        payload,
        changed("history", {
          metadata,
          history: [
            { metadata: { phase: 1, chunk_order: 1, progress: 40 }, threads: [{ id: from, messages: [message] }] }
          ]
        })
      )
      const declined = yield* does({ ...ada, type: "history", declined: true })
      assert.include(JSON.stringify(declined.payload), '"code":2593109')
      const reported = { _tag: "HistoryReported", channel: "whatsapp", isDeclined: false }
      const [past, progress] = readBack(payload)
      const content = { text: "Before" }
      const unsaid = { status: null, author: null }
      assert.deepInclude(past, { _tag: "MessageReceived", platformMessageId: "wamid.old", content, past: unsaid })
      assert.deepInclude(progress, { ...reported, phase: 1, progress: 40 })
      const [refused] = readBack(declined.payload)
      assert.deepInclude(refused, { ...reported, isDeclined: true, phase: null, progress: null })
    }).pipe(Effect.provide(world()))
  )

  it.effect("emulator: an entry of the phone's address book is added and removed", () =>
    Effect.gen(function* () {
      const sync = (contact: Json, action: string) =>
        changed("smb_app_state_sync", {
          metadata,
          state_sync: [{ type: "contact", contact, action, metadata: { timestamp: String(millis) } }]
        })
      const added = yield* does({ ...ada, type: "state_sync", fullName: "Ada Lovelace" })
      const names = { full_name: "Ada Lovelace", first_name: "Ada" }
      assert.deepStrictEqual(added.payload, sync({ ...names, phone_number: from }, "add"))
      const removed = yield* does({ ...ada, type: "state_sync", action: "remove" })
      assert.deepStrictEqual(removed.payload, sync({ phone_number: from }, "remove"))
    }).pipe(Effect.provide(world()))
  )

  it.effect("emulator: a change of any field has the number, unless its value names one", () =>
    Effect.gen(function* () {
      const { payload } = yield* does({ channel, type: "change", field: "brand_new", value: { a: 1 } })
      assert.deepStrictEqual(payload, changed("brand_new", { metadata, a: 1 }))
      const own = yield* does({ channel, type: "change", field: "brand_new", value: { metadata: null } })
      assert.deepStrictEqual(own.payload, changed("brand_new", { metadata: null }))
      const onPage = yield* does({ channel: "messenger", type: "change", field: "feed", value: { a: 1 } })
      assert.deepStrictEqual(onPage.payload, {
        object: "page",
        entry: [{ id: page.id, time: millis, changes: [{ value: { a: 1 }, field: "feed" }] }]
      })
    }).pipe(Effect.provide(world()))
  )

  it.effect.each([
    ["messenger", "page"],
    ["instagram", "instagram"]
  ] as const)("emulator: handovers and roles of apps on %s", ([onChannel, object]) =>
    Effect.gen(function* () {
      const person = { channel: onChannel, from: "4711" } as const
      const passed = yield* does({
        ...person,
        type: "handover",
        kind: "pass_thread_control",
        previousApp: "12",
        newApp: "34",
        metadata: "m"
      })
      const [item] = readBack(passed.payload)
      const values = { previous_owner_app_id: "12", new_owner_app_id: "34", metadata: "m" }
      assert.deepInclude(item, { _tag: "ControlChanged", holder: "people", what: "pass_thread_control", values })
      const roles = { "12": ["primary_receiver"] }
      const { payload } = yield* does({ ...person, type: "app_roles", roles })
      assert.propertyVal(payload, "object", object)
      assert.deepInclude(readBack(payload)[0], { _tag: "AccountChanged", what: "app_roles", values: roles })
    }).pipe(Effect.provide(world()))
  )

  it.effect.each<[Json, string]>([
    [{ ...ada, type: "handover", kind: "pass_thread_control" }, "kind"],
    [{ ...ada, type: "call", event: "ring" }, "event"],
    [{ ...ada, type: "history", phase: 3 }, "phase"],
    [{ channel, type: "change", field: "a b", value: { a: 1 } }, "field"],
    [{ channel, type: "change", field: "a", value: {} }, "value"],
    [{ channel: "messenger", from: "4711", type: "handover", kind: "control_passed" }, "kind"],
    [{ channel: "messenger", from: "4711", type: "app_roles" }, "roles"]
  ])("emulator: %j is refused with the field's name: %s", ([given, field]) =>
    Effect.gen(function* () {
      assert.match(yield* refusal(given), new RegExp(`^${field}\\b`))
    }).pipe(Effect.provide(world()))
  )
})
