import { Result, type Schema } from "effect"
import type { Contact } from "../contacts/Contact.ts"
import { WhatsAppContent } from "../messages/WhatsAppContent.ts"
import { isJsonObject } from "../text/isJsonObject.ts"
import { notBlank } from "../text/textLimits.ts"
import {
  type Campaign,
  CampaignRefused,
  type CampaignValue,
  type CampaignValues,
  maxCampaignValue
} from "./Campaign.ts"
import type { CampaignRecipient } from "./CampaignRecipient.ts"

/** The part of a campaign that its messages are made of. */
export type CampaignContent = Pick<Campaign, "template" | "values">

/** A recipient, with the fields of the contact as they are now; null for a person who is no contact. */
export interface CampaignPerson extends Pick<CampaignRecipient, "to" | "name" | "columns"> {
  readonly contact: Pick<Contact, "name" | "phone" | "email" | "attributes"> | null
}

/** The name of a value that has neither text nor fallback for the recipient. */
export interface ValueMissing {
  readonly value: string
}

/** Fields of a value that need no name after a point. */
const plainFields: ReadonlySet<string> = new Set(["name", "phone", "email"])

/** Fields that name an attribute or a column after the point. */
const namedFields = ["attributes.", "columns."] as const

/** Whether a value may name the field. */
export const isValueField = (field: string): boolean =>
  plainFields.has(field) || namedFields.some((prefix) => field.startsWith(prefix) && field.length > prefix.length)

/** The text of an attribute: a text, a number or a truth value; null for lists, objects and null. */
const textOf = (json: Schema.Json | undefined): string | null => {
  if (typeof json === "string") return json
  return typeof json === "number" || typeof json === "boolean" ? String(json) : null
}

const own = <A>(fields: Readonly<Record<string, A>>, name: string): A | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

/** The text of a field; null if the recipient has none. */
const fieldOf = ({ columns, contact, name, to }: CampaignPerson, field: string): string | null => {
  if (field.startsWith("columns.")) return own(columns, field.slice("columns.".length)) ?? null
  if (field.startsWith("attributes.")) return textOf(own(contact?.attributes ?? {}, field.slice("attributes.".length)))
  if (field === "name") return notBlank(name) ?? contact?.name ?? null
  if (field === "phone") return contact?.phone ?? to.replace(/^\+/, "")
  return field === "email" ? (contact?.email ?? null) : null
}

/** Line breaks, tabs and runs of spaces, which the platform refuses in parameters (code 132018). */
const unsendable = /\s+/g

/** The text of a value for a recipient; null without text and fallback. Texts are cut at `maxCampaignValue` characters. */
export const valueFor = (value: CampaignValue, person: CampaignPerson): string | null => {
  const text = typeof value === "string" ? value : (notBlank(fieldOf(person, value.field)) ?? value.fallback ?? null)
  const sent = notBlank(text?.replaceAll(unsendable, " ").trim())
  return sent === null ? null : Array.from(sent).slice(0, maxCampaignValue).join("")
}

/** A placeholder, by the name of its value. */
const placeholder = /\{\{ ?(\w{1,64}) ?\}\}/g

const namesIn = (json: Schema.Json): ReadonlyArray<string> => {
  if (typeof json === "string") return [...json.matchAll(placeholder)].map(([, name = ""]) => name)
  if (Array.isArray(json)) return json.flatMap(namesIn)
  return isJsonObject(json) ? Object.values(json).flatMap(namesIn) : []
}

const replaced = (json: Schema.Json, texts: ReadonlyMap<string, string>): Schema.Json => {
  if (typeof json === "string") {
    return json.replaceAll(placeholder, (match, name: string) => texts.get(name) ?? match)
  }
  if (Array.isArray(json)) return json.map((item) => replaced(item, texts))
  return isJsonObject(json)
    ? Object.fromEntries(Object.entries(json).map(([name, item]) => [name, replaced(item, texts)]))
    : json
}

const isOrdinal = (name: string): boolean => /^[1-9]\d{0,2}$/.test(name)

/** Numbered names in their order, then the others in the order of the campaign. */
const inOrder = (values: CampaignValues): ReadonlyArray<string> => {
  const names = Object.keys(values)
  return [
    ...names.filter(isOrdinal).toSorted((one, other) => Number(one) - Number(other)),
    ...names.filter((name) => !isOrdinal(name))
  ]
}

/** The parameters of a body whose placeholders are the values: numbered ones by position, others by name. */
const bodyOf = (values: CampaignValues): ReadonlyArray<Schema.JsonObject> => {
  const names = inOrder(values)
  if (names.length === 0) return []
  const parameters = names.map((name) =>
    isOrdinal(name)
      ? { type: "text", text: `{{${name}}}` }
      : { type: "text", parameter_name: name, text: `{{${name}}}` }
  )
  return [{ type: "body", parameters }]
}

const componentsOf = ({ template, values }: CampaignContent) => template.components ?? bodyOf(values)

/** The first placeholder without a value, or value with an unknown field, as a refusal of that field. */
export const checkCampaignContent = ({ template, values }: CampaignContent): Result.Result<void, CampaignRefused> => {
  const unknown = Object.entries(values).find(([, value]) => typeof value !== "string" && !isValueField(value.field))
  if (unknown !== undefined) {
    const detail = "Expected name, phone, email, attributes.<name> or columns.<name>"
    return Result.fail(new CampaignRefused({ field: `values.${unknown[0]}.field`, detail }))
  }
  const missing = (template.components ?? []).flatMap(namesIn).find((name) => !Object.hasOwn(values, name))
  if (missing === undefined) return Result.void
  return Result.fail(
    new CampaignRefused({ field: `values.${missing}`, detail: `The template uses {{${missing}}}, which has no value` })
  )
}

/**
 * The template send for a recipient, as other template sends have it, or the value that the recipient lacks. It depends on
 * the campaign and the recipient alone.
 */
export const messageFor = (
  content: CampaignContent,
  person: CampaignPerson
): Result.Result<(typeof WhatsAppContent.cases.Template)["Type"], ValueMissing> => {
  const { languageCode, name } = content.template
  const components = componentsOf(content)
  const texts = new Map<string, string>()
  for (const used of new Set(components.flatMap(namesIn))) {
    const value = own(content.values, used)
    const text = value === undefined ? null : valueFor(value, person)
    if (text === null) return Result.fail({ value: used })
    texts.set(used, text)
  }
  const filled = components.map((component) =>
    Object.fromEntries(Object.entries(component).map(([field, json]) => [field, replaced(json, texts)]))
  )
  return Result.succeed(
    WhatsAppContent.cases.Template.make({ name, languageCode, components: filled.length === 0 ? null : filled })
  )
}
