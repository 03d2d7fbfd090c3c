import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import * as MemoryDirectMessages from "../../src/adapters/memory/sends/MemoryDirectMessages.ts"
import type { MessengerContent } from "../../src/domain/messages/messenger/MessengerContent.ts"
import { PlatformMessageId } from "../../src/domain/Ids.ts"
import { PlatformNotReached } from "../../src/domain/messages/PlatformError.ts"
import { DirectMessages } from "../../src/ports/sends/WhatsApp.ts"
import { instagramAccount, pageAccount, sendId } from "../meta/graph.ts"
import { shown } from "../network/shown.ts"

const content: MessengerContent = { _tag: "Text", text: "Hello" }
const conversation = { id: "t_1", updatedAt: DateTime.makeUnsafe(0), unreadCount: 0, participants: [] }
const failure = new PlatformNotReached({ detail: "connection refused" })

describe("memory Messenger and Instagram", () => {
  it.effect("memory direct messages: every send is accepted and recorded", () =>
    Effect.gen(function* () {
      const { send } = yield* DirectMessages
      const ids: ReadonlyArray<string> = [
        yield* send(pageAccount, "PSID", { content, tag: null, replyTo: null }, sendId),
        yield* send(pageAccount, "PSID", { content, tag: "HUMAN_AGENT", replyTo: null }, sendId)
      ]
      assert.deepStrictEqual(ids, ["m_1", "m_2"])
      assert.deepStrictEqual(yield* (yield* MemoryDirectMessages.DirectMessagesPlatform).requests, [
        { from: pageAccount, to: "PSID", content, tag: null, replyTo: null },
        { from: pageAccount, to: "PSID", content, tag: "HUMAN_AGENT", replyTo: null }
      ])
    }).pipe(Effect.provide(MemoryDirectMessages.layer))
  )

  it.effect("memory direct messages: each scripted answer is used once", () =>
    Effect.gen(function* () {
      const { send } = yield* DirectMessages
      const platform = yield* MemoryDirectMessages.DirectMessagesPlatform
      yield* platform.answerNext(Effect.fail(failure))
      yield* platform.answerNext(Effect.succeed(PlatformMessageId.make("mine")))
      const from = instagramAccount(null)
      assert.deepStrictEqual(
        shown(yield* Effect.flip(send(from, "IGSID", { content, tag: null, replyTo: null }, sendId))),
        shown(failure)
      )
      const ids: ReadonlyArray<string> = [
        yield* send(from, "IGSID", { content, tag: null, replyTo: null }, sendId),
        yield* send(from, "IGSID", { content, tag: null, replyTo: null }, sendId)
      ]
      assert.deepStrictEqual(ids, ["mine", "ig_3"])
    }).pipe(Effect.provide(MemoryDirectMessages.layer))
  )

  it.effect("memory direct messages: scripted conversations are listed, and a scripted failure fails the listing", () =>
    Effect.gen(function* () {
      const { conversations } = yield* DirectMessages
      const platform = yield* MemoryDirectMessages.DirectMessagesPlatform
      assert.deepStrictEqual(yield* conversations(pageAccount), [])
      yield* platform.setConversations(pageAccount.account.externalId, [conversation])
      yield* platform.failNextListing(failure)
      assert.deepStrictEqual(shown(yield* Effect.flip(conversations(pageAccount))), shown(failure))
      assert.deepStrictEqual(yield* conversations(pageAccount), [conversation])
      assert.deepStrictEqual(yield* conversations(instagramAccount(null)), [])
    }).pipe(Effect.provide(MemoryDirectMessages.layer))
  )
})
