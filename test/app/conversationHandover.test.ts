import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { escalate, handOverToAi } from "../../src/app/conversationHandover.ts"
import { assignConversation } from "../../src/app/conversations.ts"
import type { ConversationStatus } from "../../src/domain/conversation/Conversation.ts"
import { ConversationId } from "../../src/domain/Ids.ts"
import { uuid } from "../support/given.ts"
import { conversationOf } from "../support/seen.ts"
import { announcedBy, deskWorld, givenConversation, givenDesk } from "./desk.ts"

const moves = { handOverToAi, escalate }

describe("a conversation that an AI agent may handle", () => {
  it.effect("goes to the agent, to a human, and to a member; nothing of that is an event", () =>
    Effect.gen(function* () {
      const desk = yield* givenDesk
      const { ada, id, now } = desk
      const open = yield* givenConversation(desk, { assigneeId: ada.user.id })
      const { events } = yield* announcedBy(
        id,
        Effect.gen(function* () {
          const handled = yield* handOverToAi(id, open.id)
          assert.deepStrictEqual(handled, { ...open, status: "ai_handling", updatedAt: now })
          assert.deepStrictEqual(yield* conversationOf(id, open.id), handled)
          const escalated = yield* escalate(id, open.id)
          assert.deepStrictEqual(escalated, { ...handled, status: "escalated" })
          assert.deepStrictEqual(yield* conversationOf(id, open.id), escalated)
          const { conversation } = yield* assignConversation(ada.access, open.id, ada.user.id)
          assert.deepStrictEqual(conversation, { ...escalated, status: "open" })
        })
      )
      assert.deepStrictEqual(events, [])
    }).pipe(Effect.provide(deskWorld))
  )

  it.effect.each<readonly [keyof typeof moves, ConversationStatus]>([
    ["handOverToAi", "ai_handling"],
    ["handOverToAi", "escalated"],
    ["handOverToAi", "closed"],
    ["escalate", "open"],
    ["escalate", "escalated"],
    ["escalate", "closed"]
  ])("is left alone by %s when it is %s", ([action, status]) =>
    Effect.gen(function* () {
      const desk = yield* givenDesk
      const before = yield* givenConversation(desk, { status })
      const error = yield* Effect.flip(moves[action](desk.id, before.id))
      assert.deepStrictEqual(error._tag === "ConversationActionRefused" && [error.action, error.status], [
        action,
        status
      ])
      assert.deepStrictEqual(yield* conversationOf(desk.id, before.id), before)
    }).pipe(Effect.provide(deskWorld))
  )

  it.effect("is not found when it is not there, or is another organization's", () =>
    Effect.gen(function* () {
      const desk = yield* givenDesk
      const globex = yield* givenDesk
      const open = yield* givenConversation(globex)
      for (const id of [open.id, ConversationId.make(yield* uuid)]) {
        for (const move of [handOverToAi, escalate]) {
          assert.strictEqual((yield* Effect.flip(move(desk.id, id)))._tag, "ConversationNotFound")
        }
      }
      assert.deepStrictEqual(yield* conversationOf(globex.id, open.id), open)
    }).pipe(Effect.provide(deskWorld))
  )
})
