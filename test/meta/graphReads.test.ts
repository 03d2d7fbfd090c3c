import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import * as GraphApi from "../../src/adapters/meta/client/GraphApi.ts"
import * as GraphListing from "../../src/adapters/meta/client/GraphListing.ts"
import * as TokenHealth from "../../src/adapters/meta/client/TokenHealth.ts"
import * as GraphAgent from "../../src/adapters/outbound/GraphAgent.ts"
import { ConnectionLost, DeadlinePassed, NotConnected } from "../../src/adapters/outbound/HttpFailure.ts"
import { PlatformNotReached, PlatformOutcomeUnknown } from "../../src/domain/messages/PlatformError.ts"
import { shown } from "../network/shown.ts"
import { accountsInMemory } from "./accountsInMemory.ts"
import { type Answer, answeredBy, answeredInTurn, refuses, says } from "./cannedAgent.ts"
import { account, answering } from "./graph.ts"

const graphUrl = "https://graph.facebook.com"
const version = "v23.0"

/** The requirements of the calls besides an agent. */
const health = TokenHealth.layer.pipe(Layer.provide(accountsInMemory))

const Done = Schema.Struct({ success: Schema.Boolean })

const read = Effect.flatMap(GraphApi.make({ graphUrl, version }), (graph) =>
  graph.get(Done)(account, "1", "edge", { fields: "id" })
)

const readAnswered = (...answers: ReadonlyArray<Answer>) => {
  const { calls, layer } = answeredInTurn(...answers)
  return {
    calls,
    outcome: Effect.match(Effect.provide(read, [layer, health]), {
      onSuccess: (done): unknown => done,
      onFailure: shown
    })
  }
}

const refused = Effect.fail(new NotConnected({ reason: "connection refused", detail: "ECONNREFUSED" }))
const done = says({ success: true })

describe("Graph API requests", () => {
  it.effect.each(["get", "delete"] as const)(
    "Graph API: a %s request has its parameters in the address, and no body",
    (method) =>
      Effect.gen(function* () {
        const { graphUrl, port, received, unseen } = yield* answering(200, { success: true })
        const graph = yield* GraphApi.make({ graphUrl: `${graphUrl}/`, version })
        const answer = yield* graph[method](Done)(account, "a/b", "label", { user: "1&2", fields: "id,name" })
        assert.deepStrictEqual(answer, { success: true })
        assert.deepStrictEqual(yield* unseen, [
          "open",
          `${method.toUpperCase()} /v23.0/a%2Fb/label?user=1%262&fields=id%2Cname`
        ])
        assert.deepStrictEqual(received, [
          {
            method: method.toUpperCase(),
            headers: {
              host: `127.0.0.1:${port}`,
              connection: "keep-alive",
              authorization: "Bearer EAAtoken",
              "user-agent": "effect-parley/0.1.0"
            },
            body: ""
          }
        ])
      }).pipe(Effect.provide([GraphAgent.layer, health]))
  )
})

describe("reads", () => {
  it.effect("Graph reads: a read is repeated once if the platform was not reached", () =>
    Effect.gen(function* () {
      const { calls, outcome } = readAnswered(refused, done)
      assert.deepStrictEqual(yield* outcome, { success: true })
      assert.strictEqual(calls.length, 2)
      assert.deepStrictEqual(calls[0], calls[1])
    })
  )

  it.effect("Graph reads: a read is repeated only once", () =>
    Effect.gen(function* () {
      const { calls, outcome } = readAnswered(refused, refused, done)
      assert.deepStrictEqual(
        yield* outcome,
        shown(new PlatformNotReached({ detail: "connection refused: ECONNREFUSED" }))
      )
      assert.strictEqual(calls.length, 2)
    })
  )

  it.effect("Graph reads: an attempt has half of the time of a send", () =>
    Effect.gen(function* () {
      const late = Effect.fail(new DeadlinePassed({ sent: false }))
      const { calls, outcome } = readAnswered(late, late)
      assert.deepStrictEqual(
        yield* outcome,
        shown(new PlatformNotReached({ detail: "no connection within 10 seconds" }))
      )
      assert.deepStrictEqual(
        calls.map(({ deadline }) => deadline),
        ["10 seconds", "10 seconds"]
      )
    })
  )

  it.effect.each<readonly [string, Answer]>([
    ["was rejected", refuses(100)],
    ["broke off", Effect.fail(new ConnectionLost({ detail: "other side closed" }))],
    ["was not answered in time", Effect.fail(new DeadlinePassed({ sent: true }))],
    ["was answered in another way", says({}, 502)]
  ])("Graph reads: a read that %s is not retried", ([, answer]) =>
    Effect.gen(function* () {
      const { calls, outcome } = readAnswered(answer, done)
      assert.notDeepEqual(yield* outcome, { success: true })
      assert.strictEqual(calls.length, 1)
    })
  )
})

describe("Graph writes", () => {
  it.effect.each(["post", "delete"] as const)("Graph writes: a write is never retried (%s)", (method) =>
    Effect.gen(function* () {
      const { calls, layer } = answeredInTurn(refused, done)
      const graph = yield* Effect.provide(GraphApi.make({ graphUrl, version }), [layer, health])
      const failure = yield* Effect.flip(graph[method](Done)(account, "1", "label", { user: "2" }))
      assert.strictEqual(failure._tag, "PlatformNotReached")
      assert.strictEqual(calls.length, 1)
    })
  )
})

describe("listings", () => {
  it.effect("Graph listings: a listing has 25 seconds for all pages", () =>
    Effect.gen(function* () {
      const { calls, layer } = answeredBy((_, ordinal) =>
        Effect.delay(
          says({ data: [{}], paging: { cursors: { after: `A${ordinal}` }, next: `${graphUrl}/next` } }),
          "9 seconds"
        )
      )
      const graph = yield* Effect.provide(GraphApi.make({ graphUrl, version }), [layer, health])
      const list = GraphListing.make(graph, { edge: "edge", parameters: {}, entry: Schema.Struct({}), maxEntries: 100 })
      const listing = yield* Effect.forkChild(Effect.flip(list(account, "1")))
      yield* TestClock.adjust("24 seconds")
      assert.isUndefined(listing.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(
        shown(yield* Fiber.join(listing)),
        shown(new PlatformOutcomeUnknown({ reason: "no answer in time", detail: "no answer within 25 seconds" }))
      )
      assert.strictEqual(calls.length, 3)
    })
  )

  it.effect("Graph listings: a listing has at most a hundred pages, even empty ones", () =>
    Effect.gen(function* () {
      const { calls, layer } = answeredBy((_, ordinal) =>
        says({ data: [], paging: { cursors: { after: `A${ordinal}` }, next: `${graphUrl}/next` } })
      )
      const graph = yield* Effect.provide(GraphApi.make({ graphUrl, version }), [layer, health])
      const list = GraphListing.make(graph, { edge: "edge", parameters: {}, entry: Schema.Struct({}), maxEntries: 100 })
      assert.deepStrictEqual(yield* list(account, "1"), { entries: [], complete: false })
      assert.strictEqual(calls.length, 100)
    })
  )
})
