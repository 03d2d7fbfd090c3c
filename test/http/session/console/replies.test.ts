import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import { spoilToken } from "../../../../src/adapters/memory/access/MemoryChannelAccounts.ts"
import { DirectMessagesPlatform } from "../../../../src/adapters/memory/sends/MemoryDirectMessages.ts"
import { World } from "../../../../src/adapters/memory/World.ts"
import { dispatchDirectMessage } from "../../../../src/app/sends/directMessages.ts"
import type { ChannelAccount, MessengerChannel } from "../../../../src/domain/conversations/Channel.ts"
import { PlatformMessageId, UserId } from "../../../../src/domain/Ids.ts"
import { MessengerContent } from "../../../../src/domain/messages/messenger/MessengerContent.ts"
import {
  type PlatformFailure,
  PlatformNotReached,
  PlatformOutcomeUnknown,
  PlatformRejected
} from "../../../../src/domain/messages/PlatformError.ts"
import { monthOf } from "../../../../src/domain/limits/MonthlyLimit.ts"
import { ChannelAccounts } from "../../../../src/ports/access/ChannelAccounts.ts"
import { givenAccount } from "../../../../testing/given/given.ts"
import { givenMember } from "../../../../testing/given/givenMember.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { answered, call, type Described, givenDashboard, kept, refused, signedIn } from "../sessionDashboard.ts"

const url = "https://example.com/file"
const hello = { type: "text", text: "Hello" }
const person = "5275811702471834"
const first = { to: person, type: "text" as const, content: MessengerContent.cases.Text.make({ text: "x" }), tag: null }

const asked = Effect.map(
  Effect.flatMap(DirectMessagesPlatform, ({ requests }) => requests),
  (all) => all.slice(1).map(({ content, from, tag, to }) => ({ account: from.account.id, to, content, tag }))
)
const platform = (failure: PlatformFailure) =>
  Effect.flatMap(DirectMessagesPlatform, ({ answerNext }) => answerNext(Effect.fail(failure)))

const Sent = Schema.Struct({ data: Schema.Struct({ conversationId: Schema.String }) })

/** The owner, and a conversation with a person on the second account that is connected on the channel. */
const given = Effect.fnUntraced(function* (channel: MessengerChannel, described: Described = {}) {
  const dashboard = yield* givenDashboard(described)
  const on = (changes: Partial<ChannelAccount>) =>
    givenAccount(dashboard.id, { channel, businessAccountId: null, ...changes })
  yield* on({ externalId: "1", displayName: "First" })
  const account = yield* on({ externalId: "2", displayName: "Second" })
  const from = yield* (yield* ChannelAccounts).byId(dashboard.id, account.id)
  const { contactId, conversationId } = yield* dispatchDirectMessage(from, channel, first)
  const path = `/conversations/${conversationId}/messages`
  return {
    ...dashboard,
    account,
    contactId,
    conversationId,
    path,
    reply: (body: unknown) => dashboard.post(path, body),
    last: Effect.map((yield* World).state, ({ messages }) => messages.at(-1))
  }
})

const { Attachment, Images, LikeHeart, QuickReplies, Sticker, Text } = MessengerContent.cases

const rows = (["messenger", "instagram"] as const).flatMap((channel) =>
  [
    { body: hello, content: Text.make({ text: "Hello" }), type: "text" },
    { body: { text: "Hello", tag: "HUMAN_AGENT" }, content: Text.make({ text: "Hello" }), type: "text" },
    ...(["image", "video", "audio", "file"] as const).map((kind) => ({
      body: { type: kind, attachmentUrl: url },
      content: Attachment.make({ kind, url }),
      type: channel === "messenger" ? "attachment_url" : kind
    })),
    {
      body: { type: "quick_replies", text: "Tea?", quickReplies: [{ title: "Yes" }] },
      content: QuickReplies.make({ text: "Tea?", quickReplies: [{ title: "Yes", payload: "YES", imageUrl: null }] }),
      type: "quick_replies"
    },
    {
      body: { type: "images", images: [{ url }, { url }] },
      content: Images.make({ urls: [url, url] }),
      type: "images"
    },
    {
      body: { type: "sticker", stickerId: "4711" },
      content: channel === "messenger" ? Sticker.make({ stickerId: "4711" }) : LikeHeart.make({}),
      type: "sticker"
    }
  ].map((row) => ({ channel, row }))
)

describe("POST /conversations/:conversationId/messages", () => {
  it.effect.each(rows)(
    "sends $row.body to the person on $channel, from the account of the conversation",
    ({ channel, row }) =>
      Effect.gen(function* () {
        const { account, contactId, conversationId, events, last, reply } = yield* given(channel)
        const answer = yield* reply(row.body)
        const waMessageId = channel === "messenger" ? "m_2" : "ig_2"
        assert.deepStrictEqual(
          answer,
          answered(200, {
            vendorMessageId: (yield* last)?.id,
            waMessageId,
            status: "sent",
            conversationId,
            contactId
          })
        )
        const tag = "tag" in row.body ? "HUMAN_AGENT" : null
        assert.deepStrictEqual(yield* asked, [{ account: account.id, to: person, content: row.content, tag }])
        const sent = (yield* events).at(-1)
        assert.strictEqual(sent?.type, "message.sent")
        assert.deepInclude(sent?.data, { channel: channel, message_id: waMessageId, to: person, type: row.type })
      }).pipe(Effect.provide(httpWorld))
  )

  const wrong: ReadonlyArray<readonly [channel: MessengerChannel, body: unknown, error: string]> = [
    ["messenger", {}, "Missing required field: text"],
    ["messenger", { type: "text", text: " " }, "Missing required field: text"],
    ["instagram", { type: "image" }, "Missing required field: attachmentUrl"],
    ["messenger", { type: "attachment_url", attachmentUrl: url }, "Unknown message type: attachment_url"],
    ["instagram", { type: "template" }, "Unknown message type: template"],
    ["messenger", { text: "x".repeat(2_001) }, "Invalid field text: Expected at most 2000 characters"],
    ["instagram", { text: "é".repeat(501) }, "Invalid field text: Expected at most 1000 bytes of UTF-8"],
    ["messenger", { ...hello, tag: "ACCOUNT_UPDATE" }, "Invalid field tag: Expected one of: HUMAN_AGENT"],
    ["messenger", { text: 5 }, "Invalid field text: Expected string | null"],
    ["messenger", "[]", "Request body must be a JSON object"]
  ]
  it.effect.each(wrong)("on %s refuses %j, and sends nothing", ([channel, body, error]) =>
    Effect.gen(function* () {
      const { reply } = yield* given(channel)
      const before = yield* kept
      assert.deepStrictEqual(yield* reply(body), refused(400, error))
      assert.deepStrictEqual([yield* kept, yield* asked], [before, []])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("sends a reply to a message of the conversation, and a reaction to it", () =>
    Effect.gen(function* () {
      const { last, reply } = yield* given("messenger")
      const answered = yield* last
      assert.strictEqual((yield* reply({ ...hello, replyTo: answered?.id })).status, 200)
      const reaction = { messageId: answered?.id, emoji: "👍" }
      assert.strictEqual((yield* reply({ type: "reaction", reaction })).status, 200)
      const requests = yield* (yield* DirectMessagesPlatform).requests
      assert.deepStrictEqual(
        requests.slice(1).map(({ content, replyTo }) => ({ content, replyTo })),
        [
          { content: Text.make({ text: "Hello" }), replyTo: PlatformMessageId.make("m_1") },
          { content: MessengerContent.cases.Reaction.make({ messageId: "m_1", emoji: "👍" }), replyTo: null }
        ]
      )
      const { messages } = yield* (yield* World).state
      assert.strictEqual(messages[0]?.annotations.reactions?.[0]?.reaction, "👍")
      assert.deepStrictEqual(
        yield* reply({ ...hello, replyTo: "nothing" }),
        refused(400, "Invalid field replyTo: Expected the id of a message")
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("requires access to the conversation, and for a closed one to the open conversation that replaced it", () =>
    Effect.gen(function* () {
      const { account, contactId, conversationId, id, path, post, reply, user } = yield* given("messenger")
      const { access } = yield* givenMember(id, { role: "agent", conversationScope: "assigned" })
      const agent = yield* signedIn(id, access.caller)
      const byAgent = call(agent, path, { body: hello })
      assert.strictEqual((yield* byAgent).status, 200)
      yield* post(`/conversations/${conversationId}/close`, {})
      const from = yield* (yield* ChannelAccounts).byId(id, account.id)
      const another = yield* dispatchDirectMessage(from, "messenger", first)
      const { body } = yield* reply(hello)
      const opened = (yield* (yield* World).state).conversations.find(
        (one) => one.contactId === contactId && one.id !== conversationId
      )
      assert.strictEqual(opened?.id, another.conversationId)
      const { data } = yield* Schema.decodeUnknownEffect(Sent)(body)
      assert.strictEqual(data.conversationId, another.conversationId)
      yield* post(`/conversations/${opened?.id}/assign`, { userId: UserId.make(user.id) })
      const before = yield* asked
      assert.deepStrictEqual(yield* byAgent, refused(403, "Forbidden"))
      assert.deepStrictEqual(yield* asked, before)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("does not find a conversation of another organization", () =>
    Effect.gen(function* () {
      const { path } = yield* given("instagram")
      const { post } = yield* givenDashboard()
      assert.deepStrictEqual(yield* post(path, hello), refused(404, "Conversation not found"))
      assert.deepStrictEqual(yield* asked, [])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("sends once for an idempotency key, and repeats the first response", () =>
    Effect.gen(function* () {
      const { headers, path } = yield* given("messenger")
      const once = call({ ...headers, "idempotency-key": "one" }, path, { body: hello })
      const answer = yield* once
      assert.deepStrictEqual(yield* once, answer)
      assert.lengthOf(yield* asked, 1)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("sends nothing to a blocked contact, and nothing beyond the month's events", () =>
    Effect.gen(function* () {
      const { contactId, id, patch, reply } = yield* given("messenger", { plan: "free" })
      yield* patch(`/contacts/${contactId}`, { is_blocked: true })
      assert.deepStrictEqual(yield* reply(hello), refused(409, "The recipient is blocked; nothing was sent"))
      yield* patch(`/contacts/${contactId}`, { is_blocked: false })
      const month = monthOf(yield* DateTime.now)
      yield* (yield* World).update((state) => ({ ...state, usage: [{ organizationId: id, month, used: 1_000 }] }))
      assert.deepStrictEqual(yield* reply(hello), refused(429, "Monthly event limit reached: 1000 of 1000 used"))
      assert.deepStrictEqual(yield* asked, [])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("returns an error if the account is missing, or its token cannot be decrypted", () =>
    Effect.gen(function* () {
      const { account, id, reply } = yield* given("instagram")
      yield* spoilToken(account.id)
      assert.deepStrictEqual(
        yield* reply(hello),
        refused(503, "The stored token of the Instagram account cannot be opened; connect the account again")
      )
      yield* (yield* ChannelAccounts).disconnect(id, "instagram", "2")
      assert.deepStrictEqual(
        yield* reply(hello),
        refused(404, "The account of the conversation is no longer connected; connect it again to answer here")
      )
      assert.deepStrictEqual(yield* asked, [])
    }).pipe(Effect.provide(httpWorld))
  )

  const window = "(#10) This message is sent outside of allowed window."
  it.effect.each([
    {
      failure: new PlatformRejected({
        code: 10,
        subcode: null,
        title: "OAuthException",
        message: window,
        details: null
      }),
      reason: window,
      details: { code: 10, title: "OAuthException" }
    },
    {
      failure: new PlatformNotReached({ detail: "refused" }),
      reason: "Messenger could not be reached; the message was not sent",
      details: { code: -1, title: "Not reached" }
    },
    {
      failure: new PlatformOutcomeUnknown({ reason: "no answer in time", detail: "timeout" }),
      reason: "Messenger gave no usable answer; the message may have been sent",
      details: { code: -2, title: "Outcome unknown" }
    }
  ])("returns the platform's reason: $reason", ({ details, failure, reason }) =>
    Effect.gen(function* () {
      const { reply } = yield* given("messenger")
      yield* platform(failure)
      assert.deepStrictEqual(yield* reply(hello), {
        status: 502,
        body: { success: false, error: `Messenger API error: ${reason}`, details }
      })
    }).pipe(Effect.provide(httpWorld))
  )
})
