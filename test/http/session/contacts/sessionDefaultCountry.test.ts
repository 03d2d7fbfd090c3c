import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { answered, call, givenDashboard, refused } from "../sessionDashboard.ts"

const refusal = "no country code; write the number with + and its country code"
const noCountry = "Invalid field defaultCountry: Expected a country code of ISO 3166-1 alpha-2"

/** Numbers of the contacts that an import adds, or its refusal. */
const phonesOf = (answer: { readonly body: unknown }) =>
  [...JSON.stringify(answer.body).matchAll(/"phone":"(\+\d+)","status"/g)].map(([, phone]) => phone)

describe("digits without a country code", () => {
  it.effect("digits: a contact, a recipient and a row with a national number are refused by name", () =>
    Effect.gen(function* () {
      const { post } = yield* givenDashboard()
      const created = yield* post("/contacts", { userNumber: "11988887777" })
      assert.deepStrictEqual(created, refused(400, `Invalid field userNumber: ${refusal}`))
      const local = yield* post("/contacts", { userNumber: "020 7946 0958" })
      assert.deepStrictEqual(local, refused(400, `Invalid field userNumber: ${refusal}`))
      const sent = yield* post("/messages/send", { to: "612345678", type: "text", text: "hi" })
      assert.deepStrictEqual(sent, refused(400, `Invalid field to: ${refusal}`))
      assert.deepStrictEqual(
        yield* post("/contacts/bulk", { contacts: [{ userNumber: "5512345678" }, { userNumber: "4915112345678.5" }] }),
        answered(200, {
          imported: 0,
          skipped: 2,
          errors: [
            { index: 0, phone: "5512345678", error: `Invalid field userNumber: ${refusal}` },
            { index: 1, phone: "4915112345678.5", error: "Invalid field userNumber: not a phone number" }
          ],
          contacts: []
        })
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("digits: those of a known contact are accepted, in the form in which events show them", () =>
    Effect.gen(function* () {
      const { post } = yield* givenDashboard()
      const to = "491512345678"
      assert.strictEqual((yield* post("/messages/send", { to, type: "text", text: "hi" })).status, 400)
      yield* post("/contacts", { userNumber: `+${to}` })
      assert.strictEqual((yield* post("/messages/send", { to, type: "text", text: "hi" })).status, 200)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("default country: contacts, recipients and imports read its national numbers", () =>
    Effect.gen(function* () {
      const { patch, post } = yield* givenDashboard()
      yield* patch("/settings", { defaultCountry: "BR" })
      const created = yield* post("/contacts", { userNumber: "(11) 98888-7777" })
      assert.include(JSON.stringify(created.body), '"phone":"+5511988887777"')
      assert.strictEqual((yield* post("/messages/send", { to: "11988887777", type: "text", text: "hi" })).status, 200)
      const imported = yield* post("/contacts/bulk", { contacts: [{ userNumber: "11 97777-6666" }] })
      assert.deepStrictEqual(phonesOf(imported), ["+5511977776666"])
      const other = yield* post("/contacts/bulk", {
        defaultCountry: "es",
        contacts: [{ userNumber: "612345678" }, { userNumber: "+5511966665555" }]
      })
      assert.deepStrictEqual(phonesOf(other), ["+34612345678", "+5511966665555"])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("default country: a CSV import has it as a parameter, a form as a part", () =>
    Effect.gen(function* () {
      const { headers } = yield* givenDashboard()
      const file = { method: "POST", headers: { "content-type": "text/csv" }, body: "userNumber\n612345678\n" } as const
      assert.deepStrictEqual(phonesOf(yield* call(headers, "/contacts/bulk?defaultCountry=ES", file)), ["+34612345678"])
      const boundary = "limit"
      const part = (name: string, content: string) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`
      const form = {
        method: "POST",
        headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
        body: `${part("file", "userNumber\n11988887777\n")}${part("defaultCountry", "BR")}--${boundary}--\r\n`
      } as const
      assert.deepStrictEqual(phonesOf(yield* call(headers, "/contacts/bulk", form)), ["+5511988887777"])
      const unknown = yield* call(headers, "/contacts/bulk?defaultCountry=XX", file)
      assert.deepStrictEqual(unknown, refused(400, noCountry))
    }).pipe(Effect.provide(httpWorld))
  )
})
