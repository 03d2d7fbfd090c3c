import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { makeFieldLabels, otherFields } from "../../../src/app/inbound/reportUnknownField.ts"
import { ofWhatsApp } from "../../meta/inbound/deliveries.ts"
import { eventsIn, givenInbound, inboundWorld, kept, problemsKept, processed, stamp } from "./scene.ts"

/** Runs the effect and returns the texts that it logged. */
const logged = <A, E, R>(effect: Effect.Effect<A, E, R>) => {
  const lines: Array<string> = []
  const logger = Logger.make(({ message }) => void lines.push(JSON.stringify(message)))
  return Effect.as(Effect.provide(effect, Logger.layer([logger])), lines)
}

describe("inbound: reports without a message", () => {
  it("metrics: the labels of unknown fields are bounded", () => {
    const labelOf = makeFieldLabels(2)
    assert.deepStrictEqual(["a", "b", "c", "a", "d", "b"].map(labelOf), ["a", "b", otherFields, "a", otherFields, "b"])
  })

  it.effect("inbound: an unknown field leaves one log line with its name, and no failed item", () =>
    Effect.gen(function* () {
      yield* givenInbound
      const delivery = ofWhatsApp({ holograms: [] }, "holograms_of_this_test")
      const lines = yield* logged(Effect.andThen(processed(delivery), processed(delivery)))
      assert.strictEqual(lines.filter((line) => line.includes("holograms_of_this_test")).length, 1)
      assert.deepStrictEqual(yield* problemsKept, [])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("inbound: an example from the dashboard leaves a log line and no failed item", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const delivery = {
        object: "whatsapp_business_account",
        entry: [
          {
            id: "0",
            changes: [{ field: "messages", value: { messaging_product: "whatsapp", messages: [{ id: "a" }] } }]
          }
        ]
      }
      const lines = yield* logged(processed(delivery))
      assert.isTrue(lines.some((line) => line.includes("test webhook")))
      assert.deepStrictEqual(yield* problemsKept, [])
      assert.deepStrictEqual((yield* kept(id)).messages, [])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("inbound: a missed call is a message and an event", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const call = {
        id: "wacid.1",
        from: "15551234567",
        to: "15550783881",
        event: "terminate",
        direction: "USER_INITIATED",
        status: "FAILED",
        timestamp: stamp(5)
      }
      yield* processed(ofWhatsApp({ calls: [call] }, "calls"))
      assert.deepStrictEqual(
        (yield* kept(id)).messages.map(({ direction, type }) => [direction, type]),
        [["inbound", "call"]]
      )
      const received = (yield* eventsIn(id)).filter(({ type }) => type === "message.received")
      assert.strictEqual(received.length, 1)
      assert.include(JSON.stringify(received), "Missed voice call")
    }).pipe(Effect.provide(inboundWorld))
  )
})
