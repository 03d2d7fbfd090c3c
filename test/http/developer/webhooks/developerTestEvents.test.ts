import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Receivers } from "../../../../src/adapters/memory/webhooks/MemoryWebhookSender.ts"
import { World } from "../../../../src/adapters/memory/World.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { deliverAll, givenBackend, refused, start } from "./developerDeliveriesBackend.ts"

const url = "https://example.com/hook"
const deliveries = "/webhooks/deliveries"

describe("POST /v1/webhooks/test", () => {
  it.effect("sends a test event at once, whatever the subscribed events", () =>
    Effect.gen(function* () {
      const { eventIds, get, id: organizationId, post } = yield* givenBackend({ events: ["message.read"] })
      const tested = yield* post("/webhooks/test")
      const [id] = yield* eventIds
      assert.deepStrictEqual(tested, {
        status: 202,
        body: { success: true, data: { id: id ?? "", event: "webhook.test" } }
      })
      yield* deliverAll
      const [sent] = yield* (yield* Receivers).received
      assert.deepStrictEqual(sent?.delivery.event.id, id)
      assert.deepStrictEqual(sent?.delivery.event.type, "webhook.test")
      assert.strictEqual(
        sent?.delivery.event.dataJson,
        JSON.stringify({ message: "This is a test event. Your webhook receives events of effect-parley." })
      )
      assert.deepNestedInclude((yield* get("/events")).body, {
        "data.events[0].id": id,
        "data.events[0].event": "webhook.test"
      })
      const { usage } = yield* (yield* World).state
      assert.deepStrictEqual(
        usage.map((month) => [month.organizationId, month.used]),
        [[organizationId, 1]]
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("the event type webhook.test cannot be subscribed to", () =>
    Effect.gen(function* () {
      const { post } = yield* givenBackend(null)
      assert.deepStrictEqual(
        yield* post("/webhooks", { url, events: ["webhook.test"] }),
        refused(400, "Unknown event type: webhook.test")
      )
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("no active subscription", () => {
  const asked = [
    ["/webhooks/test", undefined],
    [`${deliveries}/replay`, { since: start }]
  ] as const

  it.effect.each(asked)("%s is refused, and changes nothing", ([path, body]) =>
    Effect.gen(function* () {
      const { state } = yield* World
      const none = yield* givenBackend(null)
      const disabled = yield* givenBackend({ status: "disabled" })
      const before = yield* state
      assert.deepStrictEqual(
        yield* none.post(path, body),
        refused(404, "No webhook is registered", { fix: "Register it with POST /v1/webhooks" })
      )
      assert.deepStrictEqual(
        yield* disabled.post(path, body),
        refused(409, "The webhook is disabled", { fix: "Register it with POST /v1/webhooks again, which enables it" })
      )
      const logged = { requestLogs: [], apiKeys: [] }
      assert.deepStrictEqual({ ...(yield* state), ...logged }, { ...before, ...logged })
    }).pipe(Effect.provide(httpWorld))
  )
})
