import { Effect, Fiber } from "effect"
import { shardOf } from "../../../../../src/domain/webhooks/DeliveryShard.ts"
import { DeliveryQueue } from "../../../../../src/ports/webhooks/DeliveryQueue.ts"
import { SendLedger } from "../../../../../src/ports/sends/SendLedger.ts"
import { accepted } from "../../../../given/accepted.ts"
import { givenSender, phoneOf } from "../../../../given/given.ts"
import { sendOff } from "../../../../given/sendOff.ts"
import { wakesOf } from "../../../../given/wakesOf.ts"
import type { StorePorts } from "../../../StorePorts.ts"
import { anotherShard, givenTalker } from "./scene.ts"
import { assert } from "../../../assert.ts"
import type { Tests } from "../../../Suite.ts"

/** Wake signals of a shard. */
export const waking = (it: Tests<StorePorts>) => {
  it.effect("wakes all who listen to the shard, until their scope ends", () =>
    Effect.gen(function* () {
      const { listen } = yield* DeliveryQueue
      const { say, shard } = yield* givenTalker()
      const [one, other] = yield* Effect.all([wakesOf(shard), wakesOf(shard)])
      let ended = 0
      yield* Effect.scoped(listen(shard, () => ended++))
      yield* say(null, 2)
      yield* one
      yield* other
      yield* say(null)
      yield* one
      yield* other
      assert.strictEqual(ended, 0)
    })
  )

  it.effect("waits until a delivery comes, with an outcome", () =>
    Effect.gen(function* () {
      const { reserve, recordOutcome } = yield* SendLedger
      const { at, id, ...sender } = yield* givenSender({ webhook: { events: ["contact.created", "message.sent"] } })
      const shard = shardOf(id)
      const arrival = yield* wakesOf(shard)
      const deaf = yield* givenSender({ shard, webhook: { events: ["message.read"] } })
      const elsewhere = yield* givenTalker({ shard: anotherShard(shard) })
      const intent = yield* sender.intent({ phone: phoneOf(1) })
      yield* (yield* givenTalker({ shard })).say(null)
      yield* arrival

      const first = yield* Effect.forkChild(arrival, { startImmediately: true })
      yield* sendOff(deaf.id, yield* deaf.intent())
      yield* elsewhere.say(null)
      yield* Effect.yieldNow
      assert.isUndefined(first.pollUnsafe())
      yield* sendOff(id, intent)
      yield* Fiber.join(first)

      const second = yield* Effect.forkChild(arrival, { startImmediately: true })
      const next = yield* sender.intent({ phone: phoneOf(1) }, 1)
      const reservation = yield* reserve(id, next)
      assert.isUndefined(second.pollUnsafe())
      yield* recordOutcome(id, next.messageId, yield* accepted(next, reservation), at)
      yield* Fiber.join(second)
    })
  )
}
