import { Result, Schema } from "effect"
import type { User } from "../access/Organization.ts"
import type { Contact } from "../contacts/Contact.ts"

/** The sources of the values of variables. */
export interface ReplyFacts {
  readonly contact: Pick<Contact, "name" | "phone" | "email" | "attributes">
  /** The member who sends the reply; null for a backend. */
  readonly member: Pick<User, "name" | "email"> | null
}

/** The first word of a name. */
const firstName = (name: string): string => name.trim().split(/\s/, 1)[0] ?? ""

/** The names of variables, with their values. */
const variables: Readonly<Record<string, (facts: ReplyFacts) => string | null>> = {
  "contact.name": ({ contact }) => contact.name,
  "contact.firstName": ({ contact }) => firstName(contact.name),
  "contact.phone": ({ contact }) => (contact.phone === null ? null : `+${contact.phone}`),
  "contact.email": ({ contact }) => contact.email,
  "member.name": ({ member }) => member?.name ?? null,
  "member.firstName": ({ member }) => firstName(member?.name ?? ""),
  "member.email": ({ member }) => member?.email ?? null
}

/** The prefix of the variables for custom fields of the contact. */
const attributePrefix = "contact.attributes."

/** The names of all variables, as documents list them. */
export const replyVariables: ReadonlyArray<string> = [...Object.keys(variables), `${attributePrefix}KEY`]

/** A variable: `{{name}}` or `{{name|fallback}}`. The lengths bound the search for its end. */
const variable = /\{\{([^{}|]{1,160})(?:\|([^{}]{0,256}))?\}\}/g

/** The reply has a variable with an unknown name. */
export class ReplyVariableUnknown extends Schema.TaggedError<ReplyVariableUnknown>()("ReplyVariableUnknown", {
  name: Schema.String
}) {}

const isKnown = (name: string): boolean =>
  Object.hasOwn(variables, name) || (name.startsWith(attributePrefix) && name.length > attributePrefix.length)

/** The text, if each of its variables has a known name. Braces that are no variable are text. */
export const checkReplyText = (text: string): Result.Result<string, ReplyVariableUnknown> => {
  for (const [, name = ""] of text.matchAll(variable)) {
    const trimmed = name.trim()
    if (!isKnown(trimmed)) return Result.fail(new ReplyVariableUnknown({ name: trimmed }))
  }
  return Result.succeed(text)
}

/** The value as text; null for a list, an object or nothing. */
const scalarText = (value: unknown): string | null =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : null

const valueOf = (facts: ReplyFacts, name: string): string | null => {
  if (Object.hasOwn(variables, name)) return variables[name]?.(facts) ?? null
  const key = name.slice(attributePrefix.length)
  const { attributes } = facts.contact
  return Object.hasOwn(attributes, key) ? scalarText(attributes[key]) : null
}

/**
 * The text with the value of each variable in its place; the fallback if the value is blank, or nothing without a
 * fallback. Values are text: variables in them stay as they are. An unknown variable stays as it is, too.
 */
export const renderReply = (text: string, facts: ReplyFacts): string =>
  text.replaceAll(variable, (whole: string, name: string, fallback: string | undefined) => {
    const trimmed = name.trim()
    if (!isKnown(trimmed)) return whole
    const value = valueOf(facts, trimmed)?.trim() ?? ""
    return value === "" ? (fallback ?? "").trim() : value
  })
