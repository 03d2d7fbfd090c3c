import { Context, type Effect, Schema, type Scope } from "effect"

/** The background work of the process has stood still for too long. */
export class WorkStandsStill extends Schema.TaggedError<WorkStandsStill>()("WorkStandsStill", {
  reason: Schema.String
}) {
  override get message() {
    return `The process ends, to be restarted: ${this.reason}`
  }
}

/** Reports the passes of a loop. */
export interface Pulse {
  /** A pass begins, or continues. */
  readonly run: () => void
  /** The loop waits for work. */
  readonly rest: () => void
}

/** Facts about the process that its loops do not know. */
export interface WorkFacts {
  /** Whether the database does not answer: then no loop can go on. */
  readonly isDatabaseLost: boolean
  /** Delivery shards without an owner in any process; null for a process that delivers nothing. */
  readonly unownedShards: number | null
}

/** Health of the background work of this process. */
export interface WorkerHealth {
  /** Observes a loop until the scope ends. A loop of a delivery shard counts as a shard that this process owns. */
  watch(loop: string, isShard?: boolean): Effect.Effect<Pulse, never, Scope.Scope>
  /** Compares the loops with the clock. */
  check(facts: WorkFacts): Effect.Effect<void>
  /** The reason why this process is not ready; null while it is. */
  readonly obstacle: Effect.Effect<string | null>
  /** Fails when the process has to be restarted. */
  readonly ended: Effect.Effect<never, WorkStandsStill>
}

/** Without an adapter nothing is observed. */
export const WorkerHealth = Context.Reference<WorkerHealth | null>("effect-parley/ports/WorkerHealth", {
  defaultValue: () => null
})

/** Whether the service can do its work now. */
export class Readiness extends Context.Service<
  Readiness,
  {
    /** The reason why the process is not ready, for operators; null if it is ready. */
    readonly obstacle: Effect.Effect<string | null>
    /**
     * The ids of keys that stored secrets need and this process does not hold. The service is ready all the same: only
     * the webhooks and accounts of these secrets are disabled.
     */
    readonly missingKeys: Effect.Effect<ReadonlyArray<string>>
  }
>()("effect-parley/ports/Readiness") {}
