import type { DateTime, Schema } from "effect"
import type { ContactId, MessageId, OrganizationId } from "../../../domain/Ids.ts"
import type { InboundDelivery, InboundProblem } from "../../../domain/inbound/InboundDelivery.ts"
import type { InboxContact } from "../../../domain/inbound/InboxContact.ts"
import type { ParkedReport } from "../../../domain/inbound/InboxState.ts"
import type { State } from "../State.ts"

/** The facts that platforms reported about a contact, and when. */
export interface ReportedContact extends Pick<InboxContact, "nameAt" | "phoneAt" | "optedInAt" | "watermarks"> {
  readonly contactId: ContactId
}

/** What a platform said of a message, beside what the message shows. */
export interface ReportedMessage {
  readonly messageId: MessageId
  readonly raw: Schema.Json | null
  readonly countsUnread: boolean
}

/** Without `dueAt` it waits for its message. */
export interface StoredParkedReport extends ParkedReport {
  readonly organizationId: OrganizationId
  readonly attempts: number
  readonly parkedAt: DateTime.Utc
  readonly dueAt: DateTime.Utc | null
}

/** A claim sets `leaseUntil`; it means nothing once the delivery is done. */
export interface StoredInboundDelivery {
  readonly delivery: InboundDelivery
  readonly leaseUntil: DateTime.Utc | null
  readonly doneAt: DateTime.Utc | null
}

/** A claim moves `dueAt` to the end of the lease. */
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
