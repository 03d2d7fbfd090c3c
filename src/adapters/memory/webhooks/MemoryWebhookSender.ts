import { Context, type DateTime, Effect, Layer, Ref } from "effect"
import type { Delivery } from "../../../domain/webhooks/Delivery.ts"
import type { DeliveryAnswer, DeliveryRefused } from "../../../domain/webhooks/afterRefusal.ts"
import { WebhookUrlRefused } from "../../../domain/webhooks/Webhook.ts"
import { WebhookSender } from "../../../ports/webhooks/WebhookStore.ts"

/** An attempt and its start time. */
export interface SentDelivery {
  readonly delivery: Delivery
  readonly at: DateTime.Utc
}

type Answer = (delivery: Delivery) => Effect.Effect<DeliveryAnswer, DeliveryRefused>

/** Scripted receivers behind `WebhookSender`. */
export class Receivers extends Context.Service<
  Receivers,
  {
    /** Every attempt, in order. */
    readonly received: Effect.Effect<ReadonlyArray<SentDelivery>>
    /** Sets the answer of all receivers; 204 by default. */
    answerWith(answer: Answer): Effect.Effect<void>
    /** Makes the URL resolve to a forbidden address. */
    forbid(url: string): Effect.Effect<void>
  }
>()("effect-parley/adapters/memory/Receivers") {}

/** Answers every attempt with 204, unless `Receivers` has another answer. Provides the port and `Receivers`. */
export const layer = Layer.effectContext(
  Effect.gen(function* () {
    const received = yield* Ref.make<ReadonlyArray<SentDelivery>>([])
    const answer = yield* Ref.make<Answer>(() => Effect.succeed({ status: 204, durationMillis: 0, response: "" }))
    const forbidden = yield* Ref.make<ReadonlySet<string>>(new Set())

    return Context.make(
      WebhookSender,
      WebhookSender.of({
        checkAddress: Effect.fnUntraced(function* (url) {
          if ((yield* Ref.get(forbidden)).has(url))
            return yield* new WebhookUrlRefused({ reason: "address not allowed" })
        }),
        send: Effect.fnUntraced(function* (delivery, at) {
          yield* Ref.update(received, (all) => [...all, { delivery, at }])
          return yield* (yield* Ref.get(answer))(delivery)
        })
      })
    ).pipe(
      Context.add(
        Receivers,
        Receivers.of({
          received: Ref.get(received),
          answerWith: (next) => Ref.set(answer, next),
          forbid: (url) => Ref.update(forbidden, (urls) => new Set([...urls, url]))
        })
      )
    )
  })
)
