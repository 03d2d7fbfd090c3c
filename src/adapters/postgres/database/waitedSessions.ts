import { Effect, Exit } from "effect"
import type { SessionPool } from "./SessionPool.ts"
import type { Waits } from "./Waits.ts"

/**
 * The sessions, with each wait for a connection counted in `waits`; null counts nothing, and costs nothing. Where waits are
 * not measured, only those of statements that share a connection are counted.
 */
export const waitedSessions = (sessions: SessionPool, waits: Waits | null): SessionPool => {
  if (waits === null) return sessions
  const use: SessionPool["use"] = (run) =>
    Effect.suspend(() => {
      const end = waits.enter(true)
      const used = sessions.use((connection) => {
        end(true)
        return run(connection)
      })
      // An interrupted statement, or one without a connection, no longer waits.
      return Effect.ensuring(
        used,
        Effect.sync(() => end(false))
      )
    })
  if (!waits.isMeasured) return { ...sessions, use }
  const waited = (connection: SessionPool["get"]): SessionPool["get"] =>
    Effect.suspend(() => {
      const end = waits.enter(false)
      return Effect.onExit(connection, (exit) => Effect.sync(() => end(Exit.isSuccess(exit))))
    })
  return { get: waited(sessions.get), reserve: waited(sessions.reserve), use }
}
