import { NodeFileSystem } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { BigDecimal, Effect, FileSystem, Option, type Scope } from "effect"
import { readRateCard } from "../../src/adapters/settings/readRateCard.ts"
import { Day } from "../../src/domain/limits/MessageCount.ts"
import { rateOn } from "../../src/domain/limits/RateCard.ts"

const header = "from,country,category,currency,price"

const fileWith = Effect.fnUntraced(function* (text: string) {
  const fs = yield* FileSystem.FileSystem
  const file = `${yield* fs.makeTempDirectoryScoped()}/rates.csv`
  yield* fs.writeFileString(file, text)
  return file
}, Effect.orDie)

const read = (text: string) => Effect.flatMap(fileWith(text), readRateCard)

const problemsOf = (text: string) => Effect.map(Effect.flip(read(text)), ({ problems }) => problems)

const run = <A, E>(effect: Effect.Effect<A, E, FileSystem.FileSystem | Scope.Scope>) =>
  Effect.provide(Effect.scoped(effect), NodeFileSystem.layer)

describe("RATE_CARD", () => {
  it.effect.each([
    { form: "commas", text: `${header}\n2026-01-01,us,marketing,USD,0.025\n2026-01-01,default,marketing,USD,0.1\n` },
    {
      form: "semicolons, a byte order mark and CRLF",
      text: `\ufeff${header.replaceAll(",", ";")}\r\n2026-01-01;US;marketing;USD;0.025\r\n\r\n2026-01-01;default;marketing;USD;0.1\r\n`
    },
    {
      form: "other columns first, quotes and spaces",
      text: `price,currency,category,country,from\n"0.025", USD ,"marketing",US,2026-01-01\n0.10,USD,marketing,default,2026-01-01`
    }
  ])("rate card: a file with $form has exact prices", ({ text }) =>
    run(
      Effect.gen(function* () {
        const card = yield* read(text)
        const priceIn = (country: string) =>
          Option.getOrNull(
            Option.map(
              rateOn(card, { day: Day.make("2026-11-28"), category: "marketing", country }),
              ({ currency, price }) => `${currency} ${BigDecimal.format(price)}`
            )
          )
        assert.deepStrictEqual([priceIn("US"), priceIn("BR"), priceIn("unknown")], ["USD 0.025", "USD 0.1", "USD 0.1"])
        assert.isTrue(
          Option.isNone(rateOn(card, { day: Day.make("2025-12-31"), category: "marketing", country: "US" }))
        )
        assert.isTrue(Option.isNone(rateOn(card, { day: Day.make("2026-11-28"), category: "utility", country: "US" })))
      })
    )
  )

  it.effect.each<{ readonly row: string; readonly problem: string }>([
    {
      row: "2026-02-30,US,marketing,USD,0.1",
      problem: 'line 3, from: expected a date such as 2026-10-01, got "2026-02-30"'
    },
    {
      row: "2026-01-01,USA,marketing,USD,0.1",
      problem: 'line 3, country: expected a country code such as US, or default, got "USA"'
    },
    { row: "2026-01-01,US,,USD,0.1", problem: 'line 3, category: expected a category such as marketing, got ""' },
    {
      row: "2026-01-01,US,marketing,$,0.1",
      problem: 'line 3, currency: expected a currency code such as USD, got "$"'
    },
    ...["", "-1", "1e3", "0,1", "0.123456789", "1234567", ".5"].map((price) => ({
      row: `2026-01-01,US,marketing,USD,${price.includes(",") ? `"${price}"` : price}`,
      problem: `line 3, price: expected a price such as 0.0147, with up to 8 decimals, got ${JSON.stringify(price)}`
    }))
  ])("rate card: a wrong cell is named by its line and column: $row", ({ problem, row }) =>
    run(
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* problemsOf(`${header}\n\n${row}\n2026-01-01,BR,marketing,USD,0.1\n`), [problem])
      })
    )
  )

  it.effect("rate card: a second rate of the same day, country and category is refused with both lines", () =>
    run(
      Effect.gen(function* () {
        const row = "2026-01-01,US,marketing,USD,0.1"
        assert.deepStrictEqual(yield* problemsOf(`${header}\n${row}\n2026-01-02,US,marketing,USD,0.1\n${row}\n`), [
          "line 4: line 2 has a rate for the same day, country and category"
        ])
      })
    )
  )

  it.effect("rate card: missing, unknown and repeated columns are named", () =>
    run(
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* problemsOf("from,country,category,currency,cost,from\n"), [
          "line 1: the column price is missing",
          'line 1: expected each of from, country, category, currency, price once, got "cost"',
          'line 1: expected each of from, country, category, currency, price once, got "from"'
        ])
        assert.lengthOf(yield* problemsOf(""), 5)
      })
    )
  )

  it.effect("rate card: the message of a refusal names the file and at most ten problems", () =>
    run(
      Effect.gen(function* () {
        const file = yield* fileWith(`${header}\n${"x,US,marketing,USD,0.1\n".repeat(12)}`)
        const refused = yield* Effect.flip(readRateCard(file))
        assert.strictEqual(refused.problems.at(-1), "and 2 more")
        assert.include(refused.message, `The rate card ${file} cannot be used. Correct it, or RATE_CARD\nline 2, from:`)
        const missing = yield* Effect.flip(readRateCard(`${file}.missing`))
        assert.lengthOf(missing.problems, 1)
      })
    )
  )
})
