import { Effect, Option, Stream } from "effect"
import {
  type ConsentActor,
  type ConsentChange,
  type ConsentState,
  latestConsent,
  unknownActor
} from "../../domain/contacts/Consent.ts"
import { ContactNotFound, type VendorContactId } from "../../domain/contacts/Contact.ts"
import { Channel, channelRules } from "../../domain/conversations/Channel.ts"
import type { ContactId, OrganizationId } from "../../domain/Ids.ts"
import {
  type ConsentCursor,
  type ConsentFilter,
  type ContactConsent,
  ConsentStore
} from "../../ports/contacts/ConsentStore.ts"
import { ContactStore } from "../../ports/contacts/ContactStore.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { recordAudit } from "../access/auditLog.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { exportRows, partOf } from "../listParts.ts"
import { changeLocked, getContactOverview } from "./contacts.ts"
import { recordConsent } from "./recordConsent.ts"

/** The consent of a contact on a channel. */
export interface ChannelConsent {
  readonly channel: Channel
  /** The change that counts; null while the choice is unknown. */
  readonly current: ConsentChange | null
  /** The stored changes, newest first. */
  readonly history: ReadonlyArray<ConsentChange>
}

const onChannel = (changes: ReadonlyArray<ConsentChange>, channel: Channel): ChannelConsent => ({
  channel,
  current: latestConsent(changes, channel),
  history: changes.filter((change) => change.channel === channel)
})

/** The consents of the contact with either of their ids, one for each channel. */
export const getConsents = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  id: ContactId | VendorContactId
) {
  const { contact } = yield* getContactOverview(organizationId, id)
  const changes = yield* (yield* ConsentStore).ofContact(organizationId, contact.id)
  return Channel.literals.map((channel) => onChannel(changes, channel))
}, spanned("getConsents"))

/**
 * Records a choice that the contact made outside of this service; returns the consent. The same choice again changes
 * nothing.
 */
export const setConsent = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  id: ContactId | VendorContactId,
  channel: Channel,
  state: ConsentState,
  actor: ConsentActor = unknownActor
) {
  const { atomically } = yield* Transaction
  const { ofContact } = yield* ConsentStore
  const { lock } = yield* ContactStore
  const { contact: known } = yield* getContactOverview(organizationId, id)
  return yield* atomically(
    Effect.gen(function* () {
      const contact = yield* lock(organizationId, known.id)
      if (Option.isNone(contact)) return yield* new ContactNotFound()
      yield* channelRules[channel].hasTemplates
        ? Effect.orDie(changeLocked(contact.value, { optedIn: state === "opted_in" }, actor))
        : recordConsent(contact.value, channel, state, actor)
      return onChannel(yield* ofContact(organizationId, known.id), channel)
    })
  )
}, spanned("setConsent"))

const cursorOf = ({ consent: { at, channel }, contact }: ContactConsent): ConsentCursor => ({
  at,
  contactId: contact.id,
  channel
})

/** A part of the current consents, the newest first, and the position to continue from; null at the end. */
export const listConsents = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  filter: ConsentFilter,
  after: ConsentCursor | null,
  limit: number
) {
  const found = yield* (yield* ConsentStore).list(organizationId, filter, after, limit + 1)
  return partOf(found, limit, cursorOf)
}, spanned("listConsents"))

/** All current consents, the newest first. One that changes during the export may be absent. */
export const exportConsents = (organizationId: OrganizationId, filter: ConsentFilter) => {
  const begun = recordAudit(organizationId, "consents.exported", { id: organizationId, name: "" })
  const consents = exportRows((after: ConsentCursor | null, limit) =>
    listConsents(organizationId, filter, after, limit)
  )
  return Stream.unwrap(Effect.as(begun, consents))
}
