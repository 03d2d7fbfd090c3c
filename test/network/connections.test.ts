import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import type { ServerResponse } from "node:http"
import { ConnectionLost, DeadlinePassed } from "../../src/adapters/outbound/HttpFailure.ts"
import { calling, text, trusting } from "./calling.ts"
import * as LocalServer from "./LocalServer.ts"
import { shown } from "./shown.ts"

/** A server whose answers wait until they are given, in the order of the requests. */
const holding = Effect.gen(function* () {
  const held: Array<ServerResponse> = []
  const server = yield* LocalServer.http((_, response) => void held.push(response))
  return { ...server, url: `http://127.0.0.1:${server.port}`, answer: Effect.sync(() => held.shift()?.end("ok")) }
})

describe("a connection of the agent", () => {
  it.effect("is reused", () =>
    Effect.gen(function* () {
      const server = yield* LocalServer.http((_, response) => response.end("ok"))
      const agent = yield* trusting()
      for (let count = 0; count < 10; count++) {
        assert.strictEqual(text((yield* agent.request(calling(`http://127.0.0.1:${server.port}/`))).body), "ok")
      }
      // The first one is not free yet when the second call comes, in the same turn of the event loop.
      assert.strictEqual((yield* server.unseen).filter((event) => event === "open").length, 2)
    })
  )

  it.effect("is reused whatever the status was", () =>
    Effect.gen(function* () {
      const statuses = [500, 302, 410, 429, 200]
      const rest = [...statuses]
      const server = yield* LocalServer.http((_, response) =>
        response.writeHead(rest.shift() ?? 0, { location: "/elsewhere" }).end("no")
      )
      const agent = yield* trusting({ connectionsPerOrigin: 1 })
      for (const status of statuses) {
        const call = calling(`http://127.0.0.1:${server.port}/`, { method: "POST", body: "{}" })
        assert.strictEqual((yield* agent.request(call)).status, status)
      }
      assert.deepStrictEqual(yield* server.unseen, ["open", ...statuses.map(() => "POST /")])
    })
  )

  it.effect("is not reused after a response that was not read to its end", () =>
    Effect.gen(function* () {
      const server = yield* LocalServer.http((_, response) => response.end("x".repeat(50_000)))
      const agent = yield* trusting({ connectionsPerOrigin: 1 })
      for (let count = 0; count < 3; count++) {
        assert.isTrue((yield* agent.request(calling(`http://127.0.0.1:${server.port}/`))).truncated)
        const events = [yield* server.next, yield* server.next, yield* server.next]
        assert.deepStrictEqual(events, ["open", "GET /", "closed"])
      }
    })
  )

  it.effect("closed by the peer while it is idle is replaced", () =>
    Effect.gen(function* () {
      const server = yield* LocalServer.http((_, response) => {
        response.end("ok", () => response.socket?.end())
      })
      const agent = yield* trusting({ connectionsPerOrigin: 1 })
      for (let count = 0; count < 3; count++) {
        assert.strictEqual((yield* agent.request(calling(`http://127.0.0.1:${server.port}/`))).status, 200)
        const events = [yield* server.next, yield* server.next, yield* server.next]
        assert.deepStrictEqual(events, ["open", "GET /", "closed"])
      }
    })
  )

  it.effect("is destroyed if the call is interrupted", () =>
    Effect.gen(function* () {
      const server = yield* holding
      const agent = yield* trusting()
      const call = yield* Effect.forkChild(agent.request(calling(`${server.url}/x`)))
      assert.deepStrictEqual([yield* server.next, yield* server.next], ["open", "GET /x"])
      yield* Fiber.interrupt(call)
      assert.strictEqual(yield* server.next, "closed")
    })
  )

  it.effect("is closed with the agent's scope, whatever runs on it", () =>
    Effect.gen(function* () {
      const server = yield* holding
      const scope = yield* Scope.make()
      const agent = yield* Scope.provide(trusting(), scope)
      const call = yield* Effect.forkChild(Effect.flip(agent.request(calling(`${server.url}/x`))))
      assert.deepStrictEqual([yield* server.next, yield* server.next], ["open", "GET /x"])
      yield* Scope.close(scope, Exit.void)
      assert.instanceOf(yield* Fiber.join(call), ConnectionLost)
      assert.strictEqual(yield* server.next, "closed")
    })
  )
})

describe("calls to one origin", () => {
  it.effect("use at most the configured connections; others wait for their turn", () =>
    Effect.gen(function* () {
      const server = yield* holding
      const agent = yield* trusting({ connectionsPerOrigin: 2 })
      const calls = yield* Effect.forEach(["/1", "/2", "/3", "/4", "/5"], (path) =>
        Effect.forkChild(agent.request(calling(server.url + path)), { startImmediately: true })
      )
      const first = [yield* server.next, yield* server.next, yield* server.next, yield* server.next].sort()
      assert.deepStrictEqual(first, ["GET /1", "GET /2", "open", "open"])
      assert.deepStrictEqual(yield* server.unseen, [])
      for (const expected of ["GET /3", "GET /4", "GET /5"]) {
        yield* server.answer
        assert.strictEqual(yield* server.next, expected)
      }
      yield* server.answer
      yield* server.answer
      assert.deepStrictEqual(
        (yield* Fiber.joinAll(calls)).map(({ status }) => status),
        [200, 200, 200, 200, 200]
      )
    })
  )

  it.effect("whose deadline passes while they wait are never written, and use no connection", () =>
    Effect.gen(function* () {
      const server = yield* holding
      const agent = yield* trusting({ connectionsPerOrigin: 1 })
      const first = yield* Effect.forkChild(agent.request(calling(`${server.url}/1`, { deadline: "1 minute" })))
      assert.deepStrictEqual([yield* server.next, yield* server.next], ["open", "GET /1"])
      const waiting = yield* Effect.forkChild(Effect.flip(agent.request(calling(`${server.url}/2`))))
      const third = yield* Effect.forkChild(agent.request(calling(`${server.url}/3`, { deadline: "1 minute" })), {
        startImmediately: true
      })
      yield* TestClock.adjust("15 seconds")
      assert.deepStrictEqual(shown(yield* Fiber.join(waiting)), shown(new DeadlinePassed({ sent: false })))
      yield* server.answer
      assert.strictEqual((yield* Fiber.join(first)).status, 200)
      assert.strictEqual(yield* server.next, "GET /3")
      yield* server.answer
      assert.strictEqual((yield* Fiber.join(third)).status, 200)
      assert.deepStrictEqual(yield* server.unseen, [])
    })
  )

  it.effect("that are interrupted while they wait release their position", () =>
    Effect.gen(function* () {
      const server = yield* holding
      const agent = yield* trusting({ connectionsPerOrigin: 1 })
      const run = (path: string) =>
        Effect.forkChild(agent.request(calling(server.url + path)), { startImmediately: true })
      const first = yield* run("/1")
      const second = yield* run("/2")
      const third = yield* run("/3")
      yield* Fiber.interrupt(second)
      assert.deepStrictEqual([yield* server.next, yield* server.next], ["open", "GET /1"])
      yield* server.answer
      assert.strictEqual(yield* server.next, "GET /3")
      yield* server.answer
      assert.strictEqual((yield* Fiber.join(first)).status, 200)
      assert.strictEqual((yield* Fiber.join(third)).status, 200)
    })
  )
})

describe("origins of the agent", () => {
  it.effect("over the limit replace those that were opened first", () =>
    Effect.gen(function* () {
      const agent = yield* trusting({ maxOrigins: 2 })
      const server = LocalServer.http((_, response) => response.end("ok"))
      const [first, second, third] = yield* Effect.all([server, server, server])
      for (const { port } of [first, second, third]) yield* agent.request(calling(`http://127.0.0.1:${port}/`))
      assert.deepStrictEqual([yield* first.next, yield* first.next, yield* first.next], ["open", "GET /", "closed"])
      assert.deepStrictEqual(yield* second.unseen, ["open", "GET /"])
      assert.deepStrictEqual(yield* third.unseen, ["open", "GET /"])
    })
  )

  it.effect("that are replaced end their calls first, including waiting ones", () =>
    Effect.gen(function* () {
      const server = yield* holding
      const other = yield* LocalServer.http((_, response) => response.end("ok"))
      const agent = yield* trusting({ maxOrigins: 1, connectionsPerOrigin: 1 })
      const running = yield* Effect.forkChild(agent.request(calling(`${server.url}/1`)))
      assert.deepStrictEqual([yield* server.next, yield* server.next], ["open", "GET /1"])
      const waiting = yield* Effect.forkChild(agent.request(calling(`${server.url}/2`)), { startImmediately: true })
      yield* agent.request(calling(`http://127.0.0.1:${other.port}/`))
      yield* server.answer
      assert.strictEqual((yield* Fiber.join(running)).status, 200)
      assert.sameMembers([yield* server.next, yield* server.next, yield* server.next], ["closed", "open", "GET /2"])
      yield* server.answer
      assert.strictEqual((yield* Fiber.join(waiting)).status, 200)
    })
  )
})
