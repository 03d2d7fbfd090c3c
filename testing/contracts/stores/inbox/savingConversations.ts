import { DateTime, Effect, Option } from "effect"
import type { ThreadControl } from "../../../../src/domain/conversations/threadControl.ts"
import { withContact, withConversation, withMessage } from "../../../../src/domain/inbound/InboxState.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { seconds } from "../../../given/era.ts"
import { sendIntent, someone } from "../../../given/given.ts"
import { byNumber } from "../../../given/givenContact.ts"
import { savedTalk } from "../../../given/givenTalk.ts"
import { changed, givenInbox, loaded, saidIn, shown, newInboxContact, talkWith } from "../../../given/inbox.ts"
import { conversationOf } from "../../../given/seen.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { sendOff } from "../../../given/sendOff.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const phone = { kind: "phone", value: someone } as const

/** A contact who talks to the number of an organization. */
const givenTalker = Effect.gen(function* () {
  const inbox = yield* givenInbox
  const met = yield* newInboxContact(inbox.account, inbox.at, [phone], { contact: { phone: someone } })
  const held = yield* talkWith(inbox.account, met, inbox.at)
  const needs = { identities: met.identities }
  yield* changed(
    inbox.id,
    inbox.at,
    needs,
    (state) => withContact(state, met),
    (state) => withConversation(state, held)
  )
  return { ...inbox, met, held, needs }
})

const conversationsOf = (state: Effect.Success<ReturnType<typeof loaded>>) => shown(state).conversations

/** What people and accounts talk in. */
export const savingConversations = (it: Tests<StorePorts>) => {
  it.effect("keeps every word of a conversation that begins, and shows it to everybody", () =>
    Effect.gen(function* () {
      const { account, at, id } = yield* givenInbox
      const met = yield* newInboxContact(account, at, [phone])
      const held = yield* talkWith(
        account,
        met,
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
        (state) => withContact(state, met),
        (state) => withConversation(state, held)
      )
      assert.deepStrictEqual(conversationsOf(yield* loaded(id, { identities: met.identities })), [held])
      assert.deepStrictEqual(yield* conversationOf(id, held.conversation.id), held.conversation)
    })
  )

  it.effect("reads those of the people who were asked for that are not closed, on every account", () =>
    Effect.gen(function* () {
      const { account, at, held, id, met, needs, page } = yield* givenTalker
      const onPage = yield* talkWith(page, met, at)
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
        [held, onPage].toSorted((one, two) => (one.conversation.id < two.conversation.id ? -1 : 1))
      )
      yield* savedTalk(held.conversation, { status: "closed", closedAt: at, closedBy: "service_role" })
      assert.deepStrictEqual(conversationsOf(yield* loaded(id, needs)), [onPage])
      const next = yield* talkWith(account, met, at)
      yield* changed(id, at, needs, (state) => withConversation(state, next))
      assert.strictEqual((yield* conversationOf(id, held.conversation.id))?.status, "closed")
      assert.strictEqual(conversationsOf(yield* loaded(id, needs)).length, 2)
    })
  )

  it.effect("writes what has changed of a conversation", () =>
    Effect.gen(function* () {
      const { at, held, id, needs } = yield* givenTalker
      const after = {
        ...held,
        conversation: { ...held.conversation, unreadCount: 2, updatedAt: seconds(at, 5) },
        lastLearnedAt: seconds(at, 4),
        lastSentAt: seconds(at, 3),
        lastWrittenAt: seconds(at, 2.5),
        lastEchoAt: seconds(at, 2)
      }
      yield* changed(id, at, needs, (state) => withConversation(state, after))
      assert.deepStrictEqual(conversationsOf(yield* loaded(id, needs)), [after])
      assert.deepStrictEqual(yield* conversationOf(id, held.conversation.id), after.conversation)
    })
  )

  it.effect("conversations: the latest handover of the thread is stored, and replaced by a later one", () =>
    Effect.gen(function* () {
      const { at, held, id, needs } = yield* givenTalker
      const after = (control: ThreadControl) => ({ ...held, control })
      for (const control of [
        { holder: "agent", at: seconds(at, 1) },
        { holder: "people", at: seconds(at, 2) }
      ] as const) {
        yield* changed(id, at, needs, (state) => withConversation(state, after(control)))
        assert.deepStrictEqual(conversationsOf(yield* loaded(id, needs)), [after(control)])
        assert.deepStrictEqual(yield* conversationOf(id, held.conversation.id), held.conversation)
      }
      // A change by a member leaves it.
      yield* savedTalk(held.conversation, { status: "escalated" })
      const [stored] = conversationsOf(yield* loaded(id, needs))
      assert.deepStrictEqual(stored?.control, { holder: "people", at: seconds(at, 2) })
    })
  )

  it.effect("is refused a second conversation that runs between the two, and writes nothing", () =>
    Effect.gen(function* () {
      const { account, at, held, id, met, needs } = yield* givenTalker
      const second = yield* talkWith(account, met, at)
      const named = { ...met, contact: { ...met.contact, name: "Mallory" } }
      const refused = yield* Effect.flip(
        changed(
          id,
          at,
          needs,
          (state) => withContact(state, named),
          (state) => withConversation(state, second)
        )
      )
      assert.strictEqual(refused._tag, "InboxConflict")
      const { contacts, conversations } = shown(yield* loaded(id, needs))
      assert.deepStrictEqual([contacts.map(({ contact }) => contact.name), conversations], [[""], [held]])
    })
  )

  it.effect("goes on where a send began, and knows when it was", () =>
    Effect.gen(function* () {
      const { account, at, id } = yield* givenInbox
      const sends = [
        yield* sendIntent(id, account.id, { at: seconds(at, 5) }),
        yield* sendIntent(id, account.id, { at: seconds(at, 3) })
      ] as const
      const { contactId, conversationId } = yield* sendOff(id, sends[0])
      yield* sendOff(id, sends[1])
      const { contacts, conversations } = shown(yield* loaded(id, { identities: [sends[0].identity] }))
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

  it.effect("has a send go on in the conversation of an inbound message, with nothing unread", () =>
    Effect.gen(function* () {
      const { account, at, held, id, met, needs } = yield* givenTalker
      const unread = { ...held, conversation: { ...held.conversation, unreadCount: 2 } }
      yield* changed(id, at, needs, (state) => withConversation(state, unread))
      const send = yield* sendIntent(id, account.id, { at: seconds(at, 9) })
      assert.deepStrictEqual(yield* sendOff(id, send), {
        contactId: met.contact.id,
        conversationId: held.conversation.id
      })
      assert.deepStrictEqual(conversationsOf(yield* loaded(id, needs)), [
        {
          conversation: { ...held.conversation, unreadCount: 0, updatedAt: seconds(at, 9) },
          lastLearnedAt: seconds(at, 9),
          lastSentAt: seconds(at, 9),
          lastWrittenAt: seconds(at, 9),
          lastEchoAt: null,
          isRecounted: false
        }
      ])
    })
  )

  it.effect("counts in the lists of contacts, with when something was last said", () =>
    Effect.gen(function* () {
      const { at, held, id, met, needs } = yield* givenTalker
      const later = yield* saidIn(held, seconds(at, 8), "inbound")
      const earlier = yield* saidIn(held, seconds(at, 7), "outbound")
      for (const said of [later, earlier]) yield* changed(id, at, needs, (state) => withMessage(state, said))
      const { findOverview, listOverviews } = yield* ContactStore
      const expected = { ...byNumber(met.contact), conversationCount: 1, lastMessageAt: seconds(at, 8) }
      assert.deepStrictEqual(Option.getOrNull(yield* findOverview(id, met.contact.id)), expected)
      const order = { by: "lastMessageAt", direction: "descending" } as const
      assert.deepStrictEqual(yield* listOverviews(id, { page: 1, limit: 10 }, null, order), {
        rows: [expected],
        total: 1
      })
    })
  )
}
