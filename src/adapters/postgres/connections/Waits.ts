import { Effect, type Scope } from "effect"
import type { SessionPool } from "./SessionPool.ts"
import type { ReadWait } from "../../../ports/process/Transaction.ts"
import { type Labels, Meter } from "../../../telemetry/Meter.ts"
import { type MetricDefinition, metrics } from "../../../telemetry/metrics.ts"

/** Ends a wait, once. `isServed` is false if the wait was cancelled. */
export type EndWait = (isServed: boolean) => void

interface Wait {
  readonly since: number
  /** For a connection that other statements may share. */
  readonly mayShare: boolean
}

/** Waits for a connection, or for a turn to request one, in order of arrival. */
export class Waits implements ReadWait {
  readonly #waits = new Set<Wait>()
  readonly #note: ((seconds: number) => void) | null

  /** `note` receives the duration of each wait that was not cancelled. */
  constructor(note: ((seconds: number) => void) | null = null) {
    this.#note = note
  }

  /** Whether waits are measured. Otherwise only those of statements that share a connection are of interest. */
  get isMeasured(): boolean {
    return this.#note !== null
  }

  get size(): number {
    return this.#waits.size
  }

  /** Longest wait of statements that share a connection. A transaction also waits for statements of others on its own. */
  readonly longestMillis = (): number => {
    for (const { mayShare, since } of this.#waits) if (mayShare) return performance.now() - since
    return 0
  }

  /** Counts a wait until the effect calls `served` or ends. */
  readonly during = <A, E, R>(
    mayShare: boolean,
    wait: (served: () => void) => Effect.Effect<A, E, R>
  ): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const end = this.enter(mayShare)
      return Effect.ensuring(
        wait(() => end(true)),
        Effect.sync(() => end(false))
      )
    })

  /** Starts a wait and returns the function that ends it. */
  readonly enter = (mayShare: boolean): EndWait => {
    const wait: Wait = { since: performance.now(), mayShare }
    this.#waits.add(wait)
    return (isServed) => {
      if (this.#waits.delete(wait) && isServed) this.#note?.((performance.now() - wait.since) / 1_000)
    }
  }
}

/** Waits that metrics show until the scope is closed. Null where metrics are off. */
const measured = <Label extends string>(
  time: MetricDefinition<Label>,
  pending: MetricDefinition<Label>,
  labels: Labels<Label>
): Effect.Effect<Waits | null, never, Scope.Scope> =>
  Effect.flatMap(Meter, (meter) => {
    if (!meter.isOn) return Effect.succeed(null)
    const waits = new Waits((seconds) => meter.record(time, seconds, labels))
    return Effect.as(
      meter.observe(pending, labels, () => waits.size),
      waits
    )
  })

/** The waits for a connection of a pool on a server. */
export const connectionWaits = (
  pool: "readers" | "searchers" | "writers" | "delivery" | "ledger" | "signals" | "locks"
) => measured(metrics.connectionWait, metrics.connectionRequests, { "db.client.connection.pool.name": pool })

/** The waits for a turn, of reads that organizations have shares of. */
export const turnWaits = (reads: "lists" | "searches") =>
  measured(metrics.readTurnWait, metrics.readTurnRequests, { reads })

/**
 * The sessions, with each wait for a connection counted in `waits`; null counts nothing, and costs nothing. Where waits are
 * not measured, only those of statements that share a connection are counted.
 */
export const waitedSessions = (sessions: SessionPool, waits: Waits | null): SessionPool => {
  if (waits === null) return sessions
  const use: SessionPool["use"] = (run) =>
    waits.during(true, (served) =>
      sessions.use((connection) => {
        served()
        return run(connection)
      })
    )
  if (!waits.isMeasured) return { ...sessions, use }
  const waited = (connection: SessionPool["get"]): SessionPool["get"] =>
    waits.during(false, (served) => Effect.tap(connection, () => Effect.sync(served)))
  return { get: waited(sessions.get), reserve: waited(sessions.reserve), use }
}
