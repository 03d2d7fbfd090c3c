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

/** Whether the database answers, for requests that must not wait for it longer than a caller does. */
export interface Availability {
  /** Whether the database does not answer now. */
  readonly isLost: () => boolean
  /** Calls back when the database stops to answer, once; gives what ends that. */
  readonly watch: (onLost: () => void) => () => void
}

const always: Availability = { isLost: () => false, watch: () => () => undefined }

/** A database in this process is always there. */
export const Availability = Context.Reference<Availability>("effect-parley/ports/Availability", {
  defaultValue: () => always
})

/**
 * The codes (SQLSTATE) by which a server says that it cannot serve any request: no disk, memory or connection left,
 * stopping or starting, an error of the system, read-only as a standby or after a failover.
 */
const serverFaults = /^(?:53|57P|58|25006$)/

/** Whether a code of Postgres says that the server is at fault, not the statement. */
export const isServerFault = (code: string): boolean => serverFaults.test(code)

/** How long reads wait for the database before they are begun. Who decides what to begin asks it. */
export interface ReadWait {
  /** For how many milliseconds the read has waited that has waited longest for a connection; 0 if none waits. */
  readonly longestMillis: () => number
}

const none: ReadWait = { longestMillis: () => 0 }

/** Reads of a database in this process wait for nothing but the process. */
export const ReadWait = Context.Reference<ReadWait>("effect-parley/ports/ReadWait", { defaultValue: () => none })
