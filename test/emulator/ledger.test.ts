import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Emulator } from "../../emulator/Emulator.ts"
import * as Ledger from "../../emulator/Ledger.ts"
import { accessToken, control, emulated, phoneNumberId, request, send, wabaId } from "./platform.ts"

const path = `/v23.0/${phoneNumberId}/messages`
const text = { messaging_product: "whatsapp", to: "16505551234", text: { body: "Hello" } }
const calls = Effect.map(control("GET", "ledger"), ({ body }) => body)

describe("the ledger", () => {
  it.effect("ledger: has every request with its response, newest last", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00.000Z"))
      yield* send({ text: { body: "Hello" } })
      yield* TestClock.adjust("1500 millis")
      yield* request(`${path}?access_token=${accessToken}`, {
        method: "POST",
        body: new URLSearchParams({ messaging_product: "whatsapp", text: '{"body":"Hi"}', access_token: accessToken })
      })
      yield* request(`/${wabaId}/message_templates?limit=1&access_token=secret&fields=id`)
      yield* request("/v23.0/nowhere", { method: "DELETE" })
      yield* request(`/${phoneNumberId}/messages?access_token=${accessToken}`, { method: "POST", body: "{not json" })

      const at = "2026-11-20T12:00:01.500Z"
      assert.deepStrictEqual(yield* calls, {
        calls: [
          { at: "2026-11-20T12:00:00.000Z", channel: "whatsapp", method: "POST", path, body: text, status: 200 },
          {
            at,
            channel: "whatsapp",
            method: "POST",
            path: `${path}?access_token=REDACTED`,
            body: { messaging_product: "whatsapp", text: { body: "Hi" }, access_token: "REDACTED" },
            status: 400
          },
          {
            at,
            channel: "whatsapp",
            method: "GET",
            path: `/${wabaId}/message_templates?limit=1&access_token=REDACTED&fields=id`,
            body: null,
            status: 401
          },
          { at, channel: null, method: "DELETE", path: "/v23.0/nowhere", body: null, status: 401 },
          {
            at,
            channel: "whatsapp",
            method: "POST",
            path: `/${phoneNumberId}/messages?access_token=REDACTED`,
            body: "{not json",
            status: 400
          }
        ]
      })
      assert.deepStrictEqual(yield* calls, { calls: yield* (yield* Emulator).ledger })
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("ledger: can be emptied from the program and over HTTP", () =>
    Effect.gen(function* () {
      const { clearLedger, ledger } = yield* Emulator
      yield* send({ text: { body: "Hello" } })
      assert.strictEqual((yield* ledger).length, 1)
      assert.deepStrictEqual(yield* control("DELETE", "ledger"), { status: 200, body: { success: true } })
      assert.deepStrictEqual(yield* ledger, [])
      yield* send({ text: { body: "Hello" } })
      yield* clearLedger
      assert.deepStrictEqual(yield* calls, { calls: [] })
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("ledger: records all concurrent requests", () =>
    Effect.gen(function* () {
      const bodies = Array.from({ length: 300 }, (_, index) => `Hello ${index}`)
      yield* Effect.forEach(bodies, (body) => send({ text: { body } }), { concurrency: "unbounded" })
      const said = (yield* (yield* Emulator).ledger).map(({ body }) => JSON.stringify(body))
      assert.deepStrictEqual(
        said.toSorted(),
        bodies.map((body) => JSON.stringify({ ...text, text: { body } })).toSorted()
      )
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("ledger: removes the oldest calls beyond its capacity", () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger.Ledger
      const record = (status: number) =>
        ledger.record({ at: "", channel: null, method: "GET", path: "/", body: null, status })
      const statuses = Effect.map(ledger.calls, (all) => all.map(({ status }) => status))
      const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)
      const capacity = Ledger.ledgerCapacity

      for (const status of range(0, capacity)) yield* record(status)
      assert.deepStrictEqual(yield* statuses, range(0, capacity))
      yield* record(capacity)
      assert.deepStrictEqual(yield* statuses, range(1, capacity + 1))
      for (const status of range(capacity + 1, 3 * capacity + 5)) yield* record(status)
      assert.deepStrictEqual(yield* statuses, range(2 * capacity + 5, 3 * capacity + 5))
    }).pipe(Effect.provide(Ledger.layer))
  )
})
