import { assert, describe, it } from "@effect/vitest"
import { Effect, Ref } from "effect"
import { calling, text, trusting } from "./calling.ts"
import { certificateFor } from "./certificate.ts"
import * as LocalServer from "./LocalServer.ts"

const serving = (host: string) =>
  Effect.gen(function* () {
    const certificate = yield* certificateFor(host)
    const server = yield* LocalServer.https(certificate, (_, response) => response.end("ok"))
    return { ...server, cert: certificate.cert, url: `https://127.0.0.1:${server.port}/` }
  })

describe("a certificate", () => {
  it.effect("of an unknown authority is not trusted, and nothing is sent", () =>
    Effect.gen(function* () {
      const server = yield* serving("127.0.0.1")
      const agent = yield* trusting()
      const failure = yield* Effect.flip(agent.request(calling(server.url)))
      assert.strictEqual(failure._tag === "NotConnected" && failure.reason, "TLS failed")
      assert.match(failure._tag === "NotConnected" ? failure.detail : "", /^self-signed certificate/)
      assert.notInclude(yield* server.unseen, "GET /")
    })
  )

  it.effect("of a configured authority is trusted, in addition to the usual ones", () =>
    Effect.gen(function* () {
      const server = yield* serving("127.0.0.1")
      const other = yield* certificateFor("example.com")
      const agent = yield* trusting({ ca: Effect.succeed([other.cert, server.cert]) })
      assert.strictEqual(text((yield* agent.request(calling(server.url))).body), "ok")
    })
  )

  it.effect("added later is trusted from then on, and a removed one no longer", () =>
    Effect.gen(function* () {
      const server = yield* serving("127.0.0.1")
      const given = yield* Ref.make<ReadonlyArray<string>>([])
      const ask = Effect.scoped(
        Effect.flatMap(trusting({ ca: Ref.get(given) }), (agent) => agent.request(calling(server.url)))
      )
      assert.strictEqual((yield* Effect.flip(ask))._tag, "NotConnected")
      const agent = yield* trusting({ ca: Ref.get(given) })
      assert.strictEqual((yield* Effect.flip(agent.request(calling(server.url))))._tag, "NotConnected")
      yield* Ref.set(given, [server.cert])
      assert.strictEqual((yield* agent.request(calling(server.url))).status, 200)
      yield* Ref.set(given, [])
      assert.strictEqual((yield* Effect.flip(ask))._tag, "NotConnected")
    })
  )

  it.effect("for another host is refused although it is trusted", () =>
    Effect.gen(function* () {
      const server = yield* serving("example.com")
      const agent = yield* trusting({ ca: Effect.succeed([server.cert]) })
      const failure = yield* Effect.flip(agent.request(calling(server.url)))
      assert.strictEqual(failure._tag === "NotConnected" && failure.reason, "TLS failed")
      assert.notInclude(yield* server.unseen, "GET /")
    })
  )

  it.effect("that is invalid permits no connection", () =>
    Effect.gen(function* () {
      const server = yield* serving("127.0.0.1")
      const agent = yield* trusting({
        ca: Effect.succeed(["-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----"])
      })
      assert.strictEqual((yield* Effect.flip(agent.request(calling(server.url))))._tag, "NotConnected")
    })
  )
})
