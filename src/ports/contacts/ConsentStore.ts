import { Context, type DateTime, type Effect } from "effect"
import type { Contact } from "../../domain/contacts/Contact.ts"
import type { ConsentChange, ConsentState } from "../../domain/contacts/Consent.ts"
import type { Channel } from "../../domain/conversations/Channel.ts"
import type { ContactId, OrganizationId } from "../../domain/Ids.ts"

/** The current consent of a contact on a channel: its latest change. */
export interface ContactConsent {
  readonly contact: Pick<Contact, "id" | "vendorContactId" | "phone" | "name">
  readonly consent: ConsentChange
}

/** A consent change and its contact. */
export interface ConsentOfContact {
  readonly contactId: ContactId
  readonly change: ConsentChange
}

/** The consents of a list. A null field does not filter. */
export interface ConsentFilter {
  readonly state: ConsentState | null
  readonly channel: Channel | null
  /** Consents of this time and later. */
  readonly since: DateTime.Utc | null
}

/** The position of a consent in a list. */
export interface ConsentCursor {
  readonly at: DateTime.Utc
  readonly contactId: ContactId
  readonly channel: Channel
}

/**
 * Consent changes of contacts. A change is stored once, in whatever order changes arrive. They are deleted with their
 * contact, and move with it when two contacts are merged. `Inbox` stores the changes of reports itself.
 */
export class ConsentStore extends Context.Service<
  ConsentStore,
  {
    /**
     * Adds a change of a known contact, and deletes those of the contact and channel beyond the newest
     * `maxConsentChanges`.
     */
    add(organizationId: OrganizationId, contactId: ContactId, change: ConsentChange): Effect.Effect<void>
    /** Adds a change of each of these known contacts, as `add` does. */
    addAll(organizationId: OrganizationId, changes: ReadonlyArray<ConsentOfContact>): Effect.Effect<void>
    /** The changes of a contact on all channels, newest first. */
    ofContact(organizationId: OrganizationId, contactId: ContactId): Effect.Effect<ReadonlyArray<ConsentChange>>
    /** Current consents, the newest first, at most `limit`; with a cursor, those after it. */
    list(
      organizationId: OrganizationId,
      filter: ConsentFilter,
      after: ConsentCursor | null,
      limit: number
    ): Effect.Effect<ReadonlyArray<ContactConsent>>
  }
>()("effect-parley/ports/ConsentStore") {}
