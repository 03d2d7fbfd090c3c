import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Schema, Struct } from "effect"
import { defaultTemplates } from "../../../emulator/templates/defaultTemplates.ts"
import { Emulator } from "../../../emulator/Emulator.ts"
import { TemplateDefinition } from "../../../src/domain/templates/Template.ts"
import { accessToken, emulated, get, refused, request, seed, wabaId } from "../platform.ts"
import { decodePage, type ListingPage } from "../listingPage.ts"

const many: ReadonlyArray<TemplateDefinition> = Array.from({ length: 101 }, (_, index) => ({
  id: String(1000 + index),
  name: `template_${index}`,
  language: "en_US",
  status: "APPROVED",
  category: "UTILITY",
  components: [{ type: "BODY", text: "Hi" }]
}))

const path = `/v23.0/${wabaId}/message_templates`
const ids = (templates: ReadonlyArray<{ readonly id: string }>) => templates.map(({ id }) => id)
const namesAt = (query: string) =>
  Effect.map(get(`${path}?fields=name,language&${query}`), ({ body }) =>
    Schema.decodeUnknownSync(
      Schema.Struct({ data: Schema.Array(Schema.Struct({ name: Schema.String, language: Schema.String })) })
    )(body).data.map(({ language, name }) => `${name} ${language}`)
  )

layer(emulated())("the listing of templates", (it) => {
  it.effect("template list: every template has the platform's form", () =>
    Effect.gen(function* () {
      const { body, status } = yield* get(path)
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body, {
        data: defaultTemplates.map((template) => Struct.omit(template, ["rejected_reason", "quality_score"])),
        paging: { cursors: { before: "MAZDZD", after: "MTEZD" } }
      })
      Schema.decodeUnknownSync(Schema.Struct({ data: Schema.Array(TemplateDefinition) }))(body)
    })
  )

  it.effect("template list: has the requested fields and the id", () =>
    Effect.gen(function* () {
      const { body } = yield* get(`${path}?fields=status,rejected_reason,quality_score{score}&name=miracle`)
      assert.deepStrictEqual(body, {
        data: [{ id: "777135271246401", status: "REJECTED", rejected_reason: "INVALID_FORMAT" }],
        paging: { cursors: { before: "MAZDZD", after: "MAZDZD" } }
      })
    })
  )

  it.effect("template list: is filtered by status, category, language and name", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* namesAt("name=order_update"), ["order_update en_US", "order_update es"])
      assert.deepStrictEqual(yield* namesAt("name=order_update&language=es"), ["order_update es"])
      assert.deepStrictEqual(yield* namesAt("status=PAUSED,pending"), ["daily_deal en_US", "spring_collection en_US"])
      assert.deepStrictEqual(yield* namesAt('category=["AUTHENTICATION"]'), ["verification_code en_US"])
      assert.deepStrictEqual(yield* namesAt("status=APPROVED&category=MARKETING"), [
        "seasonal_promotion en_US",
        "intro_catalog_offer en_US",
        "abandoned_cart en_US"
      ])
      assert.deepStrictEqual(yield* get(`${path}?name=nothing`), { status: 200, body: { data: [] } })
    })
  )

  it.effect.each([
    ["fields=name,colour", "Tried accessing nonexisting field (colour) on node type (WhatsAppMessageTemplate)"],
    ["limit=0", "Invalid parameter: limit must be between 1 and 100"],
    ["limit=ten", "Invalid parameter: limit must be between 1 and 100"],
    ["after=nonsense", "Invalid parameter: cursor is malformed or expired"],
    ["before=LTE", "Invalid parameter: cursor is malformed or expired"]
  ])("template list: %s is refused", ([query, message]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* get(`${path}?${query}`), refused(400, 100, `(#100) ${message}`))
    })
  )
})

describe("pages of templates", () => {
  const world = emulated({ seed: { ...seed, templates: { [wabaId]: many } } })

  const walk = (from: string) =>
    Effect.gen(function* () {
      const { url } = yield* Emulator
      const pages: Array<ReadonlyArray<string>> = []
      let next: string | undefined = from
      while (next !== undefined) {
        const page: ListingPage = decodePage((yield* get(next)).body)
        // On the last page too: only `next` says whether there is more.
        assert.isDefined(page.paging?.cursors.after)
        pages.push(ids(page.data))
        if (page.paging?.next !== undefined) assert.isTrue(page.paging.next.startsWith(`${url}/v23.0/${wabaId}/`))
        next = page.paging?.next?.slice(url.length)
      }
      return pages
    })

  it.effect("template pages: following next returns each template once", () =>
    Effect.gen(function* () {
      const byTen = yield* walk(`${path}?limit=10`)
      assert.deepStrictEqual(
        byTen.map((page) => page.length),
        [10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 1]
      )
      assert.deepStrictEqual(byTen.flat(), ids(many))
      assert.deepStrictEqual(
        (yield* walk(path)).map((page) => page.length),
        [25, 25, 25, 25, 1]
      )
      assert.deepStrictEqual(
        (yield* walk(`${path}?limit=1000`)).map((page) => page.length),
        [100, 1]
      )
    }).pipe(Effect.provide(world))
  )

  it.effect("template pages: previous goes back", () =>
    Effect.gen(function* () {
      const { url } = yield* Emulator
      const second = decodePage((yield* get(`${path}?limit=10&after=OQZDZD`)).body)
      assert.deepStrictEqual(ids(second.data), ids(many.slice(10, 20)))
      const first = decodePage((yield* get((second.paging?.previous ?? "").slice(url.length))).body)
      assert.deepStrictEqual(ids(first.data), ids(many.slice(0, 10)))
      assert.isUndefined(first.paging?.previous)
    }).pipe(Effect.provide(world))
  )

  it.effect("template pages: following cursors alone ends with an empty page", () =>
    Effect.gen(function* () {
      const last = decodePage((yield* get(`${path}?limit=100&after=OTkZD`)).body)
      assert.deepStrictEqual(ids(last.data), ["1100"])
      const after = last.paging?.cursors.after
      assert.deepStrictEqual(yield* get(`${path}?limit=100&after=${after}`), { status: 200, body: { data: [] } })
    }).pipe(Effect.provide(world))
  )

  it.effect("template pages: next preserves the token of the address", () =>
    Effect.gen(function* () {
      const { url } = yield* Emulator
      const { body } = yield* request(`${path}?limit=1&fields=id&access_token=${accessToken}`)
      assert.strictEqual(
        decodePage(body).paging?.next,
        `${url}${path}?limit=1&fields=id&access_token=${accessToken}&after=MAZDZD`
      )
    }).pipe(Effect.provide(world))
  )
})
