import { type Brand, Option, Order, Schema } from "effect"
import { type CountryCode, PhoneNumber, readCountryCode } from "./PhoneNumber.ts"
import { phoneIdentity } from "./phoneIdentity.ts"
import { Channel, type ChannelAccount, type PersonalChannel } from "../conversations/Channel.ts"
import type { PersonId } from "../inbound/Inbound.ts"
import type { Contact } from "./Contact.ts"

/**
 * WhatsApp's business-scoped user id of a person (platforms P5): the code of a country, a point, letters and digits. The
 * id that several linked businesses share has `ENT.` after the point. No phone number has this form.
 */
export const WhatsAppUserId = Schema.String.check(Schema.isPattern(/^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/)).pipe(
  Schema.brand("WhatsAppUserId")
)
export type WhatsAppUserId = string & Brand.Brand<"WhatsAppUserId">

/** Checks the form only. Whether such a person exists is known to WhatsApp. */
export const isWhatsAppUserId = Schema.is(WhatsAppUserId)

const isPhoneNumber = Schema.is(PhoneNumber)

/** The country of a WhatsApp recipient, which a business-scoped user id begins with; null if there is none. */
export const recipientCountry = (
  peer: string,
  countryOf: (phone: PhoneNumber) => CountryCode | null
): CountryCode | null => {
  if (isWhatsAppUserId(peer)) return Option.getOrNull(readCountryCode(peer.slice(0, "US".length)))
  return isPhoneNumber(peer) ? countryOf(peer) : null
}

/** The recipient of a WhatsApp message: a number, or a person whose number may be unknown. */
export type WhatsAppRecipient = PhoneNumber | WhatsAppUserId

/**
 * An identity of a contact (contract: A contact is a set of identifiers); no two contacts of an organization share one.
 * A phone number is stored as the part that all of its forms share, and has no scope; neither has WhatsApp's
 * business-scoped user id. The ids of Messenger and Instagram are valid for one Page or account only, which is their
 * scope.
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

/** The recipient of a private reply, as the platform's answer names them: the identity, and its form for the platform. */
export interface NamedPerson {
  readonly identity: ContactIdentity
  readonly peer: string
}

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

/**
 * An id of a contact on a channel: what sends of that channel take to name the recipient (contract: Ids of a contact).
 */
export class ContactChannel extends Schema.Opaque<ContactChannel>()(
  Schema.Struct({
    channel: Channel,
    /** The platform's id of the Page or account that the id holds for. Null on WhatsApp, whose ids hold for every number. */
    accountId: Schema.NullOr(Schema.NonEmptyString),
    /** A phone number in digits or a business-scoped user id on WhatsApp, a PSID on Messenger, an IGSID on Instagram. */
    personId: Schema.NonEmptyString
  })
) {}

/** Most ids of a contact that are shown. A person has one for each Page and account, and merged contacts have those of both. */
export const maxContactChannels = 50

/** An identity other than a phone number: the forms of a number share an identity, so the number itself is not in it. */
export interface PlatformIdentity extends ContactIdentity {
  readonly kind: Channel
}

/** The order in which stores cut the list: by channel from Z to A, which puts WhatsApp first. */
const inOrder = Order.combineAll<PlatformIdentity>([
  Order.mapInput(Order.flip(Order.String), ({ kind }) => kind),
  Order.mapInput(Order.String, ({ scope }) => scope),
  Order.mapInput(Order.String, ({ value }) => value)
])

/** The ids of a contact: the number first, then the others by channel, account and id. */
export const contactChannels = (
  { phone }: Pick<Contact, "phone">,
  identities: ReadonlyArray<PlatformIdentity>
): ReadonlyArray<ContactChannel> => {
  const number: ReadonlyArray<ContactChannel> =
    phone === null ? [] : [{ channel: "whatsapp", accountId: null, personId: phone }]
  if (identities.length === 0) return number
  const others = identities
    .toSorted(inOrder)
    .map(({ kind, scope, value }) => ({ channel: kind, accountId: scope === "" ? null : scope, personId: value }))
  return [...number, ...others].slice(0, maxContactChannels)
}

/** The identities that are ids of a platform. */
export const platformIdentities = (identities: ReadonlyArray<ContactIdentity>): ReadonlyArray<PlatformIdentity> =>
  identities.flatMap(({ kind, scope, value }) => (kind === "phone" ? [] : [{ kind, scope, value }]))
