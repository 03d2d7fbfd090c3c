import { assert, describe, it } from "@effect/vitest"
import { OpenApi } from "effect/http-api"
import { DeveloperApi } from "../../../src/adapters/http/interfaces/developer/Api.ts"
import { eventTexts } from "../../../src/adapters/http/webhooks/eventTexts.ts"
import { eventDocumentsOf } from "../../../console/developers/events/eventDocuments.ts"
import { eventCatalogue } from "../../../src/domain/webhooks/eventCatalogue.ts"

describe("event types of the OpenAPI document", () => {
  it("all event types are read, with schema and example of their data", () => {
    const documents = eventDocumentsOf(OpenApi.fromApi(DeveloperApi))
    assert.sameMembers(
      Object.keys(documents),
      eventCatalogue.map(({ type }) => type)
    )
    for (const { type } of eventCatalogue) {
      const { example, summary } = eventTexts[type]
      assert.deepStrictEqual(documents[type]?.example, example, type)
      assert.strictEqual(documents[type]?.summary, summary)
      assert.deepInclude(documents[type]?.schema, { type: "object" }, type)
    }
  })

  it.each([null, "x", [], { webhooks: null }])("the document %j has no event types", (document) => {
    assert.deepStrictEqual(eventDocumentsOf(document), {})
  })

  it("an event type without schema and example has null for both", () => {
    assert.deepStrictEqual(eventDocumentsOf({ webhooks: { a: {} } }), {
      a: { summary: "", description: "", schema: null, example: null }
    })
  })
})
