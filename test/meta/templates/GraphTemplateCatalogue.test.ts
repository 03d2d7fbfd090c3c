import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema, Struct } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { type Answer, says } from "../cannedAgent.ts"
import { account } from "../graph.ts"
import { approved, catalogue, names, template } from "./templates.ts"

const edge = "https://graph.facebook.com/v23.0/102290129340398/message_templates"
const query = "fields=id,name,language,status,category,components,parameter_format&status=APPROVED&limit=100"

const inTurn = (...answers: ReadonlyArray<Answer>) =>
  catalogue((ordinal) => answers[ordinal - 1] ?? Effect.die("asked too often"))

describe("listing templates", () => {
  it.effect("templates: a listing has the platform's parts", () => {
    const { asked, calls, layer, lines } = inTurn(says({ data: [template] }))
    return Effect.gen(function* () {
      const listed: unknown = yield* approved()
      assert.deepStrictEqual(listed, [template])
      assert.deepStrictEqual(asked(), [`GET ${edge}?${query}`])
      assert.strictEqual(calls[0]?.headers["authorization"], "Bearer EAAtoken")
      assert.deepStrictEqual(lines, [])
    }).pipe(Effect.provide(layer))
  })

  it.effect("templates: every page is read, although the last one has a cursor too", () => {
    const cursors = { before: "MAZDZD", after: "MjQZD" }
    const { asked, layer } = inTurn(
      says({ data: [template], paging: { cursors, next: "https://graph.facebook.com/next" } }),
      says({ data: [{ ...template, name: "second" }], paging: { cursors: { ...cursors, after: "LAST" } } })
    )
    return Effect.gen(function* () {
      assert.deepStrictEqual(yield* names(), ["hello_world", "second"])
      assert.deepStrictEqual(asked(), [`GET ${edge}?${query}`, `GET ${edge}?${query}&after=MjQZD`])
    }).pipe(Effect.provide(layer))
  })

  it.effect("templates: only approved templates are listed, regardless of the platform's filter", () => {
    const inStatus = (status: string) => ({ ...template, name: status, status })
    const statuses = ["PENDING", "approved", "REJECTED", "PAUSED", "APPROVED", "DISABLED"]
    const { layer } = inTurn(says({ data: statuses.map(inStatus) }))
    return Effect.gen(function* () {
      assert.deepStrictEqual(yield* names(), ["approved", "APPROVED"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("templates: a template may have a numeric id and additional fields", () => {
    const { layer } = inTurn(says({ data: [{ ...template, id: 1689556908129832, last_updated_time: "today" }] }))
    return Effect.gen(function* () {
      const listed: unknown = yield* approved()
      assert.deepStrictEqual(listed, [{ ...template, id: "1689556908129832" }])
    }).pipe(Effect.provide(layer))
  })

  it.effect("templates: NUL and halves of surrogate pairs in listed texts become U+FFFD", () => {
    const odd = {
      ...template,
      name: "hello\u0000",
      language: "en\ud800",
      category: "\u0000",
      components: [{ type: "BODY", text: "Hi\u0000", "a\u0000": ["\udc00"] }]
    }
    const { layer } = inTurn(says({ data: [odd] }))
    return Effect.gen(function* () {
      const listed: unknown = yield* approved()
      assert.deepStrictEqual(listed, [
        {
          ...template,
          name: "hello\ufffd",
          language: "en\ufffd",
          category: "\ufffd",
          components: [{ type: "BODY", text: "Hi\ufffd", "a\ufffd": ["\ufffd"] }]
        }
      ])
    }).pipe(Effect.provide(layer))
  })

  it.effect("templates: unreadable templates are omitted and logged", () => {
    const { layer, lines } = inTurn(says({ data: [{ ...template, components: "none" }, template, 7] }))
    return Effect.gen(function* () {
      assert.deepStrictEqual(yield* names(), ["hello_world"])
      assert.deepStrictEqual(lines, ["Warn unreadable entries omitted"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("templates: a number without a business account has no templates, and the log has the reason", () => {
    const { calls, layer, lines } = inTurn()
    const alone = { ...account, account: { ...account.account, businessAccountId: null } }
    return Effect.gen(function* () {
      assert.deepStrictEqual([yield* names(alone), yield* names(alone)], [[], []])
      assert.strictEqual(calls.length, 0)
      assert.deepStrictEqual(lines, [
        "Warn no templates: the number was connected without its WhatsApp Business Account"
      ])
    }).pipe(Effect.provide(layer))
  })
})

describe("Meta's example of templates", () => {
  const file = new URL("../../../../shared/fixtures/meta-openapi-v23/templates.list.json", import.meta.url)
  const Example = Schema.Struct({
    "Example response": Schema.Struct({ data: Schema.Array(Schema.Record(Schema.String, Schema.Json)) })
  })
  const readExample = Schema.decodeUnknownSync(Schema.fromJsonString(Example))

  it.effect.skipIf(!existsSync(file))(
    "templates: Meta's example is listed completely, except for fields that we omit",
    () => {
      const { data } = readExample(readFileSync(file, "utf8"))["Example response"]
      const { layer, lines } = inTurn(says({ data }))
      return Effect.gen(function* () {
        const listed: unknown = yield* approved()
        assert.deepStrictEqual(
          listed,
          data.map((template) => Struct.omit(template, ["previous_category"]))
        )
        assert.isAbove(data.length, 1)
        assert.deepStrictEqual(lines, [])
      }).pipe(Effect.provide(layer))
    }
  )
})
