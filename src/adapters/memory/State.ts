import type { Effect, Redacted } from "effect"
import type { ChannelAccount } from "../../domain/Channel.ts"
import type { Contact } from "../../domain/Contact.ts"
import type { Conversation } from "../../domain/Conversation.ts"
import type { ApiKeyId, ContactId, OrganizationId } from "../../domain/Ids.ts"
import type { Message } from "../../domain/Message.ts"
import type { Month } from "../../domain/MonthlyLimit.ts"
import type { Membership, Organization, User } from "../../domain/Organization.ts"
import { type PhoneIdentity, type PhoneNumber, phoneIdentity } from "../../domain/PhoneNumber.ts"
import type { Webhook } from "../../domain/Webhook.ts"
import type { SettledAttempt } from "../../ports/DeliveryQueue.ts"
import type { RecordedEvent } from "../../ports/EventLog.ts"
import type { DateTime } from "effect"

/** One of the things a contact is known by. No two contacts of an organization share one. */
export interface ContactIdentity {
  readonly organizationId: OrganizationId
  readonly contactId: ContactId
  readonly kind: "phone"
  readonly value: PhoneIdentity
}

export interface KeptApiKey {
  readonly organizationId: OrganizationId
  readonly id: ApiKeyId
  readonly name: string
  /** SHA-256 in hexadecimal; the key itself is not kept. */
  readonly hash: string
  readonly revoked: boolean
}

export interface KeptChannelAccount {
  readonly account: ChannelAccount
  readonly token: Redacted.Redacted | null
  /** Whether the token can be opened with a key that is held. */
  readonly readable: boolean
}

export interface MonthlyUsage {
  readonly organizationId: OrganizationId
  readonly month: Month
  readonly used: number
}

export interface LoggedEvent extends RecordedEvent {
  readonly organizationId: OrganizationId
}

/** A claim moves `dueAt` to the end of the lease. */
export interface WaitingDelivery {
  readonly event: LoggedEvent
  readonly dueAt: DateTime.Utc
  readonly failures: number
}

/** Everything the memory adapters remember. Lists are in the order in which things came to be. */
export interface State {
  readonly organizations: ReadonlyArray<Organization>
  readonly users: ReadonlyArray<User & { readonly passwordHash: string }>
  readonly memberships: ReadonlyArray<Membership>
  readonly apiKeys: ReadonlyArray<KeptApiKey>
  readonly channelAccounts: ReadonlyArray<KeptChannelAccount>
  readonly usage: ReadonlyArray<MonthlyUsage>
  readonly contacts: ReadonlyArray<Contact>
  readonly identities: ReadonlyArray<ContactIdentity>
  readonly conversations: ReadonlyArray<Conversation>
  readonly messages: ReadonlyArray<Message>
  readonly events: ReadonlyArray<LoggedEvent>
  readonly webhooks: ReadonlyArray<Webhook>
  readonly deliveries: ReadonlyArray<WaitingDelivery>
  /** How many deliveries ever entered the queue. */
  readonly queued: number
  readonly attempts: ReadonlyArray<SettledAttempt>
}

/** One step of the world: what the caller gets, and the state afterwards. */
export type Step<A, E = never> = (state: State) => readonly [answer: Effect.Effect<A, E>, state: State]

export const empty: State = {
  organizations: [],
  users: [],
  memberships: [],
  apiKeys: [],
  channelAccounts: [],
  usage: [],
  contacts: [],
  identities: [],
  conversations: [],
  messages: [],
  events: [],
  webhooks: [],
  deliveries: [],
  queued: 0,
  attempts: []
}

/** The contact who is known by a form of this number. */
export const contactByPhone = (
  state: State,
  organizationId: OrganizationId,
  phone: PhoneNumber
): Contact | undefined => {
  const value = phoneIdentity(phone)
  const identity = state.identities.find((known) => known.organizationId === organizationId && known.value === value)
  return identity && state.contacts.find((contact) => contact.id === identity.contactId)
}

/** The contact is known by this number too, unless somebody of the organization already is. */
export const withPhone = (
  state: State,
  { id, organizationId }: Pick<Contact, "id" | "organizationId">,
  phone: PhoneNumber
): State => {
  const value = phoneIdentity(phone)
  return state.identities.some((known) => known.organizationId === organizationId && known.value === value)
    ? state
    : { ...state, identities: [...state.identities, { organizationId, contactId: id, kind: "phone", value }] }
}

export const usedIn = ({ usage }: State, organizationId: OrganizationId, month: Month): number =>
  usage.find((row) => row.organizationId === organizationId && row.month === month)?.used ?? 0

/** Adds to the month's counter; it never falls below zero. */
export const withUnits = (state: State, organizationId: OrganizationId, month: Month, units: number): State => {
  const used = Math.max(0, usedIn(state, organizationId, month) + units)
  const others = state.usage.filter((row) => row.organizationId !== organizationId || row.month !== month)
  return { ...state, usage: [...others, { organizationId, month, used }] }
}
