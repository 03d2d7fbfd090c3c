import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { WhatsAppPlatform } from "../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { PlatformRejected } from "../../../src/domain/messages/PlatformError.ts"
import { ChannelAccounts } from "../../../src/ports/access/ChannelAccounts.ts"
import { givenMember } from "../../../testing/given/givenMember.ts"
import { conversationOf } from "../../../testing/given/seen.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { call, refused, signedIn } from "../session/sessionDashboard.ts"
import { conversationIn, givenTwoNumbers, person, senders, text, writesTo } from "./twoNumbers.ts"

/** A closed conversation on the second number, and the answers in it. */
const givenClosed = Effect.gen(function* () {
  const team = yield* givenTwoNumbers
  const conversation = yield* writesTo(team.second)
  yield* team.post(`/conversations/${conversation.id}/close`, { resolution: "Refunded" })
  const path = `/conversations/${conversation.id}/messages`
  return { ...team, conversation, path, reply: (body: object = text) => team.post(path, body) }
})

const url = "https://example.com/file"
const requests = Effect.map(
  Effect.flatMap(WhatsAppPlatform, (platform) => platform.requests),
  (all) => all.map(({ content, to }) => ({ content, to: String(to) }))
)

describe("replies in conversations on WhatsApp", () => {
  it.effect("replies: a reply in a closed conversation reopens it and announces it once", () =>
    Effect.gen(function* () {
      const { events, id, reply, second, conversation } = yield* givenClosed
      const before = (yield* events).length
      assert.strictEqual(yield* conversationIn(yield* reply()), conversation.id)
      const reopened = yield* conversationOf(id, conversation.id)
      assert.deepInclude(reopened, { status: "open", closedAt: null, closedBy: null, resolution: null })
      assert.strictEqual(yield* conversationIn(yield* reply()), conversation.id)
      assert.deepStrictEqual(
        (yield* events).slice(before).map(({ type }) => type),
        ["conversation.opened", "message.sent", "message.sent"]
      )
      assert.strictEqual((yield* (yield* World).state).conversations.length, 1)
      assert.deepStrictEqual(yield* senders, [second.id, second.id])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("replies: a send that names no conversation begins a new one, which receives later replies", () =>
    Effect.gen(function* () {
      const { id, post, reply, second, conversation } = yield* givenClosed
      const sent = yield* post("/messages/send", { to: `+${person}`, from: second.id, ...text })
      const another = yield* conversationIn(sent)
      assert.notStrictEqual(another, conversation.id)
      assert.strictEqual(yield* conversationIn(yield* reply()), another)
      assert.strictEqual((yield* conversationOf(id, conversation.id))?.status, "closed")
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("replies: an open conversation on another number does not prevent reopening the closed one", () =>
    Effect.gen(function* () {
      const { first, post, reply, second, conversation } = yield* givenClosed
      yield* post("/messages/send", { to: `+${person}`, from: first.id, ...text })
      assert.strictEqual(yield* conversationIn(yield* reply()), conversation.id)
      assert.deepStrictEqual(yield* senders, [first.id, second.id])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect(
    "replies: a blocked contact, a used key and a recipient without WhatsApp leave the conversation closed",
    () =>
      Effect.gen(function* () {
        const { headers, id, patch, path, reply, conversation } = yield* givenClosed
        const status = Effect.map(conversationOf(id, conversation.id), (found) => found?.status)
        yield* patch(`/contacts/${conversation.contactId}`, { is_blocked: true })
        assert.strictEqual((yield* reply()).status, 409)
        assert.strictEqual(yield* status, "closed")
        yield* patch(`/contacts/${conversation.contactId}`, { is_blocked: false })
        const { answerNext } = yield* WhatsAppPlatform
        yield* answerNext(
          Effect.fail(
            new PlatformRejected({
              code: 131_026,
              title: "Undeliverable",
              message: "Undeliverable",
              subcode: null,
              details: null
            })
          )
        )
        assert.strictEqual((yield* reply()).status, 502)
        assert.strictEqual(yield* status, "closed")
        const once = call({ ...headers, "idempotency-key": "one" }, path, { body: text })
        const answer = yield* once
        assert.strictEqual(yield* status, "open")
        assert.deepStrictEqual(yield* once, answer)
      }).pipe(Effect.provide(httpWorld))
  )

  it.effect("replies: an agent with the scope assigned reopens own conversations, and joins none of others", () =>
    Effect.gen(function* () {
      const { id, path, post, second, conversation, user } = yield* givenClosed
      const { access } = yield* givenMember(id, { role: "agent", conversationScope: "assigned" })
      const agent = yield* signedIn(id, access.caller)
      const sent = yield* post("/messages/send", { to: `+${person}`, from: second.id, ...text })
      yield* post(`/conversations/${yield* conversationIn(sent)}/assign`, { userId: user.id })
      assert.deepStrictEqual(yield* call(agent, path, { body: text }), refused(403, "Forbidden"))
      yield* post(`/conversations/${yield* conversationIn(sent)}/close`)
      assert.strictEqual(yield* conversationIn(yield* call(agent, path, { body: text })), conversation.id)
      yield* post(`/conversations/${conversation.id}/assign`, { userId: user.id })
      assert.deepStrictEqual(yield* call(agent, path, { body: text }), refused(403, "Forbidden"))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    { body: { text: "Hello" }, content: { _tag: "Text", text: "Hello" } },
    { body: { type: "image", image: { url } }, content: { _tag: "Image", url, caption: null } },
    {
      body: { type: "template", template: { name: "hello_world", language: "en_US" } },
      content: { _tag: "Template", name: "hello_world", languageCode: "en_US", components: null }
    },
    {
      body: { type: "location", location: { latitude: 1, longitude: 2 } },
      content: { _tag: "Location", latitude: 1, longitude: 2, name: null, address: null }
    }
  ])("replies: sends $body on WhatsApp", ({ body, content }) =>
    Effect.gen(function* () {
      const { reply } = yield* givenClosed
      assert.strictEqual((yield* reply(body)).status, 200)
      assert.deepStrictEqual<unknown>(yield* requests, [{ content, to: person }])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    [{}, "Missing required field: text"],
    [{ type: "file", attachmentUrl: url }, "Unknown message type: file"],
    [{ type: "image", attachmentUrl: url }, "Missing required field: image.url"],
    [{ type: "template" }, "Missing required field: template.name"],
    [{ text: "x".repeat(4_097) }, "Invalid field text: Expected at most 4096 characters"]
  ] as const)("replies: refuses %j on WhatsApp", ([body, error]) =>
    Effect.gen(function* () {
      const { reply } = yield* givenClosed
      assert.deepStrictEqual(yield* reply(body), refused(400, error))
      assert.deepStrictEqual(yield* requests, [])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("replies: the conversation of a disconnected number accepts no reply", () =>
    Effect.gen(function* () {
      const { id, reply, second } = yield* givenClosed
      yield* (yield* ChannelAccounts).disconnect(id, "whatsapp", second.externalId)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(
        yield* reply(),
        refused(404, "The number of the conversation is no longer connected; connect it again to answer here")
      )
      assert.deepStrictEqual(yield* requests, [])
    }).pipe(Effect.provide(httpWorld))
  )
})
