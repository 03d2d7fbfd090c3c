import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { get as httpGet } from "node:http"
import { Emulator } from "../../../emulator/Emulator.ts"
import { download, pixel, pixelHash, upload, uploaded, urlOf } from "./media.ts"
import { accessToken, emulated, get, phoneNumberId, request, stranger } from "../platform.ts"

const authorization = `Bearer ${accessToken}`

/** What a client without a User-Agent is answered: `fetch` always has one. */
const statusWithoutAgent = (url: string) =>
  Effect.callback<number | undefined>((resume) => {
    httpGet(url, { headers: { authorization } }, (response) => {
      response.resume()
      resume(Effect.succeed(response.statusCode))
    })
  })

describe("a file of a WhatsApp number", () => {
  it.effect("is uploaded, described, downloaded and deleted", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00.000Z"))
      const { url } = yield* Emulator
      const id = yield* uploaded()
      assert.match(id, /^\d{16}$/)

      const described = yield* get(`/v23.0/${id}?phone_number_id=${phoneNumberId}`)
      const ext = Date.parse("2026-11-20T12:05:00.000Z") / 1000
      const address = `${url}/whatsapp_business/attachments?mid=${id}&ext=${ext}&hash=${pixelHash.slice(0, 24)}-${id}-${ext}`
      assert.deepStrictEqual(described, {
        status: 200,
        body: {
          messaging_product: "whatsapp",
          url: address,
          mime_type: "image/png",
          sha256: pixelHash,
          file_size: "10",
          id
        }
      })
      assert.deepStrictEqual(yield* download(address, { authorization }), {
        status: 200,
        type: "image/png",
        bytes: pixel
      })

      const remove = request(`/${id}`, { method: "DELETE", headers: { authorization } })
      assert.deepStrictEqual(yield* remove, { status: 200, body: { success: true } })
      assert.strictEqual((yield* remove).status, 400)
      assert.strictEqual((yield* get(`/${id}`)).status, 400)
      assert.strictEqual((yield* download(address, { authorization })).status, 404)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("can be downloaded for five minutes, with the token and a User-Agent", () =>
    Effect.gen(function* () {
      const url = yield* urlOf(yield* uploaded())
      const status = (headers: Readonly<Record<string, string>>) =>
        Effect.map(download(url, headers), (answer) => answer.status)
      assert.strictEqual(yield* status({}), 401)
      assert.strictEqual(yield* status({ authorization: "Bearer EAAnobody" }), 401)
      assert.strictEqual(yield* status({ authorization: `Bearer ${stranger.accessToken}` }), 404)
      assert.strictEqual(yield* statusWithoutAgent(url), 400)

      yield* TestClock.adjust("299 seconds")
      assert.strictEqual(yield* status({ authorization }), 200)
      const later = (yield* download(url.replace(/ext=\d+/, "ext=9999999999"), { authorization })).status
      assert.strictEqual(later, 404)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* status({ authorization }), 404)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect(
    "may come with its product in the query, without a type, and with parameters to its own, which are forgotten",
    () =>
      Effect.gen(function* () {
        const id = yield* uploaded({
          path: `/${phoneNumberId}/media?messaging_product=whatsapp`,
          fields: { messaging_product: undefined, type: undefined },
          mimeType: "audio/ogg; codecs=opus"
        })
        assert.strictEqual((yield* download(yield* urlOf(id), { authorization })).type, "audio/ogg")
      }).pipe(Effect.provide(emulated()))
  )

  it.effect("stands in the ledger by what there is to say of it", () =>
    Effect.gen(function* () {
      yield* uploaded()
      const [call] = yield* (yield* Emulator).ledger
      assert.deepStrictEqual(
        [call?.channel, call?.method, call?.path, call?.status, call?.body],
        [
          "whatsapp",
          "POST",
          `/v23.0/${phoneNumberId}/media`,
          200,
          {
            messaging_product: "whatsapp",
            type: "image/png",
            file: { filename: "pixel.png", mime_type: "image/png", size: 10 }
          }
        ]
      )
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("is open to callers with its id below the control side, as what people send on the other channels", () =>
    Effect.gen(function* () {
      const { url } = yield* Emulator
      const id = yield* uploaded()
      assert.deepStrictEqual(yield* download(`${url}/_emulator/files/${id}`), {
        status: 200,
        type: "image/png",
        bytes: pixel
      })
      assert.strictEqual((yield* download(`${url}/_emulator/files/1`)).status, 404)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("has as much room as the platform gives it", () =>
    Effect.gen(function* () {
      const bytes = new Uint8Array(5 * 1024 * 1024)
      bytes[bytes.length - 1] = 7
      const id = yield* uploaded({ bytes })
      assert.deepStrictEqual((yield* download(yield* urlOf(id), { authorization })).bytes, bytes)
      const larger = yield* upload({ bytes: new Uint8Array(bytes.length + 1) })
      assert.strictEqual(larger.status, 400)
    }).pipe(Effect.provide(emulated()))
  )
})
