import { Context, DateTime, Effect } from "effect"
import { InboundDeliveryId, generated } from "../../domain/Ids.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { InboundQueue } from "../../ports/inbound/InboundQueue.ts"
import { spanned } from "../../telemetry/spanned.ts"

/** Keeps what a platform delivered, and nothing more: it is acted on later, and the platform does not wait for that. */
export const acceptInbound = (body: string) =>
  Effect.contextWith((context: Context.Context<IdSource | InboundQueue>) =>
    Effect.flatMap(Context.get(context, IdSource).uuid, (id) =>
      Effect.flatMap(DateTime.now, (receivedAt) =>
        Context.get(context, InboundQueue).accept({ id: InboundDeliveryId.make(id, generated), body, receivedAt })
      )
    )
  ).pipe(spanned("acceptInbound"))
