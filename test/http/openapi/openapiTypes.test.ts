import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { readFileSync } from "node:fs"
import { whatsAppTypes } from "../../../src/adapters/http/sends/WhatsAppMessage.ts"
import { DeliverableType, deliveryBody } from "../../../src/domain/webhooks/DeliveryRecord.ts"
import { supportedTypes } from "../../../src/domain/messages/messenger/composeMessenger.ts"
import { WebhookId } from "../../../src/domain/Ids.ts"
import { everyEvent } from "../../support/everyEvent.ts"
import { ask } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"

const JsonRecord = Schema.Record(Schema.String, Schema.Json)
const isRecord = Schema.is(JsonRecord)
type JsonRecord = typeof JsonRecord.Type

const Operation = Schema.Struct({
  operationId: Schema.String,
  parameters: Schema.optionalKey(
    Schema.Array(Schema.Struct({ name: Schema.String, in: Schema.String, schema: JsonRecord }))
  ),
  requestBody: Schema.optionalKey(
    Schema.Struct({ content: Schema.Record(Schema.String, Schema.Struct({ schema: JsonRecord })) })
  )
})
const Document = Schema.Struct({
  paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Operation)),
  webhooks: Schema.optionalKey(Schema.Record(Schema.String, Schema.Record(Schema.String, Operation))),
  components: Schema.Struct({ schemas: Schema.Record(Schema.String, JsonRecord) })
})

const documentAt = (path: string) =>
  ask(path).pipe(Effect.flatMap(({ body }) => Schema.decodeUnknownEffect(Document)(body)))

const developer = "/api/developer/openapi.json"
const session = "/api/whatsapp/openapi.json"

/** The schemas below one, by their places; examples are no schemas. */
const schemasIn = (value: Schema.Json, at: string): ReadonlyArray<readonly [at: string, schema: JsonRecord]> => {
  if (Array.isArray(value)) return value.flatMap((item, place) => schemasIn(item, `${at}/${place}`))
  if (!isRecord(value)) return []
  const inner = Object.entries(value).flatMap(([key, part]) =>
    key.startsWith("example") ? [] : schemasIn(part, `${at}/${key}`)
  )
  return [[at, value], ...inner]
}

const resolved = (document: typeof Document.Type, { $ref, ...schema }: JsonRecord): JsonRecord =>
  typeof $ref === "string" ? (document.components.schemas[$ref.split("/").at(-1) ?? ""] ?? {}) : schema

/** The values that a schema lists, of itself or of a part of it. */
const listed = (schema: Schema.Json | undefined): ReadonlyArray<Schema.Json> => {
  if (!isRecord(schema)) return []
  const parts = [schema["anyOf"], schema["items"]].flat()
  return [
    ...(Array.isArray(schema["enum"]) ? schema["enum"] : []),
    ...parts.flatMap((part) => (part === undefined ? [] : listed(part)))
  ]
}

/** The fields of a request. */
const bodyOf = Effect.fnUntraced(function* (documentPath: string, path: string) {
  const document = yield* documentAt(documentPath)
  const body = document.paths[path]?.["post"]?.requestBody?.content["application/json"]?.schema ?? {}
  return resolved(document, body)["properties"] ?? {}
})

describe.each([developer, session])("%s", (path) => {
  it.effect("has integers and booleans for those of a query", () =>
    Effect.gen(function* () {
      const { paths } = yield* documentAt(path)
      const parameters = Object.values(paths).flatMap((item) =>
        Object.values(item).flatMap(({ parameters = [] }) => parameters.filter((parameter) => parameter.in === "query"))
      )
      const types = new Map(parameters.map(({ name, schema }) => [name, schema]))
      assert.deepInclude(types.get("page"), { type: "integer", minimum: 1, maximum: 1_000_000 })
      assert.deepInclude(types.get("limit"), { type: "integer", minimum: 1 })
      if (path === session) assert.deepInclude(types.get("unread"), { type: "boolean" })
      assert.deepStrictEqual(
        parameters.filter(({ schema }) => typeof schema["description"] !== "string").map(({ name }) => name),
        []
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("declares the fields of each object, or that any are allowed", () =>
    Effect.gen(function* () {
      const document = yield* documentAt(path)
      const bare = schemasIn(document, "").filter(
        ([, schema]) =>
          schema["type"] === "object" &&
          schema["properties"] === undefined &&
          schema["additionalProperties"] === undefined
      )
      assert.deepStrictEqual(
        bare.map(([at]) => at),
        []
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("contains no schema with allOf", () =>
    Effect.gen(function* () {
      const pieces = schemasIn(yield* documentAt(path), "").filter(([, schema]) => Array.isArray(schema["allOf"]))
      assert.deepStrictEqual(
        pieces.map(([at]) => at),
        []
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("has readable names of schemas", () =>
    Effect.gen(function* () {
      const document = yield* documentAt(path)
      const names = Object.keys(document.components.schemas)
      assert.includeMembers(names, ["BadRequest", "Unauthorized", "TemplateComponent"])
      assert.deepStrictEqual(
        names.filter((name) => name.endsWith("Encoded") || /^(?:developer|session)_/.test(name)),
        []
      )
      const refs = Array.from(JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g), ([, to]) => to)
      assert.isNotEmpty(refs)
      assert.includeMembers(names, refs)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("has a type for the components of a template", () =>
    Effect.gen(function* () {
      const { components } = yield* documentAt(path)
      const { TemplateComponent: component } = components.schemas
      assert.deepInclude(component, { type: "object", required: ["type"], additionalProperties: true })
      assert.hasAllKeys(component?.["properties"], ["type", "sub_type", "index", "parameters", "cards"])
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("the message types of sends", () => {
  it.effect.each([
    [developer, "/api/developer/v1/send-message", whatsAppTypes],
    [session, "/api/whatsapp/messages/send", whatsAppTypes],
    [developer, "/api/developer/v1/messenger/send-message", supportedTypes("messenger")],
    [developer, "/api/developer/v1/instagram/send-message", supportedTypes("instagram")]
  ] as const)("are listed in %s for %s", ([documentPath, path, types]) =>
    Effect.gen(function* () {
      const fields = yield* bodyOf(documentPath, path)
      assert.deepStrictEqual(isRecord(fields) ? listed(fields["type"]) : [], types)
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("the webhooks section of the document", () => {
  const page = readFileSync(new URL("../../../docs/events.md", import.meta.url), "utf8")
  const shown = new Map(
    Array.from(page.matchAll(/^## (\S+)$[^]*?```json\n([^]*?)\n```/gm), ([, type = "", json = "{}"]) => [
      type,
      JSON.parse(json)
    ])
  )
  const exampleOf = Schema.decodeUnknownSync(
    Schema.Struct({ event: Schema.String, timestamp: Schema.String, webhook_id: Schema.String, data: Schema.Json })
  )
  const types = DeliverableType.literals

  it.effect("has exactly the events of the contract", () =>
    Effect.gen(function* () {
      const { webhooks = {} } = yield* documentAt(developer)
      assert.sameMembers(Object.keys(webhooks), [...types])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each(types)("has the example of %s in docs/events.md", (type) =>
    Effect.gen(function* () {
      const document = yield* documentAt(developer)
      const body = document.webhooks?.[type]?.["post"]?.requestBody?.content["application/json"]?.schema ?? {}
      const { examples } = resolved(document, body)
      const example = exampleOf(Array.isArray(examples) ? examples[0] : null)
      assert.strictEqual(example.event, type)
      assert.deepStrictEqual(example.data, shown.get(type))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each(types)("names the delivered fields of %s", (type) =>
    Effect.gen(function* () {
      const document = yield* documentAt(developer)
      const body = document.webhooks?.[type]?.["post"]?.requestBody?.content["application/json"]?.schema ?? {}
      const event = everyEvent.find((candidate) => candidate.type === type) ?? assert.fail(type)
      const delivered = JSON.parse(
        deliveryBody(WebhookId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e20"), {
          type,
          occurredAt: event.occurredAt,
          dataJson: JSON.stringify(event.data)
        })
      )
      const { properties } = resolved(document, body)
      if (!isRecord(properties) || !isRecord(properties["data"])) return assert.fail(type)
      assert.hasAllKeys(properties, Object.keys(delivered))
      const { properties: fields, required } = resolved(document, properties["data"])
      if (!isRecord(fields) || !Array.isArray(required)) return assert.fail(type)
      assert.containsAllKeys(fields, Object.keys(delivered.data))
      assert.includeMembers(Object.keys(delivered.data), required)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("has one schema for all events of the feed", () =>
    Effect.gen(function* () {
      const { components } = yield* documentAt(developer)
      const { oneOf } = components.schemas["FeedEvent"] ?? {}
      assert.lengthOf(Array.isArray(oneOf) ? oneOf : [], types.length)
    }).pipe(Effect.provide(httpWorld))
  )
})
