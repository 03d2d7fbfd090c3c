import { Result, Schema, Struct } from "effect"
import type { Contact, ContactAttributes } from "./Contact.ts"

/** Most characters of a name, as code points. */
export const maxNameLength = 512

/** Most characters of an e-mail address: the 64 and 255 that RFC 5321 allows around the `@`. The parts are not counted apart. */
export const maxEmailLength = 320

/** Most tags of a contact. */
export const maxTags = 100

/** Most characters of one tag, as code points. */
export const maxTagLength = 128

/** Most bytes of all tags of a contact together, as JSON in UTF-8: a page of 100 contacts shows them all. */
export const maxTagsBytes = 16 * 1024

/** Most characters of a source, as code points. */
export const maxSourceLength = 128

/** Most keys of the attributes. */
export const maxAttributeKeys = 100

/** Most bytes of all attributes of a contact together, as JSON in UTF-8. */
export const maxAttributesBytes = 16 * 1024

/** The rule that a field of a contact breaks, by the reason. Each interface names the field in its own words. */
export const contactRefusals = {
  "name too long": `Expected at most ${maxNameLength} characters`,
  "e-mail too long": `Expected at most ${maxEmailLength} characters`,
  "not an e-mail address": "Expected an e-mail address",
  "too many tags": `Expected at most ${maxTags} tags`,
  "tag empty or too long": `Expected tags of 1 to ${maxTagLength} characters`,
  "tags too large": `Expected at most ${maxTagsBytes / 1024} KiB of tags`,
  "too many attributes": `Expected at most ${maxAttributeKeys} keys`,
  "attributes too large": `Expected at most ${maxAttributesBytes / 1024} KiB of JSON`,
  "source too long": `Expected at most ${maxSourceLength} characters`
} as const

/** The given value of a contact's field is refused. The failure names the field and not the value. */
export class ContactFieldRefused extends Schema.TaggedError<ContactFieldRefused>()("ContactFieldRefused", {
  field: Schema.Literals(["name", "email", "tags", "attributes", "source"]),
  reason: Schema.Literals(Struct.keys(contactRefusals))
}) {}

const refuse = (field: ContactFieldRefused["field"], reason: ContactFieldRefused["reason"]) =>
  Result.fail(new ContactFieldRefused({ field, reason }))

const utf8 = new TextEncoder()

/** Bytes of a value as JSON in UTF-8. */
const bytesOf = (json: unknown): number => utf8.encode(JSON.stringify(json)).length

/** Counted as people count: half of a surrogate pair is no character. */
const isLongerThan = (text: string, limit: number): boolean => text.length > limit && Array.from(text).length > limit

/** Fails with `name too long` above `maxNameLength`. An empty name is accepted. */
export const checkName = (name: string): Result.Result<string, ContactFieldRefused> =>
  isLongerThan(name, maxNameLength) ? refuse("name", "name too long") : Result.succeed(name)

/** Whether mail arrives there is not for its form to say. */
const emailAddress = /^[^\s@]+@[^\s@]+$/

/** The address, or null for empty text. Fails with `e-mail too long` first, then with `not an e-mail address`. */
export const checkEmail = (email: string | null): Result.Result<Contact["email"], ContactFieldRefused> => {
  if (email === null || email === "") return Result.succeed(null)
  if (isLongerThan(email, maxEmailLength)) return refuse("email", "e-mail too long")
  return emailAddress.test(email) ? Result.succeed(email) : refuse("email", "not an e-mail address")
}

/** Each tag once, where it was first. Fails with `too many tags` first, then with the rule that one or all of them break. */
export const checkTags = (tags: ReadonlyArray<string>): Result.Result<Contact["tags"], ContactFieldRefused> => {
  const distinct = Array.from(new Set(tags))
  if (distinct.length > maxTags) return refuse("tags", "too many tags")
  if (distinct.some((tag) => tag === "" || isLongerThan(tag, maxTagLength))) {
    return refuse("tags", "tag empty or too long")
  }
  return bytesOf(distinct) > maxTagsBytes ? refuse("tags", "tags too large") : Result.succeed(distinct)
}

/** Fails with `source too long` above `maxSourceLength`. */
export const checkSource = (source: string): Result.Result<string, ContactFieldRefused> =>
  isLongerThan(source, maxSourceLength) ? refuse("source", "source too long") : Result.succeed(source)

/** Fails with `too many attributes` first, then with `attributes too large`. */
export const checkAttributes = (
  attributes: ContactAttributes
): Result.Result<ContactAttributes, ContactFieldRefused> => {
  if (Object.keys(attributes).length > maxAttributeKeys) return refuse("attributes", "too many attributes")
  return bytesOf(attributes) > maxAttributesBytes
    ? refuse("attributes", "attributes too large")
    : Result.succeed(attributes)
}
