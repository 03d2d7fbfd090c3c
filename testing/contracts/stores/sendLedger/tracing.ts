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

/** Traces of sends. */
export const tracing = (it: Tests<StorePorts>) => {
  it.effect("agents: the message of a send has the agent of its intent, beside its trace", () =>
    Effect.gen(function* () {
      const { id, ...sender } = yield* givenSender()
      const { reserve } = yield* SendLedger
      const send = Effect.fnUntraced(function* (
        changes: { readonly agent?: string; readonly trace?: string },
        later: number
      ) {
        const intent = { ...(yield* sender.intent({}, later)), ...changes }
        yield* reserve(id, intent)
        return (yield* messageOf(id, intent.messageId))?.annotations
      })
      const annotations = yield* Effect.all(
        [send({ agent: "Acme 'bot' 漢" }, 0), send({ agent: "Acme bot", trace }, 1), send({}, 2)],
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(annotations, [{ agent: "Acme 'bot' 漢" }, { agent: "Acme bot", trace }, {}])
    })
  )

  it.effect("traces: a send's trace is on its message, its events and their deliveries, and on no other", () =>
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
