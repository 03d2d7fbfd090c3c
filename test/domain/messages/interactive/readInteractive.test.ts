import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Result, type Schema } from "effect"
import { interactiveReaders } from "../../../../emulator/whatsapp/interactiveSchemas.ts"
import { Interactive } from "../../../../src/domain/messages/interactive/Interactive.ts"
import { interactiveTypes, readInteractive } from "../../../../src/domain/messages/interactive/readInteractive.ts"
import { isJsonObject } from "../../../../src/domain/text/isJsonObject.ts"
import { interactiveExamples } from "./interactiveExamples.ts"

const renamedFile = ({ mediaId, ...file }: Schema.JsonObject): Schema.JsonObject => {
  if (mediaId === undefined) return file
  if (typeof mediaId !== "string" || mediaId.trim() === "") return { ...file, id: "" }
  return "id" in file ? { ...file, link: "https://example.com" } : { ...file, id: mediaId }
}

/** The header as the platform gets it: an uploaded file has the platform's id there. */
const withFiles = (part: Schema.Json | undefined): Schema.Json => {
  if (!isJsonObject(part) || !isJsonObject(part["header"])) return part ?? null
  const header = Object.entries(part["header"]).map(([name, value]) => [
    name,
    ["image", "video", "document"].includes(name) && isJsonObject(value) ? renamedFile(value) : value
  ])
  return { ...part, header: Object.fromEntries(header) }
}

/** The message as the platform gets it. */
const atPlatform = (message: Schema.Json): Schema.Json => {
  const whole = withFiles(message)
  if (!isJsonObject(whole) || !isJsonObject(whole["action"])) return whole
  const { cards } = whole["action"]
  return Array.isArray(cards) ? { ...whole, action: { ...whole["action"], cards: cards.map(withFiles) } } : whole
}

/** Whether the emulated platform accepts the message. */
const isAccepted = (message: Schema.Json): boolean => {
  const type = isJsonObject(message) ? message["type"] : undefined
  const read = typeof type === "string" ? interactiveReaders[type] : undefined
  return read !== undefined && Result.isSuccess(read({ interactive: atPlatform(message) }))
}

const replacements: ReadonlyArray<Schema.Json> = [
  null,
  "",
  " ",
  "x",
  "x".repeat(61),
  "😀".repeat(24),
  "x".repeat(1_025),
  "x".repeat(4_097),
  "a\nb\nc\nd",
  "https://example.com",
  3,
  -1,
  11,
  true,
  [],
  {},
  [{}]
]

const inList = (list: ReadonlyArray<Schema.Json>): Array<Schema.Json> => {
  const all: Array<Schema.Json> = [list.slice(1), [...list, ...list.slice(0, 1)]]
  all.push(Array.from({ length: 31 }, () => list[0] ?? null))
  for (const [index, one] of list.entries()) for (const other of variants(one)) all.push(list.with(index, other))
  return all
}

const inObject = (value: Schema.JsonObject): Array<Schema.Json> => {
  const all: Array<Schema.Json> = []
  for (const [name, part] of Object.entries(value)) {
    const { [name]: _, ...others } = value
    all.push(others)
    for (const other of variants(part)) all.push({ ...others, [name]: other })
  }
  return all
}

/** Variants of a value that differ from it in one place: a part is replaced, left out, or repeated. */
const variants = (value: Schema.Json): ReadonlyArray<Schema.Json> => {
  if (Array.isArray(value)) return replacements.concat(inList(value))
  return isJsonObject(value) ? replacements.concat(inObject(value)) : replacements
}

describe("interactive messages", () => {
  it("interactive: the examples cover every kind", () => {
    assert.deepStrictEqual([...new Set(interactiveExamples.map(({ type }) => type))], [...interactiveTypes])
  })

  it.each(interactiveExamples)("interactive: %j is accepted by the domain and by the platform", (message) => {
    assert.deepStrictEqual<unknown>(readInteractive(message), Result.succeed(message))
    assert.isTrue(isAccepted(message))
  })

  it.each(interactiveExamples)("interactive: %j with one change is accepted by both or by neither", (message) => {
    for (const variant of variants(message)) {
      if (!isJsonObject(variant)) continue
      const read = readInteractive(variant)
      assert.strictEqual(Result.isSuccess(read), isAccepted(variant), JSON.stringify({ variant, read }))
    }
  })

  it.prop(
    "interactive: the domain accepts a message of any kind exactly if the platform accepts it",
    { message: Arbitrary.schema(Interactive) },
    ({ message }) => {
      assert.strictEqual(Result.isSuccess(readInteractive(message)), isAccepted(message))
    }
  )

  const button = (id: string, title = `Title ${id}`) => ({ type: "reply", reply: { id, title } })
  const buttons = (...all: ReadonlyArray<Schema.Json>) => ({
    type: "button",
    body: { text: "Which?" },
    action: { buttons: all }
  })
  const list = (...sections: ReadonlyArray<Schema.Json>) => ({
    type: "list",
    body: { text: "Which?" },
    action: { button: "Times", sections }
  })
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => ({ id: `${from + index}`, title: "18:00" }))

  it.each<readonly [field: string, expectation: string | null, message: Schema.Json]>([
    ["interactive", null, "button"],
    ["interactive.type", null, {}],
    ["interactive.type", `Expected one of: ${interactiveTypes.join(", ")}`, { type: "poll" }],
    ["interactive.body", null, { type: "button", action: { buttons: [button("1")] } }],
    ["interactive.action.buttons", "Expected 1 to 3 entries", buttons()],
    [
      "interactive.action.buttons[1].reply.title",
      "Expected 1 to 20 characters",
      buttons(button("1"), button("2", "x".repeat(21)))
    ],
    [
      "interactive.action.buttons[1].reply.id",
      "Expected a value that no other entry has",
      buttons(button("1"), button("1", "Other"))
    ],
    ["interactive.header.image", null, { ...buttons(button("1")), header: { type: "image" } }],
    [
      "interactive.header.image",
      "Expected exactly one of id, link, mediaId",
      { ...buttons(button("1")), header: { type: "image", image: { id: "1", link: "https://example.com" } } }
    ],
    ["interactive.action.sections[1].title", null, list({ title: "A", rows: rows(0, 1) }, { rows: rows(1, 2) })],
    [
      "interactive.action.sections[1].rows[4]",
      "Expected at most 10 rows in all",
      list({ title: "A", rows: rows(0, 6) }, { title: "B", rows: rows(6, 12) })
    ]
  ])("interactive: a refusal has the field %s and the reason %s", (field, expectation, message) => {
    const read = readInteractive(message)
    assert.isTrue(Result.isFailure(read))
    if (Result.isFailure(read)) {
      assert.deepStrictEqual(
        { field: read.failure.field, expectation: read.failure.expectation },
        { field, expectation }
      )
    }
  })

  it("interactive: unknown fields are preserved", () => {
    const message = { ...buttons(button("1")), future: { a: 1 } }
    assert.deepStrictEqual<unknown>(readInteractive(message), Result.succeed(message))
  })
})
