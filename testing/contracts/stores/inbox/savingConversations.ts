import { DateTime, Effect, HashMap, Option } from "effect"
import type { ThreadControl } from "../../../../src/domain/conversations/threadControl.ts"
import { withContact, withConversation, withMessage } from "../../../../src/domain/inbound/InboxState.ts"
import { ConversationStore } from "../../../../src/ports/conversations/ConversationStore.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { seconds } from "../../../given/era.ts"
import { givenOrganization, sendIntent, someone } from "../../../given/given.ts"
import { byNumber } from "../../../given/givenContact.ts"
import { savedTalk } from "../../../given/givenTalk.ts"
import { changed, givenInbox, loaded, saidIn, comparable, newInboxContact, talkWith } from "../../../given/inbox.ts"
import { conversationOf } from "../../../given/seen.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { sendOff } from "../../../given/sendOff.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const phone = { kind: "phone", value: someone } as const

/** A contact in a conversation with the number of an organization. */
const givenTalker = Effect.gen(function* () {
  const inbox = yield* givenInbox
  const person = yield* newInboxContact(inbox.account, inbox.at, [phone], { contact: { phone: someone } })
  const thread = yield* talkWith(inbox.account, person, inbox.at)
  const needs = { identities: person.identities }
  yield* changed(
    inbox.id,
    inbox.at,
    needs,
    (state) => withContact(state, person),
    (state) => withConversation(state, thread)
  )
  return { ...inbox, person, thread, needs }
})

const conversationsOf = (state: Effect.Success<ReturnType<typeof loaded>>) => comparable(state).conversations

/** Conversations of the inbox. */
export const savingConversations = (it: Tests<StorePorts>) => {
  it.effect("inbox conversations: every field of a new conversation is stored and visible", () =>
    Effect.gen(function* () {
      const { account, at, id } = yield* givenInbox
      const person = yield* newInboxContact(account, at, [phone])
      const thread = yield* talkWith(
        account,
        person,
        at,
        { status: "ai_handling", unreadCount: 3, updatedAt: seconds(at, 2) },
        {
          lastLearnedAt: seconds(at, 3),
          lastSentAt: seconds(at, 2),
          lastWrittenAt: seconds(at, 1.5),
          lastEchoAt: seconds(at, 1)
        }
      )
      yield* changed(
        id,
        at,
        {},
        (state) => withContact(state, person),
        (state) => withConversation(state, thread)
      )
      assert.deepStrictEqual(conversationsOf(yield* loaded(id, { identities: person.identities })), [thread])
      assert.deepStrictEqual(yield* conversationOf(id, thread.conversation.id), thread.conversation)
    })
  )

  it.effect(
    "inbox conversations: the one that was closed last is loaded if it is recent enough, and saved as reopened",
    () =>
      Effect.gen(function* () {
        const { account, at, id, needs, page, person, thread } = yield* givenTalker
        const closedAt = (later: number) => ({
          status: "closed" as const,
          closedAt: seconds(at, later),
          closedBy: "service_role",
          resolution: "Refunded"
        })
        const closing = (later: number) => savedTalk(thread.conversation, closedAt(later))
        const loadedSince = (later: number | null) =>
          loaded(id, { ...needs, reopensSince: later === null ? null : seconds(at, later) })
        const closedIn = (state: Effect.Success<ReturnType<typeof loaded>>) =>
          [...HashMap.values(state.closed)].map(({ conversation }) => conversation)
        const first = yield* closing(10)
        assert.deepStrictEqual(closedIn(yield* loadedSince(10)), [first])
        assert.deepStrictEqual(closedIn(yield* loadedSince(10.001)), [])
        assert.deepStrictEqual(closedIn(yield* loadedSince(null)), [])

        const second = yield* talkWith(account, person, at)
        const onPage = yield* talkWith(page, person, at)
        yield* changed(
          id,
          at,
          needs,
          (state) => withConversation(state, second),
          (state) => withConversation(state, onPage)
        )
        const last = yield* savedTalk(second.conversation, closedAt(20))
        const other = yield* savedTalk(onPage.conversation, closedAt(5))
        const both = yield* loadedSince(0)
        const byId = (one: { readonly id: string }, two: { readonly id: string }) => (one.id < two.id ? -1 : 1)
        assert.deepStrictEqual(closedIn(both).toSorted(byId), [last, other].toSorted(byId))

        const reopened = { ...last, status: "open", closedAt: null, closedBy: null, resolution: null } as const
        const entry = [...HashMap.values(both.closed)].find(({ conversation }) => conversation.id === last.id)
        if (entry === undefined) return assert.fail("the closed conversation is not loaded")
        yield* changed(id, at, { ...needs, reopensSince: at }, (state) =>
          withConversation(state, { ...entry, conversation: reopened })
        )
        assert.deepStrictEqual(yield* conversationOf(id, last.id), reopened)
        assert.deepStrictEqual(yield* conversationOf(id, other.id), other)
        assert.deepStrictEqual(closedIn(yield* loadedSince(0)).toSorted(byId), [first, other].toSorted(byId))
      })
  )

  it.effect("inbox conversations: priority stays and a snooze ends with what is saved", () =>
    Effect.gen(function* () {
      const { at, id, needs, thread } = yield* givenTalker
      const snoozed = yield* savedTalk(thread.conversation, {
        priority: "high",
        snoozedAt: at,
        snoozedUntil: seconds(at, 9),
        warnedAt: seconds(at, 1)
      })
      const [entry] = conversationsOf(yield* loaded(id, needs))
      assert.deepStrictEqual(entry?.conversation, snoozed)
      const woken = { ...snoozed, snoozedAt: null, snoozedUntil: null, warnedAt: null }
      yield* changed(id, at, needs, (state) => withConversation(state, { ...thread, conversation: woken }))
      assert.deepStrictEqual(yield* conversationOf(id, thread.conversation.id), woken)
    })
  )

  it.effect("inbox conversations: open ones of the requested people are loaded, on every account", () =>
    Effect.gen(function* () {
      const { account, at, thread, id, person, needs, page } = yield* givenTalker
      const onPage = yield* talkWith(page, person, at)
      const other = yield* newInboxContact(page, at, [{ kind: "messenger", value: "7" }])
      const others = yield* talkWith(page, other, at)
      yield* changed(
        id,
        at,
        needs,
        (state) => withContact(state, other),
        (state) => withConversation(state, others),
        (state) => withConversation(state, onPage)
      )
      assert.deepStrictEqual(
        conversationsOf(yield* loaded(id, needs)),
        [thread, onPage].toSorted((one, two) => (one.conversation.id < two.conversation.id ? -1 : 1))
      )
      yield* savedTalk(thread.conversation, { status: "closed", closedAt: at, closedBy: "service_role" })
      assert.deepStrictEqual(conversationsOf(yield* loaded(id, needs)), [onPage])
      const next = yield* talkWith(account, person, at)
      yield* changed(id, at, needs, (state) => withConversation(state, next))
      assert.strictEqual((yield* conversationOf(id, thread.conversation.id))?.status, "closed")
      assert.strictEqual(conversationsOf(yield* loaded(id, needs)).length, 2)
    })
  )

  it.effect("inbox conversations: changed fields are stored", () =>
    Effect.gen(function* () {
      const { at, thread, id, needs } = yield* givenTalker
      const after = {
        ...thread,
        conversation: { ...thread.conversation, unreadCount: 2, updatedAt: seconds(at, 5) },
        lastLearnedAt: seconds(at, 4),
        lastSentAt: seconds(at, 3),
        lastWrittenAt: seconds(at, 2.5),
        lastEchoAt: seconds(at, 2)
      }
      yield* changed(id, at, needs, (state) => withConversation(state, after))
      assert.deepStrictEqual(conversationsOf(yield* loaded(id, needs)), [after])
      assert.deepStrictEqual(yield* conversationOf(id, thread.conversation.id), after.conversation)
    })
  )

  it.effect("inbox conversations: the latest handover of the thread is stored, and replaced by a later one", () =>
    Effect.gen(function* () {
      const { at, thread, id, needs } = yield* givenTalker
      const after = (control: ThreadControl) => ({ ...thread, control })
      for (const control of [
        { holder: "agent", at: seconds(at, 1) },
        { holder: "people", at: seconds(at, 2) }
      ] as const) {
        yield* changed(id, at, needs, (state) => withConversation(state, after(control)))
        assert.deepStrictEqual(conversationsOf(yield* loaded(id, needs)), [after(control)])
        assert.deepStrictEqual(yield* conversationOf(id, thread.conversation.id), thread.conversation)
      }
      // A change by a member keeps it.
      yield* savedTalk(thread.conversation, { status: "escalated" })
      const [stored] = conversationsOf(yield* loaded(id, needs))
      assert.deepStrictEqual(stored?.control, { holder: "people", at: seconds(at, 2) })
    })
  )

  it.effect("inbox conversations: a handover by this service replaces a reported one, and can be cleared", () =>
    Effect.gen(function* () {
      const { at, thread, id, needs } = yield* givenTalker
      const conversationId = thread.conversation.id
      const { control, setControl } = yield* ConversationStore
      assert.isTrue(Option.isNone(yield* control(id, conversationId)))
      const reported = { holder: "agent", at: seconds(at, 1) } as const
      yield* changed(id, at, needs, (state) => withConversation(state, { ...thread, control: reported }))
      assert.deepStrictEqual(yield* control(id, conversationId), Option.some(reported))
      const other = (yield* givenOrganization()).id
      const taken = { holder: "people", at: seconds(at, 2) } as const
      yield* setControl(other, conversationId, taken)
      assert.isTrue(Option.isNone(yield* control(other, conversationId)))
      assert.deepStrictEqual(yield* control(id, conversationId), Option.some(reported))
      yield* setControl(id, conversationId, taken)
      assert.deepStrictEqual(conversationsOf(yield* loaded(id, needs)), [{ ...thread, control: taken }])
      yield* setControl(id, conversationId, null)
      assert.isTrue(Option.isNone(yield* control(id, conversationId)))
      assert.deepStrictEqual(conversationsOf(yield* loaded(id, needs)), [thread])
    })
  )

  it.effect("inbox conversations: a second open one between the two is refused without changes", () =>
    Effect.gen(function* () {
      const { account, at, thread, id, person, needs } = yield* givenTalker
      const second = yield* talkWith(account, person, at)
      const renamed = { ...person, contact: { ...person.contact, name: "Mallory" } }
      const refused = yield* Effect.flip(
        changed(
          id,
          at,
          needs,
          (state) => withContact(state, renamed),
          (state) => withConversation(state, second)
        )
      )
      assert.strictEqual(refused._tag, "InboxConflict")
      const { contacts, conversations } = comparable(yield* loaded(id, needs))
      assert.deepStrictEqual([contacts.map(({ contact }) => contact.name), conversations], [[""], [thread]])
    })
  )

  it.effect("inbox conversations: continue one that a send began, with the time of the send", () =>
    Effect.gen(function* () {
      const { account, at, id } = yield* givenInbox
      const sends = [
        yield* sendIntent(id, account.id, { at: seconds(at, 5) }),
        yield* sendIntent(id, account.id, { at: seconds(at, 3) })
      ] as const
      const { contactId, conversationId } = yield* sendOff(id, sends[0])
      yield* sendOff(id, sends[1])
      const { contacts, conversations } = comparable(yield* loaded(id, { identities: [sends[0].identity] }))
      assert.deepStrictEqual(
        contacts.map(({ contact }) => contact.id),
        [contactId]
      )
      assert.deepStrictEqual(
        conversations.map(({ conversation, lastLearnedAt, lastSentAt }) => [
          conversation.id,
          lastLearnedAt,
          lastSentAt
        ]),
        // The clock of the second is behind that of the first.
        [[conversationId, ...Array.from({ length: 2 }, () => DateTime.add(seconds(at, 5), { milliseconds: 1 }))]]
      )
    })
  )

  it.effect("inbox conversations: a send continues one of an inbound message and marks it as read", () =>
    Effect.gen(function* () {
      const { account, at, thread, id, person, needs } = yield* givenTalker
      const unread = { ...thread, conversation: { ...thread.conversation, unreadCount: 2 } }
      yield* changed(id, at, needs, (state) => withConversation(state, unread))
      const send = yield* sendIntent(id, account.id, { at: seconds(at, 9) })
      assert.deepStrictEqual(yield* sendOff(id, send), {
        contactId: person.contact.id,
        conversationId: thread.conversation.id
      })
      assert.deepStrictEqual(conversationsOf(yield* loaded(id, needs)), [
        {
          conversation: { ...thread.conversation, unreadCount: 0, updatedAt: seconds(at, 9) },
          lastLearnedAt: seconds(at, 9),
          lastSentAt: seconds(at, 9),
          lastWrittenAt: seconds(at, 9),
          lastEchoAt: null,
          isRecounted: false
        }
      ])
    })
  )

  it.effect("inbox conversations: contact lists have their count and the time of the last message", () =>
    Effect.gen(function* () {
      const { at, thread, id, person, needs } = yield* givenTalker
      const later = yield* saidIn(thread, seconds(at, 8), "inbound")
      const earlier = yield* saidIn(thread, seconds(at, 7), "outbound")
      for (const message of [later, earlier]) yield* changed(id, at, needs, (state) => withMessage(state, message))
      const { findOverview, listOverviews } = yield* ContactStore
      const expected = { ...byNumber(person.contact), conversationCount: 1, lastMessageAt: seconds(at, 8) }
      assert.deepStrictEqual(Option.getOrNull(yield* findOverview(id, person.contact.id)), expected)
      const order = { by: "lastMessageAt", direction: "descending" } as const
      assert.deepStrictEqual(yield* listOverviews(id, { page: 1, limit: 10 }, null, order), {
        rows: [expected],
        total: 1
      })
    })
  )
}
