import { Array as Arr, Order, Schema } from "effect"
import type { InboundPerson, PersonId } from "../../../domain/inbound/InboundPerson.ts"
import { phoneIdentity, PhoneNumber } from "../../../domain/contacts/PhoneNumber.ts"
import { idAt, listAt, objectAt, textAt } from "./PlatformJson.ts"

/** Digits, and what stands between them in some reports. */
const phoneForm = /^\+?[\d\s().-]+$/

const isPhone = Schema.is(PhoneNumber)

/**
 * Whom WhatsApp names: by the number, or by a business-scoped user id, which stands in the place of a number at times
 * (platforms P5). A text of neither form is stored as an id too: people are not lost when the platform adds a form.
 */
const whatsAppId = (text: string): PersonId => {
  const digits = phoneForm.test(text) ? text.replaceAll(/\D/g, "") : ""
  return isPhone(digits) ? { kind: "phone", value: digits } : { kind: "whatsapp", value: text }
}

/** The same written form twice is one id; another form of the same number is another. */
const isEqual = (one: PersonId, other: PersonId): boolean => one.kind === other.kind && one.value === other.value

const numbersFirst = Order.mapInput(Order.Boolean, ({ kind }: PersonId) => kind !== "phone")

/** Each id once, and numbers first: everything can be sent to them. */
const inOrder = (ids: ReadonlyArray<PersonId>): ReadonlyArray<PersonId> =>
  ids.length < 2 ? ids : Arr.sort(Arr.dedupeWith(ids, isEqual), numbersFirst)

export const personIdsAt = (json: Schema.Json | undefined, ...keys: ReadonlyArray<string>): ReadonlyArray<PersonId> =>
  inOrder(
    keys.flatMap((key) => {
      const id = idAt(json, key)
      return id === null ? [] : [whatsAppId(id)]
    })
  )

/** An international number as it stands in a contact card. Other notations name another person's number at times. */
const cardNumber = /^(?:\+[\d\s().-]+|\d+)$/

/** The number on a card, as the platform knows it if it does. */
const numberOf = (phone: Schema.Json): ReadonlyArray<PersonId> => {
  const text = idAt(phone, "wa_id") ?? textAt(phone, "phone")?.trim() ?? ""
  return cardNumber.test(text) ? [whatsAppId(text)].filter(({ kind }) => kind === "phone") : []
}

/** How a message says that the person shares her own number, since she was asked to. */
const sharedOnRequest = /^contact_request\b/

/**
 * The number that a person shares of herself in a message: on request, or on a card with her own user id. Any other card
 * may be of anybody, whatever its name is.
 */
const ownNumber = (message: Schema.Json, ids: ReadonlyArray<PersonId>): PersonId | null => {
  const [card, ...others] = listAt(message, "contacts")
  if (card === undefined || others.length > 0 || textAt(message, "type") !== "contacts") return null
  const phones = listAt(card, "phones")
  const named = [card, ...phones].flatMap((part) => personIdsAt(part, "user_id", "parent_user_id"))
  const isOwn =
    sharedOnRequest.test(textAt(message, "origin") ?? "") || named.some((id) => ids.some((own) => isEqual(own, id)))
  return (isOwn ? phones.flatMap(numberOf)[0] : undefined) ?? null
}

/** The person with the number that she shares in the message. The report's own number, if there is one, stands. */
export const withOwnNumber = (person: InboundPerson, message: Schema.Json): InboundPerson => {
  if (person.ids.some(({ kind }) => kind === "phone")) return person
  const number = ownNumber(message, person.ids)
  return number === null ? person : { ...person, ids: [number, ...person.ids] }
}

/** As `contacts` of a report has people. */
const contactIds = (contact: Schema.Json) => personIdsAt(contact, "wa_id", "user_id", "parent_user_id")

/** What all written forms of an id share: those of one number are one id (contract C2). */
const identityOf = (id: PersonId): string => `${id.kind} ${id.kind === "phone" ? phoneIdentity(id.value) : id.value}`

/** Who the people of one report are, by what each item of it says of them. */
export interface WhatsAppPeople {
  /** The person with these ids and all others that the report has of her; null when there are none. */
  readonly known: (ids: ReadonlyArray<PersonId>) => InboundPerson | null
  /** The person with these ids and no others, but with her name. */
  readonly named: (ids: ReadonlyArray<PersonId>) => InboundPerson | null
}

const personOf = (ids: ReadonlyArray<PersonId>, contact: Schema.Json | undefined): InboundPerson | null => {
  const all = inOrder(ids)
  const profile = objectAt(contact, "profile")
  return Arr.isReadonlyArrayNonEmpty(all)
    ? { ids: all, name: textAt(profile, "name"), username: textAt(profile, "username") }
    : null
}

/**
 * Reads the contacts of a report, in which everything of them may be missing. A contact belongs to the items that name
 * one of its ids. The only one belongs to the only person of the report even when they share none: WhatsApp's id of a
 * person and the number need not be the same, and some items name no person.
 */
export const whatsAppPeople = (
  value: Schema.Json,
  named: () => ReadonlyArray<ReadonlyArray<PersonId>>
): WhatsAppPeople => {
  const contacts = listAt(value, "contacts")
  const isOfOne = contacts.length === 1 && new Set(named().map((ids) => JSON.stringify(ids))).size <= 1
  const byIdentity = new Map(
    contacts.toReversed().flatMap((contact) => contactIds(contact).map((id) => [identityOf(id), contact] as const))
  )
  const contactOf = (ids: ReadonlyArray<PersonId>): Schema.Json | undefined => {
    const known = ids.find((id) => byIdentity.has(identityOf(id)))
    if (known !== undefined) return byIdentity.get(identityOf(known))
    return isOfOne ? contacts[0] : undefined
  }
  return {
    known: (ids) => {
      const contact = contactOf(ids)
      return personOf(contact === undefined ? ids : [...ids, ...contactIds(contact)], contact)
    },
    named: (ids) => personOf(ids, contactOf(ids))
  }
}
