import { DateTime, Effect, Equal, Layer } from "effect"
import type { Contact } from "../../domain/contact/Contact.ts"
import { type RecipientRefused, refusalOf } from "../../domain/contact/RecipientCheck.ts"
import type { Conversation } from "../../domain/conversation/Conversation.ts"
import { openedFor } from "../../domain/delivery/Event.ts"
import type { MessageId, OrganizationId } from "../../domain/Ids.ts"
import { expiredFailure, type Message } from "../../domain/message/Message.ts"
import { admitted, monthlyLimit, MonthlyLimitReached, monthOf } from "../../domain/quota/MonthlyLimit.ts"
import { type Reservation, SendLedger, type SendIntent, type SendOutcome } from "../../ports/stores/SendLedger.ts"
import { acceptSend, usedIn, withUnits } from "./acceptSend.ts"
import { impossible } from "./Impossible.ts"
import { recordEvent } from "./recordEvent.ts"
import { contactKnownBy, type StoredConversation, type State, type Step, withIdentity, withMessage } from "./State.ts"
import { World } from "./World.ts"

/** The contact of the intent, new when no contact has its identity. */
const resolveContact = (
  state: State,
  organizationId: OrganizationId,
  { contact, contactEvent, identity }: SendIntent
): readonly [Contact, State] => {
  const known = contactKnownBy(state, organizationId, identity)
  if (known !== undefined) return [known, state]
  const resolved = withIdentity({ ...state, contacts: [...state.contacts, contact] }, contact, identity)
  return [contact, recordEvent(resolved, contactEvent)]
}

const withConversation = (state: State, conversation: StoredConversation): State => ({
  ...state,
  conversations: state.conversations.map((kept) => (kept.id === conversation.id ? conversation : kept))
})

const later = ({ updatedAt }: Conversation, at: DateTime.Utc): DateTime.Utc => DateTime.max(updatedAt, at)

const writtenIn = (running: StoredConversation, at: DateTime.Utc): StoredConversation => ({
  ...running,
  unreadCount: 0,
  updatedAt: later(running, at),
  lastOutboundAt: running.lastOutboundAt === null ? at : DateTime.max(running.lastOutboundAt, at)
})

/** What the contact and the account are talking in; it is opened when nothing is. */
const joinConversation = (
  state: State,
  contact: Contact,
  { at, conversation, conversationEvent }: SendIntent
): readonly [Conversation, State] => {
  const running = state.conversations.find(
    ({ channelAccountId, contactId, organizationId, status }) =>
      organizationId === contact.organizationId &&
      contactId === contact.id &&
      channelAccountId === conversation.channelAccountId &&
      status !== "closed"
  )
  if (running !== undefined) return [running, withConversation(state, writtenIn(running, at))]
  const opened: StoredConversation = {
    ...conversation,
    contactId: contact.id,
    isHidden: false,
    updatedAt: later(conversation, at),
    lastOutboundAt: at
  }
  const joined = { ...state, conversations: [...state.conversations, opened] }
  return [opened, recordEvent(joined, openedFor(conversationEvent, contact.id))]
}

const intended = (contact: Contact, conversation: Conversation, intent: SendIntent): Message => ({
  id: intent.messageId,
  organizationId: contact.organizationId,
  conversationId: conversation.id,
  contactId: contact.id,
  channel: conversation.channel,
  channelAccountId: conversation.channelAccountId,
  direction: "outbound",
  peer: intent.peer,
  type: intent.type,
  content: intent.content,
  status: "pending",
  platformMessageId: null,
  failure: null,
  deliveredAt: null,
  readAt: null,
  annotations: {},
  createdAt: intent.at
})

const reserve =
  (organizationId: OrganizationId, intent: SendIntent): Step<Reservation, MonthlyLimitReached | RecipientRefused> =>
  (state) => {
    const organization = state.organizations.find(({ id }) => id === organizationId)
    if (organization === undefined) return impossible(state, "the organization does not exist")
    if (
      state.messages.some((message) => message.organizationId === organizationId && message.id === intent.messageId)
    ) {
      return impossible(state, "the message exists")
    }
    const known = contactKnownBy(state, organizationId, intent.identity)
    const refusal = known === undefined ? null : refusalOf(intent.check, known)
    if (refusal !== null) return [Effect.fail(refusal), state]
    const month = monthOf(intent.at)
    const allowed = monthlyLimit[organization.plan]
    const used = usedIn(state, organizationId, month)
    if (allowed !== null && admitted(used, allowed, 1) === 0) {
      return [Effect.fail(new MonthlyLimitReached({ used, allowed })), state]
    }
    const [contact, resolved] = resolveContact(withUnits(state, organizationId, month, 1), organizationId, intent)
    const [conversation, joined] = joinConversation(resolved, contact, intent)
    return [
      Effect.succeed({ contactId: contact.id, conversationId: conversation.id }),
      { ...joined, messages: [...joined.messages, intended(contact, conversation, intent)] }
    ]
  }

const isExpired = ({ failure, status }: Message): boolean =>
  status === "failed" && Equal.equals(failure, expiredFailure)

/** What follows from an outcome that counts. */
const apply = (state: State, message: Message, outcome: SendOutcome, at: DateTime.Utc): State => {
  switch (outcome._tag) {
    case "Accepted":
      return acceptSend(state, message, outcome, at)
    case "NotSent": {
      const failed = withMessage(state, { ...message, status: "failed", failure: outcome.failure })
      return withUnits(failed, message.organizationId, monthOf(message.createdAt), -1)
    }
    case "Unknown":
      return withMessage(state, { ...message, status: "failed", failure: outcome.failure })
  }
}

const recordOutcome =
  (organizationId: OrganizationId, messageId: MessageId, outcome: SendOutcome, at: DateTime.Utc): Step<void> =>
  (state) => {
    const message = state.messages.find((kept) => kept.organizationId === organizationId && kept.id === messageId)
    const waits = message !== undefined && (message.status === "pending" || isExpired(message))
    return [Effect.void, waits ? apply(state, message, outcome, at) : state]
  }

const expire =
  (before: DateTime.Utc, limit: number): Step<number> =>
  (state) => {
    const late = state.messages
      .filter(({ createdAt, status }) => status === "pending" && createdAt.epochMilliseconds < before.epochMilliseconds)
      .sort((one, other) => one.createdAt.epochMilliseconds - other.createdAt.epochMilliseconds)
      .slice(0, limit)
    const expired = late.reduce<State>(
      (done, message) => withMessage(done, { ...message, status: "failed", failure: expiredFailure }),
      state
    )
    return [Effect.succeed(late.length), expired]
  }

export const layer = Layer.effect(
  SendLedger,
  Effect.map(World, (world) =>
    SendLedger.of({
      reserve: (organizationId, intent) => world.step("SendLedger.reserve", reserve(organizationId, intent)),
      recordOutcome: (organizationId, messageId, outcome, at) =>
        world.step("SendLedger.recordOutcome", recordOutcome(organizationId, messageId, outcome, at)),
      expire: (before, _, limit) => world.step("SendLedger.expire", expire(before, limit))
    })
  )
)
