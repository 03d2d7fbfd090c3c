import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, type Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import type { ServerResponse } from "node:http"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import * as GraphMedia from "../../../src/adapters/meta/client/GraphMedia.ts"
import * as TokenHealth from "../../../src/adapters/meta/client/TokenHealth.ts"
import * as AddressGuard from "../../../src/adapters/outbound/AddressGuard.ts"
import * as FileAgent from "../../../src/adapters/outbound/FileAgent.ts"
import { GraphAgent } from "../../../src/adapters/outbound/GraphAgent.ts"
import * as ResolverDns from "../../../src/adapters/outbound/ResolverDns.ts"
import type { FetchFailure } from "../../../src/domain/media/Media.ts"
import { MediaSource } from "../../../src/ports/media/MediaStore.ts"
import { bytesOf, collected } from "../../../testing/given/files.ts"
import * as LocalServer from "../../network/LocalServer.ts"
import { withUrl } from "./fetchingMedia.ts"
import { pageAccount } from "../graph.ts"

describe("file downloads over a network", () => {
  /** A platform on this machine that answers every file so. */
  const serving = Effect.fnUntraced(function* (answer: (response: ServerResponse) => void) {
    const server = yield* LocalServer.http((_, response) => answer(response))
    const origin = `http://127.0.0.1:${server.port}`
    const unused = Layer.succeed(GraphAgent, { request: () => Effect.die("not asked") })
    const layer = GraphMedia.layer({ graphUrl: origin, version: "v23.0" }).pipe(
      Layer.provide(TokenHealth.layer),
      Layer.provide([unused, FileAgent.layer]),
      Layer.provide(AddressGuard.layer([])),
      Layer.provide(ResolverDns.layer),
      Layer.provide(Memory.layer())
    )
    const fetch = (url: string) =>
      Effect.flatMap(MediaSource, (source) => source.fetch(pageAccount, withUrl(pageAccount, url)))
    return { ...server, origin, fetch, context: yield* Layer.build(layer) }
  })
  type Fetch = (
    url: string
  ) => Effect.Effect<
    { readonly bytes: Stream.Stream<Uint8Array, FetchFailure> },
    FetchFailure,
    MediaSource | Scope.Scope
  >

  const whole = (fetch: Fetch, url: string) =>
    Effect.scoped(Effect.flatMap(fetch(url), ({ bytes }) => collected(bytes)))

  it.effect("file download: a file arrives in pieces, complete", () =>
    Effect.gen(function* () {
      const bytes = bytesOf(3 * 1024 * 1024 + 5)
      const { context, fetch, next, origin } = yield* serving((response) => response.end(bytes))
      assert.deepStrictEqual(yield* Effect.provideContext(whole(fetch, `${origin}/a?b=c`), context), bytes)
      assert.deepStrictEqual([yield* next, yield* next], ["open", "GET /a?b=c"])
    })
  )

  it.effect("file download: a request whose reused connection the platform closed is repeated once", () =>
    Effect.gen(function* () {
      const served = new WeakSet<object>()
      const { context, fetch, origin, unseen } = yield* serving((response) => {
        const { socket } = response
        if (socket === null || served.has(socket)) return void socket?.destroy()
        served.add(socket)
        response.end("12345")
      })
      for (let count = 0; count < 3; count++) {
        const bytes = yield* Effect.provideContext(whole(fetch, `${origin}/a`), context)
        assert.strictEqual(new TextDecoder().decode(bytes), "12345")
      }
      assert.isAbove((yield* unseen).filter((event) => event === "GET /a").length, 3)
    })
  )

  it.effect("file download: a broken connection fails the download", () =>
    Effect.gen(function* () {
      const { context, fetch, origin } = yield* serving((response) => {
        response.writeHead(200, { "content-length": 10 })
        response.write("12345", () => response.destroy())
      })
      const failure = yield* Effect.flip(Effect.provideContext(whole(fetch, origin), context))
      assert.strictEqual(failure._tag, "MediaNotReached")
    })
  )

  it.effect("file download: an abandoned download leaves no connection", () =>
    Effect.gen(function* () {
      const { context, fetch, next, origin } = yield* serving((response) => {
        response.writeHead(200, { "content-length": 10 })
        response.write("12345")
      })
      const { bytes } = yield* Effect.scoped(Effect.provideContext(fetch(origin), context))
      assert.deepStrictEqual([yield* next, yield* next, yield* next], ["open", "GET /", "closed"])
      assert.strictEqual((yield* Effect.flip(Stream.runDrain(bytes)))._tag, "MediaNotReached")
    })
  )

  it.effect.each(["headers", "body"])(
    "file download: a download is aborted after three minutes of waiting for the %s",
    (phase) =>
      Effect.gen(function* () {
        const { context, fetch, next, origin } = yield* serving((response) => {
          if (phase === "body") response.writeHead(200, { "content-length": 10 }).write("12345")
        })
        const reading = yield* Effect.forkChild(Effect.flip(Effect.provideContext(whole(fetch, origin), context)))
        assert.deepStrictEqual([yield* next, yield* next], ["open", "GET /"])
        yield* TestClock.adjust("179 seconds")
        assert.isUndefined(reading.pollUnsafe())
        yield* TestClock.adjust("1 second")
        const failure = yield* Fiber.join(reading)
        assert.strictEqual(failure._tag === "MediaNotReached" && failure.detail, "not there within 3 minutes")
        assert.strictEqual(yield* next, "closed")
      })
  )

  it.effect.each(["https://127.0.0.1:9/", "https://169.254.169.254/latest", "https://[::1]/"])(
    "file download: %s, an address of our own network, is not fetched",
    (url) =>
      Effect.gen(function* () {
        const { context, fetch, unseen } = yield* serving((response) => response.end("x"))
        const failure = yield* Effect.flip(Effect.provideContext(whole(fetch, url), context))
        assert.strictEqual(
          failure._tag === "MediaNotReached" && failure.detail,
          "address not allowed: address not allowed"
        )
        assert.deepStrictEqual(yield* unseen, [])
      })
  )
})
