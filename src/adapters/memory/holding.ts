import { type DateTime, HashMap } from "effect"
import { failuresThatHold } from "../../domain/Delivery.ts"
import type { DeferredDelivery } from "./KeptDeliveries.ts"
import type { State } from "./State.ts"

/** Whether the later ones of its conversation wait for it. */
const holds = ({ dueAt, failures }: DeferredDelivery): boolean => dueAt === null || failures < failuresThatHold

/** Whether an earlier one of its conversation holds it back. */
export const isHeld = (
  deferred: State["deferred"],
  { conversationId, sequence }: Pick<DeferredDelivery, "conversationId" | "sequence">
): boolean =>
  conversationId !== null &&
  HashMap.some(
    deferred,
    (other) => other.conversationId === conversationId && other.sequence < sequence && holds(other)
  )

/** Of those that are asked for, what waits for an earlier one that holds it back no more is due. */
export const released = (
  deferred: State["deferred"],
  isAsked: (delivery: DeferredDelivery) => boolean,
  at: DateTime.Utc
): State["deferred"] =>
  HashMap.reduce(deferred, deferred, (after, delivery, id) =>
    delivery.dueAt === null && isAsked(delivery) && !isHeld(deferred, delivery)
      ? HashMap.set(after, id, { ...delivery, dueAt: at })
      : after
  )
