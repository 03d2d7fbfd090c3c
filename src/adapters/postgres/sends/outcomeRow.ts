import type { DateTime } from "effect"
import { phoneIdentity } from "../../../domain/contacts/phoneIdentity.ts"
import type { MessageId, OrganizationId } from "../../../domain/Ids.ts"
import type { SendOutcome } from "../../../ports/sends/SendLedger.ts"

const blank = {
  platformMessageId: null,
  phoneKey: null,
  failure: null,
  eventId: null,
  eventType: null,
  occurredAt: null,
  event: null
}

const outcomeColumns = (outcome: SendOutcome) =>
  outcome._tag === "Accepted"
    ? {
        ...blank,
        platformMessageId: outcome.platformMessageId,
        phoneKey: outcome.waId === null ? null : phoneIdentity(outcome.waId),
        eventId: outcome.event.id,
        eventType: outcome.event.type,
        occurredAt: outcome.event.occurredAt,
        event: JSON.stringify(outcome.event.data)
      }
    : { ...blank, failure: JSON.stringify(outcome.failure) }

/** The columns of an outcome and its event. */
export const outcomeRow = (
  organizationId: OrganizationId,
  messageId: MessageId,
  outcome: SendOutcome,
  at: DateTime.Utc
) => ({
  organizationId,
  messageId,
  tag: outcome._tag,
  at,
  ...outcomeColumns(outcome)
})
export type OutcomeRow = ReturnType<typeof outcomeRow>
