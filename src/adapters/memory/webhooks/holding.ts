import { type DateTime, HashMap } from "effect"
import { failuresThatHold } from "../../../domain/webhooks/Delivery.ts"
import type { DeferredDelivery } from "./StoredDeliveries.ts"
import type { State } from "../State.ts"

/** Whether it holds back later deliveries of its conversation. */
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

/** Makes the chosen deliveries due that nothing holds back any more. */
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
