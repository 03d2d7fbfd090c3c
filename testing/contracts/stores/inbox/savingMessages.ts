import { Effect, HashMap, Option } from "effect"
import {
  type InboxMessage,
  withContact,
  withConversation,
  withMessage
} from "../../../../src/domain/inbound/InboxState.ts"
import type { Message } from "../../../../src/domain/messages/Message.ts"
import { type ConversationClock, isUnread, unstarted } from "../../../../src/domain/messages/messageOrder.ts"
import { ConversationStore } from "../../../../src/ports/conversations/ConversationStore.ts"
import { seconds } from "../../../given/era.ts"
import { someone } from "../../../given/given.ts"
import { changed, givenInbox, loaded, named, saidIn, shown, newInboxContact, talkWith } from "../../../given/inbox.ts"
import { messageOf } from "../../../given/seen.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

/** A contact who talks to the number and the Page of an organization. */
export const givenConversations = Effect.gen(function* () {
  const inbox = yield* givenInbox
  const { account, at, id, page } = inbox
  const ids = [
    { kind: "phone", value: someone },
    { kind: "whatsapp", value: "bsuid" }
  ] as const
  const met = yield* newInboxContact(account, at, ids, { contact: { phone: someone } })
  const held = yield* talkWith(account, met, at)
  const onPage = yield* talkWith(page, met, at)
  const needs = { identities: met.identities }
  yield* changed(
    id,
    at,
    needs,
    (state) => withContact(state, met),
    (state) => withConversation(state, held),
    (state) => withConversation(state, onPage)
  )
  return { ...inbox, met, held, onPage, needs }
})

const withChanges = (held: InboxMessage, changes: Partial<Message>, raw = held.raw): InboxMessage => ({
  ...held,
  raw,
  message: { ...held.message, ...changes }
})

/** Messages, and their later state. */
export const savingMessages = (it: Tests<StorePorts>) => {
  it.effect("keeps every word of a message, and finds it by the platform's id", () =>
    Effect.gen(function* () {
      const { at, held, id } = yield* givenConversations
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
      const full = yield* saidIn(held, seconds(at, 9), "inbound", changes, {
        raw: { id: "x", list: [1, "two", null, { "a'\"": "\\u0041" }] },
        countsUnread: false
      })
      const bare = yield* saidIn(held, seconds(at, 8), "inbound")
      const echo = yield* saidIn(held, seconds(at, 7), "outbound", {}, { raw: "raw" })
      for (const said of [full, bare, echo]) yield* changed(id, at, {}, (state) => withMessage(state, said))

      for (const said of [full, bare, echo]) {
        const state = shown(yield* loaded(id, { messages: [named(said), named(said)] }))
        assert.deepStrictEqual(state, shown(withMessage(yield* loaded(id, {}), said)))
        assert.deepStrictEqual(yield* messageOf(id, said.message.id), said.message)
      }
    })
  )

  it.effect("finds no message of another organization, of another account, or of another id", () =>
    Effect.gen(function* () {
      const { account, at, held, id, page } = yield* givenConversations
      const globex = yield* givenInbox
      const said = yield* saidIn(held, at, "inbound")
      yield* changed(id, at, {}, (state) => withMessage(state, said))
      const nothing = shown(yield* loaded(id, {}))
      const { platformMessageId } = named(said)
      const other = named(yield* saidIn(held, at, "inbound"))
      assert.deepStrictEqual(shown(yield* loaded(globex.id, { messages: [named(said)] })), nothing)
      assert.deepStrictEqual(
        shown(yield* loaded(id, { messages: [{ channelAccountId: page.id, platformMessageId }, other] })),
        nothing
      )
      assert.strictEqual(named(said).channelAccountId, account.id)
    })
  )

  it.effect("writes what has changed of a message, and of that one only", () =>
    Effect.gen(function* () {
      const { at, held, id } = yield* givenConversations
      const one = yield* saidIn(held, at, "inbound", {}, { raw: { a: 1 } })
      const other = yield* saidIn(held, at, "inbound", {}, { raw: { b: 2 } })
      yield* changed(
        id,
        at,
        {},
        (state) => withMessage(state, one),
        (state) => withMessage(state, other)
      )
      const messages = [named(one), named(other)]
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
      assert.deepStrictEqual(shown(yield* loaded(id, { messages })), shown(expected))
    })
  )

  it.effect("shows of an edited and of a deleted message what it says now", () =>
    Effect.gen(function* () {
      const { at, held, id } = yield* givenConversations
      const { detail } = yield* ConversationStore
      const shownLast = Effect.map(detail(id, held.conversation.id), (found) => Option.getOrThrow(found).lastMessage)
      const said = yield* saidIn(held, seconds(at, 1), "inbound", { content: { text: "before" } })
      const direction = "inbound"
      const createdAt = seconds(at, 1)
      yield* changed(id, at, {}, (state) => withMessage(state, said))
      assert.deepStrictEqual(yield* shownLast, { text: "before", direction, createdAt })
      const edited = withChanges(said, { content: { text: "after" } })
      yield* changed(id, at, { messages: [named(said)] }, (state) => withMessage(state, edited))
      assert.deepStrictEqual(yield* shownLast, { text: "after", direction, createdAt })
      const deleted = withChanges(said, { type: "image", content: {} }, null)
      yield* changed(id, at, { messages: [named(said)] }, (state) => withMessage(state, deleted))
      assert.deepStrictEqual(yield* shownLast, { text: "[image]", direction, createdAt })
    })
  )

  it.effect("writes what became of messages, each its own, whether or not they say what they said", () =>
    Effect.gen(function* () {
      const { at, held, id } = yield* givenConversations
      const said = yield* Effect.forEach([{ raw: { a: 1 } }, {}, {}, {}], (more) =>
        saidIn(held, at, "outbound", {}, more)
      )
      for (const one of said) yield* changed(id, at, {}, (state) => withMessage(state, one))
      const messages = said.map(named)
      const failure = { _tag: "Rejected", code: 131026, title: "Undeliverable", message: "(#131026) 'é'" } as const
      const became: ReadonlyArray<Partial<Message>> = [
        { status: "delivered", deliveredAt: seconds(at, 1) },
        { status: "read", deliveredAt: seconds(at, 2), readAt: seconds(at, 3) },
        { status: "failed", failure, annotations: { failure: { at: seconds(at, 4), failure } } }
      ]
      // From the rows read, so that what they say is the same to the last reference.
      const change = Effect.fnUntraced(function* (of: (held: InboxMessage) => InboxMessage) {
        yield* changed(id, at, { messages }, (state) =>
          [...HashMap.values(state.messages)].reduce((before, held) => withMessage(before, of(held)), state)
        )
        const expected = said.map(of).reduce(withMessage, yield* loaded(id, {}))
        assert.deepStrictEqual(shown(yield* loaded(id, { messages })), shown(expected))
      })
      const placeOf = ({ message }: InboxMessage) => said.findIndex((one) => one.message.id === message.id)
      yield* change((held) => withChanges(held, became[placeOf(held)] ?? {}))
      const nothing = { status: "sent", failure: null, deliveredAt: null, readAt: null, annotations: {} } as const
      yield* change((held) => withChanges(held, nothing))
      yield* change((held) => withChanges(held, nothing, null))
      yield* change((held) => withChanges(held, { ...nothing, content: { text: "another" } }, null))
    })
  )

  it.effect("is refused a message of the account whose id is known, and writes nothing", () =>
    Effect.gen(function* () {
      const { at, held, id, needs } = yield* givenConversations
      const first = yield* saidIn(held, at, "inbound")
      yield* changed(id, at, {}, (state) => withMessage(state, first))
      const { platformMessageId } = first.message
      const again = yield* saidIn(held, seconds(at, 1), "inbound", { platformMessageId })
      const another = yield* saidIn(held, seconds(at, 1), "inbound")
      const counted = { ...held, conversation: { ...held.conversation, unreadCount: 7 } }
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
        shown(yield* loaded(id, needs)).conversations.map(({ conversation }) => conversation.unreadCount),
        [0, 0]
      )
    })
  )

  it.effect("takes one id on two accounts for two messages", () =>
    Effect.gen(function* () {
      const { at, held, id, onPage } = yield* givenConversations
      const one = yield* saidIn(held, at, "inbound")
      const other = yield* saidIn(onPage, at, "inbound", { platformMessageId: one.message.platformMessageId })
      yield* changed(
        id,
        at,
        {},
        (state) => withMessage(state, one),
        (state) => withMessage(state, other)
      )
      const { messages } = shown(yield* loaded(id, { messages: [named(one), named(other)] }))
      assert.deepStrictEqual(
        messages.map(({ message }) => message.id),
        [one.message.id, other.message.id].toSorted()
      )
    })
  )

  it.effect("counts unread messages again, as the domain does", () =>
    Effect.gen(function* () {
      const { at, held, id, needs, onPage } = yield* givenConversations
      const inbound = (said: number, learned: number, countsUnread = true) =>
        saidIn(held, seconds(at, said), "inbound", {}, { learnedAt: seconds(at, learned), countsUnread })
      const said = [
        yield* inbound(4, 11),
        yield* inbound(5, 13),
        yield* inbound(6, 12),
        yield* inbound(7, 14),
        yield* inbound(-90, 15),
        yield* inbound(90, 16),
        yield* inbound(7, 17, false),
        yield* saidIn(held, seconds(at, 18), "outbound"),
        yield* saidIn(onPage, seconds(at, 19), "inbound")
      ]
      for (const one of said) yield* changed(id, at, {}, (state) => withMessage(state, one))
      const countedIn = (clock: Pick<ConversationClock, "lastSentAt" | "lastEchoAt">) =>
        said.filter(
          ({ countsUnread, learnedAt, message: { conversationId, createdAt } }) =>
            countsUnread && conversationId === held.conversation.id && isUnread({ createdAt, learnedAt }, clock)
        ).length
      const unreadAfter = Effect.fnUntraced(function* (
        isRecounted: boolean,
        clock: Pick<ConversationClock, "lastSentAt" | "lastEchoAt">
      ) {
        const conversation = { ...held.conversation, unreadCount: 40 }
        const after = { conversation, ...unstarted, ...clock, isRecounted }
        yield* changed(id, at, needs, (state) => withConversation(state, after))
        return shown(yield* loaded(id, needs)).conversations.map(({ conversation: { id: one, unreadCount } }) =>
          one === held.conversation.id ? unreadCount : `other ${unreadCount}`
        )
      })
      const inOrder = (unread: number) =>
        held.conversation.id < onPage.conversation.id ? [unread, "other 0"] : ["other 0", unread]
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

  it.effect("counts the rows written with it", () =>
    Effect.gen(function* () {
      const { at, held, id, needs } = yield* givenConversations
      const [before, after] = [yield* saidIn(held, at, "inbound"), yield* saidIn(held, seconds(at, 9), "inbound")]
      const echo = yield* saidIn(held, seconds(at, 5), "outbound")
      yield* changed(
        id,
        at,
        needs,
        (state) => withMessage(state, before),
        (state) => withMessage(state, echo),
        (state) => withMessage(state, after),
        (state) => withConversation(state, { ...held, lastEchoAt: seconds(at, 5), isRecounted: true })
      )
      const { conversations } = shown(yield* loaded(id, needs))
      assert.deepStrictEqual(
        conversations
          .map(({ conversation: { channelAccountId, unreadCount } }) => [
            channelAccountId === held.conversation.channelAccountId,
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
