import { Effect, Option } from "effect"
import type { Conversation } from "../../../../src/domain/conversations/Conversation.ts"
import { ChannelAccountId, ContactId, UserId } from "../../../../src/domain/Ids.ts"
import { ConversationStore } from "../../../../src/ports/conversations/ConversationStore.ts"
import { Transaction } from "../../../../src/ports/process/Transaction.ts"
import { seconds } from "../../../given/era.ts"
import { givenAccount, givenSender, phoneOf, uuid } from "../../../given/given.ts"
import { givenTalk, savedTalk } from "../../../given/givenTalk.ts"
import { conversationOf } from "../../../given/seen.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { sendOff } from "../../../given/sendOff.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const text = "Ünïcödé \u{1F469}\u200D\u{1F680} 漢 \u2028 \"'\\ \t\r\n {}[],; $1 ?"

/** Whether another conversation conflicts with this one. */
const isRefused = Effect.fnUntraced(function* (conversation: Conversation) {
  return yield* Effect.match((yield* ConversationStore).save(conversation), {
    onSuccess: () => false,
    onFailure: ({ _tag }) => _tag === "AnotherConversationOpen"
  })
})

/** Mutable and immutable fields of a conversation. */
export const saving = (it: Tests<StorePorts>) => {
  it.effect("conversations, saving: the mutable fields of one conversation are replaced and restored", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const { at, id } = sender
      const conversation = yield* givenTalk(sender)
      const other = yield* givenTalk(sender, { phone: phoneOf(1) })
      const changed = yield* savedTalk(conversation, {
        status: "closed",
        assigneeId: UserId.make(yield* uuid),
        priority: "urgent",
        snoozedAt: seconds(at, 3),
        snoozedUntil: seconds(at, 4),
        warnedAt: seconds(at, 2),
        queuedAt: seconds(at, 1),
        unreadCount: 7,
        closedAt: seconds(at, 5),
        closedBy: "service_role",
        resolution: text,
        updatedAt: seconds(at, 6)
      })
      assert.deepStrictEqual(yield* conversationOf(id, conversation.id), changed)
      assert.deepStrictEqual(yield* conversationOf(id, other.id), other)

      yield* savedTalk(changed, conversation)
      assert.deepStrictEqual(yield* conversationOf(id, conversation.id), conversation)
    })
  )

  it.effect("conversations, saving: account, contact and origin stay", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const conversation = yield* givenTalk(sender)
      yield* savedTalk(conversation, {
        contactId: ContactId.make(yield* uuid),
        channel: "messenger",
        channelAccountId: ChannelAccountId.make(yield* uuid),
        source: "whatsapp",
        createdAt: seconds(sender.at, 9)
      })
      assert.deepStrictEqual(yield* conversationOf(sender.id, conversation.id), conversation)
    })
  )

  it.effect(
    "conversations, saving: a second open conversation of the contact on the account is refused without changes",
    () =>
      Effect.gen(function* () {
        const sender = yield* givenSender()
        const { id } = sender
        const closed = yield* savedTalk(yield* givenTalk(sender), { status: "closed" })
        const running = yield* givenTalk(sender, {}, 1)
        for (const status of ["open", "ai_handling", "escalated"] as const) {
          assert.isTrue(yield* isRefused({ ...closed, status, unreadCount: 9 }))
        }
        assert.isFalse(yield* isRefused({ ...closed, resolution: "again" }))
        assert.isFalse(yield* isRefused({ ...running, status: "escalated" }))
        assert.deepStrictEqual(yield* conversationOf(id, closed.id), { ...closed, resolution: "again" })

        assert.isFalse(yield* isRefused({ ...running, status: "closed" }))
        assert.isFalse(yield* isRefused({ ...closed, status: "open" }))
        assert.isTrue(yield* isRefused(running))
      })
  )

  it.effect("conversations, saving: a contact can have conversations on two accounts, and two contacts on one", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const { at, id } = sender
      const { id: channelAccountId } = yield* givenAccount(id)
      const closed = yield* savedTalk(yield* givenTalk(sender), { status: "closed" })
      yield* givenTalk(sender, { phone: phoneOf(1) })
      yield* givenTalk(sender, { conversation: { channelAccountId } })
      assert.isFalse(yield* isRefused({ ...closed, status: "open", updatedAt: at }))
    })
  )

  it.effect("conversations, saving: a refusal rolls back the surrounding transaction", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const { id } = sender
      const { save } = yield* ConversationStore
      const { atomically } = yield* Transaction
      const other = yield* givenTalk(sender, { phone: phoneOf(1) })
      const closed = yield* savedTalk(yield* givenTalk(sender), { status: "closed" })
      yield* givenTalk(sender, {}, 1)
      const { _tag } = yield* Effect.flip(
        atomically(Effect.andThen(save({ ...other, unreadCount: 3 }), save({ ...closed, status: "open" })))
      )
      assert.strictEqual(_tag, "AnotherConversationOpen")
      assert.deepStrictEqual(yield* conversationOf(id, other.id), other)
    })
  )

  it.effect("conversations, saving: a conversation stays locked until its transaction ends", () =>
    Effect.gen(function* () {
      const rounds = 12
      const sender = yield* givenSender()
      const { id } = sender
      const { lock, save } = yield* ConversationStore
      const { atomically } = yield* Transaction
      const conversation = yield* givenTalk(sender)
      const count = Effect.gen(function* () {
        const found = Option.getOrThrow(yield* lock(id, conversation.id))
        yield* Effect.yieldNow
        yield* save({ ...found, unreadCount: found.unreadCount + 1 })
      })
      yield* Effect.replicateEffect(atomically(count), rounds, { concurrency: "unbounded" })
      assert.deepStrictEqual(yield* conversationOf(id, conversation.id), { ...conversation, unreadCount: rounds })
    })
  )

  it.effect("conversations, saving: a member's message marks it as read, and an open one continues", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const { at, id, intent } = sender
      const assigneeId = UserId.make(yield* uuid)
      const conversation = yield* savedTalk(yield* givenTalk(sender), {
        status: "escalated",
        assigneeId,
        unreadCount: 4
      })
      yield* sendOff(id, yield* intent({}, 3))
      const read = { ...conversation, unreadCount: 0, updatedAt: seconds(at, 3) }
      assert.deepStrictEqual(yield* conversationOf(id, conversation.id), read)

      const closed = yield* savedTalk(read, { status: "closed", unreadCount: 2 })
      const next = yield* givenTalk(sender, {}, 4)
      assert.deepStrictEqual(yield* conversationOf(id, closed.id), closed)
      assert.deepStrictEqual(yield* conversationOf(id, next.id), next)
    })
  )
}
