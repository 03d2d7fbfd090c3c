import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../src/adapters/memory/World.ts"
import { closeConversation } from "../../src/app/conversations.ts"
import type { Conversation } from "../../src/domain/conversation/Conversation.ts"
import { ConversationId } from "../../src/domain/Ids.ts"
import { uuid } from "../../src/testing/given/given.ts"
import { givenMember } from "../../src/testing/given/givenMember.ts"
import { conversationOf, eventTypesOf } from "../../src/testing/given/seen.ts"
import { announcedBy, deskWorld, givenConversation, givenDesk } from "./desk.ts"

const closedEvent = ({ channel, closedBy, contactId, id, resolution, updatedAt }: Conversation) => ({
  type: "conversation.closed",
  conversationId: id,
  occurredAt: updatedAt,
  data: {
    conversation: { id, contact_id: contactId, channel, status: "closed" },
    closed_by: closedBy,
    resolution
  }
})

describe("closeConversation", () => {
  it.effect("closes the conversation, remembers who did it, and announces it", () =>
    Effect.gen(function* () {
      const desk = yield* givenDesk
      const { ada, id, now } = desk
      const open = yield* givenConversation(desk, { assigneeId: ada.user.id, status: "ai_handling" })
      const { events, result } = yield* announcedBy(id, closeConversation(ada.access, open.id, "Refunded"))
      assert.deepStrictEqual(result, {
        ...open,
        status: "closed",
        closedAt: now,
        closedBy: ada.user.id,
        resolution: "Refunded",
        updatedAt: now
      })
      assert.deepStrictEqual(yield* conversationOf(id, open.id), result)
      assert.deepStrictEqual(events, [closedEvent(result)])
    }).pipe(Effect.provide(deskWorld))
  )

  it.effect("is done by the service role too, without a resolution", () =>
    Effect.gen(function* () {
      const desk = yield* givenDesk
      const open = yield* givenConversation(desk, { assigneeId: desk.bob.user.id })
      const { events, result } = yield* announcedBy(desk.id, closeConversation(desk.service, open.id, null))
      assert.deepStrictEqual([result.closedBy, result.resolution], ["service_role", null])
      assert.deepStrictEqual(events, [closedEvent(result)])
    }).pipe(Effect.provide(deskWorld))
  )

  it.effect("changes nothing the second time, whoever it is done by", () =>
    Effect.gen(function* () {
      const desk = yield* givenDesk
      const open = yield* givenConversation(desk)
      const first = yield* closeConversation(desk.ada.access, open.id, "Refunded")
      yield* TestClock.adjust("1 hour")
      const { events, result } = yield* announcedBy(desk.id, closeConversation(desk.owner.access, open.id, "Twice"))
      assert.deepStrictEqual(result, first)
      assert.deepStrictEqual(yield* conversationOf(desk.id, open.id), first)
      assert.deepStrictEqual(events, [])
    }).pipe(Effect.provide(deskWorld))
  )

  it.effect("is announced once, however many do it at once", () =>
    Effect.gen(function* () {
      const desk = yield* givenDesk
      const open = yield* givenConversation(desk)
      const callers = [desk.service, desk.ada.access, desk.bob.access, desk.grace.access, desk.owner.access]
      const closings = callers.map((access, place) => closeConversation(access, open.id, `${place}`))
      const { events, result } = yield* announcedBy(desk.id, Effect.all(closings, { concurrency: "unbounded" }))
      const kept = yield* conversationOf(desk.id, open.id)
      assert.deepStrictEqual(
        result,
        result.map(() => kept)
      )
      assert.deepStrictEqual(
        events.map(({ data }) => data),
        result.slice(0, 1).map((conversation) => closedEvent(conversation).data)
      )
    }).pipe(Effect.provide(deskWorld))
  )

  it.effect("does not find what is not there, or is another organization's", () =>
    Effect.gen(function* () {
      const desk = yield* givenDesk
      const globex = yield* givenDesk
      const open = yield* givenConversation(globex, { assigneeId: globex.bob.user.id })
      const unknown = ConversationId.make(yield* uuid)
      for (const conversationId of [open.id, unknown]) {
        for (const access of [desk.ada.access, desk.service]) {
          const error = yield* Effect.flip(closeConversation(access, conversationId, null))
          assert.strictEqual(error._tag, "ConversationNotFound")
        }
      }
      assert.deepStrictEqual(yield* conversationOf(globex.id, open.id), open)
    }).pipe(Effect.provide(deskWorld))
  )

  it.effect("is refused to an agent of narrow scope when it is somebody else's", () =>
    Effect.gen(function* () {
      const desk = yield* givenDesk
      const open = yield* givenConversation(desk, { assigneeId: desk.bob.user.id })
      const refusal = Effect.flip(closeConversation(desk.ada.access, open.id, null))
      const { events, result } = yield* announcedBy(desk.id, refusal)
      assert.strictEqual(result._tag, "Forbidden")
      assert.deepStrictEqual(events, [])
      assert.deepStrictEqual(yield* conversationOf(desk.id, open.id), open)

      const admin = yield* givenMember(desk.id, { role: "admin", conversationScope: "assigned" })
      assert.strictEqual((yield* closeConversation(admin.access, open.id, null)).status, "closed")
    }).pipe(Effect.provide(deskWorld))
  )

  it.effect("is the change and its event, or neither", () =>
    Effect.gen(function* () {
      const desk = yield* givenDesk
      const open = yield* givenConversation(desk)
      const types = yield* eventTypesOf(desk.id)
      for (const call of ["ConversationStore.save", "EventLog.append"] as const) {
        yield* (yield* World).failNext(call)
        assert.isTrue(Exit.hasDies(yield* Effect.exit(closeConversation(desk.service, open.id, null))))
        assert.deepStrictEqual(yield* conversationOf(desk.id, open.id), open)
        assert.deepStrictEqual(yield* eventTypesOf(desk.id), types)
      }
    }).pipe(Effect.provide(deskWorld))
  )
})
