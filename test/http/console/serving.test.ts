import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { ConsoleDemo } from "../../../src/adapters/http/console/routes.ts"
import { folderFor } from "../../../src/adapters/http/console/ConsoleFiles.ts"
import * as Console from "../../../src/adapters/http/console/routes.ts"
import * as Routes from "../../../src/adapters/http/routes.ts"
import { type Asked, askOf } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"

const page = `<!doctype html><script type="module" src="/assets/index-abc.js"></script>${" ".repeat(600)}`
const script = `console.log("${"x".repeat(2_000)}")`

/** A built console, for as long as the test runs. */
const built = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "parley-console-"))
    mkdirSync(join(folder, "assets"))
    for (const [name, text] of [
      ["index.html", page],
      ["assets/index-abc.js", script]
    ] as const) {
      writeFileSync(join(folder, name), text)
      writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text))
      writeFileSync(join(folder, `${name}.gz`), gzipSync(text))
    }
    writeFileSync(join(folder, "assets/icon-abc.svg"), "<svg/>")
    writeFileSync(join(folder, "secret.json"), "{}")
    return folder
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

const options = { identityUrl: "/auth/v1", publicKey: "public" }
const demo = { emulatorUrl: "http://127.0.0.1:8081", owner: { email: "owner@demo.example", password: "secret" } }

const serving = (given: Partial<Console.ConsoleOptions> = {}, offer: typeof demo | null = null) =>
  Effect.gen(function* () {
    const folder = given.folder ?? (yield* built)
    const console = Console.layer({ ...options, ...given, folder }).pipe(
      Layer.provide([NodeFileSystem.layer, NodePath.layer, Layer.succeed(ConsoleDemo, offer)])
    )
    const app = yield* HttpRouter.toHttpEffect(
      Layer.merge(Routes.layer, console).pipe(Layer.provide(HttpServer.layerServices))
    )
    return (path: string, asked: Asked = {}) => askOf(app, path, asked)
  })

describe("the console over HTTP", () => {
  it.effect.each([
    ["/"],
    ["/sign-in"],
    ["/inbox"],
    ["/inbox/0198c3f2"],
    ["/scheduled"],
    ["/templates"],
    ["/developers/logs"],
    ["/playground"]
  ])("responds to %s with the page, which loads nothing from other hosts and nothing inline", ([path = ""]) =>
    Effect.gen(function* () {
      const ask = yield* serving()
      const { headers, status, text } = yield* ask(path)
      assert.deepStrictEqual([status, text], [200, page])
      assert.strictEqual(
        headers.get("content-security-policy"),
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
      )
      assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
      assert.strictEqual(headers.get("referrer-policy"), "no-referrer")
      assert.strictEqual(headers.get("cross-origin-opener-policy"), "same-origin")
      assert.strictEqual(headers.get("cache-control"), "no-cache")
      const again = yield* ask(path, { headers: { "if-none-match": headers.get("etag") ?? "" } })
      assert.deepStrictEqual([again.status, again.text], [304, ""])
      assert.strictEqual(again.headers.get("content-security-policy"), headers.get("content-security-policy"))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("serves files by name in the smallest accepted encoding, cached permanently", () =>
    Effect.gen(function* () {
      const ask = yield* serving()
      const tags = new Set<string | null>()
      for (const [accepted, encoding] of [
        ["gzip, br", "br"],
        ["gzip", "gzip"],
        ["br;q=0", null]
      ] as const) {
        const { headers, status } = yield* ask("/assets/index-abc.js", { headers: { "accept-encoding": accepted } })
        assert.deepStrictEqual([status, headers.get("content-encoding")], [200, encoding])
        assert.strictEqual(headers.get("content-type"), "text/javascript; charset=utf-8")
        assert.strictEqual(headers.get("cache-control"), "public, max-age=31536000, immutable")
        assert.strictEqual(headers.get("vary"), "Accept-Encoding")
        tags.add(headers.get("etag"))
      }
      assert.strictEqual(tags.size, 3)
      const icon = yield* ask("/assets/icon-abc.svg", { headers: { "accept-encoding": "br" } })
      assert.deepStrictEqual([icon.text, icon.headers.get("content-encoding")], ["<svg/>", null])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    ["/assets/index-old.js"],
    ["/assets/index-abc.js.br"],
    ["/assets/..%2Fsecret.json"],
    ["/secret.json"],
    ["/index.html"],
    ["/elsewhere"],
    ["/api/whatsapp/nothing"],
    ["/api/developer/v1/nothing"]
  ])("leaves %s to the 404 of the interfaces", ([path = ""]) =>
    Effect.gen(function* () {
      const ask = yield* serving()
      const { headers, status, text } = yield* ask(path)
      assert.deepStrictEqual([status, headers.get("content-type")], [404, "application/json"])
      assert.include(text, "Not found")
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("permits calls to the identity provider that the settings name, and to no other host", () =>
    Effect.gen(function* () {
      const ask = yield* serving({ identityUrl: "https://login.example.com/auth/v1" })
      const { headers } = yield* ask("/")
      assert.include(headers.get("content-security-policy"), "connect-src 'self' https://login.example.com;")
      const ofDemo = yield* serving({}, demo)
      assert.include((yield* ofDemo("/")).headers.get("content-security-policy"), "connect-src 'self';")
      const facts = yield* ask("/console.json")
      assert.deepInclude(JSON.parse(facts.text), {
        identity: { url: "https://login.example.com/auth/v1", key: "public" },
        demo: null
      })
      assert.strictEqual(facts.headers.get("cache-control"), "no-store")
    }).pipe(Effect.provide(httpWorld))
  )

  const here = { from: "127.0.0.1", headers: { host: "127.0.0.1:8080" } }
  it.effect.each([
    [here, true],
    [{ ...here, headers: { host: "localhost:8080" } }, true],
    // A name of another site that leads to this machine.
    [{ ...here, headers: { host: "evil.example:8080" } }, false],
    [{ ...here, headers: { host: "localhost.evil.example" } }, false],
    [{ ...here, from: "192.0.2.1" }, false],
    [{ ...here, headers: { ...here.headers, "x-forwarded-for": "192.0.2.1" } }, false],
    [{ ...here, headers: { ...here.headers, "sec-fetch-site": "same-origin" } }, true],
    [{ ...here, headers: { ...here.headers, "sec-fetch-site": "none" } }, true],
    [{ ...here, headers: { ...here.headers, "sec-fetch-site": "same-site" } }, false],
    [{ ...here, headers: { ...here.headers, "sec-fetch-site": "cross-site" } }, false]
  ] as const)("sends the owner of a demo only to browsers of this machine: %j", ([asked, isTold]) =>
    Effect.gen(function* () {
      const ask = yield* serving({}, demo)
      const { text } = yield* ask("/console.json", asked)
      assert.deepStrictEqual(JSON.parse(text).demo, {
        emulatorUrl: demo.emulatorUrl,
        owner: isTold ? demo.owner : null
      })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("names the build command in the response if the console was not built", () =>
    Effect.gen(function* () {
      const ask = yield* serving({ folder: "/nowhere" })
      const { headers, status, text } = yield* ask("/inbox")
      assert.deepStrictEqual([status, headers.get("content-type")], [404, "text/plain"])
      assert.include(text, "npm run build")
    }).pipe(Effect.provide(httpWorld))
  )

  it.each([
    ["file:///p/src/adapters/http/console/consoleFolder.ts", "/p/dist/console"],
    ["file:///p/dist/bin/parley.js", "/p/dist/console"],
    ["file:///p/dist/shared/http-x.js", "/p/dist/console"],
    ["file:///opt/parley/bin/parley.js", "/opt/parley/console"]
  ])("the folder of the console: a module at %s uses %s", (module, folder) => {
    assert.strictEqual(folderFor(module), folder)
  })
})
