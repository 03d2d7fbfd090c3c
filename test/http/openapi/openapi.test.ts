import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { DeveloperApi } from "../../../src/adapters/http/interfaces/developer/Api.ts"
import * as Developer from "../../../src/adapters/http/interfaces/developer/documentedFailures.ts"
import { SessionApi } from "../../../src/adapters/http/interfaces/session/Api.ts"
import * as Session from "../../../src/adapters/http/interfaces/session/documentedFailures.ts"
import { ask } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"

const Operation = Schema.Struct({
  operationId: Schema.String,
  summary: Schema.NonEmptyString,
  description: Schema.NonEmptyString,
  tags: Schema.NonEmptyArray(Schema.String),
  requestBody: Schema.optionalKey(Schema.Json),
  responses: Schema.Record(
    Schema.String,
    Schema.Struct({ content: Schema.optionalKey(Schema.Json), description: Schema.NonEmptyString })
  )
})
const Document = Schema.Struct({
  openapi: Schema.Literal("3.1.0"),
  paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Operation)),
  components: Schema.Struct({ schemas: Schema.Record(Schema.String, Schema.Json) })
})
const decode = Schema.decodeUnknownEffect(Document)

describe.each([
  {
    name: "Developer",
    path: "/api/developer/openapi.json",
    documentedFailures: Developer.documentedFailures(DeveloperApi)
  },
  { name: "Session", path: "/api/whatsapp/openapi.json", documentedFailures: Session.documentedFailures(SessionApi) }
])("the document of the $name interface", ({ documentedFailures, path: documentPath }) => {
  it.effect("has the exact body of each failure of the contract at every endpoint that returns it", () =>
    Effect.gen(function* () {
      const { paths } = yield* decode((yield* ask(documentPath)).body)
      const operations = Object.values(paths).flatMap((item) => Object.entries(item))
      for (const { body, groups, method, operations: named, status } of documentedFailures) {
        const answering = operations.filter(
          ([name, { operationId, responses }]) =>
            responses[String(status)] !== undefined &&
            (method === undefined || method === name) &&
            (groups === undefined || groups.some((group) => operationId.startsWith(`${group}.`))) &&
            (named === undefined || named.includes(operationId))
        )
        if (named !== undefined) assert.lengthOf(answering, named.length, JSON.stringify(body))
        assert.isNotEmpty(answering, JSON.stringify(body))
        for (const [, { operationId, responses }] of answering) {
          assert.include(JSON.stringify(responses[String(status)]), JSON.stringify(body), operationId)
        }
      }
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("has an example for every success and every request body, and a description for every field", () =>
    Effect.gen(function* () {
      const document = (yield* ask(documentPath)).body
      const { components, paths } = yield* decode(document)
      const resolved = (value: Schema.Json): string =>
        JSON.stringify(value).replaceAll(/\{"\$ref":"#\/components\/schemas\/([^"]+)"\}/g, (_, name: string) =>
          JSON.stringify(components.schemas[name])
        )
      for (const [path, item] of Object.entries(paths)) {
        for (const [method, { requestBody, responses }] of Object.entries(item)) {
          const success = Object.entries(responses).filter(([status]) => status.startsWith("2"))
          assert.isNotEmpty(success)
          for (const [, response] of success) {
            assert.match(resolved(response), /"examples?":/, `${method} ${path}: response`)
          }
          if (requestBody !== undefined) {
            assert.match(resolved(requestBody), /"examples?":/, `${method} ${path}: request`)
          }
        }
      }
      assert.deepStrictEqual(undescribed({ components, paths }, ""), [])
    }).pipe(Effect.provide(httpWorld))
  )
})

const isRecord = Schema.is(Schema.Record(Schema.String, Schema.Unknown))

/** Properties of schemas, anywhere in the document, that nobody has described. */
const undescribed = (value: unknown, at: string): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap((item, place) => undescribed(item, `${at}/${place}`))
  if (!isRecord(value)) return []
  const { properties } = value
  const own = isRecord(properties)
    ? Object.entries(properties).flatMap(([name, schema]) =>
        name === "success" || /"description"|"\$ref"/.test(JSON.stringify(schema)) ? [] : [`${at}/${name}`]
      )
    : []
  return [
    ...own,
    ...Object.entries(value).flatMap(([key, inner]) =>
      key.startsWith("example") ? [] : undescribed(inner, `${at}/${key}`)
    )
  ]
}
