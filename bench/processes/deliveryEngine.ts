import { Effect, Layer } from "effect"
import { IpNetwork } from "effect/net"
import * as WebhookAgent from "../../src/adapters/outbound/WebhookAgent.ts"
import * as LocalShards from "../../src/adapters/shards/LocalShards.ts"
import * as HttpWebhookSender from "../../src/adapters/outbound/HttpWebhookSender.ts"
import { deliveryWorker } from "../../src/adapters/worker/workers.ts"
import { type AttemptOutcome, DeliveryQueue } from "../../src/ports/webhooks/DeliveryQueue.ts"

const sender = HttpWebhookSender.layer.pipe(
  Layer.provide(WebhookAgent.layer({ allowed: [IpNetwork.fromStringUnsafe("127.0.0.0/8")], ca: Effect.succeed([]) }))
)

/** The queue, which tells of every attempt once it is recorded. */
const watched = (settled: (attempt: AttemptOutcome) => void) =>
  Layer.effect(
    DeliveryQueue,
    Effect.map(DeliveryQueue, (queue) =>
      DeliveryQueue.of({
        ...queue,
        recordAttempt: (attempt) =>
          Effect.tap(queue.recordAttempt(attempt), () => {
            settled(attempt)
            return Effect.void
          })
      })
    )
  )

/** The deliveries of the service, whole, in this process; still wants the stores. */
export const deliveryEngine = (settled: (attempt: AttemptOutcome) => void) =>
  deliveryWorker.pipe(Layer.provide([sender, LocalShards.layer, watched(settled)]))
