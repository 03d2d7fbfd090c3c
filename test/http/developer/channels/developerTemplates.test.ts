import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TemplatePlatform } from "../../../../src/adapters/memory/templates/MemoryTemplateCatalogue.ts"
import type { ListedTemplate } from "../../../../src/domain/templates/Template.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { answered, givenBackend } from "./developerChannelBackend.ts"

const welcome: ListedTemplate = {
  id: "1192339204654487",
  name: "welcome",
  language: "en_US",
  status: "APPROVED",
  category: "MARKETING",
  components: [
    { type: "HEADER", format: "TEXT", text: "Hello" },
    { type: "BODY", text: "Hi {{1}}, use {{2}}", example: { body_text: [["Mark", "FALL25"]] } },
    { type: "BUTTONS", buttons: [{ type: "URL", text: "Go", url: "https://example.com/{{1}}" }] }
  ]
}
const german: ListedTemplate = { ...welcome, id: "2", language: "de", category: "TRANSACTIONAL", components: [] }
const paused: ListedTemplate = { ...welcome, id: "3", status: "PAUSED" }

const given = Effect.fnUntraced(function* (...templates: ReadonlyArray<ListedTemplate>) {
  const { account, get } = yield* givenBackend("whatsapp")
  if (account !== null) yield* (yield* TemplatePlatform).setTemplates(account.id, templates)
  return { account, list: get("/v1/templates") }
})

describe("GET /v1/templates", () => {
  it.effect("lists the approved templates of the platform in the platform's order", () =>
    Effect.gen(function* () {
      const { account, list } = yield* given(german, paused, welcome)
      assert.deepStrictEqual(
        yield* list,
        answered(200, [
          {
            id: "2",
            name: "welcome",
            language: "de",
            status: "APPROVED",
            category: "TRANSACTIONAL",
            components: []
          },
          {
            id: "1192339204654487",
            name: "welcome",
            language: "en_US",
            status: "APPROVED",
            category: "MARKETING",
            components: [
              { type: "HEADER", format: "TEXT", text: "Hello" },
              { type: "BODY", text: "Hi {{1}}, use {{2}}", example: { body_text: [["Mark", "FALL25"]] } },
              { type: "BUTTONS", buttons: [{ type: "URL", text: "Go", url: "https://example.com/{{1}}" }] }
            ]
          }
        ])
      )
      const asked = yield* (yield* TemplatePlatform).requests
      assert.deepStrictEqual(
        asked.map(({ account }) => account),
        [account]
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("is empty if no template is approved", () =>
    Effect.gen(function* () {
      const { list } = yield* given(paused)
      assert.deepStrictEqual(yield* list, answered(200, []))
    }).pipe(Effect.provide(httpWorld))
  )
})
