import { DateTime, Effect, Option, Result } from "effect"
import type { ContactSource } from "../../domain/contacts/Contact.ts"
import { changedContact } from "../../domain/contacts/ContactChange.ts"
import { contactUpdated } from "../../domain/webhooks/Event.ts"
import { type ContactId, EventId, type OrganizationId } from "../../domain/Ids.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { ContactStore } from "../../ports/contacts/ContactStore.ts"
import { EventLog } from "../../ports/webhooks/EventLog.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { spanned } from "../../telemetry/spanned.ts"

/** Records that the contact refused offers, as the platform answered to a send. A deleted contact stays deleted. */
export const recordOptOut = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  contactId: ContactId,
  source: ContactSource
) {
  const { atomically } = yield* Transaction
  const { lock, save } = yield* ContactStore
  const change = Effect.gen(function* () {
    const contact = yield* lock(organizationId, contactId)
    if (Option.isNone(contact)) return
    const changed = changedContact(contact.value, { optedIn: false }, yield* DateTime.now)
    if (Result.isFailure(changed) || !changed.success.isChanged) return
    yield* save(changed.success.contact)
    const eventId = EventId.make(yield* (yield* IdSource).uuid)
    yield* (yield* EventLog).append(contactUpdated(eventId, changed.success.contact, source))
  })
  yield* atomically(change)
}, spanned("recordOptOut"))
