import { assert, describe, it } from "@effect/vitest"
import { Predicate } from "effect"
import { OpenApi } from "effect/http-api"
import { readFileSync } from "node:fs"
import { DeveloperApi } from "../../../src/adapters/http/interfaces/developer/Api.ts"
import { SessionApi } from "../../../src/adapters/http/interfaces/session/Api.ts"

const page = readFileSync(new URL("../../../docs/api.md", import.meta.url), "utf8")
const [, section = ""] = /^## Additional fields$([^]*?)^## /m.exec(page) ?? []
const documented = Array.from(section.matchAll(/^\| (`[^|]+) \|/gm), ([, cell = ""]) => cell).flatMap((cell) =>
  Array.from(cell.matchAll(/`(\w+)`/g), ([, name = ""]) => name)
)

/**
 * Optional fields of event data, which docs/events.md documents, and of `pricing` (contract: Prices of messages).
 */
const documentedElsewhere = new Set(["message_id", "endpoint_id", "billable", "model", "type"])

/** Names of the optional properties of a schema, and of the schemas that it contains or refers to. */
const optionalIn = (root: object, schema: unknown, visited: Set<unknown>, names: Set<string>): void => {
  if (!Predicate.isObjectOrArray(schema) || visited.has(schema)) return
  visited.add(schema)
  if ("$ref" in schema && typeof schema.$ref === "string") {
    let target: unknown = root
    for (const part of schema.$ref.slice(2).split("/"))
      target = Predicate.hasProperty(target, part) ? target[part] : null
    optionalIn(root, target, visited, names)
  }
  if ("properties" in schema && Predicate.isObject(schema.properties)) {
    const required = "required" in schema && Array.isArray(schema.required) ? schema.required : []
    for (const name of Object.keys(schema.properties)) if (!required.includes(name)) names.add(name)
  }
  for (const inner of Object.values(schema)) optionalIn(root, inner, visited, names)
}

/** Names of the properties that some successful answers of a document lack. */
const optionalOf = (document: OpenApi.OpenAPISpec): ReadonlyArray<string> => {
  const names = new Set<string>()
  const visited = new Set<unknown>()
  for (const operations of Object.values(document.paths)) {
    for (const operation of Object.values(operations)) {
      if (!Predicate.hasProperty(operation, "responses") || !Predicate.isObject(operation.responses)) continue
      for (const [status, response] of Object.entries(operation.responses)) {
        if (!status.startsWith("2") || !Predicate.hasProperty(response, "content")) continue
        if (!Predicate.isObject(response.content)) continue
        for (const media of Object.values(response.content)) {
          if (Predicate.hasProperty(media, "schema")) optionalIn(document, media.schema, visited, names)
        }
      }
    }
  }
  return [...names]
}

describe("docs/api.md", () => {
  it("additional fields: the table has exactly the optional fields of successful responses of both interfaces", () => {
    const actual = [OpenApi.fromApi(DeveloperApi), OpenApi.fromApi(SessionApi)]
      .flatMap(optionalOf)
      .filter((name) => !documentedElsewhere.has(name))
    assert.deepStrictEqual([...documented].sort(), [...new Set(actual)].sort())
  })
})
