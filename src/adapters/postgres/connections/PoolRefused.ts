import type { PgPool } from "@effect/sql-pg"
import { Effect, Schema } from "effect"
import { fewestConnections } from "./connectionSizes.ts"

/** The service cannot use the program's pool. */
export class PoolRefused extends Schema.TaggedError<PoolRefused>()("PoolRefused", { reason: Schema.String }) {
  override get message() {
    return `The pool of the program cannot be used: ${this.reason}`
  }
}

/** The driver's default pool size. */
const usualSize = 10

const shared =
  "its statements share connections. Make it without multiplex: the service holds connections for as long as it runs, and statements that share one of them would wait as long"

const withoutTypes =
  "row-level security needs codecs of its own, and a pool without a registry takes none. Make it with types: PgTypes.makeRegistry(), or set rowSecurity to off"

/** Fails unless the pool lends this many connections and has one more for the program. */
export const checkPool = (
  { config: { maxConnections = usualSize, multiplex = false, types } }: PgPool.PgPool,
  { connections, rowSecurity }: { readonly connections: number; readonly rowSecurity: "on" | "off" }
): Effect.Effect<void, PoolRefused> => {
  const refuse = (reason: string) => Effect.fail(new PoolRefused({ reason }))
  if (multiplex) return refuse(shared)
  if (rowSecurity === "on" && types === undefined) return refuse(withoutTypes)
  return maxConnections > connections
    ? Effect.void
    : refuse(
        `it has ${maxConnections} connections (maxConnections), and the service takes up to ${connections}, of which it holds ${fewestConnections} for as long as it runs. Give the pool at least ${connections + 1}, or set connections to a number from ${fewestConnections} to ${Math.max(fewestConnections, maxConnections - 1)}`
      )
}
