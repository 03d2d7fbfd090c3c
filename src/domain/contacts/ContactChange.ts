import { Array as Arr, type DateTime, Result, type Schema, Struct } from "effect"
import type { Contact, ContactAttributes } from "./Contact.ts"
import {
  checkAttributes,
  checkEmail,
  checkName,
  checkSource,
  checkTags,
  type ContactFieldRefused
} from "./contactLimits.ts"

const isList = (json: Schema.Json): json is Schema.JsonArray => Array.isArray(json)

/** Whether two JSON values say the same; the order in which an object names its keys says nothing. */
export const isSameJson = (one: Schema.Json, other: Schema.Json): boolean => {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other
  if (isList(one) || isList(other)) {
    return (
      isList(one) &&
      isList(other) &&
      one.length === other.length &&
      Arr.zip(one, other).every(([a, b]) => isSameJson(a, b))
    )
  }
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => {
      const [a, b] = [one[key], other[key]]
      return Object.hasOwn(other, key) && a !== undefined && b !== undefined && isSameJson(a, b)
    })
  )
}

/** A change of a contact. Absent fields stay as they are. */
export interface ContactChange {
  readonly name?: string | undefined
  readonly email?: string | null | undefined
  readonly countryCode?: Contact["countryCode"] | undefined
  /** All tags that the contact has from now on. */
  readonly tags?: ReadonlyArray<string> | undefined
  /** Merged into those that are there, where null removes a key, or put in their place (contract: Attributes). */
  readonly attributes?: { readonly how: "merge" | "replace"; readonly values: ContactAttributes } | undefined
  readonly isBlocked?: boolean | undefined
  readonly optedIn?: boolean | undefined
  readonly source?: Contact["source"] | undefined
}

/** The tags that came and went, in their order. */
export interface TagDifference {
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
}

/** A contact after a change, and what it changed. */
export interface ChangedContact {
  readonly contact: Contact
  readonly isChanged: boolean
  readonly tags: TagDifference
}

/** Key by key the later value wins, and null removes; what lies deeper is not looked into. */
export const mergeAttributes = (present: ContactAttributes, values: ContactAttributes): ContactAttributes =>
  Object.fromEntries(
    Object.entries({ ...present, ...values }).filter(([key, value]) => value !== null || !Object.hasOwn(values, key))
  )

/** Tags to add and to remove to get from `before` to `after`, regardless of order. */
export const tagDifference = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): TagDifference => {
  const [had, has] = [new Set(before), new Set(after)]
  return { added: after.filter((tag) => !had.has(tag)), removed: before.filter((tag) => !has.has(tag)) }
}

/** The contact as the change leaves it. One that changes nothing leaves its time of change alone too. */
export const changedContact = (
  contact: Contact,
  change: ContactChange,
  at: DateTime.Utc
): Result.Result<ChangedContact, ContactFieldRefused> =>
  Result.gen(function* () {
    const { attributes, countryCode, email, isBlocked, name, optedIn, source, tags } = change
    const fields: Pick<Contact, keyof ContactChange> = {
      name: name === undefined ? contact.name : yield* checkName(name),
      email: email === undefined ? contact.email : yield* checkEmail(email),
      countryCode: countryCode === undefined ? contact.countryCode : countryCode,
      tags: tags === undefined ? contact.tags : yield* checkTags(tags),
      attributes:
        attributes === undefined
          ? contact.attributes
          : yield* checkAttributes(
              attributes.how === "merge" ? mergeAttributes(contact.attributes, attributes.values) : attributes.values
            ),
      isBlocked: isBlocked ?? contact.isBlocked,
      optedIn: optedIn ?? contact.optedIn,
      source: source === undefined ? contact.source : yield* checkSource(source)
    }
    const isChanged = Struct.keys(fields).some((field) => !isSameJson(contact[field], fields[field]))
    return {
      contact: isChanged ? { ...contact, ...fields, updatedAt: at } : contact,
      isChanged,
      tags: tagDifference(contact.tags, fields.tags)
    }
  })
