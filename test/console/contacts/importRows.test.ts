import { assert, describe, it } from "vitest"
import { csvLine } from "../../../console/contacts/csvFile.ts"
import {
  batchesOf,
  batchSize,
  checkRows,
  guessMapping,
  type Mapping,
  withTarget
} from "../../../console/contacts/import/importRows.ts"
import { readCsv, textOf } from "../../../console/contacts/import/readCsv.ts"

const bytesOf = (...bytes: ReadonlyArray<number>): Uint8Array => new Uint8Array(bytes)

describe("CSV files in the page", () => {
  it("quotes, separators in cells, line breaks and empty lines are read as RFC 4180 says", () => {
    assert.deepStrictEqual(readCsv('a,b\r\n"x, y","he said ""hi"""\r\n\r\n"two\nlines",\n'), [
      ["a", "b"],
      ["x, y", 'he said "hi"'],
      ["two\nlines", ""]
    ])
    assert.deepStrictEqual(readCsv('a\n""\nb'), [["a"], [""], ["b"]])
    assert.deepStrictEqual(readCsv(""), [])
  })

  it("the separator is that of the header row, or of the first line of Excel", () => {
    assert.deepStrictEqual(readCsv('"a,b";c\n1;2,5'), [
      ["a,b", "c"],
      ["1", "2,5"]
    ])
    assert.deepStrictEqual(readCsv("a\tb\n1\t2"), [
      ["a", "b"],
      ["1", "2"]
    ])
    assert.deepStrictEqual(readCsv("sep=;\r\na;b,c\r\n"), [["a", "b,c"]])
  })

  it("UTF-8 and UTF-16 are read, and workbooks and other encodings are refused", () => {
    assert.deepStrictEqual(textOf(bytesOf(0xef, 0xbb, 0xbf, 0x61)), { text: "a" })
    assert.deepStrictEqual(textOf(bytesOf(0xff, 0xfe, 0x61, 0x00, 0x39, 0x06)), { text: "aع" })
    assert.deepStrictEqual(textOf(bytesOf(0xfe, 0xff, 0x00, 0x61)), { text: "a" })
    assert.deepStrictEqual(textOf(bytesOf(0x50, 0x4b, 0x03, 0x04)), { problem: "workbook" })
    assert.deepStrictEqual(textOf(bytesOf(0x4a, 0x6f, 0x73, 0xe9)), { problem: "encoding" })
  })
})

const mapping: Mapping = ["userNumber", "userName", "email", "tags", "optedIn"]

const problems = (...records: ReadonlyArray<ReadonlyArray<string>>) =>
  checkRows(records, mapping, false).map(({ problem }) => problem)

describe("rows of an import in the page", () => {
  it("columns are guessed by their names in both languages, and a field but the name has one column", () => {
    assert.deepStrictEqual(guessMapping(["First name", "Last name", "Mobile", "E-Mail", "Phone 2", "Groups", "Size"]), [
      "userName",
      "userName",
      "userNumber",
      "email",
      null,
      "tags",
      null
    ])
    assert.deepStrictEqual(guessMapping(["الاسم", "رقم الهاتف", "البريد", "وسوم", "اشتراك"]), [
      "userName",
      "userNumber",
      "email",
      "tags",
      "optedIn"
    ])
    assert.deepStrictEqual(guessMapping(["userNumber", "userName", "email", "tags", "optedIn"]), mapping)
  })

  it("another column for a field takes it from the first one, except for parts of the name", () => {
    assert.deepStrictEqual(withTarget(["userNumber", null], 1, "userNumber"), [null, "userNumber"])
    assert.deepStrictEqual(withTarget(["userName", null], 1, "userName"), ["userName", "userName"])
    assert.deepStrictEqual(withTarget(["userName", "email"], 1, null), ["userName", null])
  })

  it("a row becomes an item, with parts of the name, tags and choices as people write them", () => {
    const [row] = checkRows(
      [["Ada", "Lovelace", "+1 (555) 123-4567", "vip; new, vip", "Yes"]],
      ["userName", "userName", "userNumber", "tags", "optedIn"],
      false
    )
    assert.deepStrictEqual(row?.item, {
      userNumber: "+1 (555) 123-4567",
      userName: "Ada Lovelace",
      email: "",
      tags: ["vip", "new", "vip"],
      optedIn: true
    })
    assert.isNull(row?.problem ?? null)
    assert.strictEqual(checkRows([["1", "", "", "", "لا"]], mapping, false)[0]?.item.optedIn, false)
  })

  it("each row has its first problem, at the cell that has it", () => {
    assert.deepStrictEqual(
      problems(
        ["+15551234567", "Ada", "ada@example.com", "", ""],
        ["abc", "", "", "", ""],
        ["", "", "", "", ""],
        ["0151 2345678", "", "", "", ""],
        ["+15551234568", "", "ada.example.com", "", ""],
        ["+15551234569", "", "", "x".repeat(200), ""],
        ["+15551234570", "n".repeat(600), "", "", ""],
        ["+15551234571", "", "", "", "maybe"],
        ["1 555 123 4567", "", "", "", ""],
        ["+15551234572"]
      ),
      [
        null,
        { target: "userNumber", kind: "InvalidPhoneNumber" },
        { target: "userNumber", kind: "InvalidPhoneNumber" },
        { target: "userNumber", kind: "NoCountryCode" },
        { target: "email", kind: "ContactFieldRefused" },
        { target: "tags", kind: "ContactFieldRefused" },
        { target: "userName", kind: "ContactFieldRefused" },
        { target: "optedIn", kind: "ChoiceUnknown" },
        { target: "userNumber", kind: "PhoneNumberRepeated", firstIndex: 0 },
        { target: "userNumber", kind: "FieldsMissing" }
      ]
    )
    assert.isNull(checkRows([["0151 2345678", "", "", "", ""]], mapping, true)[0]?.problem ?? null)
  })

  it("an exported or refused row is imported again", () => {
    const [record = []] = readCsv(csvLine(["+15551234567", "=Ada", "", "a;b", "true"]))
    const [row] = checkRows([record], mapping, false)
    assert.deepStrictEqual([row?.item.userNumber, row?.item.userName, row?.problem], ["+15551234567", "=Ada", null])
  })

  it("valid rows are sent in batches, in their order", () => {
    const records = Array.from({ length: batchSize + 2 }, (_, index) => [`+1555${1_000_000 + index}`, "", "", "", ""])
    const rows = checkRows([["abc", "", "", "", ""], ...records], mapping, false)
    const batches = batchesOf(rows)
    assert.deepStrictEqual(
      batches.map(({ length }) => length),
      [batchSize, 2]
    )
    assert.deepStrictEqual([batches[0]?.[0]?.index, batches[1]?.[1]?.index], [1, batchSize + 2])
    assert.deepStrictEqual(batchesOf([]), [])
  })
})
