import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { IpNetwork } from "effect/net"
import { connect } from "node:net"
import { TrustedProxies } from "../../../src/adapters/http/server/clientOf.ts"
import * as ServiceServer from "../../../src/adapters/http/server/serviceServer.ts"
import type { FastRoute } from "../../../src/adapters/http/fastpath/fastPath.ts"
import { requestHeaders } from "../../../src/adapters/http/server/requestHeaders.ts"
import * as MemoryIds from "../../../src/adapters/memory/MemoryIds.ts"

const direct: FastRoute = {
  method: "GET",
  path: "/api/developer/direct",
  begin: ({ ipAddress }) => Effect.succeed({ status: 200, text: JSON.stringify({ from: ipAddress }) })
}

const routes = Layer.mergeAll(
  HttpRouter.add(
    "*",
    "/*",
    Effect.map(HttpServerRequest.HttpServerRequest, ({ remoteAddress }) =>
      HttpServerResponse.jsonUnsafe({ from: remoteAddress.pipe((one) => (one._tag === "Some" ? one.value : "")) })
    )
  ),
  HttpRouter.add(
    "POST",
    "/api/developer/read",
    Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ text }) => Effect.map(text, HttpServerResponse.text))
  ),
  HttpRouter.add("GET", "/api/whatsapp/dies", Effect.die("a defect")),
  HttpRouter.middleware(
    Effect.map(requestHeaders, (named) => (answer) => named(answer)),
    { global: true }
  )
)

const serverOf = (...trusted: ReadonlyArray<string>) =>
  Layer.fresh(
    HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true }).pipe(
      Layer.provideMerge(ServiceServer.layer({ host: "127.0.0.1", port: 0 }, Effect.succeed([direct]))),
      Layer.provide(Layer.succeed(TrustedProxies, trusted.map(IpNetwork.fromStringUnsafe))),
      Layer.provideMerge(MemoryIds.layer)
    )
  )

/** The last answer to this text: status line, headers, and body. */
const told = (text: string) =>
  Effect.flatMap(HttpServer.HttpServer, ({ address }) =>
    Effect.callback<{ status: number; headers: Record<string, string>; body: string }>((resume) => {
      const socket = connect(Number(new URL(HttpServer.formatAddress(address)).port), "127.0.0.1").setEncoding("latin1")
      let received = ""
      socket
        .on("data", (piece: string) => (received += piece))
        .on("error", () => undefined)
        .on("close", () => {
          const [head = "", body = ""] = received.split("\r\n\r\n")
          const [line = "", ...lines] = head.split("\r\n")
          const headers = Object.fromEntries(
            lines.map((one) => [one.slice(0, one.indexOf(":")).toLowerCase(), one.slice(one.indexOf(":") + 1).trim()])
          )
          resume(Effect.succeed({ status: Number(line.split(" ")[1]), headers, body }))
        })
      socket.write(text)
    })
  )

const last = "Host: x\r\nConnection: close\r\n"
const developer = (message: string) => JSON.stringify({ success: false, message })
const session = (error: string) => JSON.stringify({ success: false, error })
const plain = (error: string) => JSON.stringify({ error })
const invalid = "The request is not valid HTTP/1.1"
const large = `A: ${"x".repeat(20_000)}\r\n`

describe("a response that no route makes", () => {
  it.live.each([
    ["no HTTP", "hello\r\n\r\n", 400, plain(invalid)],
    ["a broken header", `GET /api/developer/v1/logs HTTP/1.1\r\nHost: x\r\nA B: c\r\n\r\n`, 400, developer(invalid)],
    [
      "two lengths",
      `POST /api/whatsapp/contacts HTTP/1.1\r\n${last}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
      400,
      session(invalid)
    ],
    ["no host", "GET /api/developer/v1/logs?page=1 HTTP/1.1\r\n\r\n", 400, developer(invalid)],
    [
      "a large head",
      `GET /api/whatsapp/contacts HTTP/1.1\r\nHost: x\r\n${large}\r\n`,
      431,
      session("The header fields are larger than 16 KiB")
    ],
    [
      "another Expect",
      `POST /api/whatsapp/contacts HTTP/1.1\r\n${last}Expect: cookies\r\n\r\n`,
      417,
      session("Expect is not supported with another value than 100-continue")
    ],
    [
      "CONNECT",
      "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n",
      405,
      plain("CONNECT is not supported")
    ],
    [
      "a broken chunk",
      `POST /api/developer/read HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
      developer(invalid)
    ]
  ] as const)("to %s has the envelope, a request id and all headers", ([, text, status, body]) =>
    Effect.gen(function* () {
      const answer = yield* told(text)
      assert.deepStrictEqual([answer.status, answer.body], [status, body])
      assert.match(answer.headers["x-request-id"] ?? "", /^[0-9a-f-]{36}$/)
      assert.strictEqual(answer.headers["x-content-type-options"], "nosniff")
      assert.strictEqual(answer.headers["content-type"], "application/json")
      assert.strictEqual(answer.headers["connection"], "close")
      assert.strictEqual(answer.headers["cache-control"], body.includes("success") ? "no-store" : undefined)
    }).pipe(Effect.provide(serverOf()))
  )

  it.live("to a defect has the envelope, too", () =>
    Effect.gen(function* () {
      const answer = yield* told(`GET /api/whatsapp/dies HTTP/1.1\r\n${last}X-Request-Id: mine\r\n\r\n`)
      assert.deepStrictEqual([answer.status, answer.body], [500, session("Internal server error")])
      assert.strictEqual(answer.headers["x-request-id"], "mine")
    }).pipe(Effect.provide(serverOf()))
  )

  it.live("waits for the response to an earlier request", () =>
    Effect.gen(function* () {
      const both = yield* told(`GET /a HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n`)
      assert.notStrictEqual(both.status, 400)
    }).pipe(Effect.provide(serverOf()))
  )

  it.live("is not used for HTTP/1.0 and upgrades", () =>
    Effect.gen(function* () {
      const old = yield* told("GET /a HTTP/1.0\r\n\r\n")
      const upgrade = yield* told("GET /a HTTP/1.1\r\nHost: x\r\nConnection: upgrade, close\r\nUpgrade: h2c\r\n\r\n")
      assert.deepStrictEqual([old.status, upgrade.status], [200, 200])
      assert.isDefined(upgrade.headers["x-request-id"])
    }).pipe(Effect.provide(serverOf()))
  )
})

describe("headers of every response", () => {
  const forwarded = "X-Forwarded-For: 198.51.100.1, 203.0.113.7\r\nX-Forwarded-Proto: https\r\n"
  const paths = ["/api/developer/direct", "/api/developer/routed", "/auth/v1/user", "/health"]

  it.live.each(paths)("at %s have the browser policies, and the client behind a trusted proxy", (path) =>
    Effect.gen(function* () {
      const text = `GET ${path} HTTP/1.1\r\n${last}${forwarded}\r\n`
      const behind = yield* Effect.provide(told(text), serverOf("127.0.0.0/8"))
      const bare = yield* Effect.provide(told(text), serverOf("10.0.0.0/8"))
      assert.deepStrictEqual([behind.body, bare.body], ['{"from":"203.0.113.7"}', '{"from":"127.0.0.1"}'])
      for (const { headers } of [behind, bare]) {
        assert.strictEqual(headers["x-content-type-options"], "nosniff")
        assert.strictEqual(headers["cache-control"], path === "/health" ? undefined : "no-store")
        assert.isDefined(headers["x-request-id"])
      }
      assert.strictEqual(behind.headers["strict-transport-security"], "max-age=31536000")
      assert.isUndefined(bare.headers["strict-transport-security"])
    })
  )
})
