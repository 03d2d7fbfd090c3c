import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { DirectMessagesPlatform } from "../../../../src/adapters/memory/sends/MemoryDirectMessages.ts"
import { World } from "../../../../src/adapters/memory/World.ts"
import type { MessengerChannel } from "../../../../src/domain/conversations/Channel.ts"
import { reactionId } from "../../../../src/domain/messages/messenger/MessengerContent.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { announced, answered, givenBackend, refused } from "./developerChannelBackend.ts"

const person = "6742963515757843"
const recipient = { messenger: { recipientId: person }, instagram: { participantId: person } }
const firstId = { messenger: "m_1", instagram: "ig_1" }
const heart = "❤️"

/** A backend that has sent one text to the person. */
const given = Effect.fnUntraced(function* (channel: MessengerChannel) {
  const { post } = yield* givenBackend(channel)
  const send = (body: object, to: object = recipient[channel]) =>
    post(`/v1/${channel}/send-message`, { ...to, ...body })
  yield* send({ text: "Hello" })
  return { send, first: (yield* (yield* World).state).messages[0] }
})

const stored = Effect.map(
  Effect.flatMap(World, ({ state }) => state),
  ({ messages }) => messages
)
const asked = Effect.map(
  Effect.flatMap(DirectMessagesPlatform, ({ requests }) => requests),
  (all) => all.map(({ content, replyTo }) => ({ content, replyTo }))
)

const Emoji = Schema.Struct({ emoji: Schema.NullOr(Schema.String) })
const Reacted = Schema.Struct({ data: Schema.Struct({ messageId: Schema.String }) })

describe.each(["messenger", "instagram"] as const)("replies and reactions on %s", (channel) => {
  it.effect(`${channel}: replies to a message by either id`, () =>
    Effect.gen(function* () {
      const { first, send } = yield* given(channel)
      for (const replyTo of [firstId[channel], first?.id]) {
        assert.strictEqual((yield* send({ text: "And again", replyTo })).status, 201)
      }
      assert.deepStrictEqual(
        (yield* asked).map(({ replyTo }) => replyTo),
        [null, firstId[channel], firstId[channel]]
      )
      const content = { text: "And again", reply_to: { message_id: firstId[channel] } }
      assert.deepStrictEqual((yield* stored)[1]?.content, content)
      assert.deepInclude((yield* announced)[1], { content })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect(
    `${channel}: refuses replies to unknown messages and to messages of another person, and sends nothing`,
    () =>
      Effect.gen(function* () {
        const { send } = yield* given(channel)
        const to = channel === "messenger" ? { recipientId: "another" } : { participantId: "another" }
        assert.deepStrictEqual(
          yield* send({ text: "x", replyTo: "nothing" }),
          refused(400, "Invalid field replyTo: Expected the id of a message")
        )
        assert.deepStrictEqual(
          yield* send({ text: "x", replyTo: firstId[channel] }, to),
          refused(400, "Invalid field replyTo: Expected a message of the same person and account")
        )
        assert.deepStrictEqual(
          yield* send({ type: "reaction", reaction: { messageId: "nothing", emoji: heart } }),
          refused(400, "Invalid field reaction.messageId: Expected the id of a message")
        )
        assert.lengthOf(yield* asked, 1)
      }).pipe(Effect.provide(httpWorld))
  )

  it.effect(`${channel}: shows a reaction at its message until the reaction is removed`, () =>
    Effect.gen(function* () {
      const { send } = yield* given(channel)
      const react = (emoji: string) => send({ type: "reaction", reaction: { messageId: firstId[channel], emoji } })
      const { body, status } = yield* react(heart)
      assert.strictEqual(status, 201)
      const { data } = yield* Schema.decodeUnknownEffect(Reacted)(body)
      const [message, reaction] = yield* stored
      assert.strictEqual(data.messageId, reaction === undefined ? "" : reactionId(reaction.id))
      assert.deepStrictEqual(
        message?.annotations.reactions?.map(({ by, reaction }) => ({ by, reaction })),
        [{ by: "business", reaction: heart }]
      )
      assert.deepStrictEqual((yield* asked)[1], {
        content: { _tag: "Reaction", messageId: firstId[channel], emoji: heart },
        replyTo: null
      })
      assert.strictEqual((yield* react("")).status, 201)
      assert.strictEqual((yield* stored)[0]?.annotations.reactions?.[0]?.reaction, null)
      const { events } = yield* (yield* World).state
      const reactions = events.filter(({ type }) => type === "message.reaction").map(({ data }) => data)
      assert.deepStrictEqual(yield* Schema.decodeUnknownEffect(Schema.Array(Emoji))(reactions), [
        { emoji: heart },
        { emoji: null }
      ])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect(`${channel}: refuses reactions that the channel does not support`, () =>
    Effect.gen(function* () {
      const { send } = yield* given(channel)
      const messageId = firstId[channel]
      const wrong = channel === "messenger" ? "Expected one emoji, or nothing" : `Expected one of: ${heart}`
      assert.deepStrictEqual(
        yield* send({ type: "reaction", reaction: { messageId, emoji: "no" } }),
        refused(400, `Invalid field reaction.emoji: ${wrong}`)
      )
      assert.deepStrictEqual(
        yield* send({ type: "reaction", reaction: { messageId, emoji: heart }, replyTo: messageId }),
        refused(400, "Invalid field replyTo: Expected no replyTo with type reaction")
      )
      assert.lengthOf(yield* asked, 1)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect(`${channel}: sends several images and a sticker`, () =>
    Effect.gen(function* () {
      const { send } = yield* given(channel)
      const [first, second] = [{ url: "https://example.com/a.png" }, { url: "https://example.com/b.png" }]
      const images = [first, second]
      const ids = channel === "messenger" ? ["m_2", "m_3"] : ["ig_2", "ig_3"]
      assert.deepStrictEqual(yield* send({ type: "images", images }), answered(201, { messageId: ids[0] }))
      const sticker = channel === "messenger" ? { type: "sticker", stickerId: "like" } : { type: "sticker" }
      assert.deepStrictEqual(yield* send(sticker), answered(201, { messageId: ids[1] }))
      const attachments = images.map((payload) => ({ type: "image", payload }))
      assert.deepStrictEqual(
        (yield* stored).slice(1).map(({ content, type }) => ({ content, type })),
        [
          { type: "images", content: { attachment: { type: "image", payload: first }, attachments } },
          {
            type: "sticker",
            content:
              channel === "messenger" ? { sticker_id: "369239263222822" } : { attachment: { type: "like_heart" } }
          }
        ]
      )
      assert.deepStrictEqual(
        yield* send({ type: "images", images: [...images, { url: "a.png" }] }),
        refused(400, "Invalid field images[2].url: Expected a web address that begins with https:// or http://")
      )
    }).pipe(Effect.provide(httpWorld))
  )
})
