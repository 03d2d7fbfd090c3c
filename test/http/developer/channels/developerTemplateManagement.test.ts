import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TemplatePlatform } from "../../../../src/adapters/memory/templates/MemoryTemplateCatalogue.ts"
import { PlatformRejected } from "../../../../src/domain/messages/PlatformError.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { givenTemplates, helloWorld, templateId } from "../../givenTemplate.ts"
import { answered, givenBackend, refused } from "./developerChannelBackend.ts"

const given = Effect.gen(function* () {
  const backend = yield* givenBackend("whatsapp")
  yield* givenTemplates(backend.id, [
    helloWorld,
    {
      ...helloWorld,
      id: "2",
      language: "de",
      status: "REJECTED",
      rejected_reason: "INVALID_FORMAT",
      quality_score: { score: "UNKNOWN" },
      parameter_format: "POSITIONAL"
    }
  ])
  return backend
})

const body = { type: "BODY", text: "Your parcel {{1}} has arrived.", example: { body_text: [["42"]] } }
const parcel = { name: "parcel_arrived", language: "en_US", category: "UTILITY", components: [body] }

const { id, ...rest } = helloWorld

describe("management of templates on the Developer interface", () => {
  it.effect("templates: status=all lists every template with its reason and quality", () =>
    Effect.gen(function* () {
      const { get } = yield* given
      assert.deepStrictEqual(
        yield* get("/v1/templates?status=all"),
        answered(200, [
          { ...helloWorld, reason: null, quality: null },
          {
            ...rest,
            id: "2",
            language: "de",
            status: "REJECTED",
            parameter_format: "POSITIONAL",
            reason: "INVALID_FORMAT",
            quality: "UNKNOWN"
          }
        ])
      )
      assert.deepStrictEqual(yield* get("/v1/templates"), answered(200, [helloWorld]))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("templates: a template is read by its id", () =>
    Effect.gen(function* () {
      const { get } = yield* given
      assert.deepStrictEqual(
        yield* get(`/v1/templates/${id}`),
        answered(200, { ...helloWorld, reason: null, quality: null })
      )
      assert.deepStrictEqual(yield* get("/v1/templates/7"), refused(404, "Template not found", { code: "NOT_FOUND" }))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("templates: a new template is submitted, and listed as pending at once", () =>
    Effect.gen(function* () {
      const { get, post } = yield* given
      const created = { id: "1000000000000000", status: "PENDING", category: "UTILITY" }
      assert.deepStrictEqual(yield* post("/v1/templates", parcel), answered(201, created))
      assert.deepStrictEqual(
        yield* get(`/v1/templates/${created.id}`),
        answered(200, { ...parcel, ...created, parameter_format: "POSITIONAL", reason: null, quality: null })
      )
      assert.deepStrictEqual(
        yield* post("/v1/templates", parcel),
        refused(409, "A template with this name and language exists; change it, or choose another name")
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("templates: a copy has the fields of its source that the request omits", () =>
    Effect.gen(function* () {
      const { get, post } = yield* given
      const { status } = yield* post("/v1/templates", { copyOf: templateId, language: "es", category: "UTILITY" })
      assert.strictEqual(status, 201)
      assert.deepStrictEqual(
        yield* get("/v1/templates/1000000000000000"),
        answered(200, {
          ...helloWorld,
          id: "1000000000000000",
          language: "es",
          status: "PENDING",
          category: "UTILITY",
          parameter_format: "POSITIONAL",
          reason: null,
          quality: null
        })
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    [{ name: "Parcel" }, "Invalid field name: Expected 1 to 512 lowercase letters, digits and underscores"],
    [{ language: "english" }, "Invalid field language: Expected a language code such as en or en_US"],
    [{ category: "OFFERS" }, "Invalid field category: Expected one of: AUTHENTICATION, MARKETING, UTILITY"],
    [{ components: [] }, "Invalid field components: Expected a component of type BODY"],
    [
      { components: [{ ...body, text: "{{1}} has arrived" }] },
      "Invalid field components[0].text: Expected words before the first and after the last placeholder"
    ],
    [
      { components: [body, { type: "buttons", buttons: [{ type: "url", text: "Go", url: "nowhere" }] }] },
      "Invalid field components[1].buttons[0].url: Expected a link such as https://example.com/orders/{{1}}"
    ],
    [
      { components: [body, { type: "HEADER", format: "IMAGE", example: { mediaId: "x" } }] },
      "Invalid field components[1].example.mediaId: Expected the id of an uploaded file that was not sent"
    ]
  ] as const)("templates: %j is refused before the platform is called", ([more, message]) =>
    Effect.gen(function* () {
      const { post } = yield* given
      assert.deepStrictEqual(yield* post("/v1/templates", { ...parcel, ...more }), refused(400, message))
      assert.deepStrictEqual(yield* (yield* TemplatePlatform).requests, [])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("templates: an error names the missing template name", () =>
    Effect.gen(function* () {
      const { post } = yield* given
      const { body } = yield* post("/v1/templates", { ...parcel, name: undefined })
      assert.deepInclude(body, { message: "Missing required field: name", code: "MISSING_FIELD" })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("templates: a changed template is submitted again, and a platform refusal is explained", () =>
    Effect.gen(function* () {
      const { patch } = yield* given
      assert.deepStrictEqual(
        yield* patch(`/v1/templates/${templateId}`, { components: [body] }),
        answered(200, { ...helloWorld, components: [body], status: "PENDING", reason: null, quality: null })
      )
      const platform = yield* TemplatePlatform
      yield* platform.failNext(
        new PlatformRejected({
          code: 100,
          title: "Invalid parameter",
          message: "Invalid parameter",
          subcode: null,
          details: "An approved template can be edited once in 24 hours."
        })
      )
      assert.deepStrictEqual(
        yield* patch(`/v1/templates/${templateId}`, { components: [body] }),
        refused(502, "Invalid parameter: An approved template can be edited once in 24 hours.")
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    ["", ["2"]],
    ["?languages=all", []]
  ] as const)("templates: DELETE%s deletes one language or all languages", ([query, left]) =>
    Effect.gen(function* () {
      const { get, post } = yield* given
      assert.deepStrictEqual(
        yield* post(`/v1/templates/${templateId}${query}`, undefined, "DELETE"),
        answered(200, { id: templateId, name: "hello_world", deleted: true })
      )
      const { body } = yield* get("/v1/templates?status=all")
      assert.deepStrictEqual(
        JSON.stringify(body)
          .match(/"id":"(\d+)"/g)
          ?.map((found) => found.slice(6, -1)) ?? [],
        [...left]
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("templates: a preview shows the values, and names a value that does not fit", () =>
    Effect.gen(function* () {
      const { post } = yield* given
      const path = `/v1/templates/${templateId}/preview`
      const values = (...texts: ReadonlyArray<string>) => ({
        components: [{ type: "body", parameters: texts.map((text) => ({ type: "text", text })) }]
      })
      assert.deepStrictEqual(yield* post(path, values("Ada", "42")), answered(200, { body: "Hi Ada, use 42 today." }))
      assert.deepStrictEqual(yield* post(path, {}), answered(200, { body: "Hi {{1}}, use {{2}} today." }))
      assert.deepStrictEqual(
        yield* post(path, values("Ada")),
        refused(400, "Invalid field components[0].parameters: Expected 2 values for the body of the template, got 1")
      )
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("template sends", () => {
  const values = (...parameters: ReadonlyArray<object>) => ({
    to: "15551234567",
    template: { name: "hello_world", language: { code: "en_US" }, components: [{ type: "body", parameters }] }
  })
  const text = (text: string) => ({ type: "text", text })

  it.effect.each([
    [
      [text("Ada"), { type: "image", image: { link: "https://example.com/a.png" } }],
      "template.components[0].parameters[1].type: Expected text, as the template has it, got image"
    ],
    [
      [{ ...text("Ada"), parameter_name: "name" }],
      "template.components[0].parameters: Expected 2 values for the body of the template, got 1"
    ],
    [[text("Ada"), { type: "text" }], "template.components[0].parameters[1].text: Expected a value"]
  ] as const)("template sends: values that do not fit are refused with their field: %j", ([parameters, message]) =>
    Effect.gen(function* () {
      const { get, post } = yield* given
      assert.deepStrictEqual(
        yield* post("/v1/send-message", values(...parameters)),
        refused(400, `Invalid field ${message}`)
      )
      const { body } = yield* get("/v1/conversations/whatsapp")
      assert.include(JSON.stringify(body), '"total":0')
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("template sends: fitting values, texts of any number and unlisted templates are sent", () =>
    Effect.gen(function* () {
      const { post } = yield* given
      assert.strictEqual((yield* post("/v1/send-message", values(text("Ada")))).status, 201)
      const sent = yield* post("/v1/send-message", values(text("Ada"), text("42")))
      assert.strictEqual(sent.status, 201)
      const template = { name: "other", language: { code: "en_US" }, components: [{ type: "body" }] }
      assert.strictEqual((yield* post("/v1/send-message", { to: "15551234567", template })).status, 201)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("template sends: an unknown file of a header is refused with its field", () =>
    Effect.gen(function* () {
      const { post } = yield* given
      const components = [{ type: "header", parameters: [{ type: "image", image: { mediaId: "x" } }] }]
      const template = { name: "other", language: { code: "en_US" }, components }
      assert.deepStrictEqual(
        yield* post("/v1/send-message", { to: "15551234567", template }),
        refused(
          400,
          "Invalid field template.components[0].parameters[0].image.mediaId: Expected the id of an uploaded file"
        )
      )
    }).pipe(Effect.provide(httpWorld))
  )
})
