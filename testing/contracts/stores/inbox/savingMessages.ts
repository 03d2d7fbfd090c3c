import { Effect, HashMap, Option } from "effect"
import {
  type InboxMessage,
  withContact,
  withConversation,
  withMessage
} from "../../../../src/domain/inbound/InboxState.ts"
import type { Message } from "../../../../src/domain/messages/Message.ts"
import { type ConversationClock, isUnread, unstarted } from "../../../../src/domain/messages/unread.ts"
import { ConversationStore } from "../../../../src/ports/conversations/ConversationStore.ts"
import { seconds } from "../../../given/era.ts"
import { someone } from "../../../given/given.ts"
import {
  changed,
  givenInbox,
  loaded,
  messageKey,
  saidIn,
  comparable,
  newInboxContact,
  talkWith
} from "../../../given/inbox.ts"
import { messageOf } from "../../../given/seen.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

/** A contact in conversations with the number and the Page of an organization. */
export const givenConversations = Effect.gen(function* () {
  const inbox = yield* givenInbox
  const { account, at, id, page } = inbox
  const ids = [
    { kind: "phone", value: someone },
    { kind: "whatsapp", value: "bsuid" }
  ] as const
  const person = yield* newInboxContact(account, at, ids, { contact: { phone: someone } })
  const thread = yield* talkWith(account, person, at)
  const onPage = yield* talkWith(page, person, at)
  const needs = { identities: person.identities }
  yield* changed(
    id,
    at,
    needs,
    (state) => withContact(state, person),
    (state) => withConversation(state, thread),
    (state) => withConversation(state, onPage)
  )
  return { ...inbox, person, thread, onPage, needs }
})

const withChanges = (stored: InboxMessage, changes: Partial<Message>, raw = stored.raw): InboxMessage => ({
  ...stored,
  raw,
  message: { ...stored.message, ...changes }
})

/** Messages of the inbox and their changes. */
export const savingMessages = (it: Tests<StorePorts>) => {
  it.effect("inbox messages: every field of a message is stored, and the platform's id finds it", () =>
    Effect.gen(function* () {
      const { at, thread, id } = yield* givenConversations
      const changes: Partial<Message> = {
        type: "image",
        content: { url: "/api/x", caption: "漢 \u{1F680} '\"\\", nested: [{ deep: null }] },
        peer: "US.13491208655302741918",
        status: "failed",
        failure: { _tag: "Rejected", code: 131026, title: "Undeliverable", message: "(#131026) é" },
        deliveredAt: seconds(at, 1),
        readAt: seconds(at, 2),
        annotations: {
          reactions: [
            { by: "business", reaction: null, at: seconds(at, 3), key: "a" },
            { by: "contact", reaction: "❤️", at: seconds(at, 4), key: "b" }
          ],
          edit: { number: 2, at: seconds(at, 5), key: "c", original: { type: "text", content: { text: "before" } } },
          deletedAt: seconds(at, 6),
          failure: { at: seconds(at, 7), failure: { _tag: "OutcomeUnknown", detail: "x" } }
        }
      }
      const full = yield* saidIn(thread, seconds(at, 9), "inbound", changes, {
        raw: { id: "x", list: [1, "two", null, { "a'\"": "\\u0041" }] },
        countsUnread: false
      })
      const bare = yield* saidIn(thread, seconds(at, 8), "inbound")
      const echo = yield* saidIn(thread, seconds(at, 7), "outbound", {}, { raw: "raw" })
      for (const inboxMessage of [full, bare, echo])
        yield* changed(id, at, {}, (state) => withMessage(state, inboxMessage))

      for (const inboxMessage of [full, bare, echo]) {
        const state = comparable(yield* loaded(id, { messages: [messageKey(inboxMessage), messageKey(inboxMessage)] }))
        assert.deepStrictEqual(state, comparable(withMessage(yield* loaded(id, {}), inboxMessage)))
        assert.deepStrictEqual(yield* messageOf(id, inboxMessage.message.id), inboxMessage.message)
      }
    })
  )

  it.effect("inbox messages: another organization, account or id is not loaded", () =>
    Effect.gen(function* () {
      const { account, at, thread, id, page } = yield* givenConversations
      const globex = yield* givenInbox
      const inboxMessage = yield* saidIn(thread, at, "inbound")
      yield* changed(id, at, {}, (state) => withMessage(state, inboxMessage))
      const nothing = comparable(yield* loaded(id, {}))
      const { platformMessageId } = messageKey(inboxMessage)
      const other = messageKey(yield* saidIn(thread, at, "inbound"))
      assert.deepStrictEqual(comparable(yield* loaded(globex.id, { messages: [messageKey(inboxMessage)] })), nothing)
      assert.deepStrictEqual(
        comparable(yield* loaded(id, { messages: [{ channelAccountId: page.id, platformMessageId }, other] })),
        nothing
      )
      assert.strictEqual(messageKey(inboxMessage).channelAccountId, account.id)
    })
  )

  it.effect("inbox messages: the changes of only that message are stored", () =>
    Effect.gen(function* () {
      const { at, thread, id } = yield* givenConversations
      const one = yield* saidIn(thread, at, "inbound", {}, { raw: { a: 1 } })
      const other = yield* saidIn(thread, at, "inbound", {}, { raw: { b: 2 } })
      yield* changed(
        id,
        at,
        {},
        (state) => withMessage(state, one),
        (state) => withMessage(state, other)
      )
      const messages = [messageKey(one), messageKey(other)]
      const after = {
        ...one,
        raw: null,
        message: {
          ...one.message,
          type: "image",
          content: { deleted: true },
          status: "read" as const,
          deliveredAt: seconds(at, 1),
          readAt: seconds(at, 2),
          annotations: { deletedAt: seconds(at, 3) }
        }
      }
      yield* changed(id, at, { messages }, (state) => withMessage(state, after))
      const expected = withMessage(withMessage(yield* loaded(id, {}), after), other)
      assert.deepStrictEqual(comparable(yield* loaded(id, { messages })), comparable(expected))
    })
  )

  it.effect("inbox messages: an edited or deleted message shows its current content", () =>
    Effect.gen(function* () {
      const { at, thread, id } = yield* givenConversations
      const { detail } = yield* ConversationStore
      const shownLast = Effect.map(detail(id, thread.conversation.id), (found) => Option.getOrThrow(found).lastMessage)
      const inboxMessage = yield* saidIn(thread, seconds(at, 1), "inbound", { content: { text: "before" } })
      const direction = "inbound"
      const createdAt = seconds(at, 1)
      yield* changed(id, at, {}, (state) => withMessage(state, inboxMessage))
      assert.deepStrictEqual(yield* shownLast, { text: "before", direction, createdAt })
      const edited = withChanges(inboxMessage, { content: { text: "after" } })
      yield* changed(id, at, { messages: [messageKey(inboxMessage)] }, (state) => withMessage(state, edited))
      assert.deepStrictEqual(yield* shownLast, { text: "after", direction, createdAt })
      const deleted = withChanges(inboxMessage, { type: "image", content: {} }, null)
      yield* changed(id, at, { messages: [messageKey(inboxMessage)] }, (state) => withMessage(state, deleted))
      assert.deepStrictEqual(yield* shownLast, { text: "[image]", direction, createdAt })
    })
  )

  it.effect("inbox messages: outcomes are stored for each message, with or without a content change", () =>
    Effect.gen(function* () {
      const { at, thread, id } = yield* givenConversations
      const inboxMessages = yield* Effect.forEach([{ raw: { a: 1 } }, {}, {}, {}], (more) =>
        saidIn(thread, at, "outbound", {}, more)
      )
      for (const one of inboxMessages) yield* changed(id, at, {}, (state) => withMessage(state, one))
      const messages = inboxMessages.map(messageKey)
      const failure = { _tag: "Rejected", code: 131026, title: "Undeliverable", message: "(#131026) 'é'" } as const
      const changesOf: ReadonlyArray<Partial<Message>> = [
        { status: "delivered", deliveredAt: seconds(at, 1) },
        { status: "read", deliveredAt: seconds(at, 2), readAt: seconds(at, 3) },
        { status: "failed", failure, annotations: { failure: { at: seconds(at, 4), failure } } }
      ]
      // Changes the loaded rows, so that unchanged content is the same reference.
      const change = Effect.fnUntraced(function* (of: (stored: InboxMessage) => InboxMessage) {
        yield* changed(id, at, { messages }, (state) =>
          [...HashMap.values(state.messages)].reduce((before, stored) => withMessage(before, of(stored)), state)
        )
        const expected = inboxMessages.map(of).reduce(withMessage, yield* loaded(id, {}))
        assert.deepStrictEqual(comparable(yield* loaded(id, { messages })), comparable(expected))
      })
      const placeOf = ({ message }: InboxMessage) => inboxMessages.findIndex((one) => one.message.id === message.id)
      yield* change((stored) => withChanges(stored, changesOf[placeOf(stored)] ?? {}))
      const nothing = { status: "sent", failure: null, deliveredAt: null, readAt: null, annotations: {} } as const
      yield* change((stored) => withChanges(stored, nothing))
      yield* change((stored) => withChanges(stored, nothing, null))
      yield* change((stored) => withChanges(stored, { ...nothing, content: { text: "another" } }, null))
    })
  )

  it.effect("inbox messages: a known id of the account is refused without changes", () =>
    Effect.gen(function* () {
      const { at, thread, id, needs } = yield* givenConversations
      const first = yield* saidIn(thread, at, "inbound")
      yield* changed(id, at, {}, (state) => withMessage(state, first))
      const { platformMessageId } = first.message
      const again = yield* saidIn(thread, seconds(at, 1), "inbound", { platformMessageId })
      const another = yield* saidIn(thread, seconds(at, 1), "inbound")
      const counted = { ...thread, conversation: { ...thread.conversation, unreadCount: 7 } }
      const refused = yield* Effect.flip(
        changed(
          id,
          at,
          needs,
          (state) => withConversation(state, counted),
          (state) => withMessage(state, another),
          (state) => withMessage(state, again)
        )
      )
      assert.strictEqual(refused._tag, "InboxConflict")
      assert.isNull(yield* messageOf(id, again.message.id))
      assert.isNull(yield* messageOf(id, another.message.id))
      assert.deepStrictEqual(
        comparable(yield* loaded(id, needs)).conversations.map(({ conversation }) => conversation.unreadCount),
        [0, 0]
      )
    })
  )

  it.effect("inbox messages: the same id on two accounts is two messages", () =>
    Effect.gen(function* () {
      const { at, thread, id, onPage } = yield* givenConversations
      const one = yield* saidIn(thread, at, "inbound")
      const other = yield* saidIn(onPage, at, "inbound", { platformMessageId: one.message.platformMessageId })
      yield* changed(
        id,
        at,
        {},
        (state) => withMessage(state, one),
        (state) => withMessage(state, other)
      )
      const { messages } = comparable(yield* loaded(id, { messages: [messageKey(one), messageKey(other)] }))
      assert.deepStrictEqual(
        messages.map(({ message }) => message.id),
        [one.message.id, other.message.id].toSorted()
      )
    })
  )

  it.effect("inbox messages: the recount of unread messages equals the domain's", () =>
    Effect.gen(function* () {
      const { at, thread, id, needs, onPage } = yield* givenConversations
      const inbound = (second: number, learned: number, countsUnread = true) =>
        saidIn(thread, seconds(at, second), "inbound", {}, { learnedAt: seconds(at, learned), countsUnread })
      const inboxMessages = [
        yield* inbound(4, 11),
        yield* inbound(5, 13),
        yield* inbound(6, 12),
        yield* inbound(7, 14),
        yield* inbound(-90, 15),
        yield* inbound(90, 16),
        yield* inbound(7, 17, false),
        yield* saidIn(thread, seconds(at, 18), "outbound"),
        yield* saidIn(onPage, seconds(at, 19), "inbound")
      ]
      for (const one of inboxMessages) yield* changed(id, at, {}, (state) => withMessage(state, one))
      const countedIn = (clock: Pick<ConversationClock, "lastSentAt" | "lastEchoAt">) =>
        inboxMessages.filter(
          ({ countsUnread, learnedAt, message: { conversationId, createdAt } }) =>
            countsUnread && conversationId === thread.conversation.id && isUnread({ createdAt, learnedAt }, clock)
        ).length
      const unreadAfter = Effect.fnUntraced(function* (
        isRecounted: boolean,
        clock: Pick<ConversationClock, "lastSentAt" | "lastEchoAt">
      ) {
        const conversation = { ...thread.conversation, unreadCount: 40 }
        const after = { conversation, ...unstarted, ...clock, isRecounted }
        yield* changed(id, at, needs, (state) => withConversation(state, after))
        return comparable(yield* loaded(id, needs)).conversations.map(({ conversation: { id: one, unreadCount } }) =>
          one === thread.conversation.id ? unreadCount : `other ${unreadCount}`
        )
      })
      const inOrder = (unread: number) =>
        thread.conversation.id < onPage.conversation.id ? [unread, "other 0"] : ["other 0", unread]
      const instants = [null, -90, 4, 5, 5.5, 7, 12, 14, 15, 90, 99].map((at_) =>
        at_ === null ? null : seconds(at, at_)
      )
      assert.deepStrictEqual(yield* unreadAfter(false, { lastSentAt: null, lastEchoAt: null }), inOrder(40))
      const counts = new Set<number>()
      for (const lastSentAt of instants) {
        for (const lastEchoAt of instants) {
          const expected = countedIn({ lastSentAt, lastEchoAt })
          counts.add(expected)
          assert.deepStrictEqual(yield* unreadAfter(true, { lastSentAt, lastEchoAt }), inOrder(expected))
        }
      }
      assert.deepStrictEqual([...counts].toSorted(), [0, 1, 2, 3, 4, 5, 6])
    })
  )

  it.effect("inbox messages: the recount includes rows written with it", () =>
    Effect.gen(function* () {
      const { at, thread, id, needs } = yield* givenConversations
      const [before, after] = [yield* saidIn(thread, at, "inbound"), yield* saidIn(thread, seconds(at, 9), "inbound")]
      const echo = yield* saidIn(thread, seconds(at, 5), "outbound")
      yield* changed(
        id,
        at,
        needs,
        (state) => withMessage(state, before),
        (state) => withMessage(state, echo),
        (state) => withMessage(state, after),
        (state) => withConversation(state, { ...thread, lastEchoAt: seconds(at, 5), isRecounted: true })
      )
      const { conversations } = comparable(yield* loaded(id, needs))
      assert.deepStrictEqual(
        conversations
          .map(({ conversation: { channelAccountId, unreadCount } }) => [
            channelAccountId === thread.conversation.channelAccountId,
            unreadCount
          ])
          .toSorted(),
        [
          [false, 0],
          [true, 1]
        ]
      )
    })
  )
}
