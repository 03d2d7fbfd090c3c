import { Effect, Result, Stream } from "effect"
import type { Csv } from "effect/encoding"
import { maxCampaignName, maxColumnName, maxRecipientColumns } from "../../../domain/campaigns/Campaign.ts"
import type { RecipientRow } from "../../../domain/campaigns/CampaignRecipient.ts"
import { truncate } from "../../../domain/text/textLimits.ts"
import { csvRecords } from "../contacts/ContactsCsv.ts"
import { type CsvRefused, refuse } from "../contacts/csvText.ts"

/** The required column, and the column of names. All others are values. */
const [phoneColumn, nameColumn] = ["phone", "name"]

/** The names of the columns, or why the file is refused. */
const readHeader = (header: Csv.Row): Result.Result<ReadonlyArray<string>, CsvRefused> => {
  const names = header.map((name) => name.trim())
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  const long = names.find((name) => name.length > maxColumnName)
  const problem = !names.includes(phoneColumn)
    ? `Missing column: ${phoneColumn}`
    : names.includes("")
      ? `Column ${names.indexOf("") + 1} has no name`
      : repeated !== undefined
        ? `Duplicate column: ${truncate(repeated, maxColumnName)}`
        : long !== undefined
          ? `Column ${names.indexOf(long) + 1}: expected a name of at most ${maxColumnName} characters`
          : names.length > maxRecipientColumns
            ? `Expected at most ${maxRecipientColumns} columns`
            : null
  return problem === null ? Result.succeed(names) : Result.fail(refuse(problem))
}

/** Reads a row, which is 1 after the header. */
const readRow = (
  names: ReadonlyArray<string>,
  record: Csv.Row,
  row: number
): Result.Result<RecipientRow, CsvRefused> => {
  if (record.length !== names.length) {
    return Result.fail(refuse(`Row ${row}: expected ${names.length} fields, got ${record.length}`))
  }
  const unstorable = record.findIndex((cell) => cell.includes("\0"))
  if (unstorable !== -1) {
    return Result.fail(refuse(`Row ${row}, column ${names[unstorable]}: expected text without NUL characters`))
  }
  const cells = new Map(names.map((name, index) => [name, record[index] ?? ""]))
  const phone = cells.get(phoneColumn)?.trim() ?? ""
  const name = truncate(cells.get(nameColumn)?.trim() ?? "", maxCampaignName)
  cells.delete(phoneColumn)
  cells.delete(nameColumn)
  return Result.succeed({ phone, name, columns: Object.fromEntries(cells) })
}

/**
 * Reads the recipients of a CSV file while it arrives. Column `phone` is required, `name` is the name, and each other
 * column is a value. The first wrong row ends the stream.
 */
export const readRecipients = <E>(bytes: Stream.Stream<Uint8Array, E>): Stream.Stream<RecipientRow, E | CsvRefused> =>
  Stream.suspend(() => {
    let names: ReadonlyArray<string> | null = null
    let row = 0
    const read = (record: Csv.Row): Result.Result<ReadonlyArray<RecipientRow>, CsvRefused> => {
      if (names !== null) {
        row += 1
        return Result.map(readRow(names, record, row), (recipient) => [recipient])
      }
      return Result.map(readHeader(record), (header) => {
        names = header
        return []
      })
    }
    return csvRecords(bytes).pipe(
      Stream.mapEffect((record) => Effect.fromResult(read(record))),
      Stream.flattenIterable,
      Stream.concat(
        Stream.unwrap(
          Effect.suspend(() =>
            names === null
              ? Effect.fail(refuse(`The file is empty: expected a header row with ${phoneColumn}`))
              : Effect.succeed(Stream.empty)
          )
        )
      )
    )
  })
