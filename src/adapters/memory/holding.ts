import { type DateTime, HashMap } from "effect"
import { failuresThatHold } from "../../domain/Delivery.ts"
import type { WaitingDelivery } from "./KeptDeliveries.ts"
import type { State } from "./State.ts"

/** Whether the later ones of its conversation wait for it. */
const holds = ({ dueAt, failures }: WaitingDelivery): boolean => dueAt === null || failures < failuresThatHold

/** Whether an earlier one of its conversation holds it back. */
export const isHeld = (
  waiting: State["waiting"],
  { conversationId, sequence }: Pick<WaitingDelivery, "conversationId" | "sequence">
): boolean =>
  conversationId !== null &&
  HashMap.some(waiting, (other) => other.conversationId === conversationId && other.sequence < sequence && holds(other))

/** Of those that are asked for, what waits for an earlier one that holds it back no more is due. */
export const released = (
  waiting: State["waiting"],
  isAsked: (delivery: WaitingDelivery) => boolean,
  at: DateTime.Utc
): State["waiting"] =>
  HashMap.reduce(waiting, waiting, (after, delivery, id) =>
    delivery.dueAt === null && isAsked(delivery) && !isHeld(waiting, delivery)
      ? HashMap.set(after, id, { ...delivery, dueAt: at })
      : after
  )
