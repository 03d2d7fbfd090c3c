import { Context, type Effect } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"

/**
 * All store calls inside `atomically` take effect together or not at all. No call to the outside belongs inside, and
 * none to `SendLedger`, `DeliveryQueue` and `InboundQueue`, whose calls are whole by themselves and may be written with
 * those of others.
 */
export class Transaction extends Context.Service<
  Transaction,
  {
    atomically<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
    /**
     * The same for a transaction that takes seconds. Organizations take turns, and each has one at a time; a
     * transaction whose turn does not come soon enough dies with `Overloaded`.
     */
    atomicallyInTurn<A, E, R>(organizationId: OrganizationId, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
  }
>()("effect-parley/ports/Transaction") {}
