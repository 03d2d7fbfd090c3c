import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Redacted, Schedule } from "effect"
import { TestClock } from "effect/testing"
import { spoilToken } from "../../../../src/adapters/memory/access/MemoryChannelAccounts.ts"
import { WhatsAppPlatform } from "../../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import { World } from "../../../../src/adapters/memory/World.ts"
import { PlatformMessageId } from "../../../../src/domain/Ids.ts"
import type { Plan } from "../../../../src/domain/limits/MonthlyLimit.ts"
import {
  PlatformNotReached,
  PlatformOutcomeUnknown,
  PlatformRejected
} from "../../../../src/domain/messages/PlatformError.ts"
import { ApiKeys } from "../../../../src/ports/access/ApiKeys.ts"
import { givenOrganization, givenAccount } from "../../../../testing/given/given.ts"
import { ask } from "../../../support/http/requests.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"

const path = "/api/developer/v1/send-message"
const hello = { to: "15551234567", template: { name: "hello_world", language: { code: "en_US" } } }

const card = { name: { formatted_name: "Ada Lovelace", first_name: "Ada" } }
const interactive = { type: "location_request_message", body: { text: "Where?" }, action: { name: "send_location" } }

/** A backend with a key, whose organization has a number to send from. */
const givenBackend = Effect.fnUntraced(function* (options: { plan?: Plan; account?: boolean; token?: null } = {}) {
  yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00.000Z"))
  const { id } = yield* givenOrganization({ plan: options.plan ?? "unlimited" })
  const account =
    options.account === false ? undefined : yield* givenAccount(id, options.token === null ? { token: null } : {})
  const { key } = yield* (yield* ApiKeys).create(id, "test")
  const headers = { "x-api-key": Redacted.value(key) }
  return {
    id,
    account,
    send: (body: unknown) => Effect.map(ask(path, { headers, body }), ({ body, status }) => ({ status, body })),
    post: (body: unknown, more: Record<string, string>) => ask(path, { headers: { ...headers, ...more }, body })
  }
})

const missing = (name: string, fix: string) => ({
  status: 400,
  body: { success: false, message: `Missing required field: ${name}`, code: "MISSING_FIELD", fix }
})

describe("POST /v1/send-message", () => {
  it.effect("sends a template and returns the stored ids", () =>
    Effect.gen(function* () {
      const { id, send } = yield* givenBackend()
      const answer = yield* send({
        ...hello,
        template: { ...hello.template, components: [{ type: "body", parameters: [{ type: "text", text: "Ada" }] }] }
      })
      const state = yield* (yield* World).state
      const [contact] = state.contacts
      const [conversation] = state.conversations
      const [message] = state.messages
      assert.deepStrictEqual(answer, {
        status: 201,
        body: {
          success: true,
          data: {
            waMessageId: "wamid.1",
            status: "sent",
            conversationId: conversation?.id ?? "",
            contactId: contact?.id ?? ""
          }
        }
      })
      assert.strictEqual(contact?.phone, "15551234567")
      assert.strictEqual(contact?.countryCode, "US")
      assert.strictEqual(message?.status, "sent")
      assert.deepStrictEqual(message?.content, {
        template: {
          name: "hello_world",
          language: "en_US",
          components: [{ type: "body", parameters: [{ type: "text", text: "Ada" }] }]
        }
      })
      assert.strictEqual(state.usage.find((row) => row.organizationId === id)?.used, 1)
      assert.deepStrictEqual(
        state.events.map(({ data, type }) => ({ type, data })),
        [
          {
            type: "contact.created",
            data: {
              contact: { id: contact?.id ?? "", phone: "15551234567", name: "", email: null, tags: [] },
              source: "api"
            }
          },
          {
            type: "conversation.opened",
            data: {
              conversation: {
                id: conversation?.id ?? "",
                contact_id: contact?.id ?? "",
                channel: "whatsapp",
                status: "open"
              }
            }
          },
          {
            type: "message.sent",
            data: {
              channel: "whatsapp",
              message_id: "wamid.1",
              to: "15551234567",
              type: "template",
              content: { template: { name: "hello_world", language: "en_US" } },
              status: "sent",
              timestamp: "2026-11-20T12:00:00.000Z"
            }
          }
        ]
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("accepts a number in any notation, stores one contact in the first form, and sends to the given form", () =>
    Effect.gen(function* () {
      const { send } = yield* givenBackend()
      yield* send({ ...hello, to: "+55 (11) 98765-4321" })
      yield* send({ ...hello, to: "551187654321" })
      const { contacts } = yield* (yield* World).state
      assert.deepStrictEqual(
        contacts.map((contact) => String(contact.phone)),
        ["5511987654321"]
      )
      const asked = yield* (yield* WhatsAppPlatform).requests
      assert.deepStrictEqual(
        asked.map(({ to }) => String(to)),
        ["5511987654321", "551187654321"]
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("sends every other type of message", () =>
    Effect.gen(function* () {
      const { send } = yield* givenBackend()
      const to = "15551234567"
      const url = "https://example.com/a"
      for (const body of [
        { to, type: "text", text: "hi" },
        { to, type: "image", image: { url, caption: "c" } },
        { to, type: "document", document: { url, filename: "f.pdf" } },
        { to, type: "audio", audio: { url } },
        { to, type: "video", video: { url } },
        { to, type: "location", location: { latitude: 1.5, longitude: -2, name: "n" } },
        { to, type: "sticker", sticker: { url } },
        { to, type: "contacts", contacts: [card] },
        { to, type: "interactive", interactive }
      ]) {
        assert.strictEqual((yield* send(body)).status, 201)
      }
      const { events } = yield* (yield* World).state
      const sent = events.filter(({ type }) => type === "message.sent").map(({ data }) => data)
      assert.deepStrictEqual(
        sent.map((data) => (typeof data === "object" && data !== null && "content" in data ? data.content : null)),
        [
          { text: "hi" },
          { url, caption: "c" },
          { url, filename: "f.pdf" },
          { url },
          { url },
          { latitude: 1.5, longitude: -2, name: "n" },
          { url },
          { contacts: [card] },
          interactive
        ]
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("names the missing field and the remedy", () =>
    Effect.gen(function* () {
      const { send } = yield* givenBackend()
      const toFix = "Add the recipient's phone number in E.164 without +, for example 15551234567"
      const nameFix = 'Add the name of an approved template, for example "template": {"name": "hello_world", …}'
      for (const to of [undefined, null, ""]) {
        assert.deepStrictEqual(yield* send({ ...hello, to }), missing("to", toFix))
      }
      assert.deepStrictEqual(yield* send({ to: hello.to }), missing("template.name", nameFix))
      assert.deepStrictEqual(yield* send({ to: hello.to, template: null }), missing("template.name", nameFix))
      for (const name of [undefined, null, ""]) {
        assert.deepStrictEqual(
          yield* send({ to: hello.to, template: { ...hello.template, name } }),
          missing("template.name", nameFix)
        )
      }
      assert.deepStrictEqual(
        yield* send({ to: hello.to, template: { name: "x", language: {} } }),
        missing(
          "template.language.code",
          'Add the template\'s language code, for example "language": {"code": "en_US"}'
        )
      )
      assert.deepStrictEqual(
        yield* send({ to: hello.to, template: { name: "x" } }),
        missing(
          "template.language.code",
          'Add the template\'s language code, for example "language": {"code": "en_US"}'
        )
      )
      assert.deepStrictEqual(
        yield* send({ to: hello.to, type: "text" }),
        missing("text", "Add the text of the message")
      )
      assert.deepStrictEqual(
        yield* send({ to: hello.to, type: "image", image: {} }),
        missing("image.url", "Add image.url to the request body")
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("refuses invalid bodies and stores nothing", () =>
    Effect.gen(function* () {
      const { post, send } = yield* givenBackend()
      assert.deepStrictEqual(yield* send({ ...hello, type: "carrier_pigeon" }), {
        status: 400,
        body: {
          success: false,
          message: "Unknown message type: carrier_pigeon",
          code: "INVALID_TYPE",
          fix: "Use one of: template, text, image, document, audio, video, location, sticker, contacts, interactive, reaction"
        }
      })
      const refused = (message: string) => ({ status: 400, body: { success: false, message } })
      assert.deepStrictEqual(yield* send({ ...hello, to: "call me" }), {
        status: 400,
        body: {
          success: false,
          message: "Invalid field to: not a phone number",
          fix: "Give the number in E.164 without +, for example 15551234567, or the user id that WhatsApp reports, for example US.13491208655302741918"
        }
      })
      assert.deepStrictEqual(yield* send({ ...hello, to: 15551234567 }), refused("Invalid field to: Expected string"))
      assert.deepStrictEqual(yield* send('{"to":'), refused("Request body is not valid JSON"))
      assert.deepStrictEqual(yield* send(""), refused("Request body is not valid JSON"))
      assert.deepStrictEqual(yield* send("[]"), refused("Request body must be a JSON object"))
      assert.deepStrictEqual(yield* send('"text"'), refused("Request body must be a JSON object"))
      assert.deepStrictEqual(
        yield* send({ to: hello.to, type: "text", text: "a\0b" }),
        refused("Invalid field text: Expected text without NUL characters and unpaired surrogates")
      )
      assert.deepStrictEqual(
        yield* send({ to: hello.to, type: "text", text: "\ud800" }),
        refused("Invalid field text: Expected text without NUL characters and unpaired surrogates")
      )
      assert.deepStrictEqual(
        yield* send({ ...hello, template: { ...hello.template, components: [{ type: "body", x: ["\0"] }] } }),
        refused("Invalid field template.components[0]: Expected text without NUL characters and unpaired surrogates")
      )
      assert.deepStrictEqual(
        yield* send({ to: hello.to, type: "interactive", interactive: { ...interactive, body: { text: "" } } }),
        refused("Invalid field interactive.body.text: Expected 1 to 1024 characters")
      )
      assert.deepStrictEqual(
        yield* send({ to: hello.to, type: "text", text: "Hello", replyTo: "wamid.unknown" }),
        refused("Invalid field replyTo: Expected the id of a message")
      )
      const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`
      assert.deepStrictEqual(
        yield* send(
          `{"to":"15551234567","template":{"name":"x","language":{"code":"en"},"components":[{"a":${deep}}]}}`
        ),
        refused("Request body is nested too deeply")
      )
      const tooLarge = yield* post(JSON.stringify({ ...hello, extra: "x".repeat(1024 * 1024) }), {})
      assert.strictEqual(tooLarge.status, 413)
      assert.deepStrictEqual(tooLarge.body, { success: false, message: "Request body is too large" })
      const form = yield* post("to=1", { "content-type": "application/x-www-form-urlencoded" })
      assert.strictEqual(form.status, 415)
      assert.deepStrictEqual(form.body, { success: false, message: "Unsupported media type" })

      const { contacts, messages, usage } = yield* (yield* World).state
      assert.deepStrictEqual({ contacts, messages, usage }, { contacts: [], messages: [], usage: [] })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("ignores unknown fields", () =>
    Effect.gen(function* () {
      const { send } = yield* givenBackend()
      assert.strictEqual((yield* send({ ...hello, colour: "blue" })).status, 201)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("checks the API key before anything else", () =>
    Effect.gen(function* () {
      const refused = {
        success: false,
        message: "Invalid or missing API key",
        code: "INVALID_API_KEY",
        fix: "Send a key of your organization in the header x-api-key"
      }
      const wrong = `pk_live_${"a".repeat(38)}`
      for (const headers of [{}, { "x-api-key": "" }, { "x-api-key": "nonsense" }, { "x-api-key": wrong }]) {
        const answer = yield* ask(path, { headers, body: "{not json" })
        assert.strictEqual(answer.status, 401)
        assert.deepStrictEqual(answer.body, refused)
      }
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("refuses a revoked key", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const apiKeys = yield* ApiKeys
      const created = yield* apiKeys.create(id, "test")
      yield* apiKeys.revoke(id, created.id)
      const answer = yield* ask(path, { headers: { "x-api-key": Redacted.value(created.key) }, body: hello })
      assert.strictEqual(answer.status, 401)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("names the missing setup of the organization's number", () =>
    Effect.gen(function* () {
      const none = yield* givenBackend({ account: false })
      assert.deepStrictEqual(yield* none.send(hello), {
        status: 404,
        body: { success: false, message: "WhatsApp not connected; connect the number first" }
      })
      const tokenless = yield* givenBackend({ token: null })
      assert.deepStrictEqual(yield* tokenless.send(hello), {
        status: 400,
        body: { success: false, message: "WhatsApp token not stored, reconnect the account" }
      })
      const spoiled = yield* givenBackend()
      if (spoiled.account) yield* spoilToken(spoiled.account.id)
      assert.deepStrictEqual(yield* spoiled.send(hello), {
        status: 503,
        body: {
          success: false,
          message: "The stored token of the WhatsApp account cannot be opened; connect the account again",
          code: "CHANNEL_UNAVAILABLE"
        }
      })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("is refused at the monthly limit, with the used number in the error", () =>
    Effect.gen(function* () {
      const { send } = yield* givenBackend({ plan: "free" })
      assert.strictEqual((yield* send(hello)).status, 201)
      const left = 40
      yield* (yield* World).update((state) => ({
        ...state,
        usage: state.usage.map((row) => ({ ...row, used: 1_000 - left }))
      }))
      const answers = yield* Effect.forEach(Array.from({ length: left + 10 }), () => send(hello), { concurrency: 64 })
      assert.strictEqual(answers.filter(({ status }) => status === 201).length, left)
      assert.deepStrictEqual(
        answers.find(({ status }) => status !== 201),
        {
          status: 429,
          body: {
            success: false,
            message: "Monthly event limit reached: 1000 of 1000 used",
            fix: "Send again from the first day of the next month (UTC), or ask the operator for a larger plan",
            code: "API_LIMIT_REACHED"
          }
        }
      )
      assert.strictEqual((yield* (yield* WhatsAppPlatform).requests).length, 1 + left)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("returns the platform's refusal in its own words, and releases the used unit", () =>
    Effect.gen(function* () {
      const { id, send } = yield* givenBackend()
      const platform = yield* WhatsAppPlatform
      const text = "(#132001) Template name does not exist in the translation"
      yield* platform.answerNext(
        Effect.fail(
          new PlatformRejected({ code: 132001, title: "x", message: text, subcode: null, details: "no such template" })
        )
      )
      assert.deepStrictEqual(yield* send(hello), { status: 502, body: { success: false, message: text } })
      const { messages, usage } = yield* (yield* World).state
      assert.deepStrictEqual(
        messages.map(({ failure, status }) => ({ failure, status })),
        [{ status: "failed", failure: { _tag: "Rejected", code: 132001, title: "x", message: text } }]
      )
      assert.strictEqual(usage.find((row) => row.organizationId === id)?.used, 0)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("stores no contact, conversation or event for a send to an unreachable number", () =>
    Effect.gen(function* () {
      const { id, send } = yield* givenBackend()
      const platform = yield* WhatsAppPlatform
      const message = "(#131030) Recipient phone number not in allowed list"
      const refusal = { code: 131030, title: "x", message, subcode: null, details: null }
      yield* platform.answerNext(Effect.fail(new PlatformRejected(refusal)))
      assert.deepStrictEqual(yield* send(hello), { status: 502, body: { success: false, message } })
      const refused = yield* (yield* World).state
      assert.deepStrictEqual([refused.contacts, refused.conversations, refused.events], [[], [], []])
      assert.strictEqual(refused.usage.find((row) => row.organizationId === id)?.used, 0)

      assert.strictEqual((yield* send(hello)).status, 201)
      const { contacts, conversations, events } = yield* (yield* World).state
      assert.deepStrictEqual([contacts.length, conversations.length], [1, 1])
      assert.deepStrictEqual(
        events.map(({ type }) => type),
        ["contact.created", "conversation.opened", "message.sent"]
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("returns the conversation of a person who wrote during the send", () =>
    Effect.gen(function* () {
      const { send } = yield* givenBackend()
      const platform = yield* WhatsAppPlatform
      const release = yield* Deferred.make<void>()
      const yes = { platformMessageId: PlatformMessageId.make("wamid.late"), waId: null }
      yield* platform.answerNext(Effect.as(Deferred.await(release), yes))
      const first = yield* Effect.forkChild(send(hello), { startImmediately: true })
      yield* Effect.repeat(platform.requests, { until: (all) => all.length === 1, schedule: Schedule.forever })
      const second = yield* send(hello)
      yield* Deferred.succeed(release, undefined)
      const { body, status } = yield* Fiber.join(first)
      assert.deepStrictEqual([status, second.status], [201, 201])
      const place = (answer: unknown) => {
        const { data } = JSON.parse(JSON.stringify(answer))
        return [data.contactId, data.conversationId]
      }
      assert.deepStrictEqual(place(body), place(second.body))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("distinguishes a send that was not transferred from one with an unknown outcome", () =>
    Effect.gen(function* () {
      const { id, send } = yield* givenBackend()
      const platform = yield* WhatsAppPlatform
      yield* platform.answerNext(Effect.fail(new PlatformNotReached({ detail: "refused" })))
      assert.deepStrictEqual(yield* send(hello), {
        status: 502,
        body: { success: false, message: "WhatsApp could not be reached; the message was not sent" }
      })
      yield* platform.answerNext(
        Effect.fail(new PlatformOutcomeUnknown({ reason: "no answer in time", detail: "30 s" }))
      )
      assert.deepStrictEqual(yield* send(hello), {
        status: 502,
        body: { success: false, message: "WhatsApp gave no usable answer; the message may have been sent" }
      })
      const { messages, usage } = yield* (yield* World).state
      assert.deepStrictEqual(
        messages.map(({ failure }) => failure),
        [
          { _tag: "NotReached", detail: "refused" },
          { _tag: "OutcomeUnknown", detail: "no answer in time: 30 s" }
        ]
      )
      assert.strictEqual(usage.find((row) => row.organizationId === id)?.used, 1)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("returns 500 in the envelope if the database fails, and sends nothing", () =>
    Effect.gen(function* () {
      const { send } = yield* givenBackend()
      yield* (yield* World).failNext("SendLedger.reserve")
      assert.deepStrictEqual(yield* send(hello), {
        status: 500,
        body: { success: false, message: "Internal server error" }
      })
      assert.deepStrictEqual(yield* (yield* WhatsAppPlatform).requests, [])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("completes a send although the caller has disconnected", () =>
    Effect.gen(function* () {
      const { send } = yield* givenBackend()
      const platform = yield* WhatsAppPlatform
      yield* platform.answerNext(
        Effect.sleep("10 seconds").pipe(Effect.andThen(Effect.fail(new PlatformNotReached({ detail: "at last" }))))
      )
      const request = yield* Effect.forkChild(send(hello))
      yield* TestClock.adjust("1 second")
      const gone = yield* Effect.forkChild(Fiber.interrupt(request))
      yield* TestClock.adjust("10 seconds")
      yield* Fiber.join(gone)
      const { messages } = yield* (yield* World).state
      assert.deepStrictEqual(
        messages.map(({ failure }) => failure),
        [{ _tag: "NotReached", detail: "at last" }]
      )
    }).pipe(Effect.provide(httpWorld))
  )
})
