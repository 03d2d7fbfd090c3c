import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { seconds, seen, world } from "./personSide.ts"
import { wabaId } from "../platform.ts"
import { ada, base, channel, from, happened, type Json, metadata, person, received, webhook } from "./whatsAppSide.ts"

/** A webhook of a change that is no message. */
const changed = (field: string, value: Json) => ({
  object: "whatsapp_business_account",
  entry: [{ id: wabaId, time: seconds, changes: [{ value, field }] }]
})

describe("notices about people", () => {
  it.effect("inbound notices: a changed number is reported without contacts, and applies from then on", () =>
    Effect.gen(function* () {
      yield* seen({ ...ada, type: "text", text: "Hi", userId: "US.1" })
      const request = { type: "user_changed_number", wa_id: "+1 219 555 5358" } as const
      const { items, payload } = yield* seen({ channel, from, type: "system", system: request })
      const body = "User Ada changed from 16505551234 to 12195555358"
      const system = { body, wa_id: "12195555358", type: "user_changed_number" }
      assert.deepStrictEqual(payload, webhook({ ...base, type: "system", system }, null))
      const moved = { ids: [{ kind: "phone", value: "12195555358" }], name: null, username: null }
      assert.deepStrictEqual(items, [
        { _tag: "PersonChanged", ...happened, previous: [{ kind: "phone", value: from }], person: moved }
      ])

      const after = yield* seen({ channel, from: "12195555358", identify: "both", type: "text", text: "Me" })
      assert.deepStrictEqual(
        after.payload,
        webhook({ ...base, from: "12195555358", from_user_id: "US.1", type: "text", text: { body: "Me" } }, [
          { profile: { name: "Ada" }, wa_id: "12195555358", user_id: "US.1" }
        ])
      )
    }).pipe(Effect.provide(world()))
  )

  it.effect("inbound notices: a changed user id has the former one only in its text", () =>
    Effect.gen(function* () {
      const request = { type: "user_changed_user_id", user_id: "US.22" } as const
      const { items, payload } = yield* seen({ channel, from: "US.11", name: "Eve", type: "system", system: request })
      const { from: _, ...nameless } = base
      const system = { body: "User Eve changed from US.11 to US.22", user_id: "US.22", type: "user_changed_user_id" }
      assert.deepStrictEqual(payload, webhook({ ...nameless, type: "system", system }, null))
      assert.deepStrictEqual(items, [
        {
          _tag: "PersonChanged",
          ...happened,
          previous: [{ kind: channel, value: "US.11" }],
          person: { ids: [{ kind: channel, value: "US.22" }], name: null, username: null }
        }
      ])
    }).pipe(Effect.provide(world()))
  )

  it.effect("inbound notices: a changed phone is reported, with an optional text", () =>
    Effect.gen(function* () {
      const system = { type: "customer_identity_changed", body: "Ada has a new phone" } as const
      const { items, payload } = yield* seen({ ...ada, type: "system", system })
      assert.deepStrictEqual(payload, webhook({ ...base, type: "system", system }, null))
      assert.deepStrictEqual(items, [
        {
          _tag: "Ignored",
          ...happened,
          businessAccountId: wabaId,
          field: "messages",
          reason: "a notice without a change of the person"
        }
      ])
    }).pipe(Effect.provide(world()))
  )

  it.effect("inbound notices: a changed user id is also reported in its own field", () =>
    Effect.gen(function* () {
      yield* seen({ ...ada, type: "text", text: "Hi", userId: "US.11" })
      const { items, messageId, payload } = yield* seen({ ...ada, type: "user_id_update", newUserId: "US.22" })
      assert.isNull(messageId)
      assert.deepStrictEqual(
        payload,
        changed("user_id_update", {
          messaging_product: "whatsapp",
          metadata,
          contacts: [{ profile: { name: "Ada" }, wa_id: from }],
          user_id_update: [
            {
              wa_id: from,
              detail: "User id for Ada has been updated.",
              user_id: { previous: "US.11", current: "US.22" },
              timestamp: String(seconds)
            }
          ]
        })
      )
      assert.deepStrictEqual(items, [
        {
          _tag: "PersonChanged",
          ...happened,
          previous: [{ kind: channel, value: "US.11" }],
          person: { ...person, ids: [...person.ids, { kind: channel, value: "US.22" }] }
        }
      ])
      const after = yield* seen({ channel, from, identify: "userId", type: "request_welcome" })
      assert.include(JSON.stringify(after.payload), '"from_user_id":"US.22"')
    }).pipe(Effect.provide(world()))
  )

  it.effect("inbound notices: a changed user id of a person without a known number is reported", () =>
    Effect.gen(function* () {
      const { items, payload } = yield* seen({
        channel,
        from: "US.11",
        name: "Eve",
        type: "user_id_update",
        newUserId: "US.22"
      })
      const ids = { previous: "US.11", current: "US.22" }
      assert.deepStrictEqual(
        payload,
        changed("user_id_update", {
          messaging_product: "whatsapp",
          metadata,
          contacts: [{ profile: { name: "Eve" } }],
          user_id_update: [{ detail: "User id for Eve has been updated.", user_id: ids, timestamp: String(seconds) }]
        })
      )
      assert.deepStrictEqual(items, [
        {
          _tag: "PersonChanged",
          ...happened,
          previous: [{ kind: channel, value: "US.11" }],
          person: { ids: [{ kind: channel, value: "US.22" }], name: "Eve", username: null }
        }
      ])
      const after = yield* seen({ channel, from: "US.22", type: "request_welcome" })
      assert.include(JSON.stringify(after.payload), '"name":"Eve"')
    }).pipe(Effect.provide(world()))
  )

  it.effect.each(["stop", "resume", "signup"] as const)("inbound notices: the marketing opt-in is set to %s", (value) =>
    Effect.gen(function* () {
      const { items, messageId, payload } = yield* seen({ ...ada, type: "user_preferences", value })
      assert.isNull(messageId)
      assert.deepStrictEqual(
        payload,
        changed("user_preferences", {
          messaging_product: "whatsapp",
          metadata,
          contacts: [{ profile: { name: "Ada" }, wa_id: from }],
          user_preferences: [
            {
              wa_id: from,
              detail: `User requested to ${value} marketing messages`,
              category: "marketing_messages",
              value,
              timestamp: seconds
            }
          ]
        })
      )
      assert.deepStrictEqual(items, [{ _tag: "MarketingPreferred", ...happened, person, wanted: value !== "stop" }])
    }).pipe(Effect.provide(world()))
  )

  it.effect("inbound notices: a message of the business from its phone is reported", () =>
    Effect.gen(function* () {
      const { items, messageId, payload } = yield* seen({ ...ada, type: "echo", text: "On my way" })
      // In base64; the rest is hexadecimal, and begins with a digit (I) or a letter (J).
      assert.match(String(messageId), /^wamid\.HBgL[A-Za-z0-9+/]+VAgARGB[IJ]/)
      assert.deepStrictEqual(
        payload,
        changed("smb_message_echoes", {
          messaging_product: "whatsapp",
          metadata,
          message_echoes: [
            {
              from: "15550783881",
              to: from,
              id: "ID",
              timestamp: String(seconds),
              type: "text",
              text: { body: "On my way" }
            }
          ]
        })
      )
      assert.deepStrictEqual(items, [
        received("text", { text: "On my way" }, { echo: true, person: { ...person, name: null } })
      ])
    }).pipe(Effect.provide(world()))
  )
})
