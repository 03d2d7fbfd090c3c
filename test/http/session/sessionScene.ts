import { DateTime, Effect } from "effect"
import { SessionTokenBook } from "../../../src/adapters/memory/access/MemorySessionTokens.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { newContact, VendorContactId } from "../../../src/domain/contacts/Contact.ts"
import { webhookTest } from "../../../src/domain/webhooks/Event.ts"
import {
  ApiKeyId,
  ContactId,
  ConversationId,
  EventId,
  MessageId,
  NoteId,
  OrganizationId,
  PendingSendId,
  RequestLogId,
  UserId
} from "../../../src/domain/Ids.ts"
import type { User } from "../../../src/domain/access/Organization.ts"
import type { PhoneNumber } from "../../../src/domain/contacts/PhoneNumber.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { ConversationNotes } from "../../../src/ports/conversations/ConversationStore.ts"
import { EventLog } from "../../../src/ports/webhooks/EventLog.ts"
import { PendingSends } from "../../../src/ports/sends/PendingSends.ts"
import { RequestLogs } from "../../../src/ports/access/ApiKeys.ts"
import { Organizations } from "../../../src/ports/access/Organizations.ts"
import { givenAccount, givenWebhook, sendIntent } from "../../../testing/given/given.ts"
import { givenInbound } from "../../../testing/given/givenInbound.ts"
import { givenPage } from "../../../testing/given/givenPage.ts"
import { sendOff } from "../../../testing/given/sendOff.ts"

/** Ids that are the same in every world, and have letters. */
export const organizationId = OrganizationId.make("00000000-0000-4000-8000-0000000000dd")
export const contactId = ContactId.make("00000000-0000-4000-8000-0000000000aa")
export const vendorContactId = VendorContactId.make(`ct_${"a".repeat(24)}`)
export const conversationId = ConversationId.make("00000000-0000-4000-8000-0000000000bb")
/** A conversation on Messenger. */
export const pageConversationId = ConversationId.make("00000000-0000-4000-8000-0000000000bc")
export const messageId = MessageId.make("00000000-0000-4000-8000-0000000000cc")
/** Whom the contract's own example assigns a conversation to. */
export const userId = UserId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e10")

/** A message of the contact. */
export const inboundId = MessageId.make("00000000-0000-4000-8000-0000000000cf")

export const apiKeyId = ApiKeyId.make("00000000-0000-4000-8000-0000000000e1")
export const logId = RequestLogId.make("00000000-0000-4000-8000-0000000000e2")
/** An event with a delivery. */
export const eventId = EventId.make("00000000-0000-4000-8000-0000000000e3")

/** A scheduled message. */
export const scheduledId = PendingSendId.make("00000000-0000-4000-8000-0000000000e5")

/** A note of the owner in the conversation. */
export const noteId = NoteId.make("00000000-0000-4000-8000-0000000000e4")

const at = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")

/** An organization with a number, a contact who was written to, and an owner who is signed in with these headers. */
export const givenScene = Effect.fnUntraced(function* (phone: PhoneNumber) {
  const organizations = yield* Organizations
  yield* organizations.create({ id: organizationId, name: "Acme", plan: "unlimited", createdAt: at })
  yield* givenWebhook(organizationId)
  const account = yield* givenAccount(organizationId)
  const contact = newContact({ id: contactId, vendorContactId, organizationId, source: "api", name: "Ada" }, at)
  yield* (yield* ContactStore).insert({ ...contact, phone })
  const intent = yield* sendIntent(organizationId, account.id, { at, phone, conversation: { id: conversationId } })
  yield* sendOff(organizationId, { ...intent, messageId })
  yield* givenInbound(organizationId, conversationId, { id: inboundId })
  const { intentTo } = yield* givenPage(organizationId, at)
  yield* sendOff(
    organizationId,
    yield* intentTo("5275811702471834", { conversation: { id: pageConversationId, status: "ai_handling" } })
  )
  yield* (yield* EventLog).append(webhookTest(eventId, organizationId, at))
  yield* (yield* RequestLogs).record({
    id: logId,
    organizationId,
    requestId: "trace-1",
    method: "GET",
    path: "/v1/contacts",
    status: 200,
    requestBody: "{}",
    responseBody: "{}",
    ipAddress: "203.0.113.7",
    userAgent: "test/1.0",
    durationMillis: 3,
    createdAt: at
  })
  yield* (yield* ConversationNotes).add({
    id: noteId,
    organizationId,
    conversationId,
    text: "Called back",
    authorId: userId,
    mentions: [],
    createdAt: at
  })
  yield* (yield* PendingSends).add({
    id: scheduledId,
    organizationId,
    origin: "developer",
    channel: "whatsapp",
    recipient: "+15551234567",
    sender: null,
    contactId: null,
    conversationId: null,
    scheduledBy: null,
    content: { _tag: "Text", text: "Hello" },
    key: null,
    createdAt: at,
    dueAt: DateTime.add(at, { days: 1 })
  })
  yield* (yield* World).update((state) => ({
    ...state,
    apiKeys: [
      ...state.apiKeys,
      {
        id: apiKeyId,
        organizationId,
        name: "Shop",
        hash: "none",
        createdAt: at,
        expiresAt: null,
        revokedAt: null,
        lastUsedAt: null
      }
    ]
  }))
  const user: User = { id: userId, email: "ada@example.com", name: "Ada", createdAt: at }
  const membership = { organizationId, userId, role: "owner", conversationScope: "all" } as const
  yield* organizations.addMember(organizationId, { user, passwordHash: "none", membership })
  yield* (yield* SessionTokenBook).enter("token", { _tag: "User", userId, email: user.email })
  return { authorization: "Bearer token", "x-org-id": organizationId }
})
