import type { Contact } from "../contacts/Contact.ts"
import { contactSearch, isFound } from "../contacts/ContactSearch.ts"
import { isJsonObject } from "../text/isJsonObject.ts"
import type { Schema } from "effect"
import type { CampaignAudience } from "./Campaign.ts"

/** Conditions of an audience of contacts. */
export type ContactAudience = Extract<CampaignAudience, { readonly _tag: "Contacts" }>

/**
 * Whether the value contains the other, as PostgreSQL's `@>` decides: objects field by field, lists as sets, anything else by
 * equality.
 */
const contains = (value: Schema.Json | undefined, part: Schema.Json): boolean => {
  if (Array.isArray(part)) {
    return Array.isArray(value) && part.every((item) => value.some((other: Schema.Json) => contains(other, item)))
  }
  if (isJsonObject(part)) {
    return (
      isJsonObject(value) &&
      Object.entries(part).every(([name, item]) => Object.hasOwn(value, name) && contains(value[name], item))
    )
  }
  return value === part
}

/** Whether the contact meets every condition of the audience. */
export const inAudience = (
  { attributes, contactIds, search, tags }: ContactAudience,
  contact: Pick<Contact, "id" | "vendorContactId" | "tags" | "attributes" | "name" | "phone" | "email">
): boolean => {
  const searched = search === null ? null : contactSearch(search, "name, phone and email")
  return (
    tags.every((tag) => contact.tags.includes(tag)) &&
    contains(contact.attributes, attributes) &&
    (searched === null || isFound(searched, contact)) &&
    (contactIds === null || contactIds.some((id) => id === contact.id || id === contact.vendorContactId))
  )
}
