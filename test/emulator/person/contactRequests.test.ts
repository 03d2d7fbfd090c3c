import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { emulated, refused, send } from "../platform.ts"
import { refusal, seconds, seen, world } from "./personSide.ts"
import { ada, base, channel, from, webhook } from "./whatsAppSide.ts"

const userId = "US.13491208655302741918"
const ask = (more: object = {}) => ({
  type: "interactive",
  interactive: {
    type: "request_contact_info",
    body: { text: "Please share your phone number." },
    action: { name: "request_contact_info" },
    ...more
  }
})

const card = (more: object = {}) => ({
  origin: "contact_request",
  name: { formatted_name: "Ada", first_name: "Ada" },
  phones: [{ phone: `+${from}`, wa_id: from, type: "CELL" }],
  ...more
})

describe("contact requests", () => {
  it.effect("contact request: is sent like other interactive messages", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* send(ask())).status, 200)
      assert.strictEqual((yield* send({ ...ask(), to: undefined, recipient: userId })).status, 200)
      assert.deepStrictEqual(
        yield* send(ask({ action: { name: "contact_request" } })),
        refused(
          400,
          100,
          `(#100) Param interactive['action']['name'] must be one of {REQUEST_CONTACT_INFO} - got "contact_request".`
        )
      )
      assert.strictEqual((yield* send(ask({ body: undefined }))).status, 400)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("contact request: the answer is a card, after which the business knows the number", () =>
    Effect.gen(function* () {
      const anonymous = { channel, from: userId, name: "Ada" } as const
      const { items, payload } = yield* seen({
        ...anonymous,
        type: "contact_info",
        phone: "+1 650 555 1234",
        replyTo: "wamid.A"
      })
      const contacts = [{ profile: { name: "Ada" }, user_id: userId }]
      assert.deepStrictEqual(
        payload,
        webhook(
          {
            context: { from: "15550783881", id: "wamid.A" },
            from_user_id: userId,
            id: "ID",
            timestamp: String(seconds),
            type: "contacts",
            contacts: [card()]
          },
          contacts
        )
      )
      assert.isTrue(Array.isArray(items) && items.length === 1)
      const next = yield* seen({ ...anonymous, type: "text", text: "Hi", identify: "both" })
      assert.deepStrictEqual(
        next.payload,
        webhook(
          { from, from_user_id: userId, id: "ID", timestamp: String(seconds), type: "text", text: { body: "Hi" } },
          [{ profile: { name: "Ada" }, wa_id: from, user_id: userId }]
        )
      )
    }).pipe(Effect.provide(world()))
  )

  it.effect("contact request: an unrequested card has a vCard, and the business learns no number from it", () =>
    Effect.gen(function* () {
      const { payload } = yield* seen({ ...ada, type: "contact_info", origin: "other" })
      const vcard = `BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nTEL;TYPE=CELL:+${from}\nEND:VCARD`
      assert.deepStrictEqual(
        payload,
        webhook({ ...base, type: "contacts", contacts: [card({ origin: "other", vcard })] })
      )
      yield* seen({ channel, from: userId, type: "contact_info", origin: "other", phone: from })
      assert.strictEqual(
        yield* refusal({ channel, from: userId, type: "text", text: "Hi", identify: "phone" }),
        "identify: the business does not know this person's number"
      )
    }).pipe(Effect.provide(world()))
  )

  it.effect("contact request: the answer needs a known or specified number", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* refusal({ channel, from: userId, type: "contact_info" }),
        "phone: is required, as the platform does not know this person's number"
      )
    }).pipe(Effect.provide(world()))
  )
})
