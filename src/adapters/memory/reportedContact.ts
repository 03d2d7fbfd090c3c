import type { ContactId } from "../../domain/Ids.ts"
import type { ReportedContact } from "./KeptReports.ts"
import type { State } from "./State.ts"

/** What platforms told of the contact; nothing, as long as they told nothing. */
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
