import { assert, describe, it } from "@effect/vitest"
import { Effect, Random } from "effect"
import { Emulator } from "../../../emulator/Emulator.ts"
import { acceptedBy, accessToken, control, emulated, phoneNumberId, request, seed, send } from "../platform.ts"

describe("identities of recipients", () => {
  it.effect("recipient identity: is the wa_id from the seed or the control route", () =>
    Effect.gen(function* () {
      const text = { text: { body: "Oi" } }
      assert.deepStrictEqual(
        yield* send({ to: "+5511987654321", ...text }),
        acceptedBy("551187654321", "+5511987654321")
      )
      assert.deepStrictEqual(yield* send({ to: "525512345678", ...text }), acceptedBy("525512345678"))

      assert.deepStrictEqual(yield* control("POST", "people", { phone: "+52 55 1234 5678", waId: "5215512345678" }), {
        status: 200,
        body: { phone: "525512345678", waId: "5215512345678" }
      })
      assert.deepStrictEqual(yield* send({ to: "525512345678", ...text }), acceptedBy("5215512345678", "525512345678"))

      yield* (yield* Emulator).setWaId("525512345678", "+525512345678")
      assert.deepStrictEqual(yield* send({ to: "525512345678", ...text }), acceptedBy("525512345678"))
    }).pipe(Effect.provide(emulated({ seed: { ...seed, waIds: { "+5511987654321": "551187654321" } } })))
  )

  it.effect("recipient identity: the control route refuses a text that is not a phone number", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* control("POST", "people", { phone: "Ada" }), {
        status: 400,
        body: { error: "phone: must be a phone number" }
      })
    }).pipe(Effect.provide(emulated()))
  )
})

describe("message ids", () => {
  const ids = Effect.gen(function* () {
    const { body } = yield* request(`/${phoneNumberId}/messages?access_token=${accessToken}`, {
      method: "POST",
      body: JSON.stringify({ messaging_product: "whatsapp", to: "16505551234", text: { body: "Hello" } })
    })
    const refused = yield* request("/nowhere")
    return [body, refused.body]
  })

  it.effect("message ids: are reproducible by the seed, name the recipient, and otherwise differ", () =>
    Effect.gen(function* () {
      const run = (seed: string) => ids.pipe(Effect.provide(emulated()), Random.withSeed(seed))
      const first = yield* run("one")
      assert.deepStrictEqual(yield* run("one"), first)
      assert.notDeepEqual(yield* run("two"), first)
      const [, id = ""] = /"wamid\.([^"]+)"/.exec(JSON.stringify(first)) ?? []
      const bytes = atob(id)
      assert.match(bytes.slice(-19, -1), /^[0-9A-F]{18}$/)
      assert.strictEqual(bytes, `\x1c\x18\x0b16505551234\x15\x02\x00\x11\x18\x12${bytes.slice(-19, -1)}\x00`)
    })
  )
})
