import { DateTime, Effect } from "effect"
import { World } from "../../src/adapters/memory/World.ts"
import { VendorContactId } from "../../src/domain/contacts/Contact.ts"
import { ContactId, type OrganizationId } from "../../src/domain/Ids.ts"

/** A contact that was erased. */
export const erasedId = ContactId.make("00000000-0000-4000-8000-0000000e4a5e")

const at = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")

/** Adds a finished erasure to the organization, which is in memory. */
export const givenErasure = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const erasure = {
    organizationId,
    contactId: erasedId,
    vendorContactId: VendorContactId.make("ct_eeeeeeeeeeeeeeeeeeeeeeee"),
    requestedAt: at,
    finishedAt: at,
    messages: 1,
    files: 0,
    records: 2
  }
  const stored = { erasure, part: "sends", cursor: null, isClean: true, terms: null, nextAt: null } as const
  yield* (yield* World).update((state) => ({ ...state, erasures: [...state.erasures, stored] }))
})
