import { Effect } from "effect"
import { markedUnread } from "../../../../src/domain/conversations/conversationActions.ts"
import { ConversationId } from "../../../../src/domain/Ids.ts"
import { withContact, withConversation, withMessage } from "../../../../src/domain/inbound/InboxState.ts"
import { unstarted } from "../../../../src/domain/messages/messageOrder.ts"
import { ConversationStore } from "../../../../src/ports/conversations/ConversationStore.ts"
import { seconds } from "../../../given/era.ts"
import { givenOrganization, someone, uuid } from "../../../given/given.ts"
import { changed, givenInbox, loaded, saidIn, shown, newInboxContact, talkWith } from "../../../given/inbox.ts"
import { conversationOf } from "../../../given/seen.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

/** A contact with two unread messages. */
const givenUnread = Effect.gen(function* () {
  const { account, at, id } = yield* givenInbox
  const met = yield* newInboxContact(account, at, [{ kind: "phone", value: someone }], { contact: { phone: someone } })
  const clock = { ...unstarted, lastLearnedAt: seconds(at, 2) }
  const held = yield* talkWith(account, met, at, { unreadCount: 2, updatedAt: seconds(at, 2) }, clock)
  const needs = { identities: met.identities }
  yield* changed(
    id,
    at,
    needs,
    (state) => withContact(state, met),
    (state) => withConversation(state, held)
  )
  const say = (second: number) =>
    Effect.flatMap(saidIn(held, seconds(at, second), "inbound"), (said) =>
      changed(id, at, needs, (state) => withMessage(state, said))
    )
  yield* say(1)
  yield* say(2)
  const kept = Effect.map(loaded(id, needs), (state) => shown(state).conversations[0])
  return { at, conversation: held.conversation, held, id, kept, needs, say }
})

/** Conversations that a member reads without an answer. */
export const reading = (it: Tests<StorePorts>) => {
  it.effect("makes all messages so far read, and keeps the place in the lists", () =>
    Effect.gen(function* () {
      const { conversation, held, id, kept } = yield* givenUnread
      yield* (yield* ConversationStore).markRead(id, conversation.id)
      assert.deepStrictEqual(yield* conversationOf(id, conversation.id), { ...conversation, unreadCount: 0 })
      assert.deepStrictEqual(yield* kept, {
        ...held,
        conversation: { ...conversation, unreadCount: 0 },
        lastSentAt: held.lastLearnedAt
      })
    })
  )

  it.effect("counts later messages alone, also when the unread ones are counted anew", () =>
    Effect.gen(function* () {
      const { at, conversation, id, kept, needs, say } = yield* givenUnread
      yield* (yield* ConversationStore).markRead(id, conversation.id)
      yield* say(3)
      const before = yield* kept
      assert.isDefined(before)
      if (before !== undefined)
        yield* changed(id, at, needs, (state) => withConversation(state, { ...before, isRecounted: true }))
      assert.strictEqual((yield* kept)?.conversation.unreadCount, 1)
    })
  )

  it.effect("stays unread as it was marked: messages add to that, and reading ends it", () =>
    Effect.gen(function* () {
      const { at, conversation, held, id, kept, needs, say } = yield* givenUnread
      const { markRead, save } = yield* ConversationStore
      yield* markRead(id, conversation.id)
      const marked = markedUnread({ ...conversation, unreadCount: 0 })
      yield* save(marked)
      const after = { ...held, conversation: marked, lastSentAt: held.lastLearnedAt }
      assert.deepStrictEqual(yield* kept, after)
      assert.strictEqual(marked.unreadCount, 1)

      yield* say(3)
      const lastLearnedAt = seconds(at, 3)
      const added = { ...marked, unreadCount: 2, updatedAt: lastLearnedAt }
      yield* changed(id, at, needs, (state) =>
        withConversation(state, { ...after, conversation: added, lastLearnedAt })
      )
      assert.strictEqual((yield* kept)?.conversation.unreadCount, 2)
      yield* markRead(id, conversation.id)
      assert.strictEqual((yield* kept)?.conversation.unreadCount, 0)
    })
  )

  it.effect("touches no conversation of another organization, and ignores an unknown one", () =>
    Effect.gen(function* () {
      const { conversation, id } = yield* givenUnread
      const { markRead } = yield* ConversationStore
      yield* markRead((yield* givenOrganization()).id, conversation.id)
      yield* markRead(id, ConversationId.make(yield* uuid))
      assert.deepStrictEqual(yield* conversationOf(id, conversation.id), conversation)
    })
  )
}
