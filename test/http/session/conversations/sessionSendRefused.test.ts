import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { spoilToken } from "../../../../src/adapters/memory/access/MemoryChannelAccounts.ts"
import { WhatsAppPlatform } from "../../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import { World } from "../../../../src/adapters/memory/World.ts"
import { monthOf } from "../../../../src/domain/limits/MonthlyLimit.ts"
import {
  type PlatformFailure,
  PlatformNotReached,
  PlatformOutcomeUnknown,
  PlatformRejected
} from "../../../../src/domain/messages/PlatformError.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { type Described, givenDashboard, kept, refused } from "../sessionDashboard.ts"

const to = "+15551234567"
const hello = { to, type: "text", text: "hi" }
const asked = Effect.flatMap(WhatsAppPlatform, ({ requests }) => requests)
const platform = (failure: PlatformFailure) =>
  Effect.flatMap(WhatsAppPlatform, ({ answerNext }) => answerNext(Effect.fail(failure)))

/** The owner, and a contact with the number. */
const given = Effect.fnUntraced(function* (described: Described = {}) {
  const dashboard = yield* givenDashboard(described)
  yield* dashboard.added({ userNumber: to })
  return dashboard
})

describe("POST /messages/send", () => {
  const template = { to, type: "template" }
  const requests: ReadonlyArray<readonly [body: unknown, error: string]> = [
    [{}, "Missing required field: to"],
    [{ type: "text", text: "hi" }, "Missing required field: to"],
    [{ ...hello, to: "" }, "Missing required field: to"],
    [{ ...hello, to: null }, "Missing required field: to"],
    [{ to, text: "hi" }, "Missing required field: type"],
    [{ to, type: "", text: "hi" }, "Missing required field: type"],
    [{ to, type: "text" }, "Missing required field: text"],
    [{ to, type: "text", text: "" }, "Missing required field: text"],
    [{ to, type: "text", text: null }, "Missing required field: text"],
    [template, "Missing required field: template.name"],
    [{ ...template, template: {} }, "Missing required field: template.name"],
    [{ ...template, template: { name: "", language: "en" } }, "Missing required field: template.name"],
    [{ ...template, template: { name: "hello" } }, "Missing required field: template.language"],
    [{ to, type: "image" }, "Missing required field: image.url"],
    [{ to, type: "image", image: { caption: "x" } }, "Missing required field: image.url"],
    [{ to, type: "document", document: null }, "Missing required field: document.url"],
    [{ to, type: "audio" }, "Missing required field: audio.url"],
    [{ to, type: "video", video: { url: "" } }, "Missing required field: video.url"],
    [{ to, type: "location" }, "Missing required field: location.latitude"],
    [{ to, type: "location", location: { latitude: 1 } }, "Missing required field: location.longitude"],
    [{ ...hello, type: "carousel" }, "Unknown message type: carousel"],
    [{ ...hello, to: "call me" }, "Invalid field to: not a phone number"],
    [{ ...hello, to: 15551234567 }, "Invalid field to: Expected string"],
    [{ ...hello, text: 5 }, "Invalid field text: Expected string | null"],
    [
      { ...template, template: { name: "hello", language: { code: "en" } } },
      "Invalid field template.language: Expected string"
    ],
    [
      { ...template, template: { name: "hello", language: "en", components: ["x"] } },
      "Invalid field template.components[0]: Expected object"
    ],
    [{ to, type: "image", image: "https://example.com" }, "Invalid field image: Expected object | null"],
    [
      { to, type: "location", location: { latitude: "1", longitude: 2 } },
      "Invalid field location.latitude: Expected number"
    ],
    [{ to, type: "sticker" }, "Missing required field: sticker.url"],
    [{ to, type: "contacts", contacts: [] }, "Missing required field: contacts"],
    [
      { to, type: "contacts", contacts: [{ name: { formatted_name: "Ada" } }] },
      "Invalid field contacts[0].name: Expected one of first_name, last_name, middle_name, suffix, prefix beside formatted_name"
    ],
    [{ to, type: "interactive" }, "Missing required field: interactive"],
    [
      { to, type: "interactive", interactive: { type: "button", body: { text: "?" }, action: {} } },
      "Missing required field: interactive.action.buttons"
    ],
    [
      {
        to,
        type: "interactive",
        interactive: {
          type: "button",
          body: { text: "?" },
          action: { buttons: [{ type: "reply", reply: { id: "1", title: "x".repeat(21) } }] }
        }
      },
      "Invalid field interactive.action.buttons[0].reply.title: Expected 1 to 20 characters"
    ],
    [{ to, type: "reaction" }, "Missing required field: reaction.messageId"],
    [{ to, type: "reaction", reaction: { emoji: "👍" } }, "Missing required field: reaction.messageId"],
    [
      { to, type: "reaction", reaction: { messageId: "wamid.1", emoji: "yes" } },
      "Invalid field reaction.emoji: Expected one emoji, or nothing"
    ],
    [
      { to, type: "reaction", reaction: { messageId: "wamid.1", emoji: "👍" }, replyTo: "wamid.1" },
      "Invalid field replyTo: Expected no replyTo with type reaction"
    ],
    [{ ...hello, replyTo: "wamid.unknown" }, "Invalid field replyTo: Expected the id of a message"],
    [
      { to, type: "image", image: { url: "https://example.com" }, previewUrl: true },
      "Invalid field previewUrl: Expected no previewUrl with type image"
    ],
    ["[]", "Request body must be a JSON object"],
    ["", "Request body is not valid JSON"],
    ["{", "Request body is not valid JSON"]
  ]

  it.effect.each(requests)("refuses %o", ([body, error]) =>
    Effect.gen(function* () {
      const { post } = yield* given()
      const before = yield* kept
      assert.deepStrictEqual(yield* post("/messages/send", body), refused(400, error))
      assert.deepStrictEqual([yield* kept, yield* asked], [before, []])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("rejects recipients who are not contacts of the organization", () =>
    Effect.gen(function* () {
      const { post } = yield* givenDashboard()
      yield* given()
      const before = yield* kept
      assert.deepStrictEqual(
        yield* post("/messages/send", hello),
        refused(404, "Contact not found for the given phone number")
      )
      assert.deepStrictEqual([yield* kept, yield* asked], [before, []])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    [{ token: false }, refused(404, "WhatsApp not connected; connect the number first")],
    [{ token: null }, refused(400, "WhatsApp token not stored, reconnect the account")]
  ] as const)("names the missing setup of an account with %o", ([described, answer]) =>
    Effect.gen(function* () {
      const { post } = yield* given(described)
      const before = yield* kept
      assert.deepStrictEqual(yield* post("/messages/send", hello), answer)
      assert.strictEqual(yield* kept, before)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("returns an error if the token cannot be decrypted", () =>
    Effect.gen(function* () {
      const { account, post } = yield* given()
      if (account !== null) yield* spoilToken(account.id)
      const before = yield* kept
      assert.deepStrictEqual(
        yield* post("/messages/send", hello),
        refused(503, "The stored token of the WhatsApp account cannot be opened; connect the account again")
      )
      assert.strictEqual(yield* kept, before)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("returns an error if the month's events are used up", () =>
    Effect.gen(function* () {
      const { id, post } = yield* given({ plan: "free" })
      const month = monthOf(DateTime.makeUnsafe("2026-11-20T12:00:00.000Z"))
      yield* (yield* World).update((state) => ({
        ...state,
        usage: [{ organizationId: id, month, used: 1_000 }]
      }))
      const before = yield* kept
      assert.deepStrictEqual(
        yield* post("/messages/send", hello),
        refused(429, "Monthly event limit reached: 1000 of 1000 used")
      )
      assert.deepStrictEqual([yield* kept, yield* asked], [before, []])
    }).pipe(Effect.provide(httpWorld))
  )

  const title = "Template name does not exist in the translation"
  it.effect.each([
    {
      failure: new PlatformRejected({
        code: 132001,
        title,
        message: `(#132001) ${title}`,
        subcode: null,
        details: null
      }),
      reason: `(#132001) ${title}`,
      details: { code: 132001, title }
    },
    {
      failure: new PlatformNotReached({ detail: "connection refused" }),
      reason: "WhatsApp could not be reached; the message was not sent",
      details: { code: -1, title: "Not reached" }
    },
    {
      failure: new PlatformOutcomeUnknown({ reason: "no answer in time", detail: "30 s" }),
      reason: "WhatsApp gave no usable answer; the message may have been sent",
      details: { code: -2, title: "Outcome unknown" }
    }
  ])("returns the outcome for the failure $failure._tag", ({ details, failure, reason }) =>
    Effect.gen(function* () {
      const { post } = yield* given()
      yield* platform(failure)
      assert.deepStrictEqual(yield* post("/messages/send", hello), {
        status: 502,
        body: { success: false, error: `WhatsApp API error: ${reason}`, details }
      })
      assert.deepStrictEqual(
        (yield* (yield* World).state).messages.map(({ status }) => status),
        ["failed"]
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("returns a defect in the envelope", () =>
    Effect.gen(function* () {
      const { post } = yield* given()
      yield* (yield* World).failNext("SendLedger.reserve")
      assert.deepStrictEqual(yield* post("/messages/send", hello), refused(500, "Internal server error"))
      assert.deepStrictEqual(yield* asked, [])
    }).pipe(Effect.provide(httpWorld))
  )
})
