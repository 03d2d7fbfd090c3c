import { Schema } from "effect"
import { Channel } from "../conversations/Channel.ts"
import { phoneIdentity, PhoneNumber } from "../contacts/PhoneNumber.ts"
import type { Named } from "../Named.ts"

/**
 * One of the ids by which a platform reports a person: a number in the reported form, or an id of the account for the
 * person (WhatsApp's business-scoped user id, Messenger's PSID, Instagram's IGSID).
 */
export const PersonId = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("phone"), value: PhoneNumber }),
  Schema.Struct({ kind: Channel, value: Schema.NonEmptyString })
])
export type PersonId = Named<typeof PersonId.Type>

/** A person in a platform's report. The first id is the one to write to. */
export class InboundPerson extends Schema.Opaque<InboundPerson>()(
  Schema.Struct({
    ids: Schema.NonEmptyArray(PersonId),
    name: Schema.NullOr(Schema.NonEmptyString),
    username: Schema.NullOr(Schema.NonEmptyString)
  })
) {}

/** Whether two ids are one person's, as far as they tell: the forms of one number are one id (contract C2). */
export const isSamePersonId = (one: PersonId, other: PersonId): boolean =>
  one.kind === "phone" && other.kind === "phone"
    ? phoneIdentity(one.value) === phoneIdentity(other.value)
    : one.kind === other.kind && one.value === other.value
