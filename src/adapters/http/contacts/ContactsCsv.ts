import { Effect, Result, Schema, Stream } from "effect"
import { Csv } from "effect/encoding"
import { mapInTurns } from "../../../collections/mapInTurns.ts"
import { maxImportRows } from "../../../domain/contacts/importContacts.ts"
import { truncate } from "../../../domain/text/textLimits.ts"
import { type GivenRow, readItem } from "./ImportItem.ts"
import { csvSeparator } from "./csvSeparator.ts"
import { type CsvRefused, csvText, refuse } from "./csvText.ts"

const columns = ["userNumber", "userName", "email", "tags", "optedIn"] as const
type Column = (typeof columns)[number]
const isColumn = Schema.is(Schema.Literals(columns))

/** Maximum length of a column name in an error text. */
const longestColumn = 64

/** Maximum characters of a record. Splitting a longer one would block other requests. */
const maxRecordSize = 64 * 1024

/** The import has too many rows. */
export class TooManyRows extends Schema.TaggedError<TooManyRows>()("TooManyRows", {}) {}

/** The records of RFC 4180 with the header, for any separator. Empty lines are skipped. */
export const csvRecords = <E>(bytes: Stream.Stream<Uint8Array, E>): Stream.Stream<Csv.Row, E | CsvRefused> =>
  Stream.peel(csvText(bytes), csvSeparator(maxRecordSize)).pipe(
    Effect.map(([{ separator, text }, rest]) =>
      Stream.concat(Stream.make(text), rest).pipe(
        Stream.pipeThroughChannelOrFail(
          Csv.decodeString({ delimiter: separator ?? ",", ignoreEmptyLines: true, maxRecordSize })
        )
      )
    ),
    Stream.unwrap,
    Stream.mapError((error) =>
      Csv.isCsvError(error) ? refuse(`Invalid CSV in line ${error.line}: ${error.message}`) : error
    )
  )

/** The position of each column in a record. */
const readHeader = (header: Csv.Row): Result.Result<ReadonlyArray<Column>, CsvRefused> => {
  const known = header.filter(isColumn)
  const unknown = header.find((name) => !isColumn(name))
  if (unknown !== undefined) {
    return Result.fail(refuse(`Unknown column "${truncate(unknown, longestColumn)}": expected ${columns.join(", ")}`))
  }
  const repeated = known.find((name, index) => known.indexOf(name) !== index)
  if (repeated !== undefined) return Result.fail(refuse(`Duplicate column: ${repeated}`))
  return known.includes("userNumber") ? Result.succeed(known) : Result.fail(refuse("Missing column: userNumber"))
}

/** Reads the tags of a cell, which are separated by semicolons. */
const tagsIn = (cell: string): ReadonlyArray<string> =>
  cell
    .split(";")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "")

/** The choices that a cell may have, in any case. */
const choices: Readonly<Record<string, boolean | null>> = { "": null, true: true, false: false }

/** Reads a choice; any other text is left to the check of the item. */
const choiceIn = (cell: string): boolean | string | null => {
  const choice = choices[cell.trim().toLowerCase()]
  return choice === undefined ? cell : choice
}

const readRecord = (header: ReadonlyArray<Column>, record: Csv.Row, index: number): GivenRow => {
  const item = Object.fromEntries(header.map((name, column) => [name, record[column] ?? ""]))
  if (record.length !== header.length) {
    const problem = `Expected ${header.length} fields, got ${record.length}`
    return Result.fail({ index, number: item["userNumber"] ?? "", problem })
  }
  return readItem(index, { ...item, tags: tagsIn(item["tags"] ?? ""), optedIn: choiceIn(item["optedIn"] ?? "") })
}

/** Reads the rows of a CSV file. The header defines the order of the columns. */
export const readContactsCsv = Effect.fnUntraced(function* <E>(bytes: Stream.Stream<Uint8Array, E>) {
  const records = yield* csvRecords(bytes).pipe(Stream.take(1 + maxImportRows + 1), Stream.runCollect)
  const [first, ...rest] = records
  if (first === undefined) return yield* refuse(`The file is empty: expected a header row with ${columns.join(", ")}`)
  const header = yield* Effect.fromResult(readHeader(first))
  if (rest.length > maxImportRows) return yield* new TooManyRows()
  return yield* mapInTurns(rest, (record, index) => readRecord(header, record, index))
})
