import { Effect, Stream } from "effect"
import type { Contact } from "../../src/domain/contacts/Contact.ts"
import type { OrganizationId } from "../../src/domain/Ids.ts"
import type { PhoneNumber } from "../../src/domain/contacts/PhoneNumber.ts"
import { ContactStore } from "../../src/ports/contacts/ContactStore.ts"

/** Calls `ContactStore.insertAll` with contacts of an array. Those whose number is known are not added. */
export const insertAll = (
  organizationId: OrganizationId,
  contacts: ReadonlyArray<Contact & { readonly phone: PhoneNumber }>
) => Effect.flatMap(ContactStore, (store) => store.insertAll(organizationId, Stream.fromIterable(contacts)))
