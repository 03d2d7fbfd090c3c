import type { DateTime, Schema } from "effect"
import type { ContactId, MessageId, OrganizationId } from "../../../domain/Ids.ts"
import type { InboundDelivery, InboundProblem } from "../../../domain/inbound/InboundDelivery.ts"
import type { InboxContact } from "../../../domain/inbound/InboxContact.ts"
import type { ParkedReport } from "../../../domain/inbound/InboxState.ts"
import type { State } from "../State.ts"

/** The facts that platforms reported about a contact, with their times. */
export interface ReportedContact extends Pick<InboxContact, "nameAt" | "phoneAt" | "optedInAt" | "watermarks"> {
  readonly contactId: ContactId
}

/** Platform data of a message beyond its visible content. */
export interface ReportedMessage {
  readonly messageId: MessageId
  readonly raw: Schema.Json | null
  readonly countsUnread: boolean
}

/** A report that waits for its message. With `dueAt`, it is due at that time. */
export interface StoredParkedReport extends ParkedReport {
  readonly organizationId: OrganizationId
  readonly attempts: number
  readonly parkedAt: DateTime.Utc
  readonly dueAt: DateTime.Utc | null
}

/** A received delivery. A claim sets `leaseUntil`, which no longer matters once the delivery is done. */
export interface StoredInboundDelivery {
  readonly delivery: InboundDelivery
  readonly leaseUntil: DateTime.Utc | null
  readonly doneAt: DateTime.Utc | null
}

/** A failed item. A claim moves `dueAt` to the end of the lease. */
export interface StoredInboundProblem {
  readonly problem: InboundProblem
  readonly dueAt: DateTime.Utc | null
}

/** The reported facts of the contact; empty without a report. */
export const reportedContact = ({ reportedContacts }: State, contactId: ContactId): ReportedContact =>
  reportedContacts.find((reported) => reported.contactId === contactId) ?? {
    contactId,
    nameAt: null,
    phoneAt: null,
    optedInAt: null,
    watermarks: []
  }

export const withReportedContact = (state: State, reported: ReportedContact): State => ({
  ...state,
  reportedContacts: [...state.reportedContacts.filter(({ contactId }) => contactId !== reported.contactId), reported]
})
