import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Stream } from "effect"
import * as Emulated from "../../../emulator/Emulator.ts"
import { defaultTemplates } from "../../../emulator/templates/defaultTemplates.ts"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import * as GraphTemplateCatalogue from "../../../src/adapters/meta/client/GraphTemplateCatalogue.ts"
import * as GraphAgent from "../../../src/adapters/outbound/GraphAgent.ts"
import type { TemplateDraft } from "../../../src/domain/templates/TemplateDraft.ts"
import { TemplateCatalogue } from "../../../src/ports/templates/TemplateCatalogue.ts"
import { says } from "../cannedAgent.ts"
import { account } from "../graph.ts"
import { emulatedBusiness, wabaId } from "../emulatedBusiness.ts"
import { approved, catalogue, template } from "./templates.ts"

const waba = "https://graph.facebook.com/v23.0/102290129340398/message_templates"
const all = "id,name,language,status,category,components,parameter_format,rejected_reason,quality_score"

const draft: TemplateDraft = {
  name: "parcel_arrived",
  language: "en_US",
  category: "UTILITY",
  parameter_format: "POSITIONAL",
  components: [{ type: "BODY", text: "Your parcel {{1}} has arrived.", example: { body_text: [["42"]] } }]
}

const bodyOf = (body: unknown): unknown => (typeof body === "string" ? JSON.parse(body) : body)

describe("managing templates over the Graph API", () => {
  it.effect("templates: a template is found in the list of its own business account", () => {
    const { asked, layer } = catalogue((ordinal) =>
      ordinal === 1 ? says({ name: "hello_world", id: template.id }) : says({ data: [template] })
    )
    return Effect.gen(function* () {
      const found: unknown = yield* (yield* TemplateCatalogue).find(account, template.id)
      assert.deepStrictEqual(found, template)
      assert.deepStrictEqual(asked(), [
        `GET https://graph.facebook.com/v23.0/${template.id}?fields=name`,
        `GET ${waba}?fields=${all}&name=hello_world&limit=100`
      ])
    }).pipe(Effect.provide(layer))
  })

  it.effect.each([
    ["of another business account", template.id, says({ name: "hello_world" }), 2],
    [
      "that does not exist",
      "7",
      says({ error: { code: 100, error_subcode: 33, message: "Unsupported get request" } }, 400),
      1
    ],
    ["whose id is no number", "me", says({}), 0]
  ] as const)("templates: a template %s is unknown", ([, id, first, calls]) => {
    const { asked, layer } = catalogue((ordinal) => (ordinal === 1 ? first : says({ data: [] })))
    return Effect.gen(function* () {
      const failure = yield* Effect.flip((yield* TemplateCatalogue).find(account, id))
      assert.strictEqual(failure._tag, "TemplateUnknown")
      assert.lengthOf(asked(), calls)
    }).pipe(Effect.provide(layer))
  })

  it.effect("templates: submission, change and deletion have the platform's form", () => {
    const { asked, calls, layer } = catalogue((ordinal) =>
      ordinal === 1 ? says({ id: "17", status: "PENDING", category: "MARKETING" }) : says({ success: true })
    )
    return Effect.gen(function* () {
      const { create, edit, remove } = yield* TemplateCatalogue
      assert.deepStrictEqual(yield* create(account, draft), { id: "17", status: "PENDING", category: "MARKETING" })
      yield* edit(account, template, { components: draft.components })
      yield* remove(account, template, "one")
      yield* remove(account, template, "all")
      assert.deepStrictEqual(asked(), [
        `POST ${waba}`,
        `POST https://graph.facebook.com/v23.0/${template.id}`,
        `DELETE ${waba}?name=hello_world&hsm_id=${template.id}`,
        `DELETE ${waba}?name=hello_world`
      ])
      assert.deepStrictEqual(
        calls.slice(0, 2).map(({ body }) => bodyOf(body)),
        [{ ...draft, parameter_format: "positional" }, { components: draft.components }]
      )
    }).pipe(Effect.provide(layer))
  })

  it.effect.each([
    [2388024, "exists"],
    [2388023, "reserved"]
  ] as const)("templates: subcode %s means that the name is taken", ([subcode, reason]) => {
    const { layer } = catalogue(() =>
      says({ error: { code: 100, error_subcode: subcode, message: "Invalid parameter" } }, 400)
    )
    return Effect.gen(function* () {
      const failure = yield* Effect.flip((yield* TemplateCatalogue).create(account, draft))
      assert.deepInclude({ ...failure }, { _tag: "TemplateNameTaken", reason })
    }).pipe(Effect.provide(layer))
  })

  it.effect("templates: the platform's explanation for users becomes the details of a refusal", () => {
    const { layer } = catalogue(() =>
      says({ error: { code: 100, message: "Invalid parameter", error_user_msg: "The header needs a text." } }, 400)
    )
    return Effect.gen(function* () {
      const failure = yield* Effect.flip((yield* TemplateCatalogue).create(account, draft))
      assert.deepInclude({ ...failure }, { _tag: "PlatformRejected", details: "The header needs a text." })
    }).pipe(Effect.provide(layer))
  })

  it.effect("templates: the example of a header is uploaded in a session", () => {
    const answers = [says({ id: "app1" }), says({ id: "upload:abc==?sig=xyz" }), says({ h: "4::handle" })]
    const { asked, calls, layer } = catalogue((ordinal) => answers[ordinal - 1] ?? says({}))
    return Effect.gen(function* () {
      const { uploadExample } = yield* TemplateCatalogue
      const bytes = Stream.make(new Uint8Array([1, 2, 3]))
      const file = { kind: "image", mimeType: "image/png", filename: "a.png", size: 3, bytes } as const
      assert.strictEqual(yield* uploadExample(account, file), "4::handle")
      assert.deepStrictEqual(asked(), [
        "GET https://graph.facebook.com/v23.0/app?fields=id",
        "POST https://graph.facebook.com/v23.0/app1/uploads",
        "POST https://graph.facebook.com/v23.0/upload:abc==?sig=xyz"
      ])
      assert.deepStrictEqual(bodyOf(calls[1]?.body), { file_name: "a.png", file_length: 3, file_type: "image/png" })
      assert.deepInclude(calls[2]?.headers, { authorization: "OAuth EAAtoken", file_offset: "0" })
    }).pipe(Effect.provide(layer))
  })

  it.effect("templates: the next list of approved templates is read again after a change", () => {
    const { asked, layer } = catalogue((ordinal) => (ordinal === 2 ? says({ success: true }) : says({ data: [] })))
    return Effect.gen(function* () {
      yield* approved()
      yield* (yield* TemplateCatalogue).remove(account, template, "one")
      yield* approved()
      assert.lengthOf(asked(), 3)
    }).pipe(Effect.provide(layer))
  })
})

describe("cached templates", () => {
  it.effect("cached templates: a listing is read in the background once, and no caller waits for it", () => {
    const { asked, layer } = catalogue(() => says({ data: [template] }))
    return Effect.gen(function* () {
      const { cached } = yield* TemplateCatalogue
      assert.isNull(yield* cached(account))
      yield* cached(account)
      yield* approved()
      const found: unknown = yield* cached(account)
      assert.deepStrictEqual(found, [template])
      assert.lengthOf(asked(), 1)
    }).pipe(Effect.provide(layer))
  })
})

describe("templates on the emulated platform", () => {
  const world = Layer.unwrap(
    Effect.map(Emulated.Emulator, ({ url }) => GraphTemplateCatalogue.layer({ graphUrl: url, version: "v23.0" }))
  ).pipe(
    Layer.provide(GraphAgent.layer),
    Layer.provideMerge(Memory.layer()),
    Layer.provideMerge(emulatedBusiness({ templates: { [wabaId]: defaultTemplates } }))
  )

  it.live("emulated templates: a template with a picture is submitted, found, changed and deleted", () =>
    Effect.gen(function* () {
      const { all, create, edit, find, remove, uploadExample } = yield* TemplateCatalogue
      const bytes = Stream.make(new Uint8Array([137, 80, 78, 71]))
      const handle = yield* uploadExample(account, {
        kind: "image",
        mimeType: "image/png",
        filename: null,
        size: 4,
        bytes
      })
      const header = { type: "HEADER", format: "IMAGE", example: { header_handle: [handle] } }
      const { id, status } = yield* create(account, { ...draft, components: [header, ...draft.components] })
      assert.strictEqual(status, "PENDING")
      const found = yield* find(account, id)
      assert.deepStrictEqual(found.components, [header, ...draft.components])
      const taken = yield* Effect.flip(create(account, draft))
      assert.strictEqual(taken._tag, "TemplateNameTaken")
      const early = yield* Effect.flip(edit(account, found, { components: draft.components }))
      assert.deepInclude({ ...early }, { _tag: "PlatformRejected", code: 100 })
      yield* remove(account, found, "one")
      assert.strictEqual((yield* Effect.flip(find(account, id)))._tag, "TemplateUnknown")
      assert.isTrue(Option.isNone(Option.fromUndefinedOr((yield* all(account)).find((one) => one.id === id))))
    }).pipe(Effect.provide(world))
  )
})
