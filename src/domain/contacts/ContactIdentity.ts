import { Schema } from "effect"
import { Channel, type ChannelAccount, type PersonalChannel } from "../conversations/Channel.ts"
import type { PersonId } from "../inbound/InboundPerson.ts"
import { type PhoneNumber, phoneIdentity } from "./PhoneNumber.ts"

/**
 * An identity of a contact (contract C3); no two contacts of an organization share one. A phone number is stored as the
 * part that all of its forms share, and has no scope; neither has WhatsApp's business-scoped user id. The ids of
 * Messenger and Instagram are valid for one Page or account only, which is their scope.
 */
export class ContactIdentity extends Schema.Opaque<ContactIdentity>()(
  Schema.Struct({
    kind: Schema.Literals(["phone", ...Channel.literals]),
    /** The platform's id of the Page or account; empty for what belongs to none. */
    scope: Schema.String,
    value: Schema.NonEmptyString
  })
) {}

/** All written forms of one number are one identity, as `phoneIdentity` decides. */
export const phoneContactIdentity = (phone: PhoneNumber): ContactIdentity => ({
  kind: "phone",
  scope: "",
  value: phoneIdentity(phone)
})

/** A person of WhatsApp by business-scoped user id. */
export const userContactIdentity = (userId: string): ContactIdentity => ({ kind: "whatsapp", scope: "", value: userId })

/** A person of Messenger (PSID) or Instagram (IGSID), as the account knows them. */
export const personIdentity = (
  kind: PersonalChannel,
  { externalId }: Pick<ChannelAccount, "externalId">,
  value: string
): ContactIdentity => ({ kind, scope: externalId, value })

/** The identity that an id of a person is, as the account reports it. */
export const metIdentity = (account: Pick<ChannelAccount, "externalId">, id: PersonId): ContactIdentity => {
  switch (id.kind) {
    case "phone":
      return phoneContactIdentity(id.value)
    case "whatsapp":
      return userContactIdentity(id.value)
    default:
      return personIdentity(id.kind, account, id.value)
  }
}

/** The identities of a person in contact with the account: one for each id, in the order of the ids. */
export const metIdentities = (
  account: Pick<ChannelAccount, "externalId">,
  ids: ReadonlyArray<PersonId>
): ReadonlyArray<ContactIdentity> => ids.map((id) => metIdentity(account, id))

/** A key that only equal identities of one organization share. */
export const identityKey = ({ kind, scope, value }: ContactIdentity): string => JSON.stringify([kind, scope, value])
