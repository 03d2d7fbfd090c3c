import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema, Stream } from "effect"
import { fileIn } from "../../../../src/adapters/http/contacts/readImport.ts"

const boundary = "xyzzy"

/** Content that looks as much like a boundary as it may. */
const Content = Schema.Array(
  Schema.Literals([
    "\r\n",
    "\r",
    "\n",
    "--",
    "\r\n--",
    "\r\n--xyzz",
    "--xyzzy",
    "xyzzy",
    "a",
    "é",
    "💥",
    ",",
    '"',
    "\0"
  ])
).pipe(Schema.check(Schema.makeFilter((pieces) => !`\r\n${pieces.join("")}`.includes(`\r\n--${boundary}`))))

const Part = Schema.Struct({
  name: Schema.Literals(["note", "files", "File", ""]),
  filename: Schema.Boolean,
  content: Content
})

const Form = Schema.Struct({
  before: Schema.Array(Part).check(Schema.isMaxLength(3)),
  file: Content,
  after: Schema.Array(Part).check(Schema.isMaxLength(3)),
  cuts: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 800 })))
})

const partText = (name: string, filename: boolean, content: ReadonlyArray<string>) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename ? '; filename="a.csv"' : ""}\r\nContent-Type: text/csv\r\n\r\n${content.join("")}\r\n`

const formText = ({ after, before, file }: typeof Form.Type, filename: boolean) =>
  [
    ...before.map((part) => partText(part.name, part.filename, part.content)),
    partText("file", filename, file),
    ...after.map((part) => partText(part.name, part.filename, part.content)),
    `--${boundary}--\r\n`
  ].join("")

const cut = (bytes: Uint8Array, places: ReadonlyArray<number>) => {
  const ends = [...places.filter((place) => place <= bytes.length), bytes.length].toSorted((a, b) => a - b)
  return ends.map((end, n) => bytes.subarray(ends[n - 1] ?? 0, end))
}

const headers = { "content-type": `multipart/form-data; boundary=${boundary}` }

const fileOf = (...chunks: ReadonlyArray<Uint8Array>) =>
  Effect.map(Stream.runCollect(fileIn(headers, Stream.fromIterable(chunks))), (read) =>
    Buffer.concat(read).toString("utf8")
  )

describe("the file in an import form", () => {
  it.effect.prop(
    "is read whole, whatever surrounds it and however the bytes are divided",
    { form: Form, filename: Schema.Boolean },
    ({ filename, form }) =>
      Effect.gen(function* () {
        const bytes = new TextEncoder().encode(formText(form, filename))
        const content = form.file.join("")
        assert.strictEqual(yield* fileOf(bytes), content)
        assert.strictEqual(yield* fileOf(...cut(bytes, form.cuts)), content)
        assert.strictEqual(yield* fileOf(...cut(bytes, Array.from(bytes.keys()))), content)
      }),
    { arbitrary: { runs: 300 } }
  )

  it.effect.prop(
    "is refused in a form that is cut anywhere",
    { form: Form, at: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 800 })) },
    ({ at, form }) =>
      Effect.gen(function* () {
        const bytes = new TextEncoder().encode(formText(form, true))
        // The end of the line behind the last boundary says nothing more.
        const end = Math.min(at, bytes.length - 3)
        assert.strictEqual((yield* Effect.flip(fileOf(bytes.subarray(0, end))))._tag, "FormRefused")
      }),
    { arbitrary: { runs: 300 } }
  )
})
