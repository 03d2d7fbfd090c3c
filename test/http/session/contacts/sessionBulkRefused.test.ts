import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { type Body, csv, form, givenImporter, json } from "./sessionBulkBackend.ts"
import { refused } from "../sessionDashboard.ts"

const mebibyte = 1024 * 1024
const number = "15551234567"
const tooLarge = refused(413, "Request body is too large")
const tooMany = refused(400, "At most 10000 contacts can be imported at once")
const unsupported = refused(415, "Unsupported media type")
const malformed = refused(400, "Request body is not valid multipart/form-data")

const rows = (count: number) => Array.from({ length: count }, () => number)

/** Bytes that nobody has said the length of. */
const streamed = (type: string, ...chunks: ReadonlyArray<string>): Body => [
  type,
  ReadableStream.from(chunks.map((chunk) => new TextEncoder().encode(chunk)))
]

const broken = (type: string): Body => [
  type,
  new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode("userNumber\n15551234567\n"))
    },
    pull: (controller) => controller.error(new Error("gone"))
  })
]

const boundary = "multipart/form-data; boundary=x"
const part = (disposition: string, content: string) =>
  `--x\r\nContent-Disposition: ${disposition}\r\n\r\n${content}\r\n`
const csvPart = part('form-data; name="file"; filename="a.csv"', `userNumber\n${number}`)

const bodies: ReadonlyArray<readonly [string, Body, ReturnType<typeof refused>]> = [
  ["plain text", ["text/plain", "userNumber\n1"], unsupported],
  ["an XML document", ["application/xml", "<contacts/>"], unsupported],
  ["CSV in Latin-1", ["text/csv; charset=ISO-8859-1", `userNumber\n${number}`], unsupported],

  ["no JSON", ["application/json", "{"], refused(400, "Request body is not valid JSON")],
  ["an empty body", ["application/json", ""], refused(400, "Request body is not valid JSON")],
  ["an array", json([{ userNumber: number }]), refused(400, "Request body must be a JSON object")],
  ["no contacts", json({ contact: [] }), refused(400, "Missing required field: contacts")],
  ["null for the contacts", json({ contacts: null }), refused(400, "Missing required field: contacts")],
  ["an object for the contacts", json({ contacts: {} }), refused(400, "Invalid field contacts: Expected array")],
  [
    "JSON that is nested too deeply",
    ["application/json", `{"contacts":${"[".repeat(100)}${"]".repeat(100)}}`],
    refused(400, "Request body is nested too deeply")
  ],
  ["too many contacts", json({ contacts: rows(10_001).map((userNumber) => ({ userNumber })) }), tooMany],
  [
    "too many objects in one contact",
    json({ contacts: [{ userNumber: number, x: rows(50_000).map(() => ({})) }] }),
    tooMany
  ],

  [
    "CSV that is not right",
    csv("number", number),
    refused(400, 'Unknown column "number": expected userNumber, userName, email, tags, optedIn')
  ],
  [
    "an empty file",
    csv(),
    refused(400, "The file is empty: expected a header row with userNumber, userName, email, tags, optedIn")
  ],
  [
    "bytes that are no UTF-8",
    ["text/csv", Uint8Array.of(0x61, 0xff)],
    refused(400, 'The file is not valid UTF-8; save it as "CSV UTF-8" in the spreadsheet program')
  ],
  [
    "CSV with an open quote",
    csv("userNumber", number, '"1'),
    refused(400, "Invalid CSV in line 3: Unterminated quoted field")
  ],
  ["too many rows", csv("userNumber", ...rows(10_001)), tooMany],
  ["too many rows in a file", form(["file", new Blob([["userNumber", ...rows(10_001)].join("\n")])]), tooMany],

  ["a form without the file", form(["files", new Blob(["userNumber"])]), refused(400, "Missing required field: file")],
  ["a form without anything", [boundary, "--x--\r\n"], refused(400, "Missing required field: file")],
  [
    "two files",
    form(["file", new Blob(["userNumber\n1"])], ["file", new Blob(["userNumber\n2"])]),
    refused(400, "Only one file can be imported at once")
  ],
  ["a form without boundary", ["multipart/form-data", `${csvPart}--x--\r\n`], malformed],
  ["a form that is cut", [boundary, csvPart], malformed],
  ["a part without a name", [boundary, `${part("form-data", "1")}${csvPart}--x--\r\n`], malformed],
  ["a part with a bad header", [boundary, `--x\r\nnonsense\r\n\r\n1\r\n${csvPart}--x--\r\n`], malformed],
  ["too many parts", form(...rows(101).map((name) => [name, ""] as const), ["file", new Blob([number])]), malformed],
  ["text in place of a form", [boundary, `userNumber\n${number}`], malformed],

  [
    "JSON that is too large",
    streamed("application/json", '{"contacts":["', "x".repeat(10 * mebibyte), '"]}'),
    tooLarge
  ],
  ["CSV that is too large", streamed("text/csv", `userNumber\n${number}\n`, "x".repeat(10 * mebibyte)), tooLarge],
  ["a file that is too large", form(["file", new Blob(["userNumber\n", "x".repeat(10 * mebibyte)])]), tooLarge],
  ["a form that is too large", form(["file", new Blob(["userNumber\n"])], ["x", "x".repeat(10 * mebibyte)]), tooLarge],

  ["JSON that breaks off", broken("application/json"), refused(400, "Request body could not be read")],
  ["CSV that breaks off", broken("text/csv"), refused(400, "Request body could not be read")]
]

describe("an import of contacts", () => {
  it.effect.each(bodies)("of %s is refused, and adds no contact", ([, body, refusal]) =>
    Effect.gen(function* () {
      const { events, kept, post } = yield* givenImporter
      assert.deepStrictEqual(yield* post(body), refusal)
      assert.deepStrictEqual([yield* kept, yield* events], [[], []])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each(["application/json", "text/csv", boundary])(
    "of %s with a length over the limit is refused before it is read",
    (type) =>
      Effect.gen(function* () {
        const { post } = yield* givenImporter
        let pulls = 0
        const endless = new ReadableStream(
          { pull: (controller) => controller.enqueue(new TextEncoder().encode(`${++pulls}\n`)) },
          { highWaterMark: 0 }
        )
        const headers = { "content-length": String(10 * mebibyte + 1) }
        assert.deepStrictEqual(yield* post([type, endless], headers), tooLarge)
        assert.strictEqual(pulls, 0)
      }).pipe(Effect.provide(httpWorld))
  )

  it.effect("is not read before its caller is authorized", () =>
    Effect.gen(function* () {
      const { id, post } = yield* givenImporter
      const body: Body = ["text/plain", ""]
      assert.deepStrictEqual(yield* post(body, { authorization: "Bearer x" }), refused(401, "Unauthorized"))
      assert.deepStrictEqual(yield* post(body, { "x-org-id": "" }), refused(400, "x-org-id header is required"))
      const other = id.replace(/^./, (digit) => (digit === "f" ? "e" : "f"))
      const stranger = refused(403, "User is not a member of this organization")
      assert.deepStrictEqual(yield* post(body, { "x-org-id": other }), stranger)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each<readonly [string, Body]>([
    ["JSON", json({ contacts: [{ userNumber: number, x: "x".repeat(9 * mebibyte) }] })],
    ["CSV", csv("userNumber,userName", number + ",", ...rows(150).map(() => `1,${"x".repeat(60 * 1024)}`))],
    ["CSV in as many rows as there may be", csv("userNumber", number, ...rows(9_999).map(() => "x"))],
    ["CSV in UTF-8 as it says", ["text/csv; header=present; charset=UTF-8", `userNumber\n${number}`]],
    ["a form with a capital", ["Multipart/Form-Data; boundary=x", `${csvPart}--x--\r\n`]]
  ])("of %s is accepted", ([, body]) =>
    Effect.gen(function* () {
      const { kept, post } = yield* givenImporter
      assert.strictEqual((yield* post(body)).status, 200)
      assert.lengthOf(yield* kept, 1)
    }).pipe(Effect.provide(httpWorld))
  )
})
