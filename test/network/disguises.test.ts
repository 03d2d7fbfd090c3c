import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import type { ServerResponse } from "node:http"
import { calling } from "./calling.ts"
import { closing, guarded, loopback, notAllowed } from "./guarding.ts"
import * as LocalServer from "./LocalServer.ts"
import { shown } from "./shown.ts"

/** URLs that lead to this machine, however they look; every name is one of its names. */
const disguises = [
  "HTTP://127.0.0.1:PORT/",
  "http:127.0.0.1:PORT/",
  "http:/127.0.0.1:PORT/",
  "http:////127.0.0.1:PORT/",
  "http:\\\\127.0.0.1:PORT\\",
  "  http://127.0.0.1:PORT/  ",
  "ht\ntp://127.\t0.0.\r\n1:PORT/",
  "http://127.0.0.1:000PORT/",
  "http://93.184.216.34@127.0.0.1:PORT/",
  "http://public.test:80@127.0.0.1:PORT/",
  "http://public.test%2f:%40public.test@127.0.0.1:PORT/",
  "http://127.0.0.1:PORT#@93.184.216.34/",
  "http://127.0.0.1:PORT?@93.184.216.34/",
  "http://127.0.0.1:PORT\\@93.184.216.34/",
  "http://localhost:PORT/",
  "http://LOCALHOST.:PORT/",
  "http://loc%61lhost:PORT/",
  "http://local\u00adhost:PORT/",
  "http://ⓁⓄⒸⒶⓁⒽⓄⓈⓉ:PORT/",
  "http://app。localhost:PORT/",
  "http://127.0.0.1.nip.test:PORT/"
]

describe("a URL that leads to this machine", () => {
  it.effect.each(disguises)("in an unusual notation (%j) is refused, and nothing is dialled", (disguise) =>
    Effect.gen(function* () {
      const server = yield* closing
      const call = calling(disguise.replace("PORT", String(server.port)))
      const agent = yield* guarded([["127.0.0.1"]])
      assert.deepStrictEqual(shown(yield* Effect.flip(agent.request(call))), notAllowed)
      assert.deepStrictEqual(yield* server.unseen, [])
      // Else it would have arrived.
      const allowing = yield* guarded([["127.0.0.1"]], loopback)
      assert.strictEqual((yield* allowing.request(call)).status, 200)
      assert.strictEqual(yield* server.next, "open")
    })
  )

  it.effect("with the unspecified address is refused, which means this machine", () =>
    Effect.gen(function* () {
      const server = yield* closing
      const allowing = yield* guarded([[]], ["0.0.0.0/32"])
      const call = calling(`http://0:${server.port}/`)
      assert.strictEqual((yield* allowing.request(call)).status, 200)
      const agent = yield* guarded([[]])
      assert.deepStrictEqual(shown(yield* Effect.flip(agent.request(call))), notAllowed)
    })
  )

  it.effect.each([1, 22, 80, 443, 5432, 6379, 65_535])("at port %d is refused, too", (port) =>
    Effect.gen(function* () {
      const agent = yield* guarded([["127.0.0.1"]])
      for (const host of ["127.0.0.1", "[::1]", "hook.test"]) {
        const failure = yield* Effect.flip(agent.request(calling(`http://${host}:${port}/`)))
        assert.deepStrictEqual(shown(failure), notAllowed)
      }
    })
  )

  it.effect("does not send its password", () =>
    Effect.gen(function* () {
      let authorization: string | undefined = "nothing came"
      const server = yield* LocalServer.http((request, response) => {
        authorization = request.headers.authorization
        response.end()
      })
      const agent = yield* guarded([[]], loopback)
      yield* agent.request(calling(`http://ada:secret@127.0.0.1:${server.port}/`))
      assert.isUndefined(authorization)
    })
  )
})

describe("a name that resolves to another address while its connections are in use", () => {
  it.effect("is refused for the next connection, and continues on the checked one", () =>
    Effect.gen(function* () {
      const held: Array<ServerResponse> = []
      const server = yield* LocalServer.http((_, response) => void held.push(response))
      // The second address is this machine too: a connection would be made.
      const agent = yield* guarded([["127.0.0.1"], ["127.0.0.2"]], loopback)
      const call = (path: string) => agent.request(calling(`http://hook.test:${server.port}${path}`))
      const first = yield* Effect.forkChild(call("/1"))
      assert.deepStrictEqual([yield* server.next, yield* server.next], ["open", "GET /1"])
      assert.deepStrictEqual(shown(yield* Effect.flip(call("/2"))), notAllowed)
      held[0]?.end()
      assert.strictEqual((yield* Fiber.join(first)).status, 200)
      assert.deepStrictEqual(yield* server.unseen, [])
      assert.strictEqual(yield* agent.asked, 2)
    })
  )

  it.effect("is refused in every one of many simultaneous calls", () =>
    Effect.gen(function* () {
      const server = yield* closing
      const agent = yield* guarded([["93.184.216.34", "127.0.0.1"], ["127.0.0.1"]])
      const calls = Array.from({ length: 40 }, () =>
        Effect.flip(agent.request(calling(`http://hook.test:${server.port}/`)))
      )
      const failures = yield* Effect.all(calls, { concurrency: "unbounded" })
      assert.deepStrictEqual(
        failures.map(shown),
        calls.map(() => notAllowed)
      )
      assert.deepStrictEqual(yield* server.unseen, [])
    })
  )
})
