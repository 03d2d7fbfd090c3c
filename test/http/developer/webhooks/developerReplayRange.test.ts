import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { Receivers } from "../../../../src/adapters/memory/webhooks/MemoryWebhookSender.ts"
import { World } from "../../../../src/adapters/memory/World.ts"
import { maxReplayedDeliveries } from "../../../../src/domain/webhooks/DeliveryRecord.ts"
import { EventLog } from "../../../../src/ports/webhooks/EventLog.ts"
import { seconds } from "../../../../testing/given/era.ts"
import { testEvent } from "../../../../testing/given/givenEvents.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { answering, givenBackend, deliverAll, refused, start } from "./developerDeliveriesBackend.ts"

const deliveries = "/webhooks/deliveries"

const LoggedRequest = Schema.Struct({ path: Schema.String, response_body: Schema.Json })
const decodeLogs = Schema.decodeUnknownEffect(
  Schema.Struct({ data: Schema.Struct({ data: Schema.Array(LoggedRequest) }) })
)

describe("POST /v1/webhooks/deliveries/replay", () => {
  it.effect("replays the deliveries of a range, and returns their number", () =>
    Effect.gen(function* () {
      const { eventIds, get, post } = yield* givenBackend()
      const { answerWith } = yield* Receivers
      for (const status of [204, 410, 204]) {
        yield* answerWith(() =>
          status === 204 ? Effect.succeed({ status, durationMillis: 0, response: "" }) : answering(status)
        )
        yield* post("/webhooks/test")
        yield* deliverAll
        yield* post("/webhooks", { url: "https://example.com/hook", events: ["message.sent"] })
        yield* TestClock.adjust("10 seconds")
      }
      const ids = yield* eventIds
      const pending = Effect.map(get(`${deliveries}?status=pending`), ({ body }) =>
        ids.flatMap((id, place) => (JSON.stringify(body).includes(`"id":"${id}"`) ? [place] : []))
      )
      const rows = [
        [{ since: "2026-11-20T12:01:00Z" }, []],
        [{ since: start, status: "failed" }, [1]],
        [{ since: "2026-11-20T12:00:10.000Z", until: "2026-11-20T12:00:20.000Z" }, [1]],
        [{ since: "2026-11-20T13:00:20+01:00", until: null, status: null }, [2]],
        [{ since: start }, [0, 1, 2]]
      ] as const
      for (const [asked, replayed] of rows) {
        assert.deepStrictEqual(yield* post(`${deliveries}/replay`, asked), {
          status: 202,
          body: { success: true, data: { replayed: replayed.length } }
        })
        assert.sameMembers(yield* pending, [...replayed])
        yield* answerWith((delivery) =>
          delivery.event.id === ids[1]
            ? answering(410)
            : Effect.succeed({ status: 204, durationMillis: 0, response: "" })
        )
        yield* deliverAll
        assert.deepStrictEqual(yield* pending, [])
        yield* post("/webhooks", { url: "https://example.com/hook", events: ["message.sent"] })
      }
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("replays nothing if there are too many deliveries, with the remedy in the error", () =>
    Effect.gen(function* () {
      const { get, id, post } = yield* givenBackend()
      const at = DateTime.makeUnsafe(start)
      yield* (yield* EventLog).appendAll(
        id,
        Array.from({ length: maxReplayedDeliveries + 1 }, (_, place) => testEvent(id, seconds(at, place)))
      )
      const { state } = yield* World
      const { deferred: before } = yield* state
      assert.deepStrictEqual(
        yield* post(`${deliveries}/replay`, { since: start }),
        refused(400, "More than 10000 deliveries are in the range; none was made again", {
          fix: "Narrow the range with since and until, or give a status"
        })
      )
      assert.strictEqual((yield* state).deferred, before)
      assert.deepStrictEqual(yield* post(`${deliveries}/replay`, { since: "2026-11-20T12:00:01Z" }), {
        status: 202,
        body: { success: true, data: { replayed: maxReplayedDeliveries } }
      })
      const { body } = yield* get("/logs?limit=1")
      const [row] = (yield* decodeLogs(body)).data.data
      assert.deepStrictEqual(row, {
        path: "/v1/webhooks/deliveries/replay",
        response_body: { success: true, data: { replayed: maxReplayedDeliveries } }
      })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    [{}, "Missing required field: since", { code: "MISSING_FIELD", fix: "Add since to the request body" }],
    [{ since: "soon" }, "Invalid field since: Expected a timestamp such as 2026-11-20T12:00:00.000Z", {}],
    [{ since: start, until: 7 }, "Invalid field until: Expected string | null", {}],
    [{ since: start, status: "lost" }, 'Invalid field status: Expected "pending" | "delivered" | "failed"', {}]
  ] as const)("refuses %j", ([body, message, more]) =>
    Effect.gen(function* () {
      const { post } = yield* givenBackend()
      assert.deepStrictEqual(yield* post(`${deliveries}/replay`, body), refused(400, message, more))
    }).pipe(Effect.provide(httpWorld))
  )
})
