import { DateTime, Effect, Option, Redacted } from "effect"
import type { ChannelAccount } from "../../src/domain/conversations/Channel.ts"
import { type Contact, newContact } from "../../src/domain/contacts/Contact.ts"
import { type ContactIdentity, phoneContactIdentity } from "../../src/domain/contacts/ContactIdentity.ts"
import { type Conversation, newConversation } from "../../src/domain/conversations/Conversation.ts"
import { contactCreated } from "../../src/domain/webhooks/Event.ts"
import { conversationOpened } from "../../src/domain/webhooks/conversationEvents.ts"
import { type DeliveryShard, shardOf } from "../../src/domain/webhooks/DeliveryShard.ts"
import {
  ChannelAccountId,
  ContactId,
  ConversationId,
  EventId,
  MessageId,
  OrganizationId,
  WebhookId
} from "../../src/domain/Ids.ts"
import type { Plan } from "../../src/domain/limits/MonthlyLimit.ts"
import type { Organization } from "../../src/domain/access/Organization.ts"
import { PhoneNumber } from "../../src/domain/contacts/PhoneNumber.ts"
import type { Webhook } from "../../src/domain/webhooks/Webhook.ts"
import { ChannelAccounts } from "../../src/ports/access/ChannelAccounts.ts"
import { IdSource } from "../../src/ports/process/IdSource.ts"
import { Organizations } from "../../src/ports/access/Organizations.ts"
import type { SendIntent } from "../../src/ports/sends/SendLedger.ts"
import { WebhookStore } from "../../src/ports/webhooks/WebhookStore.ts"
import { nextEra, seconds } from "./era.ts"

export const someone = PhoneNumber.make("15551234567")

/** A distinct number for every count below a million. */
export const phoneOf = (count: number): PhoneNumber => PhoneNumber.make(`44207${String(count).padStart(6, "0")}9`)

export const uuid = Effect.flatMap(IdSource, (ids) => ids.uuid)

/** A valid subscription to every existing event type. */
export const someWebhook = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  changes: Partial<Webhook> = {}
) {
  const ids = yield* IdSource
  const at = DateTime.makeUnsafe("2026-11-20T12:00:00.123Z")
  const webhook: Webhook = {
    id: WebhookId.make(yield* ids.uuid),
    organizationId,
    url: "https://example.com/hook",
    events: ["message.sent", "contact.created", "contact.updated", "conversation.opened"],
    status: "active",
    secret: { value: yield* ids.signingSecret, chosen: false },
    previousSecrets: [],
    failingSince: null,
    createdAt: at,
    updatedAt: at,
    ...changes
  }
  return webhook
})

/** Saves the organization's subscription: the existing one with these changes, or a new one. */
export const givenWebhook = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  changes: Partial<Webhook> = {}
) {
  const { find, save } = yield* WebhookStore
  const present = Option.match(yield* find(organizationId), { onNone: () => ({}), onSome: ({ id }) => ({ id }) })
  const webhook = yield* someWebhook(organizationId, { ...present, ...changes })
  yield* save(webhook)
  return webhook
})

/** An id whose deliveries are in the shard. */
const idIn = (shard: DeliveryShard) =>
  Effect.repeat(
    Effect.map(uuid, (id) => OrganizationId.make(id)),
    { until: (id) => shardOf(id) === shard }
  )

/** A new organization, optionally with a subscription, in any or the specified shard. */
export const givenOrganization = Effect.fnUntraced(function* ({
  name = "Acme",
  plan = "unlimited",
  shard,
  webhook
}: {
  readonly name?: string
  readonly plan?: Plan
  readonly shard?: DeliveryShard
  readonly webhook?: Partial<Webhook>
} = {}) {
  const organization: Organization = {
    id: shard === undefined ? OrganizationId.make(yield* uuid) : yield* idIn(shard),
    name,
    plan,
    createdAt: DateTime.makeUnsafe("2026-11-01T08:30:00.001Z")
  }
  yield* (yield* Organizations).create(organization)
  if (webhook !== undefined) yield* givenWebhook(organization.id, webhook)
  return organization
})

/** A connected account, by default a WhatsApp number with the token `token of <id>`. */
export const givenAccount = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  { token, ...changes }: Partial<ChannelAccount> & { readonly token?: Redacted.Redacted | null } = {}
) {
  const id = ChannelAccountId.make(yield* uuid)
  const account: ChannelAccount = {
    id,
    organizationId,
    channel: "whatsapp",
    externalId: `phone of ${id}`,
    displayName: "+1 555-000-1111",
    businessAccountId: `business of ${id}`,
    pageId: null,
    createdAt: DateTime.makeUnsafe("2026-11-02T09:00:00.002Z"),
    ...changes
  }
  yield* (yield* ChannelAccounts).connect(
    organizationId,
    account,
    token === undefined ? Redacted.make(`token of ${id}`) : token
  )
  return account
})

export interface IntentChanges {
  readonly at: DateTime.Utc
  /** Null for a person without a number; the identity then names the person. */
  readonly phone?: PhoneNumber | null
  readonly identity?: ContactIdentity
  readonly check?: SendIntent["check"]
  readonly contact?: Partial<Contact>
  readonly conversation?: Partial<Conversation>
  readonly type?: string
  readonly content?: SendIntent["content"]
}

/** A send of a template to `someone`, with new ids in the order of events. */
export const sendIntent = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  channelAccountId: ChannelAccountId,
  { at, check = "blocked", contact, content, conversation, identity, phone = someone, type = "template" }: IntentChanges
) {
  const ids = yield* IdSource
  const contactId = ContactId.make(yield* ids.uuid)
  const messageId = MessageId.make(yield* ids.uuid)
  const vendorContactId = yield* ids.vendorContactId
  const known = identity ?? phoneContactIdentity(phone ?? someone)
  const created: Contact = {
    ...newContact({ id: contactId, vendorContactId, organizationId, source: "api", phone }, at),
    ...contact
  }
  const opened: Conversation = {
    ...newConversation(
      {
        id: ConversationId.make(yield* ids.uuid),
        organizationId,
        contactId,
        channel: "whatsapp",
        channelAccountId,
        source: "api"
      },
      at
    ),
    ...conversation
  }
  const intent: SendIntent & { readonly identity: ContactIdentity } = {
    messageId,
    identity: known,
    check,
    peer: phone ?? known.value,
    contact: created,
    conversation: opened,
    type,
    content: content ?? { template: { name: "welcome", language: "en" } },
    contactEvent: contactCreated(EventId.make(yield* ids.uuid), created, created.source),
    conversationEvent: conversationOpened(EventId.make(yield* ids.uuid), opened),
    at
  }
  return intent
})

/** An organization with a number to send from, and its base time. */
export const givenSender = Effect.fnUntraced(function* (options: Parameters<typeof givenOrganization>[0] = {}) {
  const at = yield* nextEra
  const { id } = yield* givenOrganization(options)
  const account = yield* givenAccount(id)
  return {
    id,
    account,
    at,
    /** A send this many seconds after the base time. */
    intent: (changes: Partial<IntentChanges> = {}, later = 0) =>
      sendIntent(id, account.id, { at: seconds(at, later), ...changes })
  }
})
