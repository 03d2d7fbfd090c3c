import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema, Stream } from "effect"
import { readContactsCsv } from "../../../../src/adapters/http/contacts/ContactsCsv.ts"

/** What every writer of CSV gets wrong once. */
const Cell = Schema.Array(
  Schema.Literals(['"', ",", "\r", "\n", "\r\n", ";", " ", "\t", "é", "💥", "\uFEFF", "a", "word"])
)
const Row = Schema.Struct({
  userNumber: Cell,
  userName: Cell,
  email: Cell,
  tags: Schema.Array(Cell).check(Schema.isMaxLength(4))
})
const Written = Schema.Struct({
  rows: Schema.Array(Row).check(Schema.isMaxLength(8)),
  columns: Schema.Literals([
    "userNumber,userName,email,tags",
    "tags,email,userName,userNumber",
    "email,userNumber,tags,userName"
  ]),
  newline: Schema.Literals(["\r\n", "\n", "\r"]),
  separator: Schema.Literals([",", ";", "\t"]),
  mark: Schema.Boolean,
  quoted: Schema.Boolean,
  endsLine: Schema.Boolean,
  cuts: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 400 })))
})

const tagOf = (cell: ReadonlyArray<string>) => cell.join("").replaceAll(";", "").trim()

const contactOf = ({ email, tags, userName, userNumber }: typeof Row.Type) => ({
  // Never empty: a row has to have a number.
  userNumber: `+${userNumber.join("")}`,
  userName: userName.join(""),
  email: email.join(""),
  tags: tags.map(tagOf).filter((tag) => tag !== "")
})

const inQuotes = (cell: string) => `"${cell.replaceAll('"', '""')}"`

const csvOf = ({ columns, endsLine, mark, newline, quoted, rows, separator }: typeof Written.Type): string => {
  const write = (cell: string) =>
    quoted || cell.includes(separator) || /["\r\n\uFEFF]/.test(cell) ? inQuotes(cell) : cell
  const records = rows.map(contactOf).map((contact) => {
    const cells: Readonly<Record<string, string>> = { ...contact, tags: contact.tags.join(";") }
    return columns.split(",").map((name) => write(cells[name] ?? ""))
  })
  const lines = [columns.split(",").map(write), ...records].map((cells) => cells.join(separator))
  return `${mark ? "\uFEFF" : ""}${lines.join(newline)}${endsLine ? newline : ""}`
}

const bytesOf = (csv: string) => new TextEncoder().encode(csv)

/** The bytes, cut at these places. */
const cut = (bytes: Uint8Array, places: ReadonlyArray<number>) => {
  const ends = [...places.filter((place) => place <= bytes.length), bytes.length].toSorted((a, b) => a - b)
  return ends.map((end, n) => bytes.subarray(ends[n - 1] ?? 0, end))
}

const read = (...chunks: ReadonlyArray<Uint8Array>) => readContactsCsv(Stream.fromIterable(chunks))
const readText = (csv: string) => read(bytesOf(csv))

/** What was read, with the text for an unreadable row; for a refused file, why. */
const shown = (csv: string | Uint8Array) =>
  (typeof csv === "string" ? readText(csv) : read(csv)).pipe(
    Effect.map((rows) => rows.map(Result.match({ onSuccess: (row) => row, onFailure: (row) => row }))),
    Effect.catchTags({
      CsvRefused: ({ problem }) => Effect.succeed(problem),
      TooManyRows: () => Effect.succeed("too many rows")
    })
  )

const plain = { name: "", email: null, tags: [] }

describe("a CSV file of contacts", () => {
  it.effect.prop(
    "has the fields that were written, whatever their content",
    { written: Written },
    ({ written }) =>
      Effect.gen(function* () {
        const expected = written.rows.map(contactOf).map(({ email, tags, userName, userNumber }, index) => ({
          index,
          number: userNumber,
          name: userName,
          email,
          tags
        }))
        assert.deepStrictEqual<unknown>(yield* shown(csvOf(written)), expected)
      }),
    { arbitrary: { runs: 500 } }
  )

  it.effect.prop(
    "is read identically, however the bytes are divided",
    { written: Written },
    ({ written }) =>
      Effect.gen(function* () {
        const bytes = bytesOf(csvOf(written))
        const whole = yield* read(bytes)
        assert.deepStrictEqual(yield* read(...cut(bytes, written.cuts)), whole)
        assert.deepStrictEqual(yield* read(...cut(bytes, Array.from(bytes.keys()))), whole)
      }),
    { arbitrary: { runs: 300 } }
  )

  it.effect("has columns in any order, and requires only the number", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual<unknown>(yield* shown("userNumber\n+15551234567\n"), [
        { index: 0, number: "+15551234567", ...plain }
      ])
      assert.deepStrictEqual<unknown>(yield* shown("tags,userNumber\n vip ; ;new;,15551234567"), [
        { index: 0, number: "15551234567", ...plain, tags: ["vip", "new"] }
      ])
      assert.deepStrictEqual(yield* shown("userNumber,userName"), [])
    })
  )

  it.effect.each([
    ["a line of semicolons", 'userNumber;userName;tags\n1;"Ada, Countess";"vip;new"\n2;Eve;vip'],
    ["quoted names", '"userNumber";"userName";"tags"\n1;"Ada, Countess";"vip;new"\n2;Eve;vip'],
    ["empty lines before", '\uFEFF\r\n\r\nuserNumber;userName;tags\r\n1;"Ada, Countess";"vip;new"\r\n2;Eve;vip']
  ])("may have semicolons between its fields, recognized by %s", ([, file = ""]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual<unknown>(yield* shown(file), [
        { index: 0, number: "1", name: "Ada, Countess", email: null, tags: ["vip", "new"] },
        { index: 1, number: "2", name: "Eve", email: null, tags: ["vip"] }
      ])
    })
  )

  it.effect("determines its separator from the header alone", () =>
    Effect.gen(function* () {
      for (const header of ["userNumber", '"userNumber"', '\uFEFF\n"userNumber"']) {
        assert.deepStrictEqual<unknown>(yield* shown(`${header}\n1;2\n`), [{ index: 0, number: "1;2", ...plain }])
      }
      assert.deepStrictEqual<unknown>(yield* shown("userNumber,tags\n1,a;b\n"), [
        { index: 0, number: "1", ...plain, tags: ["a", "b"] }
      ])
      assert.deepStrictEqual<unknown>(yield* shown("userNumber;tags\n1;a;b\n2,a"), [
        { index: 0, number: "1", problem: "Expected 2 fields, got 3" },
        { index: 1, number: "2,a", problem: "Expected 2 fields, got 1" }
      ])
    })
  )

  it.effect.each([
    ["UTF-16LE", (text: string) => Uint8Array.from(Buffer.from(text, "utf16le"))],
    ["UTF-16BE", (text: string) => Uint8Array.from(Buffer.from(text, "utf16le").swap16())]
  ] as const)("CSV: a file in %s with a byte order mark is read, however the bytes are divided", ([, encode]) =>
    Effect.gen(function* () {
      const bytes = encode("\uFEFFuserNumber\tuserName\ttags\r\n+15551234567\tJos\u00E9 \u{1F4A5}\tvip;new\r\n")
      const expected = [
        { index: 0, number: "+15551234567", name: "Jos\u00E9 \u{1F4A5}", email: null, tags: ["vip", "new"] }
      ]
      assert.deepStrictEqual<unknown>(yield* shown(bytes), expected)
      const cutRows = yield* read(...cut(bytes, Array.from(bytes.keys())))
      assert.deepStrictEqual(cutRows, yield* read(bytes))
    })
  )

  it.effect.each([
    ["a comma", "sep=,\r\nuserNumber,tags\r\n1,a;b\r\n"],
    ["a semicolon", 'sep=;\nuserNumber;tags\n1;"a;b"\n'],
    ["a tab", "\uFEFFsep=\t\nuserNumber\ttags\n1\ta;b\n"],
    ["a quoted line", '"sep=;"\r\nuserNumber;tags\r\n1;"a;b"\r\n'],
    ["a tab and no such line", "userNumber\ttags\n1\ta;b\n"]
  ])("CSV: the separator is that of Excel's `sep=` line or of the header: %s", ([, file = ""]) =>
    Effect.gen(function* () {
      const expected = [{ index: 0, number: "1", ...plain, tags: ["a", "b"] }]
      assert.deepStrictEqual<unknown>(yield* shown(file), expected)
      const bytes = bytesOf(file)
      assert.deepStrictEqual(yield* read(...cut(bytes, Array.from(bytes.keys()))), yield* read(bytes))
    })
  )

  it.effect("CSV: the `sep=` line of Excel names the separator of a file with one column", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual<unknown>(yield* shown("sep=;\nuserNumber\n1;2\n"), [
        { index: 0, number: "1", problem: "Expected 1 fields, got 2" }
      ])
      assert.deepStrictEqual(
        yield* shown("sep=|\nuserNumber\n"),
        'Unknown column "sep=|": expected userNumber, userName, email, tags, optedIn'
      )
      assert.deepStrictEqual(
        yield* shown("sep=;"),
        'Unknown column "sep=;": expected userNumber, userName, email, tags, optedIn'
      )
    })
  )

  it.effect("ignores empty lines", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual<unknown>(yield* shown('\r\nuserNumber\r\n\r\n1\r\n\n\n2\r\n""\r\n\r\n'), [
        { index: 0, number: "1", ...plain },
        { index: 1, number: "2", ...plain },
        { index: 2, number: "", problem: "Phone number (userNumber) is required" }
      ])
    })
  )

  it.effect("reads the column optedIn: true, false or nothing, in any case", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual<unknown>(yield* shown("userNumber,optedIn\n1,true\n2, FALSE\n3,\n4,yes"), [
        { index: 0, number: "1", ...plain, optedIn: true },
        { index: 1, number: "2", ...plain, optedIn: false },
        { index: 2, number: "3", ...plain },
        { index: 3, number: "4", problem: "Invalid field optedIn: Expected boolean | null" }
      ])
    })
  )

  it.effect("requires rows with as many fields as the header; other rows have their own errors", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual<unknown>(yield* shown("userName,userNumber\nAda,1\nEve\nBob,2,\nKim,3\nN\0l,4"), [
        { index: 0, number: "1", ...plain, name: "Ada" },
        { index: 1, number: "", problem: "Expected 2 fields, got 1" },
        { index: 2, number: "2", problem: "Expected 2 fields, got 3" },
        { index: 3, number: "3", ...plain, name: "Kim" },
        {
          index: 4,
          number: "4",
          problem: "Invalid field userName: Expected text without NUL characters and unpaired surrogates"
        }
      ])
    })
  )

  it.effect.each<readonly [string, string | Uint8Array, string]>([
    ["empty", "", "The file is empty: expected a header row with userNumber, userName, email, tags, optedIn"],
    [
      "only a byte order mark",
      "\uFEFF",
      "The file is empty: expected a header row with userNumber, userName, email, tags, optedIn"
    ],
    [
      "only empty lines",
      "\n\r\n",
      "The file is empty: expected a header row with userNumber, userName, email, tags, optedIn"
    ],
    [
      "without a header",
      "+15551234567,Ada",
      'Unknown column "+15551234567": expected userNumber, userName, email, tags, optedIn'
    ],
    [
      "with a column that nobody knows",
      "userNumber,phone\n1,2",
      'Unknown column "phone": expected userNumber, userName, email, tags, optedIn'
    ],
    [
      "with a column of many words",
      `userNumber,${"x".repeat(1_000)}\n`,
      `Unknown column "${"x".repeat(64)}": expected userNumber, userName, email, tags, optedIn`
    ],
    [
      "with a comma at the end of the header",
      "userNumber,\n1,",
      'Unknown column "": expected userNumber, userName, email, tags, optedIn'
    ],
    [
      "without a header, with semicolons",
      "+15551234567;Ada",
      'Unknown column "+15551234567": expected userNumber, userName, email, tags, optedIn'
    ],
    [
      "with a semicolon in a name",
      '"a;b",userNumber\n1,2',
      'Unknown column "a;b": expected userNumber, userName, email, tags, optedIn'
    ],
    [
      "with a header without end",
      "x".repeat(70_000),
      "Invalid CSV in line 1: CSV record exceeds maxRecordSize of 65536"
    ],
    ["with a column twice", "userNumber,email,userNumber\n", "Duplicate column: userNumber"],
    ["without numbers", "email,tags\n", "Missing column: userNumber"],
    [
      "with an open quote",
      'userNumber,userName\n1,Ada\n2,"Eve\n3,Kim\n',
      "Invalid CSV in line 3: Unterminated quoted field"
    ],
    [
      "with a quote in a cell",
      'userNumber,userName\n1,A"da\n',
      "Invalid CSV in line 2: Unexpected quote in an unquoted field"
    ],
    [
      "with text after a quote",
      'userNumber,userName\n1,"Ada" L\n',
      "Invalid CSV in line 2: Expected a delimiter or line break after a closing quote"
    ],
    [
      "in Latin-1",
      Uint8Array.from(Buffer.from("userNumber,userName\n1,José\n", "latin1")),
      'The file is not valid UTF-8; save it as "CSV UTF-8" in the spreadsheet program'
    ],
    [
      "in UTF-16, cut in the middle of a character",
      Uint8Array.from(Buffer.from("\uFEFFuserNumber\n1\n", "utf16le")).subarray(0, -1),
      'The file is not valid UTF-16; save it as "CSV UTF-8" in the spreadsheet program'
    ],
    [
      "a workbook",
      Uint8Array.of(0x50, 0x4b, 3, 4, 0x14, 0),
      'The file is a workbook and no CSV; save it as "CSV UTF-8" in the spreadsheet program'
    ],
    [
      "an old workbook",
      Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1),
      'The file is a workbook and no CSV; save it as "CSV UTF-8" in the spreadsheet program'
    ],
    [
      "cut in the middle of a character",
      bytesOf("userNumber,userName\n1,é").subarray(0, -1),
      'The file is not valid UTF-8; save it as "CSV UTF-8" in the spreadsheet program'
    ]
  ])("is refused as a whole if it is %s", ([, file, problem]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* shown(file), problem)
    })
  )

  it.effect("has at most 10000 rows, and is not read further", () =>
    Effect.gen(function* () {
      const full = `userNumber\n${"1\n".repeat(10_000)}`
      assert.lengthOf(yield* readText(full), 10_000)
      assert.strictEqual(yield* shown(`${full}2`), "too many rows")
      const endless = Stream.concat(Stream.make(bytesOf("userNumber\n")), Stream.forever(Stream.make(bytesOf("1\n"))))
      assert.strictEqual((yield* Effect.flip(readContactsCsv(endless)))._tag, "TooManyRows")
    })
  )
})
