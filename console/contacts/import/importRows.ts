import { Option, Result, Schema } from "effect"
import type { ImportItem } from "../../../client/promise/SessionMethods.ts"
import { planImport, type ReadRow, type RowRefusal } from "../../../src/domain/contacts/importContacts.ts"
import { InvalidPhoneNumber, PhoneNumber } from "../../../src/domain/contacts/PhoneNumber.ts"
import type { CsvRecord } from "./readCsv.ts"

/** Fields of an import that a column can have. */
export const targets = ["userNumber", "userName", "email", "tags", "optedIn"] as const
export type Target = (typeof targets)[number]

/** The field of each column; null for a column that is not imported. Several columns may be parts of the name. */
export type Mapping = ReadonlyArray<Target | null>

/** Words of headers, in both languages, the most telling first. */
const words: ReadonlyArray<readonly [Target, RegExp]> = [
  ["optedIn", /opt|consent|subscri|marketing|اشتراك|موافق/],
  ["email", /mail|بريد/],
  ["tags", /tag|label|group|segment|وسوم|وسم|تصنيف/],
  ["userNumber", /phone|mobile|number|tel|cell|whats|msisdn|هاتف|جوال|رقم|موبايل/],
  ["userName", /name|اسم/]
]

/** Guesses the fields of the columns by their names. A field other than the name has one column. */
export const guessMapping = (header: CsvRecord): Mapping => {
  const found = new Set<Target>()
  return header.map((name) => {
    const text = name.toLowerCase()
    const target = words.find(([, pattern]) => pattern.test(text))?.[0] ?? null
    if (target === null || (found.has(target) && target !== "userName")) return null
    found.add(target)
    return target
  })
}

/** The mapping with another field for a column, which no other column has then; several may be parts of the name. */
export const withTarget = (mapping: Mapping, column: number, target: Target | null): Mapping =>
  mapping.map((present, index) => {
    if (index === column) return target
    return present === target && target !== "userName" ? null : present
  })

const yes = new Set(["true", "yes", "y", "1", "on", "x", "opted in", "opted_in", "subscribed", "نعم"])
const no = new Set(["false", "no", "n", "0", "off", "opted out", "opted_out", "unsubscribed", "لا"])

/** A choice: undefined if the text is none, null without one. */
const choiceOf = (text: string): boolean | null | undefined => {
  const word = text.trim().toLowerCase()
  if (word === "") return null
  return yes.has(word) ? true : no.has(word) ? false : undefined
}

const tagsOf = (text: string): ReadonlyArray<string> =>
  text
    .split(/[;,|]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "")

/** Why a row is not imported. `firstIndex`: an earlier row has the number. */
export interface RowProblem {
  readonly target: Target
  readonly kind: RowRefusal["_tag"] | "NoCountryCode" | "ChoiceUnknown" | "FieldsMissing"
  readonly firstIndex?: number
}

/** A row of a file as it is imported, or why it is not. */
export interface CheckedRow {
  /** 0 for the first row after the header. */
  readonly index: number
  readonly record: CsvRecord
  readonly item: ImportItem
  readonly problem: RowProblem | null
}

const decodeNumber = Schema.decodeUnknownOption(PhoneNumber)

/**
 * Reads a number as far as its form says. The numbering plans are too large for a page: the service checks those, and
 * national numbers.
 */
const readNumber = (text: string, hasCountry: boolean): ReadRow["read"] => {
  const digits = text.replaceAll(/\D/g, "")
  const isNumber = /^[+\d\s().\-/]+$/.test(text.trim())
  const isNational = /^\s*0[1-9]/.test(text)
  const fail = (reason: InvalidPhoneNumber["reason"]) => Result.fail(new InvalidPhoneNumber({ text, reason }))
  if (!isNumber) return fail("not a number")
  if (isNational && !hasCountry) return fail("no country code")
  return Option.match(decodeNumber(digits.replace(/^0+/, "")), {
    onNone: () => fail("not a number"),
    onSome: (phone) => Result.succeed({ phone, countryCode: null })
  })
}

/** The apostrophe with which exports begin a cell that looks like a formula. */
const escaped = /^'(?=[=+\-@])/

const cellOf = (record: CsvRecord, mapping: Mapping, target: Target): string =>
  mapping
    .flatMap((present, column) => (present === target ? [(record[column] ?? "").trim().replace(escaped, "")] : []))
    .filter((cell) => cell !== "")
    .join(" ")

const targetOf = (refusal: RowRefusal): Target => {
  if (refusal._tag !== "ContactFieldRefused") return "userNumber"
  return refusal.field === "email" ? "email" : refusal.field === "tags" ? "tags" : "userName"
}

const problemOf = (refusal: RowRefusal): RowProblem => ({
  target: targetOf(refusal),
  kind: refusal._tag === "InvalidPhoneNumber" && refusal.reason === "no country code" ? "NoCountryCode" : refusal._tag,
  ...(refusal._tag === "PhoneNumberRepeated" ? { firstIndex: refusal.firstIndex } : {})
})

/** Checks the rows by the rules of the service, each with its first problem. */
export const checkRows = (
  records: ReadonlyArray<CsvRecord>,
  mapping: Mapping,
  hasCountry: boolean
): ReadonlyArray<CheckedRow> => {
  const given = records.map((record, index) => {
    const choice = choiceOf(cellOf(record, mapping, "optedIn"))
    const item = {
      userNumber: cellOf(record, mapping, "userNumber"),
      userName: cellOf(record, mapping, "userName"),
      email: cellOf(record, mapping, "email"),
      tags: tagsOf(cellOf(record, mapping, "tags")),
      optedIn: choice ?? null
    }
    const problem: RowProblem | null =
      record.length < mapping.length
        ? { target: "userNumber", kind: "FieldsMissing" }
        : choice === undefined
          ? { target: "optedIn", kind: "ChoiceUnknown" }
          : null
    return { index, record, item, problem }
  })
  const rows = given
    .filter(({ problem }) => problem === null)
    .map(({ index, item }) => ({
      index,
      number: item.userNumber,
      name: item.userName,
      email: item.email,
      tags: item.tags,
      optedIn: item.optedIn,
      read: readNumber(item.userNumber, hasCountry)
    }))
  const refusals = new Map(planImport(rows).refused.map(({ index, refusal }) => [index, problemOf(refusal)]))
  return given.map(({ index, item, problem, record }) => ({
    index,
    record,
    item,
    problem: problem ?? refusals.get(index) ?? null
  }))
}

/** Rows of one request. A plan may allow ten imports a minute, and each holds at most 10 000 rows. */
export const batchSize = 1_000

/** The valid rows in the order of the file, in parts of one request each. */
export const batchesOf = (rows: ReadonlyArray<CheckedRow>): ReadonlyArray<ReadonlyArray<CheckedRow>> => {
  const valid = rows.filter(({ problem }) => problem === null)
  return Array.from({ length: Math.ceil(valid.length / batchSize) }, (_, index) =>
    valid.slice(index * batchSize, (index + 1) * batchSize)
  )
}
