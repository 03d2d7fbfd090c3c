import { Context, type DateTime, type Effect, type Option, type Result, type Stream } from "effect"
import type { Contact, PhoneNumberTaken, VendorContactId } from "../../domain/contacts/Contact.ts"
import type { ContactChannel, ContactIdentity } from "../../domain/contacts/ContactIdentity.ts"
import type { ContactSearch } from "../../domain/contacts/ContactSearch.ts"
import type { ContactId, OrganizationId } from "../../domain/Ids.ts"
import type { Page, PageRequest } from "../../domain/text/Page.ts"
import type { CallingCode, CountryCode, InvalidPhoneNumber, PhoneNumber } from "../../domain/contacts/PhoneNumber.ts"

/** A contact, and the ids under which they can be written to. */
export interface ReachableContact {
  readonly contact: Contact
  /** In the order of `contactChannels`. */
  readonly channels: ReadonlyArray<ContactChannel>
}

/** A reachable contact with the number and the time of its messages. */
export interface ContactOverview extends ReachableContact {
  readonly conversationCount: number
  /** When something was last said, either way; null when nothing was. */
  readonly lastMessageAt: DateTime.Utc | null
}

/** The order of a list of contacts. */
export interface ContactOrder {
  readonly by: "createdAt" | "name" | "lastMessageAt"
  readonly direction: "ascending" | "descending"
}

/** Stores contacts. */
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
    /** The identities of the contact, in no order; empty if there is no such contact. */
    identities(organizationId: OrganizationId, id: ContactId): Effect.Effect<ReadonlyArray<ContactIdentity>>
    /** Adds a contact with a number. Fails when another one of the organization is known by a form of it. */
    insert(contact: Contact & { readonly phone: PhoneNumber }): Effect.Effect<void, PhoneNumberTaken>
    /**
     * Replaces the fields of a contact that may change: all but its ids, its number and its creation time. A new name
     * takes precedence over names that platforms report; a new opt-in has the time `updatedAt`.
     */
    save(contact: Contact): Effect.Effect<void>
    /**
     * Deletes the contact and all of their identities, so that the person becomes a new contact when they write again.
     * Their conversations are hidden; the messages stay. Returns whether there was such a contact.
     */
    remove(organizationId: OrganizationId, id: ContactId): Effect.Effect<boolean>
    /** The contact with either of their ids. */
    findOverview(
      organizationId: OrganizationId,
      id: ContactId | VendorContactId
    ): Effect.Effect<Option.Option<ContactOverview>>
    /**
     * Lists all contacts without a search and a label; `label` is a name as it is stored. Names are compared folded, as in a search. Contacts without messages come
     * last in both directions; of equal ones, the newer first.
     */
    listOverviews(
      organizationId: OrganizationId,
      page: PageRequest,
      search: ContactSearch | null,
      order: ContactOrder,
      label?: string | null
    ): Effect.Effect<Page<ContactOverview>>
    /**
     * Adds contacts with a number, all or none. Skips those whose number the organization or an earlier contact of the
     * input already has. The contacts are read while others are being added, and again on a retry; their source must
     * not query a store. Returns the ids of the added contacts.
     */
    insertAll(
      organizationId: OrganizationId,
      contacts: Stream.Stream<Contact & { readonly phone: PhoneNumber }>
    ): Effect.Effect<ReadonlySet<ContactId>>
    /** The newest first. Without a search and a label all are listed. */
    list(
      organizationId: OrganizationId,
      page: PageRequest,
      search: ContactSearch | null,
      label?: string | null
    ): Effect.Effect<Page<ReachableContact>>
  }
>()("effect-parley/ports/ContactStore") {}

/** A phone number as it was read from text. */
export interface ReadPhoneNumber {
  readonly phone: PhoneNumber
  /** The country of the number; of several that share a calling code, its main one. Null for numbers of no country. */
  readonly countryCode: CountryCode | null
}

/** The world's numbering plans. */
export class PhoneNumbers extends Context.Service<
  PhoneNumbers,
  {
    /**
     * Reads a number as people write it: with or without `+`, spaces, dashes, brackets (contract: One canonical phone
     * form; Text of a phone number). National numbers of the default country are read too.
     */
    read(text: string, defaultCountry?: CountryCode | null): Result.Result<ReadPhoneNumber, InvalidPhoneNumber>
    /** The prefix of the country's numbers; null for a country without numbers of its own. */
    callingCodeOf(country: CountryCode): CallingCode | null
    /** The country of a calling code, the main one of those that share it; null when it belongs to none. */
    mainCountryOf(callingCode: CallingCode): CountryCode | null
  }
>()("effect-parley/ports/PhoneNumbers") {}

/** A contact whose tags have changed. */
export interface TagChange {
  readonly contactId: ContactId
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
}

/** Keeps the platform's labels of a contact like our tags, as well as it can (contract: Developer contacts). */
export class TagSync extends Context.Service<
  TagSync,
  {
    /** Queues the change and returns at once. The platform call happens later, or not at all. */
    offer(organizationId: OrganizationId, change: TagChange): Effect.Effect<void>
  }
>()("effect-parley/ports/TagSync") {}
