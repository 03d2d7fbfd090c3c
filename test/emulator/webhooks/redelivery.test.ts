import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { createHmac } from "node:crypto"
import { control } from "../platform.ts"
import { Receiver } from "../receiver.ts"
import { atNoon } from "../reportingWorld.ts"

const Deliveries = Schema.Struct({
  deliveries: Schema.Array(
    Schema.Struct({
      id: Schema.Int,
      url: Schema.String,
      headers: Schema.Record(Schema.String, Schema.String),
      body: Schema.String,
      status: Schema.NullOr(Schema.Int),
      durationMillis: Schema.NullOr(Schema.Int),
      redeliveryOf: Schema.NullOr(Schema.Int)
    })
  )
})
const deliveries = (query = "") =>
  Effect.map(control("GET", `deliveries${query}`), ({ body }) => Schema.decodeUnknownSync(Deliveries)(body).deliveries)

const says = (text: string) =>
  control("POST", "inbound", { channel: "whatsapp", from: "16505551234", type: "text", text })

describe("webhook attempts", () => {
  it.effect("redelivery: an attempt is listed with its bytes and headers, and repeated unchanged", () =>
    Effect.gen(function* () {
      const { next, url } = yield* Receiver
      yield* says("Grüße / 👋")
      yield* control("POST", "flush")
      const received = yield* next
      const [delivery] = yield* deliveries()
      assert.isDefined(delivery)
      assert.deepInclude(delivery, { id: 1, url, status: 200, redeliveryOf: null, body: received.body })
      assert.isNumber(delivery.durationMillis)
      for (const [name, value] of Object.entries(delivery.headers))
        assert.strictEqual(received.headers[name], value, name)
      const signature = createHmac("sha256", "app-secret").update(received.body).digest("hex")
      assert.strictEqual(delivery.headers["x-hub-signature-256"], `sha256=${signature}`)

      assert.deepStrictEqual(yield* control("POST", "deliveries/1/redeliver"), { status: 200, body: { status: 200 } })
      assert.strictEqual((yield* next).body, received.body)
      assert.deepInclude((yield* deliveries())[1], { id: 2, redeliveryOf: 1, status: 200, body: received.body })
    }).pipe(atNoon({ delivery: "manual" }))
  )

  it.effect("redelivery: needs a callback and a stored attempt", () =>
    Effect.gen(function* () {
      yield* says("Hi")
      yield* control("POST", "flush")
      const error = "id: names no delivery that is remembered, or there is no callback"
      assert.deepStrictEqual(yield* control("POST", "deliveries/2/redeliver"), { status: 400, body: { error } })
      yield* control("DELETE", "webhook")
      assert.deepStrictEqual(yield* control("POST", "deliveries/1/redeliver"), { status: 400, body: { error } })
      assert.strictEqual((yield* control("POST", "deliveries/x/redeliver")).status, 400)
    }).pipe(atNoon({ delivery: "manual" }))
  )

  it.effect("redelivery: a list can be limited to the newest attempts", () =>
    Effect.gen(function* () {
      for (const text of ["a", "b", "c"]) yield* says(text)
      yield* control("POST", "flush")
      assert.deepStrictEqual(
        (yield* deliveries("?limit=2")).map(({ id }) => id),
        [2, 3]
      )
      assert.deepStrictEqual(yield* control("GET", "deliveries?limit=0"), {
        status: 400,
        body: { error: "query.limit: Expected a value between 1 and 1000" }
      })
      assert.strictEqual((yield* control("GET", "ledger?limit=x")).status, 400)
      assert.strictEqual((yield* control("GET", "sends?wrong=1")).status, 400)
    }).pipe(atNoon({ delivery: "manual" }))
  )
})
