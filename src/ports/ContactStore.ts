import { Context, type Effect, type Option } from "effect"
import type { Contact, PhoneNumberTaken } from "../domain/Contact.ts"
import type { ContactIdentity } from "../domain/ContactIdentity.ts"
import type { ContactSearch } from "../domain/ContactSearch.ts"
import type { ContactId, OrganizationId } from "../domain/Ids.ts"
import type { Page, PageRequest } from "../domain/Page.ts"
import type { PhoneNumber } from "../domain/PhoneNumber.ts"

/** Where contacts are kept. */
export class ContactStore extends Context.Service<
  ContactStore,
  {
    find(organizationId: OrganizationId, id: ContactId): Effect.Effect<Option.Option<Contact>>
    /** Finds the contact under any form of their number. */
    findByPhone(organizationId: OrganizationId, phone: PhoneNumber): Effect.Effect<Option.Option<Contact>>
    /** Like `find`; inside a transaction the contact stays locked until its end. */
    lock(organizationId: OrganizationId, id: ContactId): Effect.Effect<Option.Option<Contact>>
    /** Like `findByPhone`; inside a transaction the contact stays locked until its end. */
    lockByPhone(organizationId: OrganizationId, phone: PhoneNumber): Effect.Effect<Option.Option<Contact>>
    /** What the contact is known by, in no order; nothing when there is no such contact. */
    identities(organizationId: OrganizationId, id: ContactId): Effect.Effect<ReadonlyArray<ContactIdentity>>
    /** Adds a contact with a number. Fails when another one of the organization is known by a form of it. */
    insert(contact: Contact & { readonly phone: PhoneNumber }): Effect.Effect<void, PhoneNumberTaken>
    /** Replaces what may change of a contact: everything but its ids, its number and its beginning. */
    save(contact: Contact): Effect.Effect<void>
    /**
     * Forgets the contact and everything they were known by, so that who writes again is somebody new. Their
     * conversations are not shown any more; the messages stay. Gives back whether there was such a contact.
     */
    remove(organizationId: OrganizationId, id: ContactId): Effect.Effect<boolean>
    /** The newest first. Without a search all are listed. */
    list(organizationId: OrganizationId, page: PageRequest, search: ContactSearch | null): Effect.Effect<Page<Contact>>
  }
>()("effect-parley/ports/ContactStore") {}
