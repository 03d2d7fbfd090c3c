import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { givenOrganization } from "../../testing/given/given.ts"
import { operate, operated, operatorWorld } from "./operatorScene.ts"

const Fields = Schema.Record(Schema.String, Schema.Json)
const Added = Schema.Struct({ id: Schema.String, secret: Schema.String })
const Listed = Schema.Struct({ endpoints: Schema.Array(Fields) })

const url = "https://warehouse.example.com/events"
const world = operatorWorld("own")

describe("parley endpoint", () => {
  it.effect("parley endpoint: adds, lists, changes and removes an endpoint", () =>
    Effect.gen(function* () {
      const { id: organizationId } = yield* givenOrganization()
      const of = ["--organization", organizationId]
      const filter = ["--channels", "whatsapp, messenger", "--labels", "Order"]
      const header = ["--header", "Authorization"]
      const args = ["--url", url, "--events", "message.received,conversation.closed", "--name", "Warehouse"]
      const { id, secret } = yield* operated(Added, ["endpoint", "add", ...of, ...args, ...filter, ...header], {
        stdin: "Bearer a-token\n"
      })
      assert.match(secret, /^whsec_/)
      const one = [...of, "--id", id]
      const view = yield* operated(Fields, ["endpoint", "show", ...one])
      assert.deepInclude(view, {
        id,
        name: "Warehouse",
        url,
        events: ["message.received", "conversation.closed"],
        filter: { channels: ["whatsapp", "messenger"], accountIds: [], labels: ["Order"], campaignIds: [] },
        headers: ["authorization"],
        status: "enabled"
      })
      assert.notProperty(view, "secret")
      assert.deepStrictEqual((yield* operated(Listed, ["endpoint", "list", ...of])).endpoints, [view])

      const stopped = yield* operated(Fields, ["endpoint", "change", ...one, "--no-enabled", "--channels", ""])
      assert.deepInclude(stopped, {
        status: "disabled",
        filter: { channels: [], accountIds: [], labels: ["Order"], campaignIds: [] },
        events: view["events"],
        headers: ["authorization"]
      })
      const test = yield* operate(["endpoint", "test", ...one])
      assert.strictEqual(test.code, 4)
      assert.include(test.error, "The endpoint is disabled")
      yield* operated(Fields, ["endpoint", "change", ...one, "--enabled"])
      assert.property(yield* operated(Fields, ["endpoint", "test", ...one]), "eventId")
      const rotated = yield* operated(Fields, ["endpoint", "rotate", ...one])
      assert.notStrictEqual(rotated["secret"], secret)

      yield* operated(Fields, ["endpoint", "remove", ...one])
      assert.deepStrictEqual((yield* operated(Listed, ["endpoint", "list", ...of])).endpoints, [])
      for (const action of ["show", "change", "rotate", "test", "remove"]) {
        const change = action === "change" ? ["--name", "x"] : []
        const ended = yield* operate(["endpoint", action, ...one, ...change])
        assert.strictEqual(ended.code, 3, action)
        assert.include(ended.error, "no such endpoint")
      }
    }).pipe(Effect.provide(world))
  )

  it.effect("parley endpoint: gives a new endpoint all events if none are named", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const made = yield* operated(Fields, ["endpoint", "add", "--organization", id, "--url", url])
      assert.include(JSON.stringify(made["events"]), "message.received")
      assert.deepInclude(made, { headers: [], name: "" })
    }).pipe(Effect.provide(world))
  )

  it.effect.each([
    [["--url", "http://hooks.example.com"], "does not use HTTPS"],
    [["--url", url, "--events", "message.lost"], "There is no event type message.lost"],
    [["--url", url, "--name", "x".repeat(65)], "The setting name has more than 64 characters"],
    [["--url", url, "--header", "Host"], "The setting headers.Host is set by the service"]
  ] as const)("parley endpoint: refuses the endpoint %j as a usage error", ([args, error]) =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const of = ["--organization", id]
      const ended = yield* operate(["endpoint", "add", ...of, ...args], { stdin: "value\n" })
      assert.strictEqual(ended.code, 2)
      assert.include(ended.error, error)
      assert.include(ended.error, "Nothing was changed")
      assert.deepStrictEqual((yield* operated(Listed, ["endpoint", "list", ...of])).endpoints, [])
    }).pipe(Effect.provide(world))
  )

  it.effect("parley endpoint: refuses a change without a field, and a channel that does not exist", () =>
    Effect.gen(function* () {
      const { id: organizationId } = yield* givenOrganization()
      const of = ["--organization", organizationId]
      const { id } = yield* operated(Added, ["endpoint", "add", ...of, "--url", url])
      const unchanged = yield* operate(["endpoint", "change", ...of, "--id", id])
      assert.strictEqual(unchanged.code, 2)
      assert.include(unchanged.error, "name what to change")
      const unknown = yield* operate(["endpoint", "change", ...of, "--id", id, "--channels", "telegram"])
      assert.strictEqual(unknown.code, 2)
    }).pipe(Effect.provide(world))
  )
})
