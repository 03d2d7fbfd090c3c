import { Schema } from "effect"
import { PhoneNumber } from "../../src/domain/contacts/PhoneNumber.ts"
import { phoneIdentity } from "../../src/domain/contacts/phoneIdentity.ts"

export type JsonObject = Readonly<Record<string, Schema.Json>>

/**
 * The smallest part of a delivery that can come by itself: an item of a list of an entry, or of the value of a change.
 */
export type Part =
  | {
      readonly _tag: "OfNumber"
      readonly entry: string
      readonly field: string
      readonly metadata: JsonObject
      readonly list: string
      readonly item: JsonObject
      readonly contacts: ReadonlyArray<JsonObject>
    }
  | { readonly _tag: "OfBusiness"; readonly entry: string; readonly change: JsonObject }
  | {
      readonly _tag: "OfPerson"
      readonly object: "page" | "instagram"
      readonly entry: string
      readonly list: "messaging" | "standby"
      readonly item: JsonObject
    }
  | { readonly _tag: "Other"; readonly delivery: Schema.Json }

type Placed = Exclude<Part, { readonly _tag: "Other" }>
type OfNumber = Extract<Part, { readonly _tag: "OfNumber" }>

/** When every entry says that it was reported. */
const time = 1_763_726_400

const objectOf = (part: Placed): string => (part._tag === "OfPerson" ? part.object : "whatsapp_business_account")

const groupBy = <A>(all: ReadonlyArray<A>, key: (one: A) => string): ReadonlyArray<readonly [A, ...Array<A>]> => {
  const groups = new Map<string, [A, ...Array<A>]>()
  for (const one of all) {
    const group = groups.get(key(one))
    if (group === undefined) groups.set(key(one), [one])
    else group.push(one)
  }
  return [...groups.values()]
}

/** A number is one id in each of its forms. */
const idsIn = (contact: JsonObject): ReadonlyArray<string> =>
  [contact["wa_id"], contact["user_id"]].flatMap((id) => {
    if (typeof id !== "string") return []
    return isPhoneNumber(id) ? [phoneIdentity(id)] : [id]
  })

const isPhoneNumber = Schema.is(PhoneNumber)

const sharesId = (one: JsonObject, other: JsonObject): boolean => idsIn(one).some((id) => idsIn(other).includes(id))

/** Whether it may stand in one report with them: nobody is told of in two ways in it, or by a neighbour only. */
const fits = (group: ReadonlyArray<OfNumber>, part: OfNumber): boolean =>
  group.every(
    ({ contacts }) =>
      (contacts.length === 0) === (part.contacts.length === 0) &&
      contacts.every((contact) =>
        part.contacts.every((other) => !sharesId(contact, other) || JSON.stringify(contact) === JSON.stringify(other))
      )
  )

/** Parts of one number and one list as reports, as few as may be. */
const reports = (parts: ReadonlyArray<OfNumber>): ReadonlyArray<ReadonlyArray<OfNumber>> => {
  const groups: Array<Array<OfNumber>> = []
  for (const part of parts) {
    const last = groups.at(-1)
    if (last !== undefined && fits(last, part)) last.push(part)
    else groups.push([part])
  }
  return groups
}

const changeOf = (parts: ReadonlyArray<OfNumber>): JsonObject => {
  const [first] = parts
  const contacts = [
    ...new Map(parts.flatMap((part) => part.contacts).map((one) => [JSON.stringify(one), one])).values()
  ]
  return {
    field: first?.field ?? "",
    value: {
      messaging_product: "whatsapp",
      metadata: first?.metadata ?? {},
      ...(contacts.length === 0 ? {} : { contacts }),
      [first?.list ?? ""]: parts.map(({ item }) => item)
    }
  }
}

const entryOf = (parts: readonly [Placed, ...ReadonlyArray<Placed>]): JsonObject => {
  const ofNumbers = parts.filter((part) => part._tag === "OfNumber")
  const values = groupBy(ofNumbers, ({ field, list, metadata }) => JSON.stringify([field, list, metadata]))
  const changes = [
    ...values.flatMap(reports).map(changeOf),
    ...parts.flatMap((part) => (part._tag === "OfBusiness" ? [part.change] : []))
  ]
  const items = (list: string) =>
    parts.flatMap((part) => (part._tag === "OfPerson" && part.list === list ? [part.item] : []))
  const [messaging, standby] = [items("messaging"), items("standby")]
  return {
    id: parts[0].entry,
    time,
    ...(changes.length === 0 ? {} : { changes }),
    ...(messaging.length === 0 ? {} : { messaging }),
    ...(standby.length === 0 ? {} : { standby })
  }
}

/** One delivery of one object, with an entry for each account, or with one for each part. */
const deliveryOf = (parts: readonly [Placed, ...ReadonlyArray<Placed>], isMerged: boolean): string =>
  JSON.stringify({
    object: objectOf(parts[0]),
    entry: (isMerged ? groupBy(parts, ({ entry }) => entry) : parts.map((part) => [part] as const)).map(entryOf)
  })

/** The deliveries in which some parts come together: one for each object that they are of. */
export const bodiesOf = (parts: ReadonlyArray<Part>, isMerged: boolean): ReadonlyArray<string> => {
  const placed = parts.flatMap((part) => (part._tag === "Other" ? [] : [part]))
  return [
    ...groupBy(placed, objectOf).map((group) => deliveryOf(group, isMerged)),
    ...parts.flatMap((part) => (part._tag === "Other" ? [JSON.stringify(part.delivery)] : []))
  ]
}
