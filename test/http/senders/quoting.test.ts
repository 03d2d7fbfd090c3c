import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { WhatsAppPlatform } from "../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { givenTwoNumbers, person, text, writesTo } from "./twoNumbers.ts"

const contents = Effect.map(
  Effect.flatMap(WhatsAppPlatform, (platform) => platform.requests),
  (all) => all.map(({ content }) => content)
)

const Answered = Schema.Struct({
  data: Schema.Struct({ vendorMessageId: Schema.String, waMessageId: Schema.String, conversationId: Schema.String })
})
const decode = Schema.decodeUnknownEffect(Answered)

const invalid = (field: string, expectation: string) => ({
  success: false,
  error: `Invalid field ${field}: ${expectation}`
})

/** A conversation with a message of the person and one of the business. */
const givenTalk = Effect.gen(function* () {
  const team = yield* givenTwoNumbers
  const conversation = yield* writesTo(team.first)
  const inbound = (yield* (yield* World).state).messages.find(({ direction }) => direction === "inbound")
  assert.isDefined(inbound)
  const path = `/conversations/${conversation.id}/messages`
  const reply = (body: object) => team.post(path, body)
  const { data: sent } = yield* decode((yield* reply(text)).body)
  return { ...team, conversation, inbound, reply, sent, list: team.get(`/messages?conversationId=${conversation.id}`) }
})

const stored = (platformMessageId: string) =>
  Effect.map(
    Effect.flatMap(World, ({ state }) => state),
    ({ messages }) => messages.find((message) => message.platformMessageId === platformMessageId)
  )

describe("messages that reply to others", () => {
  it.effect("replyTo: both ids of a message resolve to the platform's id, and the list shows the quoted message", () =>
    Effect.gen(function* () {
      const { get, conversation, inbound, reply, sent } = yield* givenTalk
      assert.isNotNull(inbound?.platformMessageId ?? null)
      for (const id of [inbound?.id, inbound?.platformMessageId, sent.vendorMessageId, sent.waMessageId]) {
        assert.strictEqual((yield* reply({ ...text, replyTo: id })).status, 200)
      }
      const [, ...answers] = (yield* contents).map((content) => ("replyTo" in content ? content.replyTo : null))
      const [theirs, ours] = [inbound?.platformMessageId, sent.waMessageId]
      assert.deepStrictEqual<unknown>(answers, [theirs, theirs, ours, ours])
      const { body } = yield* get(`/messages?conversationId=${conversation.id}&limit=1`)
      const view = Schema.Struct({ data: Schema.Array(Schema.Struct({ replyTo: Schema.Json })) })
      const [last] = (yield* Schema.decodeUnknownEffect(view)(body)).data
      assert.deepStrictEqual(last?.replyTo, {
        waMessageId: sent.waMessageId,
        id: sent.vendorMessageId,
        direction: "outbound",
        text: text.text,
        storyUrl: ""
      })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("replyTo: unknown messages and those of another person or account are refused with the field", () =>
    Effect.gen(function* () {
      const { first, post, reply, second, sent } = yield* givenTalk
      assert.deepStrictEqual(yield* reply({ ...text, replyTo: "wamid.unknown" }), {
        status: 400,
        body: invalid("replyTo", "Expected the id of a message")
      })
      const elsewhere = yield* writesTo(first, "15557654321")
      const { messages } = yield* (yield* World).state
      const another = messages.find(({ conversationId }) => conversationId === elsewhere.id)
      assert.deepStrictEqual(yield* reply({ ...text, replyTo: another?.id }), {
        status: 400,
        body: invalid("replyTo", "Expected a message of the same person and account")
      })
      const fromSecond = { to: `+${person}`, from: second.id, ...text, replyTo: sent.vendorMessageId }
      assert.deepStrictEqual(yield* post("/messages/send", fromSecond), {
        status: 400,
        body: invalid("replyTo", "Expected a message of the same person and account")
      })
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("reactions of the business", () => {
  it.effect("reaction: it is sent, counted and announced, and appears at its message only", () =>
    Effect.gen(function* () {
      const { conversation, events, inbound, list, reply } = yield* givenTalk
      const before = yield* list
      const announced = (yield* events).length
      const react = (emoji: string, messageId: unknown = inbound?.id) =>
        reply({ type: "reaction", reaction: { messageId, emoji } })
      const { data } = yield* decode((yield* react("👍")).body)
      assert.strictEqual(data.conversationId, conversation.id)
      assert.deepStrictEqual((yield* contents).at(-1), {
        _tag: "Reaction",
        messageId: inbound?.platformMessageId ?? "",
        emoji: "👍"
      })
      const reactions = Effect.map(stored(inbound?.platformMessageId ?? ""), (message) =>
        message?.annotations.reactions?.map(({ by, reaction }) => ({ by, reaction }))
      )
      assert.deepStrictEqual(yield* reactions, [{ by: "business", reaction: "👍" }])
      assert.deepStrictEqual(
        (yield* events).slice(announced).map(({ type }) => type),
        ["message.sent", "message.reaction"]
      )
      const shape = Schema.decodeUnknownEffect(Schema.Struct({ body: Schema.Struct({ total: Schema.Int }) }))
      assert.strictEqual((yield* shape(yield* list)).body.total, (yield* shape(before)).body.total)
      assert.deepInclude(yield* stored(data.waMessageId), {
        type: "reaction",
        status: "sent",
        conversationId: conversation.id
      })
      // Taken back, by the platform's id.
      assert.strictEqual((yield* react("", inbound?.platformMessageId)).status, 200)
      assert.deepStrictEqual(yield* reactions, [{ by: "business", reaction: null }])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("reaction: an unknown message is refused with the field, and nothing is sent", () =>
    Effect.gen(function* () {
      const { reply } = yield* givenTalk
      const before = yield* contents
      const answer = yield* reply({ type: "reaction", reaction: { messageId: "wamid.unknown", emoji: "👍" } })
      assert.deepStrictEqual(answer, {
        status: 400,
        body: invalid("reaction.messageId", "Expected the id of a message")
      })
      assert.deepStrictEqual(yield* contents, before)
    }).pipe(Effect.provide(httpWorld))
  )
})
