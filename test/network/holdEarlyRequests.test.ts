import { NodeHttpClient, NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { createServer, get } from "node:http"
import type { AddressInfo } from "node:net"
import * as AdminServer from "../../src/adapters/http/admin/adminServer.ts"
import * as ListenReceiver from "../../src/adapters/cli/ListenReceiver.ts"
import { plain } from "../../src/adapters/cli/listenReport.ts"
import * as ListenSecret from "../../src/adapters/cli/ListenSecret.ts"
import { holdEarlyRequests } from "../../src/adapters/outbound/holdEarlyRequests.ts"
import * as Emulator from "../../emulator/Emulator.ts"
import { Readiness } from "../../src/ports/process/WorkerHealth.ts"
import { firstRequest } from "../support/http/firstRequest.ts"
import { certificateFor } from "./certificate.ts"

const here = { host: "127.0.0.1", port: 0 }

const ready = Layer.succeed(Readiness, { obstacle: Effect.succeed(null), missingKeys: Effect.succeed([]) })

describe("a request that arrives when a server begins to listen", () => {
  it.live("is answered by the emulator", () =>
    Effect.gen(function* () {
      const seed = { phoneNumbers: [], pages: [], instagramAccounts: [], templates: {} }
      const starting = Layer.build(Emulator.layer({ ...here, seed }))
      assert.strictEqual(yield* firstRequest("/_emulator/faults", starting), "HTTP/1.1 200 OK")
    })
  )

  it.live("is answered by the admin port", () =>
    Effect.gen(function* () {
      const starting = Layer.build(Layer.provide(AdminServer.layer(here), ready))
      assert.strictEqual(yield* firstRequest("/health", starting), "HTTP/1.1 200 OK")
    })
  )

  it.live("is answered by `parley listen`", () =>
    Effect.gen(function* () {
      const certificate = yield* certificateFor("localhost")
      const starting = ListenReceiver.start({
        ...here,
        certificate,
        secret: ListenSecret.fixed(Redacted.make("a secret")),
        failures: 0,
        status: 204,
        palette: plain
      })
      assert.strictEqual(yield* firstRequest("/", starting), "HTTP/1.1 405 Method Not Allowed")
    }).pipe(Effect.provide([NodeServices.layer, NodeHttpClient.layerUndici]))
  )
})

describe("a server without a request handler", () => {
  it.live("holds requests for the first handler, and refuses them after the last one is removed", () =>
    Effect.gen(function* () {
      const server = createServer()
      holdEarlyRequests(server)
      yield* Effect.acquireRelease(
        Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
        () => Effect.promise(() => new Promise((resolve) => server.close(resolve)))
      )
      const { port } = server.address() as AddressInfo
      const call = Effect.promise(
        () =>
          new Promise<number | undefined>((resolve, reject) => {
            get({ port, host: "127.0.0.1", agent: false }, (response) => {
              response.resume()
              resolve(response.statusCode)
            }).on("error", reject)
          })
      )
      const came = new Promise<void>((resolve) => server.once("connection", () => setTimeout(resolve, 50)))
      const early = Effect.runPromise(call)
      yield* Effect.promise(() => came)
      const handler = (_: unknown, response: { writeHead: (status: number) => { end: () => void } }) =>
        response.writeHead(204).end()
      server.on("request", handler)
      assert.strictEqual(yield* Effect.promise(() => early), 204)
      assert.strictEqual(yield* call, 204)
      server.off("request", handler)
      assert.strictEqual(yield* call, 503)
      server.on("request", handler)
      assert.strictEqual(yield* call, 204)
    })
  )
})
