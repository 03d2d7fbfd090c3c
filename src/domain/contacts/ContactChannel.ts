import { Order, Schema } from "effect"
import { Channel } from "../conversations/Channel.ts"
import type { Contact } from "./Contact.ts"
import type { ContactIdentity } from "./ContactIdentity.ts"

/** An id of a contact on a channel: what sends of that channel take to name the recipient (contract C116). */
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
