import { Result, Schema } from "effect"
import type { Contact, PhoneNumberTaken } from "./Contact.ts"
import { checkEmail, checkName, checkTags, type ContactFieldRefused } from "./contactLimits.ts"
import { type CountryCode, type InvalidPhoneNumber, type PhoneNumber } from "./PhoneNumber.ts"
import { type PhoneIdentity, phoneIdentity } from "./phoneIdentity.ts"

/** Most rows of one import. */
export const maxImportRows = 10_000

/** A contact as a row of an import describes them. */
export interface ImportRow {
  /** The row's place, 0 for the first. */
  readonly index: number
  /** The phone number as it was written. */
  readonly number: string
  readonly name: string
  readonly email: string | null
  readonly tags: ReadonlyArray<string>
  /** The choice about marketing messages on WhatsApp; null or absent if the row has none. */
  readonly optedIn?: boolean | null
}

/** A row, and what its number was read as. */
export interface ReadRow extends ImportRow {
  readonly read: Result.Result<
    { readonly phone: PhoneNumber; readonly countryCode: CountryCode | null },
    InvalidPhoneNumber
  >
}

/** An earlier row of the import has a form of the same number. */
export class PhoneNumberRepeated extends Schema.TaggedError<PhoneNumberRepeated>()("PhoneNumberRepeated", {
  firstIndex: Schema.Int
}) {}

/** Why a row adds no contact: the first reason that applies, in this order. */
export type RowRefusal = InvalidPhoneNumber | ContactFieldRefused | PhoneNumberRepeated | PhoneNumberTaken

/** A row that adds no contact. */
export interface RefusedRow extends Pick<ImportRow, "index" | "number"> {
  /** Null when the number could not be read. */
  readonly phone: PhoneNumber | null
  readonly refusal: RowRefusal
}

/** A row that adds a contact, unless a contact has the number already. */
export interface AcceptedRow
  extends Pick<ImportRow, "index" | "number">, Pick<Contact, "countryCode" | "name" | "email" | "tags" | "optedIn"> {
  readonly phone: PhoneNumber
}

/** Every row of the import is in one of the two lists. Each list keeps the order of the rows. */
export interface ImportPlan {
  readonly accepted: ReadonlyArray<AcceptedRow>
  readonly refused: ReadonlyArray<RefusedRow>
}

/**
 * What the row says of a contact, within the limits of one. Plain steps: a generator for each row takes longer than
 * they do.
 */
const checkRow = ({
  email,
  index,
  name,
  number,
  optedIn = null,
  read,
  tags
}: ReadRow): Result.Result<AcceptedRow, RowRefusal> => {
  if (Result.isFailure(read)) return Result.fail(read.failure)
  const checkedName = checkName(name)
  if (Result.isFailure(checkedName)) return Result.fail(checkedName.failure)
  const checkedEmail = checkEmail(email)
  if (Result.isFailure(checkedEmail)) return Result.fail(checkedEmail.failure)
  const { countryCode, phone } = read.success
  const fine = { index, number, phone, countryCode, name: checkedName.success, email: checkedEmail.success, optedIn }
  return Result.map(checkTags(tags), (distinct) => ({ ...fine, tags: distinct }))
}

const phoneOf = ({ read }: ReadRow): PhoneNumber | null => (Result.isSuccess(read) ? read.success.phone : null)

/**
 * Separates the rows that may add a contact from those that cannot. Of several rows with one number, the first without a
 * fault is accepted. `firsts` has the accepted rows of earlier parts by their number; accepted rows are added to it.
 */
export const planImport = (rows: ReadonlyArray<ReadRow>, firsts = new Map<PhoneIdentity, number>()): ImportPlan => {
  const accepted: Array<AcceptedRow> = []
  const refused: Array<RefusedRow> = []
  for (const row of rows) {
    const checked = checkRow(row)
    if (Result.isFailure(checked)) {
      refused.push({ index: row.index, number: row.number, phone: phoneOf(row), refusal: checked.failure })
      continue
    }
    const fine = checked.success
    const key = phoneIdentity(fine.phone)
    const firstIndex = firsts.get(key)
    if (firstIndex === undefined) {
      firsts.set(key, row.index)
      accepted.push(fine)
    } else {
      const refusal = new PhoneNumberRepeated({ firstIndex })
      refused.push({ index: row.index, number: row.number, phone: fine.phone, refusal })
    }
  }
  return { accepted, refused }
}
