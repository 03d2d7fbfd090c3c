import { Schema } from "effect"
import type { ChannelAccount } from "./Channel.ts"
import { type PhoneNumber, phoneIdentity } from "./PhoneNumber.ts"

/**
 * One of the things a contact is known by (decision 3); no two contacts of an organization share one. A phone number is
 * kept by what all of its forms share and belongs to no account; the ids of Messenger and Instagram hold for one Page or
 * one account only, which is their scope.
 */
export class ContactIdentity extends Schema.Opaque<ContactIdentity>()(
  Schema.Struct({
    kind: Schema.Literals(["phone", "messenger", "instagram"]),
    /** The platform's id of the Page or account; empty for a phone number. */
    scope: Schema.String,
    value: Schema.NonEmptyString
  })
) {}

export const phoneContactIdentity = (phone: PhoneNumber): ContactIdentity => ({
  kind: "phone",
  scope: "",
  value: phoneIdentity(phone)
})

/** A person of Messenger (PSID) or Instagram (IGSID), as the account knows them. */
export const personIdentity = (
  kind: "messenger" | "instagram",
  { externalId }: Pick<ChannelAccount, "externalId">,
  value: string
): ContactIdentity => ({ kind, scope: externalId, value })
