import type { Json } from "../../../client/promise/Endpoint.ts"
import { maxAttributeKeys, maxTagLength, maxTags } from "../../../src/domain/contacts/contactLimits.ts"

export type Attributes = Readonly<Record<string, Json>>

/** Appends a tag. Null if the tag is invalid or exists already, or if the limit is reached. */
export const withTag = (tags: ReadonlyArray<string>, added: string): ReadonlyArray<string> | null => {
  const tag = added.trim()
  if (tag === "" || Array.from(tag).length > maxTagLength || tags.includes(tag) || tags.length >= maxTags) return null
  return [...tags, tag]
}

/** An attribute as text: strings unchanged, other values as JSON. */
export const attributeText = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value))

/** Parses a typed value. It has the type of the previous value where possible: a number stays a number. */
export const attributeValue = (text: string, former: Json | undefined): Json => {
  if (former === undefined || former === null || typeof former === "string") return text
  try {
    const value: unknown = JSON.parse(text)
    if (typeof former === "number") return typeof value === "number" ? value : text
    if (typeof former === "boolean") return typeof value === "boolean" ? value : text
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Adds or replaces an attribute. Null if the name is empty or the limit is reached. */
export const withAttribute = (attributes: Attributes, name: string, text: string): Attributes | null => {
  const key = name.trim()
  if (key === "") return null
  const former = Object.hasOwn(attributes, key) ? attributes[key] : undefined
  if (former === undefined && Object.keys(attributes).length >= maxAttributeKeys) return null
  return Object.fromEntries([
    ...Object.entries(attributes).filter(([other]) => other !== key),
    [key, attributeValue(text, former)]
  ])
}

/** Removes an attribute. */
export const withoutAttribute = (attributes: Attributes, name: string): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([key]) => key !== name))
