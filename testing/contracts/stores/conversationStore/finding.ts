import { Effect, Option } from "effect"
import { ChannelAccountId, ConversationId, UserId } from "../../../../src/domain/Ids.ts"
import { messagePreview } from "../../../../src/domain/messages/messageText.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { type ConversationDetail, ConversationStore } from "../../../../src/ports/conversations/ConversationStore.ts"
import type { SendIntent } from "../../../../src/ports/sends/SendLedger.ts"
import { seconds } from "../../../given/era.ts"
import { givenAccount, givenSender, phoneOf, sendIntent, uuid } from "../../../given/given.ts"
import { givenMember } from "../../../given/givenMember.ts"
import { givenPage } from "../../../given/givenPage.ts"
import { givenTalk, savedTalk } from "../../../given/givenTalk.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { sendOff } from "../../../given/sendOff.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

/** The conversation that the send opened, before any other change. */
const opened = ({ at, contact, content, conversation, type }: SendIntent): ConversationDetail => ({
  conversation,
  contact: {
    id: contact.id,
    name: contact.name,
    phone: contact.phone,
    email: contact.email,
    labels: contact.labels
  },
  lastMessage: { text: messagePreview(type, content), direction: "outbound", createdAt: at },
  assignee: null,
  firstMessageAt: at
})

/** Finding conversations. */
export const finding = (it: Tests<StorePorts>) => {
  it.effect("conversations, finding: the detail has contact, assignee, first and last message", () =>
    Effect.gen(function* () {
      const { at, id, intent } = yield* givenSender()
      const { detail } = yield* ConversationStore
      const { user } = yield* givenMember(id, { name: "Grace" })
      const first = yield* intent({
        contact: { name: "Ada \u{1F680}", email: "ada@example.com", labels: ["vip", "漢"] },
        conversation: { source: "instagram" }
      })
      yield* sendOff(id, first)
      assert.deepStrictEqual(yield* detail(id, first.conversation.id), Option.some(opened(first)))

      const last = yield* intent({ type: "text", content: { text: "漢 \u2028", n: [1e21, null] } }, 70)
      yield* sendOff(id, last)
      yield* sendOff(id, yield* intent({}, 30))
      const conversation = yield* savedTalk(first.conversation, { assigneeId: user.id, updatedAt: seconds(at, 90) })
      assert.deepStrictEqual(
        yield* detail(id, conversation.id),
        Option.some({
          ...opened(first),
          conversation,
          lastMessage: opened(last).lastMessage,
          assignee: user
        })
      )
    })
  )

  it.effect("conversations, finding: an unknown assignee is absent, and a person may have no number and address", () =>
    Effect.gen(function* () {
      const { at, id } = yield* givenSender()
      const page = yield* givenPage(id, at)
      const { detail } = yield* ConversationStore
      const send = yield* page.intentTo("psid")
      yield* sendOff(id, send)
      const conversation = yield* savedTalk(send.conversation, { assigneeId: UserId.make(yield* uuid) })
      assert.deepStrictEqual(
        yield* detail(id, conversation.id),
        Option.some({ ...opened(send), conversation, assignee: null })
      )
    })
  )

  it.effect(
    "conversations, finding: a conversation is visible in its organization, unless its contact is deleted",
    () =>
      Effect.gen(function* () {
        const sender = yield* givenSender()
        const globex = yield* givenSender()
        const { id } = sender
        const { detail, find, findRunning, lock } = yield* ConversationStore
        const conversation = yield* givenTalk(sender)
        const looks = (organizationId: typeof id, conversationId: ConversationId) =>
          Effect.all([
            Effect.map(find(organizationId, conversationId), Option.isSome),
            Effect.map(lock(organizationId, conversationId), Option.isSome),
            Effect.map(detail(organizationId, conversationId), Option.isSome),
            Effect.map(
              findRunning(organizationId, conversation.contactId, conversation.channelAccountId),
              Option.isSome
            )
          ])
        assert.deepStrictEqual(yield* looks(id, conversation.id), [true, true, true, true])
        assert.deepStrictEqual(yield* looks(id, ConversationId.make(yield* uuid)), [false, false, false, true])
        assert.deepStrictEqual(yield* looks(globex.id, conversation.id), [false, false, false, false])
        yield* (yield* ContactStore).remove(id, conversation.contactId)
        assert.deepStrictEqual(yield* looks(id, conversation.id), [false, false, false, false])
      })
  )

  it.effect("conversations, finding: the open one of a contact on an account", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const { findRunning } = yield* ConversationStore
      const closed = yield* savedTalk(yield* givenTalk(sender), { status: "closed" })
      const other = yield* givenTalk(sender, { phone: phoneOf(1) })
      const running = ({ channelAccountId, contactId }: typeof closed) =>
        Effect.map(findRunning(sender.id, contactId, channelAccountId), Option.getOrNull)

      assert.isNull(yield* running(closed))
      assert.deepStrictEqual(yield* running(other), other)
      assert.isNull(yield* running({ ...other, channelAccountId: ChannelAccountId.make(yield* uuid) }))
      const next = yield* givenTalk(sender, {}, 1)
      for (const status of ["escalated", "ai_handling", "open"] as const) {
        const changed = yield* savedTalk(next, { status })
        assert.deepStrictEqual(yield* running(next), changed)
      }
    })
  )

  it.effect("conversations, finding: the last updated open one on the requested accounts", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const { account, at, id } = sender
      const second = yield* givenAccount(id)
      const globex = yield* givenSender()
      const { findLatestRunning } = yield* ConversationStore
      const onSecond = (later: number) => () => sendIntent(id, second.id, { at: seconds(at, later) })
      const person = (yield* sender.intent()).identity
      const latest = (...ids: ReadonlyArray<ChannelAccountId>) =>
        Effect.map(findLatestRunning(id, person, ids, null), Option.getOrNull)
      const both = [account.id, second.id]

      assert.isNull(yield* latest(...both))
      yield* givenTalk(sender, { phone: phoneOf(1) }, 50)
      assert.isNull(yield* latest(...both))
      const first = yield* givenTalk(sender, {}, 1)
      assert.deepStrictEqual(yield* latest(...both), first)
      const later = yield* givenTalk({ id, intent: onSecond(2) })
      assert.deepStrictEqual(yield* latest(...both), later)
      assert.deepStrictEqual(yield* latest(account.id), first)
      assert.isNull(yield* latest())
      assert.isTrue(Option.isNone(yield* findLatestRunning(globex.id, person, both, null)))
      const ada = UserId.make(yield* uuid)
      const assigned = yield* savedTalk(later, { assigneeId: ada })
      const visible = (user: UserId) => Effect.map(findLatestRunning(id, person, both, user), Option.getOrNull)
      assert.deepStrictEqual(yield* visible(ada), assigned)
      assert.deepStrictEqual(yield* visible(UserId.make(yield* uuid)), first)
      const updated = yield* savedTalk(first, { status: "escalated", updatedAt: seconds(at, 3) })
      assert.deepStrictEqual(yield* latest(...both), updated)
      yield* savedTalk(updated, { status: "closed", updatedAt: seconds(at, 4) })
      assert.deepStrictEqual(yield* latest(...both), assigned)
      yield* (yield* ContactStore).remove(id, later.contactId)
      assert.isNull(yield* latest(...both))
    })
  )
}
