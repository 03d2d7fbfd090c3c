import { assert, type Vitest } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { DeliveryQueue } from "../../../src/ports/DeliveryQueue.ts"
import { SendLedger } from "../../../src/ports/SendLedger.ts"
import { accepted, givenSender, phoneOf } from "../../support/given.ts"
import type { StorePorts } from "../../support/StorePorts.ts"
import { givenQueued } from "./claiming.ts"

/** Who waits for work is told of it. */
export const arriving = (it: Vitest.MethodsNonLive<StorePorts>) => {
  it.effect("remembers that something came in, until somebody has asked", () =>
    Effect.gen(function* () {
      const { arrival } = yield* DeliveryQueue
      yield* givenQueued(0, 1)
      yield* arrival
      yield* givenQueued(0)
      yield* arrival
    })
  )

  it.effect("waits until something comes in, with a reservation or with an outcome", () =>
    Effect.gen(function* () {
      const { arrival } = yield* DeliveryQueue
      const { reserve, settle } = yield* SendLedger
      const { at, id, ...sender } = yield* givenSender({ webhook: { events: ["contact.created", "message.sent"] } })
      const deaf = yield* givenSender({ webhook: { events: ["message.read"] } })
      const intent = yield* sender.intent({ phone: phoneOf(1) })
      yield* givenQueued(0)
      yield* arrival

      const first = yield* Effect.forkChild(arrival, { startImmediately: true })
      yield* reserve(deaf.id, yield* deaf.intent())
      assert.isUndefined(first.pollUnsafe())
      const reservation = yield* reserve(id, intent)
      yield* Fiber.join(first)

      const second = yield* Effect.forkChild(arrival, { startImmediately: true })
      assert.isUndefined(second.pollUnsafe())
      yield* settle(id, intent.messageId, yield* accepted(intent, reservation), at)
      yield* Fiber.join(second)
    })
  )
}
