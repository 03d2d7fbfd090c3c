import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { DirectMessagesPlatform } from "../../../src/adapters/memory/sends/MemoryDirectMessages.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { PlatformOutcomeUnknown, PlatformRejected } from "../../../src/domain/messages/PlatformError.ts"
import { givenAccount } from "../../../testing/given/given.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import * as Backend from "../developer/channels/developerChannelBackend.ts"
import * as Dashboard from "../session/sessionDashboard.ts"

const commentId = "542998526103632_461184817813069"
const author = `author_of_${commentId}`
const hello = { text: "We open at nine" }
const fields = { messenger: "recipientId", instagram: "participantId" } as const

const { answerNext, requests } = {
  answerNext: (failure: PlatformRejected | PlatformOutcomeUnknown) =>
    Effect.flatMap(DirectMessagesPlatform, ({ answerNext }) => answerNext(Effect.fail(failure))),
  requests: Effect.flatMap(DirectMessagesPlatform, ({ requests }) => requests)
}

const counts = Effect.map(
  Effect.flatMap(World, ({ state }) => state),
  ({ contacts, conversations, messages }) => [contacts.length, conversations.length, messages.length]
)

describe("private replies", () => {
  it.effect.each(["messenger", "instagram"] as const)(
    "private reply of a backend on %s: the author becomes the contact",
    (channel) =>
      Effect.gen(function* () {
        const { id, post } = yield* Backend.givenBackend(channel)
        const send = (body: object) => post(`/v1/${channel}/send-message`, body)
        const messageId = channel === "instagram" ? "ig_1" : "m_1"

        assert.deepStrictEqual(yield* send({ commentId, ...hello }), Backend.answered(201, { messageId }))

        const content = { ...hello, comment_id: commentId }
        const [sent] = yield* Backend.announced
        assert.deepStrictEqual(sent, {
          channel,
          message_id: messageId,
          to: author,
          type: "text",
          content,
          status: "sent",
          timestamp: "2026-11-20T12:00:00.000Z"
        })
        const { contacts, identities, messages } = yield* (yield* World).state
        assert.deepStrictEqual<unknown>(
          messages.map(({ contactId, content, peer, status }) => ({ contactId, content, peer, status })),
          [{ contactId: contacts[0]?.id, content, peer: author, status: "sent" }]
        )
        assert.deepStrictEqual<unknown>(
          identities.map(({ contactId, kind, organizationId, value }) => ({ contactId, kind, organizationId, value })),
          [{ contactId: contacts[0]?.id, kind: channel, organizationId: id, value: author }]
        )
        assert.strictEqual((yield* send({ [fields[channel]]: author, text: "Again" })).status, 201)
        assert.deepStrictEqual(yield* counts, [1, 1, 2])
      }).pipe(Effect.provide(httpWorld))
  )

  it.effect("private reply of a backend: exactly one recipient, and no part of a conversation", () =>
    Effect.gen(function* () {
      const { post } = yield* Backend.givenBackend("messenger")
      const send = (body: object) => post("/v1/messenger/send-message", { ...hello, ...body })
      const invalid = (field: string) =>
        Backend.refused(400, `Invalid field ${field}: Expected no ${field} with commentId`)
      assert.deepStrictEqual(yield* send({}), Backend.missing("recipientId", "Add the page-scoped id of the person"))
      assert.deepStrictEqual(yield* send({ commentId, recipientId: "4711" }), invalid("recipientId"))
      assert.deepStrictEqual(yield* send({ commentId, replyTo: "m_1" }), invalid("replyTo"))
      assert.deepStrictEqual(yield* send({ commentId, tag: "HUMAN_AGENT" }), invalid("tag"))
      assert.deepStrictEqual(yield* send({ commentId, sendAt: "2026-11-21T12:00:00Z" }), invalid("sendAt"))
      const reaction = { type: "reaction", reaction: { messageId: "m_1", emoji: "👍" } }
      assert.deepStrictEqual(yield* send({ commentId, ...reaction }), invalid("reaction"))
      const tooLong = "Invalid field commentId: Expected at most 128 characters"
      assert.deepStrictEqual(yield* send({ commentId: "1".repeat(129) }), Backend.refused(400, tooLong))
      assert.deepStrictEqual(
        yield* send({ commentId: " " }),
        Backend.missing("commentId", "Add the platform's id of the comment")
      )
      assert.deepStrictEqual(yield* counts, [0, 0, 0])
      assert.deepStrictEqual(yield* requests, [])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("private reply: a refusal and an unknown outcome create nobody", () =>
    Effect.gen(function* () {
      const { post } = yield* Backend.givenBackend("messenger")
      const send = post("/v1/messenger/send-message", { commentId, ...hello })
      const message = "(#10900) Activity already replied to"
      yield* answerNext(new PlatformRejected({ code: 10900, title: message, message, subcode: null, details: null }))
      assert.deepStrictEqual((yield* send).status, 502)
      yield* answerNext(new PlatformOutcomeUnknown({ reason: "no answer in time", detail: "20 s" }))
      assert.deepStrictEqual((yield* send).status, 502)
      assert.deepStrictEqual(yield* counts, [0, 0, 2])
      assert.deepStrictEqual(yield* Backend.announced, [])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("private reply of a member: the message belongs to a conversation with the author", () =>
    Effect.gen(function* () {
      const dashboard = yield* Dashboard.givenDashboard({})
      const { id: accountId } = yield* givenAccount(dashboard.id, {
        channel: "instagram",
        businessAccountId: null,
        externalId: "17841405309211844"
      })
      const send = (body: object) => dashboard.post("/private-replies", { channel: "instagram", ...hello, ...body })
      const { body, status } = yield* send({ commentId, from: accountId })
      assert.strictEqual(status, 200)
      const Sent = Schema.Struct({ data: Schema.Struct({ waMessageId: Schema.String, conversationId: Schema.String }) })
      const { data } = yield* Schema.decodeUnknownEffect(Sent)(body)
      assert.strictEqual(data.waMessageId, "ig_1")
      const { conversations } = yield* (yield* World).state
      assert.deepStrictEqual(
        conversations.map(({ channelAccountId, id }) => [id, channelAccountId]),
        [[data.conversationId, accountId]]
      )
      assert.deepStrictEqual(
        yield* send({ commentId, tag: "HUMAN_AGENT" }),
        Dashboard.refused(400, "Invalid field tag: Expected no tag with commentId")
      )
      assert.deepStrictEqual(yield* send({}), Dashboard.refused(400, "Missing required field: commentId"))
      assert.strictEqual((yield* send({ commentId, channel: "whatsapp" })).status, 400)
      assert.strictEqual((yield* send({ commentId, channel: "messenger" })).status, 404)
      assert.strictEqual((yield* send({ commentId, from: "4711" })).status, 400)
    }).pipe(Effect.provide(httpWorld))
  )
})
