import { Context, DateTime, Effect } from "effect"
import { InboundDeliveryId, generated } from "../../domain/Ids.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { InboundQueue, type ProblemFilter } from "../../ports/inbound/InboundQueue.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { deliveryRetention } from "../../domain/inbound/InboundDelivery.ts"
import { Inbox } from "../../ports/inbound/Inbox.ts"
import { purgeInBatches } from "../purgeInBatches.ts"

/** Keeps what a platform delivered, and nothing more: it is acted on later, and the platform does not wait for that. */
export const acceptInbound = (body: string) =>
  Effect.contextWith((context: Context.Context<IdSource | InboundQueue>) =>
    Effect.flatMap(Context.get(context, IdSource).uuid, (id) =>
      Effect.flatMap(DateTime.now, (receivedAt) =>
        Context.get(context, InboundQueue).accept({ id: InboundDeliveryId.make(id, generated), body, receivedAt })
      )
    )
  ).pipe(spanned("acceptInbound"))

/** Most problems in a list. */
export const maxListedProblems = 1_000

/** The failed items of platform webhooks, newest first. */
export const inboundProblems = Effect.fnUntraced(function* (filter: ProblemFilter) {
  return yield* (yield* InboundQueue).problems(filter, maxListedProblems)
}, spanned("inboundProblems"))

/** Makes failed items due again for the running service. Returns their number. */
export const replayInbound = Effect.fnUntraced(function* (filter: ProblemFilter) {
  return yield* (yield* InboundQueue).replay(filter, yield* DateTime.now)
}, spanned("replayInbound"))

/** Forgets deliveries whose time is over, and reports of messages that never came. */
export const purgeInbound = Effect.fnUntraced(function* () {
  const now = yield* DateTime.now
  const problematic = DateTime.subtractDuration(now, deliveryRetention.problematic)
  const settled = DateTime.subtractDuration(now, deliveryRetention.settled)
  const { purge } = yield* InboundQueue
  const { purgeParked } = yield* Inbox
  yield* purgeInBatches((limit) => purge({ settled, problematic }, limit))
  yield* purgeInBatches((limit) => purgeParked(settled, limit))
}, spanned("purgeInbound"))
