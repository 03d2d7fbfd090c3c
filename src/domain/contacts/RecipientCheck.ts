import { Schema } from "effect"
import { ContactId } from "../Ids.ts"
import type { Contact } from "./Contact.ts"

/**
 * Which recipients a send is refused for (contract: Blocked and opted-out recipients): none, blocked contacts, or also
 * those who opted out.
 */
export type RecipientCheck = "none" | "blocked" | "blockedOrOptedOut"

/** The organization has blocked the contact. */
export class RecipientBlocked extends Schema.TaggedError<RecipientBlocked>()("RecipientBlocked", {
  contactId: ContactId
}) {}

/** The contact does not want offers, as they or the organization said. */
export class RecipientOptedOut extends Schema.TaggedError<RecipientOptedOut>()("RecipientOptedOut", {
  contactId: ContactId
}) {}

/** A refusal before the platform is called: nothing was sent. */
export type RecipientRefused = RecipientBlocked | RecipientOptedOut

/** Whether the contact opted out of offers. An unknown contact has not. */
export const isOptedOut = ({ optedIn }: Pick<Contact, "optedIn">): boolean => optedIn === false

/** Why the check refuses a send to the contact; null if it does not. A block counts before an opt-out. */
export const refusalOf = (
  check: RecipientCheck,
  contact: Pick<Contact, "id" | "isBlocked" | "optedIn">
): RecipientRefused | null => {
  if (check === "none") return null
  if (contact.isBlocked) return new RecipientBlocked({ contactId: contact.id })
  return check === "blockedOrOptedOut" && isOptedOut(contact) ? new RecipientOptedOut({ contactId: contact.id }) : null
}
