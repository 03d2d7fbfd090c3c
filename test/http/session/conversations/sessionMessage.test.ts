import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SenderActionLog } from "../../../../src/adapters/memory/sends/MemorySenderActions.ts"
import { ConversationStore } from "../../../../src/ports/conversations/ConversationStore.ts"
import { someone } from "../../../../testing/given/given.ts"
import { givenMember } from "../../../../testing/given/givenMember.ts"
import { conversationOf } from "../../../../testing/given/seen.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { call, refused, signedIn } from "../sessionDashboard.ts"
import { conversationId, givenScene, inboundId, messageId, organizationId, userId } from "../sessionScene.ts"

const received = Effect.flatMap(SenderActionLog, (log) => log.received)

const posts = { method: "POST", body: {} } as const

/** Sets the organization's setting. */
const setTo = (owner: Record<string, string>, readReceipts: string) =>
  call(owner, "/settings", { method: "PATCH", body: { readReceipts } })

describe("one message of the Session interface", () => {
  it.effect("session message: has the times of its status changes", () =>
    Effect.gen(function* () {
      const owner = yield* givenScene(someone)
      const { body, status } = yield* call(owner, `/messages/${inboundId}`)
      const { data } = body as { data: { message: { id: string; direction: string } } & Record<string, unknown> }
      assert.deepStrictEqual([status, data.message.id, data.message.direction], [200, inboundId, "inbound"])
      assert.deepStrictEqual([data["channel"], data["deliveredAt"], data["readAt"]], ["whatsapp", null, null])
      const failed = yield* call(owner, `/messages/${messageId}`)
      const times = (failed.body as { data: Record<string, unknown> }).data
      assert.deepStrictEqual([times["sentAt"], times["failedAt"]], [null, "2026-11-20T12:00:00.000Z"])
      assert.deepStrictEqual(yield* call(owner, "/messages/wamid.none"), refused(404, "Message not found"))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("session message: an agent reads and marks only messages of conversations visible to them", () =>
    Effect.gen(function* () {
      yield* givenScene(someone)
      const { access } = yield* givenMember(organizationId, { role: "agent", conversationScope: "assigned" })
      const agent = yield* signedIn(organizationId, access.caller)
      assert.strictEqual((yield* call(agent, `/messages/${inboundId}`)).status, 200)
      const conversation = yield* conversationOf(organizationId, conversationId)
      assert.isNotNull(conversation)
      if (conversation !== null) {
        yield* Effect.orDie((yield* ConversationStore).save({ ...conversation, assigneeId: userId }))
      }
      for (const [path, asked] of [
        ["", {}],
        ["/read", posts],
        ["/typing", posts]
      ] as const)
        assert.strictEqual((yield* call(agent, `/messages/${inboundId}${path}`, asked)).status, 403, path)
      assert.deepStrictEqual(yield* received, [])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("session message: messages of the business have no read receipt", () =>
    Effect.gen(function* () {
      const owner = yield* givenScene(someone)
      assert.deepStrictEqual(
        yield* call(owner, `/messages/${messageId}/read`, posts),
        refused(400, "Invalid field messageId: Expected the id of a message from a contact")
      )
      assert.strictEqual((yield* call(owner, `/messages/${inboundId}/read`, posts)).status, 200)
      assert.strictEqual((yield* received).length, 1)
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("read receipts of the console", () => {
  const reads = [`/conversations/${conversationId}/read`, posts] as const
  const unreads = [`/conversations/${conversationId}/unread`, posts] as const
  const replies = [`/conversations/${conversationId}/messages`, { method: "POST", body: { text: "Yes" } }] as const

  it.effect.each([
    ["off", 0, 0],
    ["on_read", 1, 0],
    ["on_reply", 0, 1]
  ] as const)("read receipts of the console: %s queues %i on reading and %i on a reply", ([setting, onRead, onReply]) =>
    Effect.gen(function* () {
      const owner = yield* givenScene(someone)
      assert.strictEqual((yield* setTo(owner, setting)).status, 200)
      yield* call(owner, ...unreads)
      assert.strictEqual((yield* call(owner, ...reads)).status, 200)
      assert.strictEqual((yield* received).length, onRead)
      // Everything is read already.
      yield* call(owner, ...reads)
      assert.strictEqual((yield* received).length, onRead)
      assert.strictEqual((yield* call(owner, ...replies)).status, 200)
      const all = yield* received
      assert.strictEqual(all.length, onRead + onReply)
      assert.isTrue(all.every(({ action, isOffered }) => isOffered && action.read && !action.typing))
    }).pipe(Effect.provide(httpWorld))
  )
})
