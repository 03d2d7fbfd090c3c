import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { gzipSync } from "node:zlib"
import { calling, text, trusting } from "./calling.ts"
import * as LocalServer from "./LocalServer.ts"

describe("the response to a request", () => {
  it.effect("has status, headers and body, and its request arrives unchanged", () =>
    Effect.gen(function* () {
      const server = yield* LocalServer.http((request, response) => {
        const chunks: Array<string> = []
        request.setEncoding("utf8").on("data", (chunk: string) => chunks.push(chunk))
        request.on("end", () => {
          response.writeHead(201, { "x-one": "1", "set-cookie": ["a=1", "b=2"] })
          response.end(`${request.headers["x-given"]} ${request.headers["host"]} ${chunks.join("")}`)
        })
      })
      const agent = yield* trusting()
      const answer = yield* agent.request(
        calling(`http://127.0.0.1:${server.port}/a%20b/c?d=e&f#g`, {
          method: "POST",
          headers: { "x-given": "yes" },
          body: '{"text":"á"}'
        })
      )
      assert.strictEqual(yield* server.next, "open")
      assert.strictEqual(yield* server.next, "POST /a%20b/c?d=e&f")
      assert.strictEqual(answer.status, 201)
      assert.strictEqual(answer.headers["x-one"], "1")
      assert.deepStrictEqual(answer.headers["set-cookie"], ["a=1", "b=2"])
      assert.strictEqual(text(answer.body), `yes 127.0.0.1:${server.port} {"text":"á"}`)
      assert.isFalse(answer.truncated)
    })
  )

  it.effect.each([204, 301, 304, 404, 410, 500, 503])("with status %d is returned like others", (status) =>
    Effect.gen(function* () {
      const server = yield* LocalServer.http((_, response) => response.writeHead(status).end())
      const agent = yield* trusting()
      const answer = yield* agent.request(calling(`http://127.0.0.1:${server.port}/`))
      assert.strictEqual(answer.status, status)
      assert.strictEqual(answer.body.length, 0)
    })
  )

  it.effect("with a redirect is returned, and not followed", () =>
    Effect.gen(function* () {
      const server = yield* LocalServer.http((_, response) => response.writeHead(307, { location: "/second" }).end())
      const agent = yield* trusting()
      const answer = yield* agent.request(
        calling(`http://127.0.0.1:${server.port}/first`, { method: "POST", body: "x" })
      )
      assert.strictEqual(answer.headers["location"], "/second")
      assert.deepStrictEqual(yield* server.unseen, ["open", "POST /first"])
    })
  )

  it.effect("follows interim responses", () =>
    Effect.gen(function* () {
      const server = yield* LocalServer.answering(
        "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"
      )
      const agent = yield* trusting()
      const answer = yield* agent.request(calling(`http://127.0.0.1:${server.port}/`))
      assert.strictEqual(answer.status, 200)
      assert.isUndefined(answer.headers["link"])
      assert.strictEqual(text(answer.body), "ok")
    })
  )
})

describe("the body of a response", () => {
  const sized = (length: number) =>
    LocalServer.http((_, response) => response.writeHead(200, { "content-length": length }).end("x".repeat(length)))

  it.effect("at the limit is complete", () =>
    Effect.gen(function* () {
      const server = yield* sized(1_000)
      const agent = yield* trusting()
      const answer = yield* agent.request(calling(`http://127.0.0.1:${server.port}/`, { maxResponseBytes: 1_000 }))
      assert.strictEqual(answer.body.length, 1_000)
      assert.isFalse(answer.truncated)
    })
  )

  it.effect("one byte over the limit is cut, and its connection destroyed", () =>
    Effect.gen(function* () {
      const server = yield* sized(1_001)
      const agent = yield* trusting()
      const answer = yield* agent.request(calling(`http://127.0.0.1:${server.port}/x`, { maxResponseBytes: 1_000 }))
      assert.strictEqual(text(answer.body), "x".repeat(1_000))
      assert.isTrue(answer.truncated)
      assert.deepStrictEqual([yield* server.next, yield* server.next, yield* server.next], ["open", "GET /x", "closed"])
    })
  )

  it.effect("without an end is read up to the limit only", () =>
    Effect.gen(function* () {
      let written = 0
      const server = yield* LocalServer.http((_, response) => {
        const flood = () => {
          while (!response.destroyed && response.write("x".repeat(65_536))) written += 65_536
        }
        response.on("drain", flood)
        flood()
      })
      const agent = yield* trusting()
      const answer = yield* agent.request(calling(`http://127.0.0.1:${server.port}/x`))
      assert.strictEqual(answer.body.length, 16_384)
      assert.isTrue(answer.truncated)
      assert.deepStrictEqual([yield* server.next, yield* server.next, yield* server.next], ["open", "GET /x", "closed"])
      // What the kernel's buffers took before the connection was gone.
      assert.isBelow(written, 32 * 1_048_576)
    })
  )

  it.effect("that is compressed stays compressed, and the request does not accept compression", () =>
    Effect.gen(function* () {
      const bomb = gzipSync(Buffer.alloc(10_000_000))
      const server = yield* LocalServer.http((request, response) => {
        response.writeHead(200, {
          "content-encoding": "gzip",
          "x-accepted": String(request.headers["accept-encoding"])
        })
        response.end(bomb)
      })
      const agent = yield* trusting()
      const answer = yield* agent.request(calling(`http://127.0.0.1:${server.port}/`))
      assert.strictEqual(answer.headers["x-accepted"], "undefined")
      assert.isTrue(bomb.equals(answer.body))
      assert.isFalse(answer.truncated)
    })
  )
})
