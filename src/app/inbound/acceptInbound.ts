import { DateTime, Effect } from "effect"
import { InboundDeliveryId } from "../../domain/Ids.ts"
import { IdSource } from "../../ports/IdSource.ts"
import { InboundQueue } from "../../ports/InboundQueue.ts"
import { spanned } from "../../telemetry/spanned.ts"

/** Keeps what a platform delivered, and nothing more: it is acted on later, and the platform does not wait for that. */
export const acceptInbound = Effect.fnUntraced(function* (body: string) {
  const id = InboundDeliveryId.make(yield* (yield* IdSource).uuid)
  const receivedAt = yield* DateTime.now
  yield* (yield* InboundQueue).accept({ id, body, receivedAt })
}, spanned("acceptInbound"))
