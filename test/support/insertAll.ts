import { Effect, Stream } from "effect"
import type { Contact } from "../../src/domain/contact/Contact.ts"
import type { OrganizationId } from "../../src/domain/Ids.ts"
import type { PhoneNumber } from "../../src/domain/contact/PhoneNumber.ts"
import { ContactStore } from "../../src/ports/stores/ContactStore.ts"

/** Adds contacts that are there already, but for those whose number is known. */
export const insertAll = (
  organizationId: OrganizationId,
  contacts: ReadonlyArray<Contact & { readonly phone: PhoneNumber }>
) => Effect.flatMap(ContactStore, (store) => store.insertAll(organizationId, Stream.fromIterable(contacts)))
