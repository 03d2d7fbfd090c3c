import { type DateTime, Effect, HashMap, Struct } from "effect"
import { mergeInboxContacts } from "../../../../src/domain/inbound/mergeInboxContacts.ts"
import {
  type InboxState,
  contactsKnownBy,
  withContact,
  withConversation,
  withMessage
} from "../../../../src/domain/inbound/InboxState.ts"
import type { Notification } from "../../../../src/domain/access/Notification.ts"
import type { Conversation } from "../../../../src/domain/conversations/Conversation.ts"
import { Notifications, Notifier } from "../../../../src/ports/access/Memberships.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { TeamStore } from "../../../../src/ports/conversations/TeamStore.ts"
import { ConversationNotes } from "../../../../src/ports/conversations/ConversationStore.ts"
import { PendingSends } from "../../../../src/ports/sends/PendingSends.ts"
import { EventLog } from "../../../../src/ports/webhooks/EventLog.ts"
import { MessageStore } from "../../../../src/ports/messages/MessageStore.ts"
import {
  type ConversationId,
  NoteId,
  NotificationId,
  type OrganizationId,
  PendingSendId,
  TeamId,
  UserId
} from "../../../../src/domain/Ids.ts"
import { seconds } from "../../../given/era.ts"
import { someone, uuid } from "../../../given/given.ts"
import { eventIdAt } from "../../../given/givenEvents.ts"
import { savedTalk } from "../../../given/givenTalk.ts"
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
import { contactOf, conversationOf, eventsOf, messageOf } from "../../../given/seen.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const phone = { kind: "phone", value: someone } as const
const bsuid = { kind: "whatsapp", value: "bsuid" } as const

/** Two contacts whose identity is not known yet: Ada, who was first, and Bob. */
const givenTwo = Effect.gen(function* () {
  const inbox = yield* givenInbox
  const { account, at, id, page } = inbox
  const ada = yield* newInboxContact(account, at, [phone], {
    contact: { phone: someone, name: "Ada", tags: ["a"] },
    watermarks: [{ channelAccountId: page.id, deliveredUpTo: seconds(at, 3), readUpTo: null }]
  })
  const bob = yield* newInboxContact(account, seconds(at, 1), [bsuid], {
    contact: { tags: ["b"], email: "bob@example.com" },
    watermarks: [
      { channelAccountId: page.id, deliveredUpTo: seconds(at, 1), readUpTo: seconds(at, 1) },
      { channelAccountId: account.id, deliveredUpTo: seconds(at, 2), readUpTo: null }
    ]
  })
  yield* changed(
    id,
    at,
    {},
    (state) => withContact(state, ada),
    (state) => withContact(state, bob)
  )
  const needs = { identities: [...ada.identities, ...bob.identities] }
  return { ...inbox, ada, bob, needs }
})

const mergedAt =
  (at: DateTime.Utc) =>
  (state: InboxState): InboxState => {
    const [one, ...others] = [...HashMap.values(state.contacts)]
    return one === undefined ? state : mergeInboxContacts(state, [one, ...others], at)
  }

const messagesIn = Effect.fnUntraced(function* (organizationId: OrganizationId, conversationId: ConversationId) {
  const slice = yield* (yield* MessageStore).list(organizationId, conversationId, 100, null)
  return slice._tag === "Some" ? slice.value.rows.map(({ contactId, id }) => ({ contactId, id })) : []
})

/** Adds a note to the conversation; returns its id. */
const notedIn = Effect.fnUntraced(function* ({ id, organizationId }: Conversation, createdAt: DateTime.Utc) {
  const noteId = NoteId.make(yield* uuid)
  const { add } = yield* ConversationNotes
  yield* add({ id: noteId, organizationId, conversationId: id, text: "a", authorId: null, mentions: [], createdAt })
  return noteId
})

/** Schedules a message in the conversation; returns its id. */
const scheduledIn = Effect.fnUntraced(function* (
  { channel, contactId, id, organizationId }: Conversation,
  at: DateTime.Utc
) {
  const send = yield* (yield* PendingSends).add({
    id: PendingSendId.make(yield* uuid),
    organizationId,
    origin: "session",
    channel,
    recipient: "+15551234567",
    sender: null,
    contactId,
    conversationId: id,
    scheduledBy: null,
    content: { _tag: "Text", text: "Hello" },
    key: null,
    createdAt: at,
    dueAt: seconds(at, 3_600)
  })
  return send.id
})

/** Merging contacts of the same person. */
export const merging = (it: Tests<StorePorts>) => {
  it.effect("merging: one contact has all identities of both", () =>
    Effect.gen(function* () {
      const { account, ada, at, bob, id, needs, page } = yield* givenTwo
      yield* changed(id, at, needs, mergedAt(at))
      assert.isNull(yield* contactOf(id, bob.contact.id))
      assert.deepStrictEqual(yield* contactOf(id, ada.contact.id), {
        ...ada.contact,
        tags: ["a", "b"],
        email: "bob@example.com"
      })
      const { findOverview, identities, list } = yield* ContactStore
      assert.sameDeepMembers([...(yield* identities(id, ada.contact.id))], needs.identities)
      assert.deepStrictEqual(yield* identities(id, bob.contact.id), [])
      assert.strictEqual((yield* list(id, { page: 1, limit: 10 }, null)).total, 1)
      assert.isTrue((yield* findOverview(id, bob.contact.vendorContactId))._tag === "None")
      for (const identity of needs.identities) {
        const { contacts } = comparable(yield* loaded(id, { identities: [identity] }))
        assert.deepStrictEqual(
          contacts.map(({ contact, watermarks }) => [contact.id, watermarks]),
          [
            [
              ada.contact.id,
              [
                { channelAccountId: account.id, deliveredUpTo: seconds(at, 2), readUpTo: null },
                { channelAccountId: page.id, deliveredUpTo: seconds(at, 3), readUpTo: seconds(at, 1) }
              ].toSorted((one, other) => (one.channelAccountId < other.channelAccountId ? -1 : 1))
            ]
          ]
        )
      }
    })
  )

  it.effect("merging: the survivor gets the other's conversations, closed ones included, with all messages", () =>
    Effect.gen(function* () {
      const { account, ada, at, bob, id, needs, page } = yield* givenTwo
      const closed = yield* talkWith(account, bob, at)
      const running = yield* talkWith(page, bob, seconds(at, 2), { unreadCount: 1 }, { lastEchoAt: seconds(at, 1) })
      const inboxMessages = [
        yield* saidIn(closed, at, "inbound"),
        yield* saidIn(running, seconds(at, 6), "inbound")
      ] as const
      const keep = (state: InboxState) => inboxMessages.reduce(withMessage, withConversation(state, running))
      yield* changed(id, at, needs, (state) => withConversation(state, closed))
      const shut = yield* savedTalk(closed.conversation, { status: "closed", closedAt: at, closedBy: "service_role" })
      yield* changed(id, at, needs, keep)

      yield* changed(id, at, needs, mergedAt(at))

      const contactId = ada.contact.id
      assert.deepStrictEqual(yield* conversationOf(id, closed.conversation.id), { ...shut, contactId })
      assert.deepStrictEqual(yield* conversationOf(id, running.conversation.id), { ...running.conversation, contactId })
      assert.deepStrictEqual(comparable(yield* loaded(id, needs)).conversations, [
        { ...running, conversation: { ...running.conversation, contactId } }
      ])
      for (const [{ conversation }, { message }] of [
        [closed, inboxMessages[0]],
        [running, inboxMessages[1]]
      ] as const) {
        assert.deepStrictEqual(yield* messagesIn(id, conversation.id), [{ contactId, id: message.id }])
      }
      const overview = yield* (yield* ContactStore).findOverview(id, contactId)
      assert.deepStrictEqual(
        overview._tag === "Some" ? Struct.pick(overview.value, ["conversationCount", "lastMessageAt"]) : null,
        {
          conversationCount: 2,
          lastMessageAt: seconds(at, 6)
        }
      )
    })
  )

  it.effect("merging: two open conversations on one account become one, with a recount of unread messages", () =>
    Effect.gen(function* () {
      const { account, ada, at, bob, id, needs } = yield* givenTwo
      const own = yield* talkWith(account, ada, at, { unreadCount: 1 })
      const other = yield* talkWith(account, bob, at, { unreadCount: 2 }, { lastEchoAt: seconds(at, 5) })
      const inboxMessages = [
        yield* saidIn(own, seconds(at, 4), "inbound"),
        yield* saidIn(other, seconds(at, 5), "outbound"),
        yield* saidIn(other, seconds(at, 6), "inbound"),
        yield* saidIn(other, seconds(at, 7), "inbound")
      ] as const
      yield* changed(id, at, needs, (state) =>
        inboxMessages.reduce(withMessage, withConversation(withConversation(state, own), other))
      )

      const notes = yield* Effect.forEach([own, other], ({ conversation }) => notedIn(conversation, at))
      const sends = yield* Effect.forEach([own, other], ({ conversation }) => scheduledIn(conversation, at))
      // The reports load one of the messages, and not the others.
      yield* changed(id, at, { ...needs, messages: [messageKey(inboxMessages[3])] }, mergedAt(at))

      assert.isNull(yield* conversationOf(id, other.conversation.id))
      assert.deepStrictEqual(
        yield* messagesIn(id, own.conversation.id),
        [inboxMessages[3], inboxMessages[2], inboxMessages[1], inboxMessages[0]].map(({ message }) => ({
          contactId: ada.contact.id,
          id: message.id
        }))
      )
      const { list } = yield* ConversationNotes
      const merged = (yield* list(id, own.conversation.id, { page: 1, limit: 10 })).rows
      assert.sameMembers(
        merged.map(({ note }) => note.id),
        notes
      )
      const { find } = yield* PendingSends
      assert.deepStrictEqual(
        (yield* Effect.forEach(sends, (send) => find(id, send))).map((send) =>
          send._tag === "Some" ? [send.value.contactId, send.value.conversationId] : null
        ),
        sends.map(() => [ada.contact.id, own.conversation.id])
      )
      const { conversations } = comparable(yield* loaded(id, needs))
      assert.deepStrictEqual(
        conversations.map(({ conversation, lastEchoAt }) => [conversation.id, conversation.unreadCount, lastEchoAt]),
        [[own.conversation.id, 2, seconds(at, 5)]]
      )
    })
  )

  it.effect("merging: notifications of a merged conversation move with it", () =>
    Effect.gen(function* () {
      const { account, ada, at, bob, id, needs } = yield* givenTwo
      const own = yield* talkWith(account, ada, at)
      const other = yield* talkWith(account, bob, at)
      yield* changed(id, at, needs, (state) => withConversation(withConversation(state, own), other))
      const notification: Notification = {
        id: NotificationId.make(yield* uuid),
        organizationId: id,
        userId: UserId.make(yield* uuid),
        type: "conversation.assigned",
        conversationId: other.conversation.id,
        createdAt: at,
        readAt: null
      }
      yield* (yield* Notifier).notify(notification)
      yield* changed(id, at, needs, mergedAt(seconds(at, 1)))

      const { list } = yield* Notifications
      const { rows } = yield* list(id, notification.userId, false, { page: 1, limit: 10 })
      assert.deepStrictEqual(rows, [{ ...notification, conversationId: own.conversation.id }])
    })
  )

  it.effect("merging: escalation and assignee of a merged conversation stay", () =>
    Effect.gen(function* () {
      const { account, ada, at, bob, id, needs } = yield* givenTwo
      const own = yield* talkWith(account, ada, at)
      const other = yield* talkWith(account, bob, at)
      yield* changed(id, at, needs, (state) => withConversation(withConversation(state, own), other))
      const assigneeId = UserId.make(yield* uuid)
      yield* savedTalk(other.conversation, { status: "escalated", assigneeId })

      const after = yield* changed(id, at, needs, mergedAt(seconds(at, 1)))
      yield* (yield* EventLog).appendAll(
        id,
        after.events.map((event) => event(eventIdAt(at)))
      )

      const merged = yield* conversationOf(id, own.conversation.id)
      assert.deepStrictEqual(merged === null ? null : Struct.pick(merged, ["status", "assigneeId"]), {
        status: "escalated",
        assigneeId
      })
      const [assigned, ...others] = yield* eventsOf(id)
      assert.deepStrictEqual(others, [])
      assert.deepStrictEqual(
        assigned === undefined ? null : Struct.pick(assigned, ["type", "conversationId", "occurredAt", "data"]),
        {
          type: "conversation.assigned",
          conversationId: own.conversation.id,
          occurredAt: seconds(at, 1),
          data: {
            conversation_id: own.conversation.id,
            assignee_id: assigneeId,
            previous_assignee_id: null,
            assigned_by: "service_role"
          }
        }
      )
    })
  )

  it.effect("merging: one conversation has the labels of both, and a team of one of them", () =>
    Effect.gen(function* () {
      const { account, ada, at, bob, id, needs } = yield* givenTwo
      const own = yield* talkWith(account, ada, at)
      const other = yield* talkWith(account, bob, at)
      yield* changed(id, at, needs, (state) => withConversation(withConversation(state, own), other))
      const teamId = TeamId.make(yield* uuid)
      const members = { memberIds: [], assignmentPolicy: null }
      const team = { id: teamId, organizationId: id, name: "Billing", ...members, createdAt: at }
      yield* (yield* TeamStore).add(team)
      yield* savedTalk(own.conversation, { labels: ["new", "vip"] })
      yield* savedTalk(other.conversation, { labels: ["vip", "angry"], teamId: team.id })
      yield* changed(id, at, needs, mergedAt(seconds(at, 1)))
      const merged = yield* conversationOf(id, own.conversation.id)
      assert.deepStrictEqual(merged === null ? null : Struct.pick(merged, ["labels", "teamId"]), {
        labels: ["new", "vip", "angry"],
        teamId: team.id
      })
    })
  )

  it.effect("merging: an open conversation joins one that begins with the same reports", () =>
    Effect.gen(function* () {
      const { account, ada, at, bob, id, needs } = yield* givenTwo
      const other = yield* talkWith(account, bob, at)
      const before = yield* saidIn(other, seconds(at, 1), "inbound")
      yield* changed(id, at, needs, (state) => withMessage(withConversation(state, other), before))
      const own = yield* talkWith(account, ada, seconds(at, 2))
      const inboxMessages = yield* saidIn(own, seconds(at, 2), "inbound")

      yield* changed(id, at, needs, (state) => mergedAt(at)(withMessage(withConversation(state, own), inboxMessages)))

      assert.isNull(yield* conversationOf(id, other.conversation.id))
      assert.deepStrictEqual(
        yield* messagesIn(id, own.conversation.id),
        [inboxMessages, before].map(({ message }) => ({ contactId: ada.contact.id, id: message.id }))
      )
      assert.strictEqual((yield* conversationOf(id, own.conversation.id))?.unreadCount, 2)
    })
  )

  it.effect("merging: many contacts become one, new ones included", () =>
    Effect.gen(function* () {
      const { account, ada, at, bob, id, needs, page } = yield* givenTwo
      const carol = yield* newInboxContact(page, seconds(at, 2), [{ kind: "messenger", value: "7" }])
      const talks = [
        yield* talkWith(account, ada, at),
        yield* talkWith(account, bob, at),
        yield* talkWith(page, bob, at),
        yield* talkWith(page, carol, at)
      ] as const
      const inboxMessages = yield* Effect.forEach(talks, (thread) => saidIn(thread, at, "inbound"))
      const [onNumber, bobs, onPage, carols] = talks
      yield* changed(id, at, needs, (state) =>
        inboxMessages.slice(0, 3).reduce(withMessage, [onNumber, bobs, onPage].reduce(withConversation, state))
      )
      const last = inboxMessages.slice(3)
      const meet = (state: InboxState) => last.reduce(withMessage, withConversation(withContact(state, carol), carols))
      yield* changed(id, at, needs, (state) => mergedAt(at)(meet(state)))

      const found = yield* loaded(id, { identities: [...needs.identities, ...carol.identities] })
      assert.deepStrictEqual(
        comparable(found).contacts.map(({ contact }) => contact.id),
        [ada.contact.id]
      )
      assert.strictEqual(contactsKnownBy(found, carol.identities).length, 1)
      assert.isNull(yield* contactOf(id, carol.contact.id))
      for (const { message } of inboxMessages) {
        assert.strictEqual((yield* messageOf(id, message.id))?.contactId, ada.contact.id)
      }
      assert.isNull(yield* conversationOf(id, bobs.conversation.id))
      assert.isNull(yield* conversationOf(id, carols.conversation.id))
      assert.strictEqual((yield* messagesIn(id, onNumber.conversation.id)).length, 2)
      assert.strictEqual((yield* messagesIn(id, onPage.conversation.id)).length, 2)
    })
  )
}
