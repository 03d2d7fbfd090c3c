import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Emulator } from "../../../emulator/Emulator.ts"
import * as CustomLabels from "../../../emulator/messenger/CustomLabels.ts"
import { account, call, emulated, messenger, otherPage, page, refusedOverPage, unsupported } from "../pages.ts"
import { masked, phoneNumberId, refused, request, wabaId } from "../platform.ts"

const decodeId = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.String.check(Schema.isPattern(/^6\d{15}$/)) }))
const create = (name: string) =>
  Effect.map(call("POST", "/me/custom_labels", { page_label_name: name }), ({ body }) => decodeId(body).id)

const listed = (...data: ReadonlyArray<unknown>) => ({
  status: 200,
  body:
    data.length === 0 ? { data } : { data, paging: { cursors: { before: "MAZDZD", after: `${cursor(data.length)}` } } }
})
const cursor = (count: number) => `${btoa(String(count - 1)).replaceAll("=", "ZD")}`
const success = { status: 200, body: { success: true } }
const psid = messenger.to

describe("the labels of a Page", () => {
  it.effect("are made, listed and put on people", () =>
    Effect.gen(function* () {
      const vip = yield* create("VIP")
      const made = yield* call("POST", `/v23.0/${page.id}/custom_labels`, { name: "Très bien [1]" })
      const { id: good } = decodeId(made.body)
      assert.deepStrictEqual(made, { status: 200, body: { id: good } })
      assert.notStrictEqual(vip, good)

      const named = "fields=id,page_label_name"
      const both = listed({ id: vip, page_label_name: "VIP" }, { id: good, page_label_name: "Très bien [1]" })
      assert.deepStrictEqual(yield* call("GET", `/${page.id}/custom_labels?${named}`), both)
      assert.deepStrictEqual(yield* call("GET", "/me/custom_labels"), listed({ id: vip }, { id: good }))
      assert.deepStrictEqual(yield* call("GET", `/${psid}/custom_labels?${named}`), listed())

      assert.deepStrictEqual(yield* call("POST", `/v23.0/${vip}/label`, { user: psid }), success)
      assert.deepStrictEqual(yield* call("POST", `/${vip}/label`, { user: psid }), success)
      assert.deepStrictEqual(yield* call("POST", `/${good}/label`, { user: 4711 }), success)
      assert.deepStrictEqual(
        yield* call("GET", `/v23.0/${psid}/custom_labels?fields=name`),
        listed({ id: vip, name: "VIP" })
      )
      assert.deepStrictEqual(yield* call("GET", "/4711/custom_labels"), listed({ id: good }))

      assert.deepStrictEqual(yield* call("DELETE", `/${vip}/label`, { user: psid }), success)
      assert.deepStrictEqual(yield* call("DELETE", `/${good}/label?user=4711`), success)
      assert.deepStrictEqual(yield* call("DELETE", `/${good}/label?user=4712`), success)
      assert.deepStrictEqual(yield* call("GET", `/${psid}/custom_labels`), listed())
      assert.deepStrictEqual(yield* call("GET", "/4711/custom_labels"), listed())
      assert.deepStrictEqual(yield* call("GET", `/me/custom_labels?${named}`), both)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("are made and put with forms", () =>
    Effect.gen(function* () {
      const post = (path: string, fields: Record<string, string>) =>
        request(path, {
          method: "POST",
          body: new URLSearchParams({ ...fields, access_token: page.accessToken })
        })
      const { id } = decodeId((yield* post("/me/custom_labels", { page_label_name: "VIP" })).body)
      assert.deepStrictEqual(yield* post(`/${id}/label`, { user: psid }), success)
      assert.deepStrictEqual(yield* call("GET", `/${psid}/custom_labels`), listed({ id }))
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("are listed page by page", () =>
    Effect.gen(function* () {
      const { url } = yield* Emulator
      const ids = yield* Effect.forEach(["A", "B", "C"], create)
      const path = `/v23.0/${page.id}/custom_labels?limit=2&access_token=${page.accessToken}`
      assert.deepStrictEqual((yield* request(path)).body, {
        data: ids.slice(0, 2).map((id) => ({ id })),
        paging: { cursors: { before: "MAZDZD", after: "MQZDZD" }, next: `${url}${path}&after=MQZDZD` }
      })
      assert.deepStrictEqual((yield* request(`${path}&after=MQZDZD`)).body, {
        data: ids.slice(2).map((id) => ({ id })),
        paging: { cursors: { before: "MgZDZD", after: "MgZDZD" }, previous: `${url}${path}&before=MgZDZD` }
      })
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("are the Page's own", () =>
    Effect.gen(function* () {
      const vip = yield* create("VIP")
      const other = { page_label_name: "VIP" }
      assert.strictEqual((yield* call("POST", "/me/custom_labels", other, otherPage.accessToken)).status, 200)
      yield* call("POST", `/${vip}/label`, { user: psid })
      const byOther = (method: string, path: string, body?: unknown) => call(method, path, body, otherPage.accessToken)
      assert.deepStrictEqual(yield* byOther("GET", `/${psid}/custom_labels`), listed())
      assert.deepStrictEqual(yield* byOther("GET", `/${page.id}/custom_labels`), unsupported("get", page.id))
      assert.deepStrictEqual(yield* byOther("POST", `/${vip}/label`, { user: psid }), unsupported("post", vip))
      assert.deepStrictEqual(yield* byOther("DELETE", `/${vip}/label`, { user: psid }), unsupported("delete", vip))
      assert.deepStrictEqual(yield* call("GET", `/${psid}/custom_labels`), listed({ id: vip }))
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("are refused without a name, with one that is taken, and of things that have none", () =>
    Effect.gen(function* () {
      const vip = yield* create("VIP")
      const made = (body: unknown, path = "/me/custom_labels", token?: string) => call("POST", path, body, token)
      const nameless = "(#100) The parameter page_label_name is required"
      const empty = "(#100) Param page_label_name must be a non-empty UTF-8 encoded string"
      assert.deepStrictEqual(yield* made({}), refusedOverPage(nameless))
      assert.deepStrictEqual(yield* made({ page_label_name: " " }), refusedOverPage(empty))
      assert.deepStrictEqual(
        yield* made({ page_label_name: ["VIP"] }),
        refusedOverPage("(#100) Param page_label_name must be a string.")
      )
      assert.deepStrictEqual(
        yield* made({ page_label_name: "x".repeat(201) }),
        refusedOverPage("(#100) Length of param page_label_name must be less than or equal to 200")
      )
      assert.deepStrictEqual(
        yield* made({ page_label_name: "VIP" }),
        refusedOverPage("(#100) Param page_label_name must be unique: the Page has a label of this name already.")
      )
      assert.deepStrictEqual(
        yield* call("GET", "/me/custom_labels?fields=colour"),
        refusedOverPage("(#100) Tried accessing nonexisting field (colour) on node type (PageLabel)")
      )
      const ofInstagram = yield* made({ page_label_name: "A" }, `/${account.id}/custom_labels`, account.accessToken)
      assert.deepStrictEqual(ofInstagram, unsupported("post", account.id))
      for (const id of [phoneNumberId, wabaId, account.id, vip, "ada"]) {
        assert.deepStrictEqual(yield* call("GET", `/${id}/custom_labels`), unsupported("get", id))
      }
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("are refused to nobody, by nobody, and when they are none", () =>
    Effect.gen(function* () {
      const vip = yield* create("VIP")
      assert.deepStrictEqual(
        yield* call("POST", `/${vip}/label`, {}),
        refusedOverPage("(#100) The parameter user is required")
      )
      assert.deepStrictEqual(
        yield* call("DELETE", `/${vip}/label`, { user: "ada" }),
        refusedOverPage('(#100) Param user must be a valid ID string (e.g., "123")')
      )
      assert.deepStrictEqual(yield* call("POST", "/4711/label", { user: psid }), unsupported("post", "4711"))
      const tokenless = refused(401, 104, "An access token is required to request this resource.")
      for (const [method, path] of [
        ["POST", "/me/custom_labels"],
        ["GET", `/${page.id}/custom_labels`],
        ["GET", "/4711/custom_labels"],
        ["POST", `/${vip}/label`],
        ["DELETE", "/4711/label"]
      ] as const) {
        assert.deepStrictEqual(masked(yield* request(path, { method })), tokenless)
      }
      const { ledger } = yield* Emulator
      assert.deepStrictEqual([...new Set((yield* ledger).map(({ channel }) => channel))], ["messenger"])
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("can only be so many, and so can the people of one", () =>
    Effect.gen(function* () {
      const labels = yield* CustomLabels.CustomLabels
      for (let index = 0; index < CustomLabels.maxLabels; index++) yield* labels.create("1", String(index))
      const refused = yield* Effect.flip(labels.create("1", "one more"))
      assert.isTrue(refused._tag === "LabelsFull" && refused.limit === CustomLabels.maxLabels)
      assert.strictEqual((yield* labels.ofPage("1")).length, CustomLabels.maxLabels)

      const id = yield* labels.create("2", "VIP")
      for (let index = 0; index < CustomLabels.maxLabelled; index++) yield* labels.put(id, String(index))
      yield* labels.put(id, "0")
      const { limit } = yield* Effect.flip(labels.put(id, "one more"))
      assert.strictEqual(limit, CustomLabels.maxLabelled)
      yield* labels.remove(id, "0")
      yield* labels.put(id, "one more")
    }).pipe(Effect.provide(CustomLabels.layer))
  )
})
