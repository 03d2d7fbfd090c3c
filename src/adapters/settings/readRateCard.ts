import { BigDecimal, Effect, FileSystem, Option, Schema, Stream } from "effect"
import { Csv } from "effect/encoding"
import { CountryCode, readCountryCode } from "../../domain/contacts/PhoneNumber.ts"
import { Day } from "../../domain/limits/MessageCount.ts"
import { type Rate, type RateCard, rateCardOf } from "../../domain/limits/RateCard.ts"
import { maxPricingText } from "../../domain/messages/MessagePricing.ts"

/** The columns of a rate card, in any order. */
const columns = ["from", "country", "category", "currency", "price"] as const
type Column = (typeof columns)[number]

/** Most rates of a card. */
export const maxRates = 50_000

/** Most problems in the message of a refused card. */
const maxProblems = 10

/** The country of a rate for every country without one of its own. */
const everyCountry = "default"

/** The file of `RATE_CARD` cannot be read, or has rates that are not of their form. Each problem names its line and column. */
export class RateCardRefused extends Schema.TaggedError<RateCardRefused>()("RateCardRefused", {
  file: Schema.String,
  problems: Schema.Array(Schema.String)
}) {
  override get message() {
    return `The rate card ${this.file} cannot be used. Correct it, or RATE_CARD\n${this.problems.join("\n")}`
  }
}

const dayOf = Schema.decodeUnknownOption(Day)
const isCountry = Schema.is(CountryCode)

/** Amounts of a currency per message. The bounds keep every sum below the digits that are written in exponents. */
const priceForm = /^\d{1,6}(?:\.\d{1,8})?$/

const countryOf = (cell: string): Option.Option<Rate["country"]> =>
  cell === everyCountry ? Option.some(null) : Option.filter(readCountryCode(cell), isCountry)

const readers = {
  from: dayOf,
  country: countryOf,
  category: (cell: string) => (cell !== "" && cell.length <= maxPricingText ? Option.some(cell) : Option.none()),
  currency: (cell: string) => (/^[A-Z]{3}$/.test(cell) ? Option.some(cell) : Option.none()),
  price: (cell: string) => (priceForm.test(cell) ? BigDecimal.fromString(cell) : Option.none())
}

const expected: Readonly<Record<Column, string>> = {
  from: "a date such as 2026-10-01",
  country: `a country code such as US, or ${everyCountry}`,
  category: "a category such as marketing",
  currency: "a currency code such as USD",
  price: "a price such as 0.0147, with up to 8 decimals"
}

const isColumn = Schema.is(Schema.Literals(columns))

const headerProblems = (header: Csv.Row): ReadonlyArray<string> => {
  const names = header.map((name) => name.trim())
  const missing = columns.filter((column) => !names.includes(column))
  const wrong = names.filter((name, index) => !isColumn(name) || names.indexOf(name) !== index)
  return [
    ...missing.map((column) => `line 1: the column ${column} is missing`),
    ...wrong.map((name) => `line 1: expected each of ${columns.join(", ")} once, got ${JSON.stringify(name)}`)
  ]
}

const readRate = (line: number, cell: (column: Column) => string, problems: Array<string>): Option.Option<Rate> => {
  const read = <A>(column: Column, reader: (cell: string) => Option.Option<A>): Option.Option<A> => {
    const value = reader(cell(column))
    if (Option.isNone(value)) {
      problems.push(
        `line ${line}, ${column}: expected ${expected[column]}, got ${JSON.stringify(cell(column).slice(0, maxPricingText))}`
      )
    }
    return value
  }
  return Option.all({
    from: read("from", readers.from),
    country: read("country", readers.country),
    category: read("category", readers.category),
    currency: read("currency", readers.currency),
    price: read("price", readers.price)
  })
}

/** The rates of the records, or every problem. No cell of a valid record has a line break, so a record is a line. */
const readRecords = ([header = [], ...records]: ReadonlyArray<Csv.Row>): Rates => {
  const problems = [...headerProblems(header)]
  if (problems.length > 0) return { rates: [], problems }
  const positions = Object.fromEntries(header.map((name, index) => [name.trim(), index]))
  const lines = new Map<string, number>()
  const rates: Array<Rate> = []
  for (const [index, record] of records.entries()) {
    const line = index + 2
    if (record.every((cell) => cell.trim() === "")) continue
    const rate = readRate(line, (column) => (record[positions[column] ?? 0] ?? "").trim(), problems)
    if (Option.isNone(rate)) continue
    const { category, country, from } = rate.value
    const key = `${from} ${country} ${category}`
    const earlier = lines.get(key)
    if (earlier !== undefined)
      problems.push(`line ${line}: line ${earlier} has a rate for the same day, country and category`)
    lines.set(key, line)
    rates.push(rate.value)
  }
  if (rates.length > maxRates) problems.push(`at most ${maxRates} rates, got ${rates.length}`)
  return { rates, problems }
}

interface Rates {
  readonly rates: ReadonlyArray<Rate>
  readonly problems: ReadonlyArray<string>
}

/** Reads the rates of a CSV file (contract: The rate card), with commas, or with semicolons if its first line has one. */
export const readRateCard = Effect.fnUntraced(function* (
  file: string
): Effect.fn.Return<RateCard, RateCardRefused, FileSystem.FileSystem> {
  const refused = (problems: ReadonlyArray<string>) => new RateCardRefused({ file, problems })
  const text = yield* Effect.mapError((yield* FileSystem.FileSystem).readFileString(file), ({ message }) =>
    refused([message])
  )
  const delimiter = /^[^\r\n]*;/.test(text) ? ";" : ","
  const records = yield* Stream.make(text).pipe(
    Stream.pipeThroughChannel(Csv.decodeString({ delimiter })),
    Stream.runCollect,
    Effect.mapError(({ line, message }) => refused([`line ${line}: ${message}`]))
  )
  const { problems, rates } = readRecords(records)
  if (problems.length === 0) return rateCardOf(rates)
  const others = problems.length - maxProblems
  return yield* refused([...problems.slice(0, maxProblems), ...(others > 0 ? [`and ${others} more`] : [])])
})
