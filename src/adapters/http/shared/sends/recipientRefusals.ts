import type { RecipientRefused } from "../../../../domain/contacts/RecipientCheck.ts"

/** Why a recipient is refused, in both interfaces (contract C44). */
export const recipientRefusals: Readonly<Record<RecipientRefused["_tag"], string>> = {
  RecipientBlocked: "The recipient is blocked; nothing was sent",
  RecipientOptedOut: "The recipient opted out of marketing messages; nothing was sent"
}
