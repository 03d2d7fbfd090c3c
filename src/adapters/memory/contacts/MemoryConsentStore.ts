import { DateTime, Effect, Layer, Order } from "effect"
import { type ConsentChange, inConsentOrder, latestConsent } from "../../../domain/contacts/Consent.ts"
import type { ContactId, OrganizationId } from "../../../domain/Ids.ts"
import {
  type ConsentCursor,
  type ConsentFilter,
  ConsentStore,
  type ContactConsent
} from "../../../ports/contacts/ConsentStore.ts"
import { optOutSteps } from "../../../domain/campaigns/campaignReports.ts"
import { withContactSteps } from "../campaigns/campaignState.ts"
import { type State, withConsentOf } from "../State.ts"
import { World } from "../World.ts"

/** The changes of the contact, newest first. */
export const consentsOf = (
  { consents }: State,
  organizationId: OrganizationId,
  contactId: ContactId
): ReadonlyArray<ConsentChange> =>
  consents
    .filter((row) => row.organizationId === organizationId && row.contactId === contactId)
    .map(({ change }) => change)
    .toSorted(Order.flip(inConsentOrder))

const inList: Order.Order<ConsentCursor> = Order.flip(
  Order.combineAll([
    Order.mapInput(Order.Number, ({ at }: ConsentCursor) => at.epochMilliseconds),
    Order.mapInput(Order.String, ({ contactId }: ConsentCursor) => contactId),
    Order.mapInput(Order.String, ({ channel }: ConsentCursor) => channel)
  ])
)

const cursorOf = ({ consent: { at, channel }, contact }: ContactConsent): ConsentCursor => ({
  at,
  contactId: contact.id,
  channel
})

const list = (
  state: State,
  organizationId: OrganizationId,
  { channel, since, state: wanted }: ConsentFilter,
  after: ConsentCursor | null,
  limit: number
): ReadonlyArray<ContactConsent> =>
  state.consents
    .filter((row) => row.organizationId === organizationId)
    .flatMap(({ change, contactId }) => {
      const contact = state.contacts.find(({ id }) => id === contactId)
      const latest = latestConsent(consentsOf(state, organizationId, contactId), change.channel)
      return contact !== undefined && latest === change ? [{ contact, consent: change }] : []
    })
    .filter(
      ({ consent }) =>
        (wanted === null || consent.state === wanted) &&
        (channel === null || consent.channel === channel) &&
        (since === null || DateTime.isGreaterThanOrEqualTo(consent.at, since))
    )
    .toSorted(Order.mapInput(inList, cursorOf))
    .filter((row) => after === null || inList(after, cursorOf(row)) < 0)
    .slice(0, limit)
    .map(({ consent, contact: { id, name, phone, vendorContactId } }) => ({
      contact: { id, vendorContactId, phone, name },
      consent
    }))

export const layer = Layer.effect(
  ConsentStore,
  Effect.map(World, ({ read, step }) =>
    ConsentStore.of({
      add: (organizationId, contactId, change) =>
        step("ConsentStore.add", (state) => {
          const consented = withConsentOf(state, { organizationId, contactId, change })
          return [Effect.void, withContactSteps(consented, organizationId, optOutSteps([{ contactId, change }]))]
        }),
      addAll: (organizationId, changes) =>
        step("ConsentStore.addAll", (state) => {
          const consented = changes.reduce<State>(
            (done, change) => withConsentOf(done, { organizationId, ...change }),
            state
          )
          return [Effect.void, withContactSteps(consented, organizationId, optOutSteps(changes))]
        }),
      ofContact: (organizationId, contactId) =>
        read("ConsentStore.ofContact", (state) => consentsOf(state, organizationId, contactId)),
      list: (organizationId, filter, after, limit) =>
        read("ConsentStore.list", (state) => list(state, organizationId, filter, after, limit))
    })
  )
)
