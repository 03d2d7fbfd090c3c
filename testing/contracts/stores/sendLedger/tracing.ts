import { Effect } from "effect"
import { deferAt } from "../delivery/deliveryQueue/scene.ts"
import { DeliveryQueue } from "../../../../src/ports/webhooks/DeliveryQueue.ts"
import { SendLedger } from "../../../../src/ports/sends/SendLedger.ts"
import { accepted } from "../../../given/accepted.ts"
import { seconds } from "../../../given/era.ts"
import { givenSender } from "../../../given/given.ts"
import { freshOf, messageOf } from "../../../given/seen.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

/** The traces of sends. */
export const tracing = (it: Tests<StorePorts>) => {
  it.effect("gives the trace of a send to its message, its events and their deliveries, and to no other", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender({ webhook: {} })
      const { recordOutcome, reserve } = yield* SendLedger
      const send = Effect.fnUntraced(function* (intent: Effect.Success<ReturnType<typeof sender.intent>>) {
        const outcome = yield* accepted(intent, yield* reserve(sender.id, intent), { at: seconds(sender.at, 1) })
        yield* recordOutcome(sender.id, intent.messageId, outcome, seconds(sender.at, 1))
        return yield* messageOf(sender.id, intent.messageId)
      })
      const [traced, plain] = yield* Effect.all(
        [
          Effect.flatMap(sender.intent(), (intent) => send({ ...intent, trace })),
          Effect.flatMap(sender.intent({}, 1), send)
        ],
        { concurrency: 1 }
      )
      assert.deepStrictEqual([traced?.annotations, plain?.annotations], [{ trace }, {}])

      const found = (yield* freshOf(sender.id)).map(({ delivery }) => delivery)
      assert.deepStrictEqual(
        found.map(({ event }) => [event.type, event.trace]),
        [
          ["contact.created", trace],
          ["conversation.opened", trace],
          ["message.sent", trace],
          ["message.sent", undefined]
        ]
      )

      yield* deferAt(sender.at, ...found)
      const { due } = yield* DeliveryQueue
      const waiting = yield* due(sender.id, seconds(sender.at, 100), 10)
      assert.deepStrictEqual(waiting[0]?.event.trace, trace)
    })
  )
}
