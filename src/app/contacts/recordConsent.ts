import { DateTime, Effect, Option, Result } from "effect"
import { type ConsentChange, type ConsentState, latestConsent } from "../../domain/contacts/Consent.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { changedContact } from "../../domain/contacts/ContactChange.ts"
import type { Channel } from "../../domain/conversations/Channel.ts"
import { type ContactId, EventId, type MessageId, type OrganizationId } from "../../domain/Ids.ts"
import { consentChanged, contactUpdated } from "../../domain/webhooks/Event.ts"
import { ConsentStore } from "../../ports/contacts/ConsentStore.ts"
import { ContactStore } from "../../ports/contacts/ContactStore.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { EventLog } from "../../ports/webhooks/EventLog.ts"
import { spanned } from "../../telemetry/spanned.ts"

/**
 * Records the choice of a locked contact and announces it. A choice that the contact made before changes nothing. A
 * platform's clock may be ahead: the new choice is later than the known ones.
 */
export const recordConsent = Effect.fnUntraced(function* (
  { id, organizationId }: Pick<Contact, "id" | "organizationId">,
  channel: Channel,
  state: ConsentState,
  author: Pick<ConsentChange, "source" | "by">
) {
  const { add, ofContact } = yield* ConsentStore
  const latest = latestConsent(yield* ofContact(organizationId, id), channel)
  if (latest?.state === state) return
  const now = yield* DateTime.now
  const at = latest === null ? now : DateTime.max(now, DateTime.add(latest.at, { milliseconds: 1 }))
  const change: ConsentChange = { channel, state, at, ...author }
  yield* add(organizationId, id, change)
  const eventId = EventId.make(yield* (yield* IdSource).uuid)
  yield* (yield* EventLog).append(consentChanged(eventId, { id, organizationId }, change, now))
})

/**
 * Records that the contact refused offers, as the platform answered to the send of the message. A deleted contact stays
 * deleted.
 */
export const recordOptOut = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  contactId: ContactId,
  channel: Channel,
  messageId: MessageId
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
    yield* (yield* EventLog).append(contactUpdated(eventId, changed.success.contact, channel))
    yield* recordConsent(contact.value, channel, "opted_out", { source: "refusal", by: messageId })
  })
  yield* atomically(change)
}, spanned("recordOptOut"))
