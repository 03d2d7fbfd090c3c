import { Effect, Layer, Schema } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { digitsOf, EmulatorState } from "../EmulatorState.ts"
import { Ledger } from "../Ledger.ts"
import { control, done, limited, newestOf, readBody, readQuery } from "./control.ts"

const readLedger = Effect.gen(function* () {
  const query = yield* readQuery(Schema.Struct(limited))
  return { calls: newestOf(yield* (yield* Ledger).calls, query) }
})
const clearLedger = Effect.flatMap(Ledger, ({ clear }) => Effect.as(clear, done))

const PhoneText = Schema.String.check(
  Schema.makeFilter((text) => /^[1-9]\d{6,14}$/.test(digitsOf(text)), { message: "must be a phone number" })
)
const Person = Schema.Struct({ phone: PhoneText, waId: Schema.optionalKey(PhoneText) })

const introduce = Effect.gen(function* () {
  const { phone, waId = phone } = yield* readBody(Person)
  yield* (yield* EmulatorState).setWaId(phone, waId)
  return { phone: digitsOf(phone), waId: digitsOf(waId) }
})

/**
 * How tests and people steer the emulator, in plain JSON; an unusable request is a 400 `{error}` that names the field.
 *
 * - `GET /_emulator/ledger?limit` → `{calls}`, `DELETE` empties it.
 * - `POST /_emulator/people {phone, waId?}` gives a number another `wa_id`.
 */
export const layer = Layer.mergeAll(
  control("GET", "/_emulator/ledger", readLedger),
  control("DELETE", "/_emulator/ledger", clearLedger),
  control("POST", "/_emulator/people", introduce),
  HttpRouter.add("*", "/_emulator/*", HttpServerResponse.jsonUnsafe({ error: "Not found" }, { status: 404 }))
)
