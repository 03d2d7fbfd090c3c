import { Array as Arr, Order, Schema } from "effect"
import type { InboundPerson, PersonId } from "../../../domain/inbound/Inbound.ts"
import { phoneIdentity } from "../../../domain/contacts/phoneIdentity.ts"
import { PhoneNumber } from "../../../domain/contacts/PhoneNumber.ts"
import type { AccountSource, Items } from "./Source.ts"
import { idAt, listAt, objectAt, textAt } from "./PlatformJson.ts"

/** Digits with the separators that some reports use. */
const phoneForm = /^\+?[\d\s().-]+$/

const isPhone = Schema.is(PhoneNumber)

/**
 * The id that WhatsApp names: the number, or a business-scoped user id, sometimes in the number's field (platforms P5).
 * Any other text is stored as an id too, so that people are not lost when the platform adds a form.
 */
const whatsAppId = (text: string): PersonId => {
  const digits = phoneForm.test(text) ? text.replaceAll(/\D/g, "") : ""
  return isPhone(digits) ? { kind: "phone", value: digits } : { kind: "whatsapp", value: text }
}

/** Whether two ids have the same written form. Another form of the same number is another id. */
const isEqual = (one: PersonId, other: PersonId): boolean => one.kind === other.kind && one.value === other.value

const numbersFirst = Order.mapInput(Order.Boolean, ({ kind }: PersonId) => kind !== "phone")

/** Removes duplicate ids and sorts numbers first: every content can be sent to them. */
const inOrder = (ids: ReadonlyArray<PersonId>): ReadonlyArray<PersonId> =>
  ids.length < 2 ? ids : Arr.sort(Arr.dedupeWith(ids, isEqual), numbersFirst)

export const personIdsAt = (json: Schema.Json | undefined, ...keys: ReadonlyArray<string>): ReadonlyArray<PersonId> =>
  inOrder(
    keys.flatMap((key) => {
      const id = idAt(json, key)
      return id === null ? [] : [whatsAppId(id)]
    })
  )

/** An international number in a contact card. Other notations sometimes name another person's number. */
const cardNumber = /^(?:\+[\d\s().-]+|\d+)$/

/** The number on a card; the platform's own form if it has one. */
const numberOf = (phone: Schema.Json): ReadonlyArray<PersonId> => {
  const text = idAt(phone, "wa_id") ?? textAt(phone, "phone")?.trim() ?? ""
  return cardNumber.test(text) ? [whatsAppId(text)].filter(({ kind }) => kind === "phone") : []
}

/** The text of a message by which a person shares their own number on request. */
const sharedOnRequest = /^contact_request\b/

/**
 * The person's own number in a message: on request, or on a card with their own user id. Any other card may belong to
 * another person, regardless of its name.
 */
const ownNumber = (message: Schema.Json, ids: ReadonlyArray<PersonId>): PersonId | null => {
  const [card, ...others] = listAt(message, "contacts")
  if (card === undefined || others.length > 0 || textAt(message, "type") !== "contacts") return null
  const phones = listAt(card, "phones")
  const owners = [card, ...phones].flatMap((part) => personIdsAt(part, "user_id", "parent_user_id"))
  const isOwn =
    sharedOnRequest.test(textAt(message, "origin") ?? "") || owners.some((id) => ids.some((own) => isEqual(own, id)))
  return (isOwn ? phones.flatMap(numberOf)[0] : undefined) ?? null
}

/** Adds the number that the person shares in the message. A number in the report itself takes precedence. */
export const withOwnNumber = (person: InboundPerson, message: Schema.Json): InboundPerson => {
  if (person.ids.some(({ kind }) => kind === "phone")) return person
  const number = ownNumber(message, person.ids)
  return number === null ? person : { ...person, ids: [number, ...person.ids] }
}

/** The ids of an entry of `contacts`. */
const contactIds = (contact: Schema.Json) => personIdsAt(contact, "wa_id", "user_id", "parent_user_id")

/**
 * The key of an id. All written forms of a number share one key (contract: Forms of one number are matched, never
 * rewritten).
 */
const identityOf = (id: PersonId): string => `${id.kind} ${id.kind === "phone" ? phoneIdentity(id.value) : id.value}`

/** Resolves the people of one report from all its items. */
export interface WhatsAppPeople {
  /** The person with these ids and all others that the report has for them; null if there are none. */
  readonly known: (ids: ReadonlyArray<PersonId>) => InboundPerson | null
  /** The person with these ids only, and their name. */
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
 * Reads the contacts of a report; all their fields may be missing. A contact belongs to the items that name one of its
 * ids. The only contact belongs to the only person of the report even without a common id: WhatsApp's id of a person
 * may differ from the number, and some items name no person.
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

/**
 * A list of a report: its name, the ids that an item names (null if items name no person), and the reader of an item.
 */
export interface ReportedList {
  readonly name: string
  readonly names: ((item: Schema.Json) => ReadonlyArray<PersonId>) | null
  readonly read: (source: AccountSource, people: WhatsAppPeople, item: Schema.JsonObject) => Items
}
