import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Result, Schema } from "effect"
import { interactiveReaders } from "../../../../emulator/whatsapp/interactiveSchemas.ts"
import { Interactive } from "../../../../src/domain/messages/interactive/Interactive.ts"
import { interactiveTypes, readInteractive } from "../../../../src/domain/messages/interactive/readInteractive.ts"
import { isJsonObject } from "../../../../src/domain/text/isJsonObject.ts"
import { interactiveExamples } from "./interactiveExamples.ts"

/** Whether the emulated platform accepts the message. */
const isAccepted = (message: Schema.Json): boolean => {
  const type = isJsonObject(message) ? message["type"] : undefined
  const read = typeof type === "string" ? interactiveReaders[type] : undefined
  return read !== undefined && Result.isSuccess(read({ interactive: message }))
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

/** Variants of a value that differ from it in one place: a part is replaced, left out, or repeated. */
const variants = (value: Schema.Json): ReadonlyArray<Schema.Json> => {
  if (Array.isArray(value)) {
    const list: ReadonlyArray<Schema.Json> = value
    return [
      ...replacements,
      list.slice(1),
      [...list, ...list.slice(0, 1)],
      Array.from({ length: 31 }, () => list[0] ?? null),
      ...list.flatMap((one, index) => variants(one).map((other) => list.with(index, other)))
    ]
  }
  if (!isJsonObject(value)) return replacements
  return [
    ...replacements,
    ...Object.keys(value).flatMap((name) => {
      const { [name]: part = null, ...others } = value
      return [others, ...variants(part).map((other) => ({ ...others, [name]: other }))]
    })
  ]
}

describe("interactive messages", () => {
  it("interactive: the examples have every kind", () => {
    assert.deepStrictEqual([...new Set(interactiveExamples.map(({ type }) => type))], [...interactiveTypes])
  })

  it.each(interactiveExamples)("interactive: %j is accepted by the domain and by the platform", (message) => {
    assert.deepStrictEqual<unknown>(readInteractive(message), Result.succeed(message))
    assert.isTrue(isAccepted(message))
  })

  it.each(interactiveExamples)("interactive: %j with one change is accepted by both or by none", (message) => {
    for (const variant of variants(message)) {
      if (!isJsonObject(variant)) continue
      const read = readInteractive(variant)
      assert.strictEqual(Result.isSuccess(read), isAccepted(variant), JSON.stringify({ variant, read }))
    }
  })

  it.prop(
    "interactive: a message of any kind is accepted by the domain exactly if the platform accepts it",
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
      "Expected exactly one of id, link",
      { ...buttons(button("1")), header: { type: "image", image: { id: "1", link: "https://example.com" } } }
    ],
    ["interactive.action.sections[1].title", null, list({ title: "A", rows: rows(0, 1) }, { rows: rows(1, 2) })],
    [
      "interactive.action.sections[1].rows[4]",
      "Expected at most 10 rows in all",
      list({ title: "A", rows: rows(0, 6) }, { title: "B", rows: rows(6, 12) })
    ]
  ])("interactive: a refusal names %s and says %s", (field, expectation, message) => {
    const read = readInteractive(message)
    assert.isTrue(Result.isFailure(read))
    if (Result.isFailure(read)) {
      assert.deepStrictEqual(
        { field: read.failure.field, expectation: read.failure.expectation },
        { field, expectation }
      )
    }
  })

  it("interactive: fields that the service does not know stay", () => {
    const message = { ...buttons(button("1")), future: { a: 1 } }
    assert.deepStrictEqual<unknown>(readInteractive(message), Result.succeed(message))
  })
})
