import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { uploaded, withFile } from "../media/media.ts"
import { emulated, send } from "../platform.ts"

/** Meta's own examples, where they lie beside the project. */
const file = new URL("../../../../shared/fixtures/meta-openapi-v23/messages.requests.json", import.meta.url)
const decode = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Json)))
)

/** Values for the placeholders of the examples. */
const filledIn = (text: string): string =>
  text
    .replaceAll(/\{\{Recipient-(WA-)?Phone-Number\}\}/g, "+16505551234")
    .replaceAll(/"[<]?http\(s\)[^"]*"/g, '"https://example.com/file"')
    .replaceAll(/\{\{Flow-(ID|Name)\}\}/g, "1234567890")

const examples = existsSync(file) ? Object.entries(decode(filledIn(readFileSync(file, "utf8")))) : []

/** Examples that a platform without their templates, or any platform, refuses; everything else it takes. */
const refused: Readonly<Record<string, readonly [code: number, message: RegExp]>> = {
  "Send Flow Template Message": [132001, /<TEMPLATE_NAME>\) does not exist in en_US/],
  "Send Message Template Interactive": [132001, /template-name\) does not exist in language-and-locale-code/],
  "Send Message Template Media": [132001, /template-name\) does not exist in language-and-locale-code/],
  "Send Message Template Text": [132001, /template-name\) does not exist in language-and-locale-code/],
  "Send Sample Shipping Confirmation Template": [132001, /template-name\) does not exist/],
  "Send Sample Text Message": [132001, /template-name\) does not exist/],
  // A quick reply's text is `true`.
  "Send Sample Issue Resolution Template": [100, /\['parameters'\]\[0\]\['text'\] must be a string/],
  // The header's type is a placeholder.
  "Send Multi-Product Message": [100, /\['header'\]\['type'\] must be one of \{TEXT\} - got "<HEADER_TYPE>"/],
  // It has no type, and so is a text without one.
  "Send Reply to List Message": [100, /Parameter 'text' is mandatory for type 'text'/]
}

const Refused = Schema.Struct({
  error: Schema.Struct({
    code: Schema.Int,
    message: Schema.String,
    error_data: Schema.optionalKey(Schema.Struct({ details: Schema.String }))
  })
})

describe.skipIf(examples.length === 0)("Meta's own example", () => {
  it("Meta's examples: there are fifty", () => {
    assert.strictEqual(examples.length, 50)
    for (const name of Object.keys(refused))
      assert.isTrue(
        examples.some(([example]) => example === name),
        name
      )
  })

  it.effect.each(examples)("Meta's examples: %s has the expected response", ([name, params]) =>
    Effect.gen(function* () {
      const { body, status } = yield* send({ to: undefined, ...withFile(params, yield* uploaded()) })
      const expected = refused[name]
      if (expected === undefined) {
        assert.deepStrictEqual({ status, body: status === 200 ? undefined : body }, { status: 200, body: undefined })
        return
      }
      const { error } = Schema.decodeUnknownSync(Refused)(body)
      assert.strictEqual(error.code, expected[0])
      assert.match(`${error.message} ${error.error_data?.details ?? ""}`, expected[1])
    }).pipe(Effect.provide(emulated()))
  )
})
