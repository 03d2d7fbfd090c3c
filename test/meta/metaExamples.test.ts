import { assert, describe, it } from "@effect/vitest"
import { Predicate, Schema } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { whatsAppBody } from "../../src/adapters/meta/whatsAppBody.ts"
import type { WhatsAppContent } from "../../src/domain/WhatsAppContent.ts"
import { to } from "./graph.ts"

/** Meta's own examples of send bodies, where they lie beside the project. */
const file = new URL("../../../shared/fixtures/meta-openapi-v23/messages.requests.json", import.meta.url)

const JsonObject = Schema.Record(Schema.String, Schema.Json)
type JsonObject = typeof JsonObject.Type

const read = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, JsonObject)))

/** Parts that mean the same when they are missing, and recipients that are not ours. */
const withoutDefaults = (json: string): string =>
  json
    .replaceAll(/"recipient_type": ?"individual",?/g, "")
    .replaceAll(/,\s*"policy": ?"deterministic"/g, "")
    .replaceAll(/,\s*"preview_url": ?false/g, "")
    .replaceAll(/"to": ?"[^"]*"/g, `"to":"${to}"`)

const examples = existsSync(file) ? Object.entries(read(withoutDefaults(readFileSync(file, "utf8")))) : []

const Template = Schema.Struct({
  template: Schema.Struct({
    name: Schema.String,
    language: Schema.Struct({ code: Schema.String }),
    components: Schema.optionalKey(Schema.Array(JsonObject))
  })
})

/** What a template example says, in our words. */
const template = (example: JsonObject): WhatsAppContent => {
  const { components, language, name } = Schema.decodeUnknownSync(Template)(example).template
  return { _tag: "Template", name, languageCode: language.code, components: components ?? null }
}

const contents: Readonly<Record<string, WhatsAppContent | typeof template>> = {
  "Send Audio Message by URL": { _tag: "Audio", url: "<http(s)://audio-url>" },
  "Send Document Message by URL": {
    _tag: "Document",
    url: "<http(s)://document-url>",
    caption: "<DOCUMENT-CAPTION-TEXT>",
    filename: null
  },
  "Send Image Message by URL": { _tag: "Image", url: "http(s)://image-url", caption: null },
  "Send Location Message": {
    _tag: "Location",
    latitude: 37.758056,
    longitude: -122.425332,
    name: "META HQ",
    address: "1 Hacker Way, Menlo Park, CA 94025"
  },
  "Send Text Message": { _tag: "Text", text: "text-message-content" },
  "Send Video Message by URL": { _tag: "Video", url: "<http(s)://video-url>", caption: "<VIDEO_CAPTION_TEXT>" },
  "Send Catalog Template Message": template,
  "Send Flow Template Message": template,
  "Send Message Template Interactive": template,
  "Send Message Template Media": template,
  "Send Message Template Text": template,
  "Send Sample Issue Resolution Template": template,
  "Send Sample Shipping Confirmation Template": template,
  "Send Sample Text Message": template,
  "Send Test Message": template
}

const types: ReadonlySet<unknown> = new Set(["text", "template", "image", "document", "audio", "video", "location"])

/** Whether we can say it: one of our types, no reply, media by URL. */
const isOurs = (example: JsonObject): boolean => {
  const media = Predicate.isString(example["type"]) ? example[example["type"]] : undefined
  return types.has(example["type"]) && !("context" in example) && !Predicate.hasProperty(media, "id")
}

describe.skipIf(examples.length === 0)("Meta's example", () => {
  it("is here whenever we can say it", () => {
    const names = examples.filter(([, example]) => isOurs(example)).map(([name]) => name)
    assert.deepStrictEqual(names.sort(), Object.keys(contents).sort())
  })

  it.each(examples.filter(([name]) => name in contents))("%s is the body that we send", (name, example) => {
    const content = contents[name]
    assert.isDefined(content)
    if (content !== undefined)
      assert.deepStrictEqual(whatsAppBody(to, typeof content === "function" ? content(example) : content), example)
  })
})
