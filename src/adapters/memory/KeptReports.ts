import type { DateTime, Schema } from "effect"
import type { ContactId, MessageId, OrganizationId } from "../../domain/Ids.ts"
import type { InboundDelivery, InboundProblem } from "../../domain/InboundDelivery.ts"
import type { InboxContact } from "../../domain/inbox/InboxContact.ts"
import type { ParkedReport } from "../../domain/inbox/InboxState.ts"

/** What platforms told of a contact, and when. */
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
export interface KeptParkedReport extends ParkedReport {
  readonly organizationId: OrganizationId
  readonly attempts: number
  readonly parkedAt: DateTime.Utc
  readonly dueAt: DateTime.Utc | null
}

/** A claim sets `leaseUntil`; it means nothing once the delivery is done. */
export interface KeptInboundDelivery {
  readonly delivery: InboundDelivery
  readonly leaseUntil: DateTime.Utc | null
  readonly doneAt: DateTime.Utc | null
}

/** A claim moves `dueAt` to the end of the lease. */
export interface KeptInboundProblem {
  readonly problem: InboundProblem
  readonly dueAt: DateTime.Utc | null
}
