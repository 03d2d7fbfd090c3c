import { Context, type DateTime, type Effect, type Option, type Stream } from "effect"
import type { Contact, PhoneNumberTaken, VendorContactId } from "../../domain/contacts/Contact.ts"
import type { ContactChannel } from "../../domain/contacts/ContactChannel.ts"
import type { ContactIdentity } from "../../domain/contacts/ContactIdentity.ts"
import type { ContactSearch } from "../../domain/contacts/ContactSearch.ts"
import type { ContactId, OrganizationId } from "../../domain/Ids.ts"
import type { Page, PageRequest } from "../../domain/text/Page.ts"
import type { PhoneNumber } from "../../domain/contacts/PhoneNumber.ts"

/** A contact, and the ids under which they can be written to. */
export interface ReachableContact {
  readonly contact: Contact
  /** In the order of `contactChannels`. */
  readonly channels: ReadonlyArray<ContactChannel>
}

/** The same, and how much was said with them. */
export interface ContactOverview extends ReachableContact {
  readonly conversationCount: number
  /** When something was last said, either way; null when nothing was. */
  readonly lastMessageAt: DateTime.Utc | null
}

/** How the contacts of a list are ordered. */
export interface ContactOrder {
  readonly by: "createdAt" | "name" | "lastMessageAt"
  readonly direction: "ascending" | "descending"
}

/** Where contacts are kept. */
export class ContactStore extends Context.Service<
  ContactStore,
  {
    find(organizationId: OrganizationId, id: ContactId): Effect.Effect<Option.Option<Contact>>
    /** Finds the contact under any form of their number. */
    findByPhone(organizationId: OrganizationId, phone: PhoneNumber): Effect.Effect<Option.Option<Contact>>
    /** Finds the contact with the identity. */
    findByIdentity(organizationId: OrganizationId, identity: ContactIdentity): Effect.Effect<Option.Option<Contact>>
    /** Like `find`; inside a transaction the contact stays locked until its end. */
    lock(organizationId: OrganizationId, id: ContactId): Effect.Effect<Option.Option<Contact>>
    /** Like `findByPhone`; inside a transaction the contact stays locked until its end. */
    lockByPhone(organizationId: OrganizationId, phone: PhoneNumber): Effect.Effect<Option.Option<Contact>>
    /** What the contact is known by, in no order; nothing when there is no such contact. */
    identities(organizationId: OrganizationId, id: ContactId): Effect.Effect<ReadonlyArray<ContactIdentity>>
    /** Adds a contact with a number. Fails when another one of the organization is known by a form of it. */
    insert(contact: Contact & { readonly phone: PhoneNumber }): Effect.Effect<void, PhoneNumberTaken>
    /**
     * Replaces what may change of a contact: everything but its ids, its number and its beginning. A name that is new
     * stands above those that platforms tell; whether they opted in, when that is new, was said at `updatedAt`.
     */
    save(contact: Contact): Effect.Effect<void>
    /**
     * Forgets the contact and everything they were known by, so that the person becomes a new contact when they write
     * again. Their conversations are not shown any more; the messages stay. Gives back whether there was such a
     * contact.
     */
    remove(organizationId: OrganizationId, id: ContactId): Effect.Effect<boolean>
    /** The contact with either of their ids. */
    findOverview(
      organizationId: OrganizationId,
      id: ContactId | VendorContactId
    ): Effect.Effect<Option.Option<ContactOverview>>
    /**
     * Without a search all are listed. Names are compared folded, as in a search; contacts with whom nothing was said
     * come last in both directions; of equal ones, the newer first.
     */
    listOverviews(
      organizationId: OrganizationId,
      page: PageRequest,
      search: ContactSearch | null,
      order: ContactOrder
    ): Effect.Effect<Page<ContactOverview>>
    /**
     * Adds contacts with a number, all or none, but for those whose number is known: by the organization already, or by
     * one that comes before them. They are asked for while others are being added, and anew when it is tried again; who
     * makes them must not ask a store. Gives back the ids of those that were added.
     */
    insertAll(
      organizationId: OrganizationId,
      contacts: Stream.Stream<Contact & { readonly phone: PhoneNumber }>
    ): Effect.Effect<ReadonlySet<ContactId>>
    /** The newest first. Without a search all are listed. */
    list(
      organizationId: OrganizationId,
      page: PageRequest,
      search: ContactSearch | null
    ): Effect.Effect<Page<ReachableContact>>
  }
>()("effect-parley/ports/ContactStore") {}
