import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { AllowedOrigins } from "../../../src/adapters/http/server/cors.ts"
import { DocumentsShown } from "../../../src/adapters/http/server/documents.ts"
import { encodingFor, isCached, sharedDocument } from "../../../src/adapters/http/server/sharedDocument.ts"
import { ask, askText } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"

const paths = ["/api/developer/docs", "/api/developer/openapi.json", "/api/whatsapp/docs", "/api/whatsapp/openapi.json"]

/** A document of these bytes, and what is answered to a request with these headers. */
const documentOf = Effect.fnUntraced(function* (bytes: Uint8Array) {
  let made = 0
  const document = yield* sharedDocument(
    Effect.sync(() => {
      made += 1
      return bytes
    }),
    { contentType: "text/plain", headers: { "x-own": "yes" } }
  )
  const get = (headers: Record<string, string>) =>
    Effect.provideService(
      document,
      HttpServerRequest.HttpServerRequest,
      HttpServerRequest.fromWeb(new Request("http://test/", { headers }))
    )
  return { get, made: () => made }
})
const bytesOf = ({ body }: HttpServerResponse.HttpServerResponse) =>
  body._tag === "Uint8Array" ? body.body : new Uint8Array(0)

describe("the documents of an interface", () => {
  it.live.each(paths)("at %s have cache headers, and are not sent again if unchanged", (path) =>
    Effect.gen(function* () {
      const { headers, status } = yield* askText(path)
      assert.strictEqual(status, 200)
      assert.strictEqual(headers.get("cache-control"), "no-cache")
      assert.strictEqual(headers.get("vary"), "Accept-Encoding")
      assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
      const again = yield* askText(path, { headers: { "if-none-match": `"other", W/${headers.get("etag")}` } })
      assert.deepStrictEqual([again.status, again.text, again.headers.get("etag")], [304, "", headers.get("etag")])
    }).pipe(Effect.provide(httpWorld))
  )

  it.live.each(paths)("at %s do not exist if they are disabled", (path) =>
    Effect.gen(function* () {
      const { body, status } = yield* ask(path)
      const failure = path.startsWith("/api/developer") ? { message: "Not found" } : { error: "Not found" }
      assert.deepStrictEqual([status, body], [404, { success: false, ...failure }])
    }).pipe(Effect.provide(Layer.merge(httpWorld, Layer.succeed(DocumentsShown, false))))
  )

  it.live("vary by origin if pages of other origins may read them", () =>
    Effect.gen(function* () {
      const { headers } = yield* askText("/api/whatsapp/openapi.json")
      assert.strictEqual(headers.get("vary"), "Accept-Encoding, Origin")
    }).pipe(Effect.provide(Layer.merge(httpWorld, Layer.succeed(AllowedOrigins, ["https://app.example.com"]))))
  )

  it.live("are made once, with the same bytes for all callers", () =>
    Effect.gen(function* () {
      const bytes = new TextEncoder().encode("text ".repeat(10_000))
      const { get, made } = yield* documentOf(bytes)
      const [plain, other] = [yield* get({}), yield* get({ "accept-encoding": "identity" })]
      assert.strictEqual(bytesOf(plain), bytes)
      assert.strictEqual(bytesOf(other), bytes)
      const [br, brAgain] = [yield* get({ "accept-encoding": "gzip, br" }), yield* get({ "accept-encoding": "br" })]
      assert.strictEqual(bytesOf(br), bytesOf(brAgain))
      assert.deepStrictEqual(new Uint8Array(brotliDecompressSync(bytesOf(br))), bytes)
      const gzip = yield* get({ "accept-encoding": "gzip" })
      assert.deepStrictEqual(new Uint8Array(gunzipSync(bytesOf(gzip))), bytes)
      assert.deepStrictEqual(
        [plain, br, gzip].map(({ headers }) => headers["content-encoding"]),
        [undefined, "br", "gzip"]
      )
      assert.strictEqual(new Set([plain, br, gzip].map(({ headers }) => headers["etag"])).size, 3)
      assert.strictEqual(made(), 1)
    })
  )

  it.each([
    [undefined, "identity"],
    ["", "identity"],
    ["br;q=0, gzip;q=0.0", "identity"],
    ["deflate, GZIP;q=0.5", "gzip"],
    ["gzip, deflate, br, zstd", "br"],
    ["br;q=0, gzip", "gzip"]
  ] as const)("accept-encoding %s: are sent as %s", (accepted, encoding) => {
    assert.strictEqual(encodingFor(accepted), encoding)
  })

  it("are matched by their entity tags", () => {
    const told = [undefined, "", '"a"', 'W/"a"', '"b", "a"', "*", '"b"', "a"].map((tags) => isCached(tags, '"a"'))
    assert.deepStrictEqual(told, [false, false, true, true, true, true, false, false])
  })
})
