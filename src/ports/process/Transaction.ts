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
    /**
     * A transaction of the program, in which use cases run: `OpenTransaction` is set, and calls that cannot be part of it
     * die with `CannotJoinTransaction`. Inside an open transaction, a failure undoes the effect only. Runs once: unlike
     * `atomically`, it is not repeated after a conflict.
     */
    open<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
    /** Runs the effect after the surrounding transaction has committed; at once outside of one. Never after a rollback. */
    afterCommit(effect: Effect.Effect<void>): Effect.Effect<void>
  }
>()("effect-parley/ports/Transaction") {}
