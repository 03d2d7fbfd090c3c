import type { Contact } from "./Contact.ts"

/** Marks that a letter carries (accents, umlauts), once they are apart from it. */
const diacritics = /[\u0300-\u036f]/g

/** Stands between the parts of the searched text, so that no term reaches from one into the next. */
const separator = "\n"

/** Where folding is but a matter of capitals: nothing to take apart, nothing that separates. */
const plain = /^[ -~]*$/

/** Text as it is compared: `José` and `JOSE` are found by `jose`. */
export const folded = (text: string): string =>
  plain.test(text)
    ? text.toLowerCase()
    : text.normalize("NFKD").replaceAll(diacritics, "").toLowerCase().replaceAll(separator, " ")

/** Units of a folded text that are searched: folding makes up to eighteen characters of one. */
const maxFolded = 1024

/** The beginning of a name or an address as it is searched. */
export const searchedPart = (text: string): string => folded(text).slice(0, maxFolded).toWellFormed()

/** The searchable text of a contact: name, phone digits, e-mail, each folded. */
export const searchedText = ({ email, name, phone }: Pick<Contact, "name" | "phone" | "email">): string =>
  [searchedPart(name), phone ?? "", searchedPart(email ?? "")].join(separator)

/** Most characters of a search term. */
export const maxSearchLength = 200

/**
 * Fields that a term is searched in: name and phone in the Developer interface, the e-mail too in the Session
 * interface.
 */
export type SearchedFields = "name and phone" | "name, phone and email"

/** A term as it is looked for. `digits` is there when the term may be a part of a phone number. */
export interface ContactSearch {
  readonly fields: SearchedFields
  readonly text: string
  readonly digits: string | null
}

/** A phone number with the usual separators between its digits. */
const phonePart = /^\+?[\s().-]*\d[\d\s().-]*$/

/** The term of a search; null when it says nothing, so that everything is listed. */
export const contactSearch = (term: string, fields: SearchedFields): ContactSearch | null => {
  const trimmed = term.trim()
  if (trimmed === "") return null
  return { fields, text: folded(trimmed), digits: phonePart.test(trimmed) ? trimmed.replaceAll(/\D/g, "") : null }
}

/**
 * Whether a contact is found: the term is a part of the name, the number or, where it is looked for there, the e-mail.
 */
export const isFound = (
  { digits, fields, text }: ContactSearch,
  { email, name, phone }: Pick<Contact, "name" | "phone" | "email">
): boolean =>
  folded(name).includes(text) ||
  (phone ?? "").includes(digits ?? text) ||
  (fields === "name, phone and email" && folded(email ?? "").includes(text))
