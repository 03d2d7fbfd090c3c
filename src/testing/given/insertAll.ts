import { Effect, Stream } from "effect"
import type { Contact } from "../../domain/contact/Contact.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { PhoneNumber } from "../../domain/contact/PhoneNumber.ts"
import { ContactStore } from "../../ports/stores/ContactStore.ts"

/** Calls `ContactStore.insertAll` with contacts of an array. Those with a known number are not added. */
export const insertAll = (
  organizationId: OrganizationId,
  contacts: ReadonlyArray<Contact & { readonly phone: PhoneNumber }>
) => Effect.flatMap(ContactStore, (store) => store.insertAll(organizationId, Stream.fromIterable(contacts)))
