import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { EmulatorState } from "../../../emulator/EmulatorState.ts"
import { maxFileSize } from "../../../emulator/person/personFields.ts"
import { refusal, world } from "./personSide.ts"

const ada = { channel: "whatsapp", from: "16505551234" }
const onMessenger = { channel: "messenger", from: "2711636948859886" }
const onInstagram = { ...onMessenger, channel: "instagram" }
const text = { type: "text", text: "Hi" }
const image = { ...ada, type: "image" }
const media = { mimeType: "image/png", text: "x" }
const secret = "Geheimnis"

const rows: ReadonlyArray<readonly [string, unknown]> = [
  ["body: Expected object", "text"],
  ["channel: Missing key", {}],
  ['channel: Expected "whatsapp" | "messenger" | "instagram"', { ...ada, ...text, channel: secret }],
  ["type: Missing key", ada],
  ["from: Missing key", { ...text, channel: "whatsapp" }],
  ["from: must be a phone number or a business-scoped user id", { ...ada, ...text, from: secret }],
  ["from: must be a phone number or a business-scoped user id", { ...ada, ...text, from: "0123" }],
  ["from: must be a phone number or a business-scoped user id", { ...ada, ...text, from: "us.1" }],
  ["text: Missing key", { ...ada, type: "text" }],
  ["text: Expected a value with a length of at least 1", { ...ada, type: "text", text: "" }],
  ["txt: Expected no excess property", { ...ada, ...text, txt: secret }],
  ["to: names no number of the platform", { ...ada, ...text, to: secret }],
  ["to: names no Page of the platform", { ...onMessenger, ...text, to: secret }],
  ["to: names no Instagram account of the platform", { ...onInstagram, ...text, to: secret }],
  ["timestamp: Expected a valid UTC DateTime string", { ...ada, ...text, timestamp: secret }],
  ["userId: must be a business-scoped user id", { ...ada, ...text, userId: secret }],
  ['identify: Expected "phone" | "userId" | "both"', { ...ada, ...text, identify: secret }],
  ["context: must not be empty", { ...ada, ...text, context: {} }],
  [
    "location.latitude: Expected a value between -90 and 90",
    { ...ada, type: "location", location: { latitude: 91, longitude: 0 } }
  ],
  ["messageId: Missing key", { ...ada, type: "reaction", emoji: "👍" }],
  ["emoji: Missing key", { ...ada, type: "reaction", messageId: "wamid.B" }],
  ["text: is required, or message", { ...ada, type: "edit", messageId: "wamid.B" }],
  ["text: is required, or message", { ...ada, type: "edit", messageId: "wamid.B", text: "a", message: { type: "b" } }],
  [
    "interactive.button_reply.title: Missing key",
    { ...ada, type: "interactive", interactive: { type: "button_reply", button_reply: { id: "1" } } }
  ],
  ["order.product_items[0]: Missing key", { ...ada, type: "order", order: { catalog_id: "1", product_items: [] } }],
  [
    "system.wa_id: must be a phone number",
    { ...ada, type: "system", system: { type: "user_changed_number", wa_id: secret } }
  ],
  ["media.mimeType: must be a media type", { ...image, media: { ...media, mimeType: secret } }],
  ["media: must have either base64 or text", { ...image, media: { mimeType: "image/png" } }],
  ["media: must have either base64 or text", { ...image, media: { ...media, base64: "AAAA" } }],
  [
    `media.base64: must be at most ${maxFileSize} bytes`,
    { ...image, media: { mimeType: "image/png", base64: "A".repeat(700_000) } }
  ],
  [
    "event: Expected a string matching the RegExp ^[A-Z_]{1,64}$",
    { channel: "whatsapp", type: "template_status", name: "hello_world", language: "en_US", event: secret }
  ],
  [
    "name: the business has no such template in this language",
    { channel: "whatsapp", type: "template_status", name: secret, language: "en_US", event: "PAUSED" }
  ],
  [
    "name: the business has no such template in this language",
    { channel: "whatsapp", type: "template_status", name: "hello_world", language: secret, event: "PAUSED" }
  ],
  ["from: Expected a string matching the RegExp ^\\d{1,30}$", { ...onMessenger, ...text, from: secret }],
  ["url: must be an http(s) URL", { ...onMessenger, type: "image", url: "ftp://example.com" }],
  ["payload: Missing key", { ...onMessenger, type: "postback", title: "Start" }],
  ["optin: must not be empty", { ...onMessenger, type: "optin", optin: {} }],
  ["storyId: Expected no excess property", { ...onInstagram, ...text, storyId: "1" }]
]

describe("impossible actions", () => {
  it.effect.each(rows)("inbound refusals: the reason names the field and no value: %s", ([reason, given]) =>
    Effect.gen(function* () {
      const told = yield* refusal(given)
      assert.strictEqual(told, reason)
      assert.notInclude(told, secret)
    }).pipe(Effect.provide(world()))
  )

  it.effect("inbound refusals: an action that the channel does not have", () =>
    Effect.gen(function* () {
      const shared =
        "text, image, video, audio, file, sticker, share, quick_reply, unsupported, postback, reaction, edit, read, referral, echo, comment, handover, app_roles, change"
      assert.strictEqual(
        yield* refusal({ ...onMessenger, type: "story_reply" }),
        `type: must be one of ${shared}, location, optin`
      )
      assert.strictEqual(
        yield* refusal({ ...onInstagram, type: "location" }),
        `type: must be one of ${shared}, deletion, like_heart, story_reply, story_mention`
      )
      assert.match(
        yield* refusal({ ...ada, type: "postback" }),
        /^type: must be one of text, image, .*, template_status$/
      )
    }).pipe(Effect.provide(world()))
  )

  it.effect("inbound refusals: an account of a channel without accounts", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* refusal({ ...onMessenger, ...text }), "to: names no Page of the platform")
      assert.strictEqual(yield* refusal({ ...onInstagram, ...text }), "to: names no Instagram account of the platform")
      assert.strictEqual(yield* refusal({ ...ada, ...text }), "to: names no number of the platform")
    }).pipe(Effect.provide(world({ phoneNumbers: [], pages: [], instagramAccounts: [], conversations: {} })))
  )
})

describe("accounts of actions", () => {
  it.effect("inbound refusals: accounts are found by id, and the first one is the default", () =>
    Effect.gen(function* () {
      const state = yield* EmulatorState
      const ids = [undefined, "3000000000000003", "17841400000000001", "17841470348340237", "7"]
      const found = (channel: "messenger" | "instagram") =>
        ids.map((id) => {
          const inbox = state.inboxOf(channel, id)
          return inbox._tag === "Some" ? inbox.value.id : null
        })
      assert.deepStrictEqual(found("messenger"), ["2121008874780932", "3000000000000003", null, null, null])
      assert.deepStrictEqual(found("instagram"), [
        "17841400000000001",
        null,
        "17841400000000001",
        "17841470348340237",
        null
      ])
    }).pipe(Effect.provide(world()))
  )
})
