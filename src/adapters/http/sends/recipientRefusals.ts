import type { RecipientRefused } from "../../../domain/contacts/RecipientCheck.ts"

/** Error texts for rejected recipients, in both interfaces (contract C44). */
export const recipientRefusals: Readonly<Record<RecipientRefused["_tag"], string>> = {
  RecipientBlocked: "The recipient is blocked; nothing was sent",
  RecipientOptedOut: "The recipient opted out of marketing messages; nothing was sent"
}
