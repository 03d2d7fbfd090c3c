import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { request as nodeRequest } from "node:http"
import { Emulator } from "../../emulator/Emulator.ts"
import { checkExposure } from "../../emulator/exposure.ts"
import { emulated } from "./platform.ts"

interface Asked {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A request whose every header is the test's, `host` too, which fetch does not let choose. */
const ask = Effect.fnUntraced(function* ({ body = "", headers = {}, method = "GET", path = "ledger" }: Asked) {
  const { url } = yield* Emulator
  return yield* Effect.promise(
    () =>
      new Promise<number>((resolve, reject) => {
        const sent = nodeRequest(`${url}/_emulator/${path}`, { method, headers }, (response) => {
          response.resume().on("end", () => resolve(response.statusCode ?? 0))
        })
        sent.on("error", reject)
        sent.end(body)
      })
  )
})

const json = { "content-type": "application/json" }
const callbackTo = (url: string) => ({
  method: "POST",
  path: "webhook",
  headers: json,
  body: JSON.stringify({ url, appSecret: "secret" })
})

describe("control access", () => {
  it.effect.each(["localhost", "localhost:8081", "127.0.0.1", "127.4.5.6:1", "[::1]:8081", "LOCALHOST"])(
    "control access: a loopback name is accepted: %s",
    (host) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* ask({ headers: { host } }), 200)
        assert.strictEqual(yield* ask({ headers: { host, origin: `http://${host}` } }), 200)
      }).pipe(Effect.provide(emulated()))
  )

  it.effect.each(["evil.example", "127.0.0.1.evil.example", "192.168.1.2:8081", "localhost.evil.example", "0.0.0.0"])(
    "control access: any other name is refused: %s",
    (host) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* ask({ headers: { host } }), 403)
        assert.strictEqual(yield* ask({ method: "DELETE", headers: { host } }), 403)
      }).pipe(Effect.provide(emulated()))
  )

  it.effect.each(["https://evil.example", "null", "http://127.0.0.1:1", "http://localhost"])(
    "control access: a page of another origin is refused: %s",
    (origin) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* ask({ headers: { origin } }), 403)
        assert.strictEqual(yield* ask({ method: "POST", path: "flush", headers: { origin } }), 403)
      }).pipe(Effect.provide(emulated()))
  )

  it.effect("control access: only JSON bodies are accepted, and no body where none is expected", () =>
    Effect.gen(function* () {
      const faults = { method: "POST", path: "faults", body: '{"rules":[]}' }
      assert.strictEqual(yield* ask({ ...faults, headers: json }), 200)
      assert.strictEqual(yield* ask({ ...faults, headers: { "content-type": "application/json; charset=utf-8" } }), 200)
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"])
        assert.strictEqual(yield* ask({ ...faults, headers: { "content-type": type } }), 415, type)
      assert.strictEqual(yield* ask({ ...faults, headers: {} }), 415)
      assert.strictEqual(yield* ask({ method: "POST", path: "flush" }), 200)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("control access: without configured origins only loopback callbacks are accepted", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* ask(callbackTo("http://127.0.0.1:1/hook")), 200)
      for (const url of ["http://169.254.169.254/latest", "https://evil.example/", "http://127.0.0.1.evil.example/"])
        assert.strictEqual(yield* ask(callbackTo(url)), 400, url)
      const { setCallback } = yield* Emulator
      yield* setCallback(Option.some({ url: "https://anywhere.example/", appSecret: "secret" }))
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("control access: only callbacks with configured origins are accepted", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* ask(callbackTo("https://app.example/hook")), 200)
      for (const url of [
        "http://app.example/",
        "https://app.example:8443/",
        "http://127.0.0.1:1/",
        "https://b.example/"
      ])
        assert.strictEqual(yield* ask(callbackTo(url)), 400, url)
    }).pipe(Effect.provide(emulated({ callbackOrigins: ["https://app.example"] })))
  )

  it.effect("control access: an exposed emulator accepts any name, and only configured callbacks", () =>
    Effect.gen(function* () {
      const headers = { host: "emulator.internal:8081" }
      assert.strictEqual(yield* ask({ headers }), 200)
      assert.strictEqual(yield* ask({ headers: { ...headers, origin: "https://evil.example" } }), 403)
      assert.strictEqual(yield* ask(callbackTo("http://127.0.0.1:1/hook")), 400)
    }).pipe(Effect.provide(emulated({ host: "0.0.0.0" })))
  )
})

describe("exposure of demo mode and the emulator", () => {
  it.effect.each(["127.0.0.1", "127.9.9.9", "localhost", "::1", "[::1]", "LocalHost."])(
    "exposure: listening on %s is allowed",
    (host) => checkExposure("Demo mode", host, false)
  )

  it.effect.each(["0.0.0.0", "::", "192.168.1.2", "example.com", "1270.0.0.1"])(
    "exposure: listening on %s is refused without an explicit setting",
    (host) =>
      Effect.gen(function* () {
        const { message } = yield* Effect.flip(checkExposure("The emulator", host, false))
        assert.include(message, host)
        assert.include(message, "DEMO_EXPOSED=1")
        yield* checkExposure("The emulator", host, true)
      })
  )
})
