import { NodeServices } from "@effect/platform-node"
import { assert, describe, it, vi } from "@effect/vitest"
import { DateTime, Effect, FileSystem, Path, Schema } from "effect"
import { TestClock } from "effect/testing"
import * as Emulated from "../../emulator/Emulator.ts"
import { existsSync } from "node:fs"
import { call, page, seed } from "./pages.ts"
import { accessToken, control, get, phoneNumberId, request, send, wabaId } from "./platform.ts"
import { noon } from "./reportingWorld.ts"

const strict = { ...seed, windows: "strict" } as const

/** What a process of the emulator does with the folder, until it ends. */
const lifeIn =
  (folder: string, options: Partial<Emulated.EmulatorOptions> = {}) =>
  <A, E>(living: Effect.Effect<A, E, Emulated.Emulator>) =>
    Effect.scoped(
      Effect.provide(
        living,
        Emulated.layer({
          host: "127.0.0.1",
          port: 0,
          seed: strict,
          folder,
          statuses: "none",
          review: "manual",
          ...options
        }),
        { local: true }
      )
    )

const temporary = Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())

const says = (from: string, channel = "whatsapp") =>
  control("POST", "inbound", {
    channel,
    from,
    type: "text",
    text: "Hi",
    ...(channel === "whatsapp" ? { name: "Ada" } : {})
  })

const outcomes = Effect.map(
  Effect.flatMap(Emulated.Emulator, ({ sends }) => sends),
  (all) => all.map(({ outcomes: each, to }) => [to, ...each])
)

const template = {
  name: "parcel",
  language: "en_US",
  category: "UTILITY",
  components: [{ type: "BODY", text: "Your parcel has arrived." }]
}

const create = request(`/${wabaId}/message_templates`, {
  method: "POST",
  headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
  body: JSON.stringify(template)
})

const Named = Schema.Struct({ data: Schema.Array(Schema.Struct({ name: Schema.String, status: Schema.String })) })
const listed = Effect.map(get(`/${wabaId}/message_templates?name=parcel&fields=name,status`), ({ body }) =>
  Schema.decodeUnknownSync(Named)(body).data.map(({ name, status }) => ({ name, status }))
)

const upload = Effect.gen(function* () {
  const form = new FormData()
  form.set("messaging_product", "whatsapp")
  form.set("file", new Blob(["a picture"], { type: "image/png" }), "a.png")
  const { body } = yield* request(`/${phoneNumberId}/media`, {
    method: "POST",
    headers: { authorization: `Bearer ${accessToken}` },
    body: form
  })
  return Schema.decodeUnknownSync(Schema.Struct({ id: Schema.String }))(body).id
})

const fileAt = (id: string) => request(`/_emulator/files/${id}`)

describe("an emulator that is started again in its folder", () => {
  it.effect("still knows people, windows and conversations", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(noon)
      const folder = yield* temporary
      yield* lifeIn(folder)(
        Effect.all([
          says("16505551234"),
          says("4711", "messenger"),
          control("POST", "people", { phone: "5511987654321", waId: "551187654321" })
        ])
      )
      yield* TestClock.adjust("23 hours")
      yield* lifeIn(folder, { statuses: { sent: 0, delivered: 0, read: 0 } })(
        Effect.gen(function* () {
          yield* send({ text: { body: "Hello" } })
          yield* send({ to: "5511987654321", text: { body: "Hello" } })
          assert.deepStrictEqual(yield* outcomes, [
            ["16505551234", "sent", "delivered", "read"],
            ["551187654321", "failed"]
          ])
          const toPerson = yield* call("POST", `/${page.id}/messages`, {
            recipient: { id: "4711" },
            message: { text: "Hello" }
          })
          assert.strictEqual(toPerson.status, 200)
          const { body } = yield* call("GET", `/${page.id}/conversations?fields=snippet`)
          assert.include(JSON.stringify(body), '"snippet":"Hello"')
        })
      )
      yield* TestClock.adjust("1 hour")
      yield* lifeIn(folder)(
        Effect.gen(function* () {
          yield* send({ text: { body: "Hello" } })
          assert.deepStrictEqual((yield* outcomes).at(-1), ["16505551234", "failed"])
        })
      )
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.effect("still knows templates, files, expired tokens and what it was asked", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(noon)
      const folder = yield* temporary
      const id = yield* lifeIn(folder)(
        Effect.gen(function* () {
          yield* create
          yield* control("POST", "inbound", {
            channel: "whatsapp",
            type: "template_status",
            ...template,
            category: undefined,
            components: undefined,
            event: "APPROVED"
          })
          const uploaded = yield* upload
          yield* control("POST", "tokens", { accessToken: page.accessToken, state: "expired" })
          return uploaded
        })
      )
      yield* TestClock.adjust("1 minute")
      yield* lifeIn(folder)(
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* listed, [{ name: "parcel", status: "APPROVED" }])
          assert.deepStrictEqual(yield* fileAt(id), { status: 200, body: "a picture" })
          assert.strictEqual((yield* call("GET", `/${page.id}`)).status, 401)
          const { ledger } = yield* Emulated.Emulator
          assert.deepStrictEqual(
            (yield* ledger).slice(0, 2).map(({ at, method, path }) => [at, method, path]),
            [
              [DateTime.formatIso(DateTime.makeUnsafe(noon)), "POST", `/${wabaId}/message_templates`],
              [DateTime.formatIso(DateTime.makeUnsafe(noon)), "POST", `/${phoneNumberId}/media`]
            ]
          )
        })
      )
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.effect("reviews what waited for its review, and gives new accounts the templates of the seed", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(noon)
      const folder = yield* temporary
      yield* lifeIn(folder, { review: "1 hour" })(create)
      const other = "104996122399161"
      const more = {
        ...strict,
        phoneNumbers: [
          ...strict.phoneNumbers,
          { id: "1", displayPhoneNumber: "+1 555-078-3000", wabaId: other, accessToken }
        ],
        templates: { ...strict.templates, [other]: [{ ...template, id: "77", status: "APPROVED" }] }
      }
      yield* lifeIn(folder, { seed: more })(
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* listed, [{ name: "parcel", status: "PENDING" }])
          yield* TestClock.adjust("1 hour")
          assert.deepStrictEqual(yield* listed, [{ name: "parcel", status: "APPROVED" }])
          const { body } = yield* get(`/${other}/message_templates?fields=name`)
          assert.include(JSON.stringify(body), '"id":"77"')
        })
      )
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.effect("has every change on the disk a second later, in files that their owner alone reads", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(noon)
      const fs = yield* FileSystem.FileSystem
      const path = yield* Path.Path
      const folder = path.join(yield* temporary, "emulator")
      yield* lifeIn(folder)(
        Effect.gen(function* () {
          yield* says("16505551234")
          const file = path.join(folder, "windows.json")
          assert.isFalse(yield* fs.exists(file))
          yield* TestClock.adjust("1 second")
          // The file itself is written by the machine, whose time no test clock moves.
          yield* Effect.promise(() => vi.waitUntil(() => existsSync(file)))
          assert.deepInclude(JSON.parse(yield* fs.readFileString(file)), { version: 1 })
          assert.strictEqual((yield* fs.stat(file)).mode & 0o777, 0o600)
          assert.strictEqual((yield* fs.stat(folder)).mode & 0o777, 0o700)
        })
      )
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.effect("begins a part anew whose file it cannot read, and keeps the others", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(noon)
      const fs = yield* FileSystem.FileSystem
      const folder = yield* temporary
      yield* lifeIn(folder)(Effect.andThen(says("16505551234"), create))
      yield* fs.writeFileString(`${folder}/templates.json`, '{"version":0,"value":{}}')
      yield* lifeIn(folder, { statuses: { sent: 0, delivered: 0, read: 0 } })(
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* listed, [])
          yield* send({ text: { body: "Hello" } })
          assert.deepStrictEqual(yield* outcomes, [["16505551234", "sent", "delivered", "read"]])
        })
      )
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.effect("removes the bytes of a file that is deleted, and bytes that belong to no file", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* temporary
      const media = fs.readDirectory(`${folder}/media`)
      const id = yield* lifeIn(folder)(upload)
      yield* fs.writeFileString(`${folder}/media/7`, "left behind")
      yield* lifeIn(folder)(
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* media, [id])
          yield* request(`/${id}`, { method: "DELETE", headers: { authorization: `Bearer ${accessToken}` } })
          assert.deepStrictEqual(yield* media, [])
        })
      )
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )
})
