import { assert, describe, it } from "@effect/vitest"
import { Predicate, Result, Schema } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { askedMessage, SendMessageRequest } from "../../../src/adapters/http/sends/developerWhatsApp.ts"
import { contentOf } from "../../../src/adapters/http/sends/WhatsAppMessage.ts"
import { whatsAppBody } from "../../../src/adapters/meta/client/CloudWhatsApp.ts"
import { sendId, to } from "../graph.ts"

/** Meta's own examples of send bodies, where they lie beside the project. */
const file = new URL("../../../../shared/fixtures/meta-openapi-v23/messages.requests.json", import.meta.url)

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

/** A template example in the form of our API. */
const template = ({ template = null }: JsonObject): JsonObject => ({ type: "template", template })

/** Every example that we can say, as a request of ours. */
const requests: Readonly<Record<string, JsonObject | typeof template>> = {
  "Send Audio Message by URL": { type: "audio", audio: { url: "<http(s)://audio-url>" } },
  "Send Document Message by URL": {
    type: "document",
    document: { url: "<http(s)://document-url>", caption: "<DOCUMENT-CAPTION-TEXT>" }
  },
  "Send Image Message by URL": { type: "image", image: { url: "http(s)://image-url" } },
  "Send Location Message": {
    type: "location",
    location: {
      latitude: 37.758056,
      longitude: -122.425332,
      name: "META HQ",
      address: "1 Hacker Way, Menlo Park, CA 94025"
    }
  },
  "Send Text Message": { type: "text", text: "text-message-content" },
  "Send Video Message by URL": {
    type: "video",
    video: { url: "<http(s)://video-url>", caption: "<VIDEO_CAPTION_TEXT>" }
  },
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

const readRequest = Schema.decodeUnknownSync(SendMessageRequest)

/** The body that goes out for a request to our API, without the id of the send, which no example has. */
const bodyFor = (request: JsonObject) => {
  const content = Result.getOrThrow(contentOf(askedMessage(readRequest({ to, ...request }))))
  const { biz_opaque_callback_data: _, ...body } = whatsAppBody(to, content, sendId)
  return body
}

const types: ReadonlySet<unknown> = new Set(["text", "template", "image", "document", "audio", "video", "location"])

/** Whether we can say it: one of our types, no reply, media by URL. */
const isOurs = (example: JsonObject): boolean => {
  const media = Predicate.isString(example["type"]) ? example[example["type"]] : undefined
  return types.has(example["type"]) && !("context" in example) && !Predicate.hasProperty(media, "id")
}

describe.skipIf(examples.length === 0)("Meta's examples of messages", () => {
  it("Meta's examples: every supported message has an example", () => {
    const names = examples.filter(([, example]) => isOurs(example)).map(([name]) => name)
    assert.deepStrictEqual(names.sort(), Object.keys(requests).sort())
  })

  it.each(examples.filter(([name]) => name in requests))(
    "Meta's examples: %s is the body that we send",
    (name, example) => {
      const request = requests[name]
      assert.isDefined(request)
      if (request !== undefined)
        assert.deepStrictEqual(bodyFor(typeof request === "function" ? request(example) : request), example)
    }
  )

  it("Meta's examples: every template has an example", () => {
    const templates = examples.filter(([, example]) => example["type"] === "template").map(([name]) => name)
    const ours = Object.keys(requests).filter((name) => requests[name] === template)
    assert.deepStrictEqual(templates.sort(), ours.sort())
  })
})
