import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { TestClock } from "effect/testing"
import { readSend } from "../../../emulator/messenger/readSend.ts"
import { privateReplyBodyOf } from "../../../src/adapters/meta/client/GraphDirectMessages.ts"
import { composePrivateReply } from "../../../src/domain/messages/messenger/privateReply.ts"
import { sendId } from "../../meta/graph.ts"
import { account, byLogin, emulated, linked, messenger, overPage, page, refusedOverPage } from "../pages.ts"
import { control, masked, request } from "../platform.ts"

const author = "5275811702471834"

const commented = (channel: "messenger" | "instagram", to: string, more: object = {}) =>
  control("POST", "inbound", { channel, to, from: author, type: "comment", text: "How much?", ...more })

const reply = (
  way: Pick<typeof messenger, "path" | "token">,
  commentId: string,
  message: unknown = { text: "Hello" }
) =>
  request(`${way.path}?access_token=${way.token}`, {
    method: "POST",
    body: JSON.stringify({ recipient: { comment_id: commentId }, message })
  })

const Answer = Schema.Struct({ recipient_id: Schema.String, message_id: Schema.String })

describe("private replies of the emulated platform", () => {
  it.effect.each([
    ["messenger", page.id, messenger],
    ["instagram", linked.id, overPage],
    ["instagram", account.id, byLogin]
  ] as const)("comment on %s below a post of %s: its author gets one private reply", ([channel, to, way]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* commented(channel, to, { commentId: "1_2" })).body, { messageId: "1_2" })
      const { body, status } = yield* reply(way, "1_2")
      assert.strictEqual(status, 200)
      assert.strictEqual((yield* Schema.decodeUnknownEffect(Answer)(body)).recipient_id, author)
      assert.strictEqual((yield* reply(way, "1_2")).status, 400)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("comment: one that is unknown, answered or older than 7 days gets no private reply", () =>
    Effect.gen(function* () {
      const refused = refusedOverPage
      yield* commented("messenger", page.id, { commentId: "1_2" })
      yield* commented("messenger", page.id, { commentId: "1_3" })
      assert.deepStrictEqual(
        masked(yield* reply(messenger, "9_9")),
        refused("(#10902) This is not a Replyable activity")
      )
      assert.strictEqual((yield* reply(messenger, "1_2", { text: "" })).status, 400)
      assert.strictEqual((yield* reply(messenger, "1_2")).status, 200)
      assert.deepStrictEqual(masked(yield* reply(messenger, "1_2")), refused("(#10900) Activity already replied to"))
      yield* TestClock.adjust("8 days")
      assert.deepStrictEqual(
        masked(yield* reply(messenger, "1_3")),
        refused("(#10903) This user cannot reply to this activity")
      )
    }).pipe(Effect.provide(emulated()))
  )

  const Draft = Schema.Struct({
    commentId: Schema.Literals(["1_2", "1_2", "9".repeat(128), "9".repeat(129), " "]),
    type: Schema.Literals(["text", "text", "quick_replies", "images", "reaction", "sticker"]),
    text: Schema.Literals(["Hello", "é".repeat(1_001), " "]),
    quickReplies: Schema.Array(Schema.Struct({ title: Schema.Literals(["Yes", "No"]) })).check(Schema.isMaxLength(14)),
    images: Schema.Array(Schema.Struct({ url: Schema.Literals(["https://example.com/a"]) })).check(
      Schema.isMaxLength(3)
    ),
    stickerId: Schema.Literals(["like", "heart"]),
    reaction: Schema.Struct({ messageId: Schema.Literals(["m_1"]), emoji: Schema.Literals(["❤️"]) })
  })

  it.prop("private replies: the emulator accepts what the domain composes", [Draft], ([draft]) => {
    for (const channel of ["messenger", "instagram"] as const) {
      const composed = composePrivateReply(channel, draft)
      if (Result.isFailure(composed)) continue
      const { commentId, content } = composed.success
      const body = privateReplyBodyOf(channel)(commentId, content, sendId)
      assert.isTrue(Result.isSuccess(readSend(channel, JSON.parse(JSON.stringify(body)))), JSON.stringify(body))
    }
  })

  it.prop(
    "private replies: without a message, with a reaction, an answer or a tag they are refused",
    [Draft],
    ([draft]) => {
      for (const channel of ["messenger", "instagram"] as const) {
        for (const more of [{ type: "reaction" }, { replyTo: "m_1" }, { tag: "HUMAN_AGENT" }, { commentId: "" }]) {
          assert.isTrue(Result.isFailure(composePrivateReply(channel, { ...draft, ...more })))
        }
      }
    }
  )
})
