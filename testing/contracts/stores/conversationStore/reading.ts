import { Effect } from "effect"
import { ConversationId } from "../../../../src/domain/Ids.ts"
import { withContact, withConversation, withMessage } from "../../../../src/domain/inbound/InboxState.ts"
import { unstarted, markedUnread } from "../../../../src/domain/messages/unread.ts"
import { ConversationStore } from "../../../../src/ports/conversations/ConversationStore.ts"
import { seconds } from "../../../given/era.ts"
import { givenOrganization, someone, uuid } from "../../../given/given.ts"
import { changed, givenInbox, loaded, saidIn, comparable, newInboxContact, talkWith } from "../../../given/inbox.ts"
import { conversationOf } from "../../../given/seen.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

/** A contact with two unread messages. */
const givenUnread = Effect.gen(function* () {
  const { account, at, id } = yield* givenInbox
  const person = yield* newInboxContact(account, at, [{ kind: "phone", value: someone }], {
    contact: { phone: someone }
  })
  const clock = { ...unstarted, lastLearnedAt: seconds(at, 2) }
  const thread = yield* talkWith(account, person, at, { unreadCount: 2, updatedAt: seconds(at, 2) }, clock)
  const needs = { identities: person.identities }
  yield* changed(
    id,
    at,
    needs,
    (state) => withContact(state, person),
    (state) => withConversation(state, thread)
  )
  const say = (second: number) =>
    Effect.flatMap(saidIn(thread, seconds(at, second), "inbound"), (message) =>
      changed(id, at, needs, (state) => withMessage(state, message))
    )
  yield* say(1)
  yield* say(2)
  const stored = Effect.map(loaded(id, needs), (state) => comparable(state).conversations[0])
  return { at, conversation: thread.conversation, thread, id, stored, needs, say }
})

/** Marking conversations as read without an answer. */
export const reading = (it: Tests<StorePorts>) => {
  it.effect("conversations, reading: all messages so far become read, and the list position stays", () =>
    Effect.gen(function* () {
      const { conversation, thread, id, stored } = yield* givenUnread
      yield* (yield* ConversationStore).markRead(id, conversation.id)
      assert.deepStrictEqual(yield* conversationOf(id, conversation.id), { ...conversation, unreadCount: 0 })
      assert.deepStrictEqual(yield* stored, {
        ...thread,
        conversation: { ...conversation, unreadCount: 0 },
        lastSentAt: thread.lastLearnedAt
      })
    })
  )

  it.effect("conversations, reading: only later messages count, also after a recount", () =>
    Effect.gen(function* () {
      const { at, conversation, id, stored, needs, say } = yield* givenUnread
      yield* (yield* ConversationStore).markRead(id, conversation.id)
      yield* say(3)
      const before = yield* stored
      assert.isDefined(before)
      if (before !== undefined)
        yield* changed(id, at, needs, (state) => withConversation(state, { ...before, isRecounted: true }))
      assert.strictEqual((yield* stored)?.conversation.unreadCount, 1)
    })
  )

  it.effect("conversations, reading: one marked as unread stays so, and reading ends it", () =>
    Effect.gen(function* () {
      const { at, conversation, thread, id, stored, needs, say } = yield* givenUnread
      const { markRead, save } = yield* ConversationStore
      yield* markRead(id, conversation.id)
      const marked = markedUnread({ ...conversation, unreadCount: 0 })
      yield* save(marked)
      const after = { ...thread, conversation: marked, lastSentAt: thread.lastLearnedAt }
      assert.deepStrictEqual(yield* stored, after)
      assert.strictEqual(marked.unreadCount, 1)

      yield* say(3)
      const lastLearnedAt = seconds(at, 3)
      const added = { ...marked, unreadCount: 2, updatedAt: lastLearnedAt }
      yield* changed(id, at, needs, (state) =>
        withConversation(state, { ...after, conversation: added, lastLearnedAt })
      )
      assert.strictEqual((yield* stored)?.conversation.unreadCount, 2)
      yield* markRead(id, conversation.id)
      assert.strictEqual((yield* stored)?.conversation.unreadCount, 0)
    })
  )

  it.effect("conversations, reading: other organizations' and unknown conversations are unaffected", () =>
    Effect.gen(function* () {
      const { conversation, id } = yield* givenUnread
      const { markRead } = yield* ConversationStore
      yield* markRead((yield* givenOrganization()).id, conversation.id)
      yield* markRead(id, ConversationId.make(yield* uuid))
      assert.deepStrictEqual(yield* conversationOf(id, conversation.id), conversation)
    })
  )
}
