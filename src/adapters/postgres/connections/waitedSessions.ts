import { Effect } from "effect"
import type { SessionPool } from "./SessionPool.ts"
import type { Waits } from "./Waits.ts"

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
