import type { PgConnection } from "@effect/sql-pg/PgConnection"
import { Effect, Schema, type Scope } from "effect"
import type { SqlError } from "effect/sql"

/** `DATABASE_URL` leads to a pooler that keeps no sessions, or has no second one. */
export class SessionsUnavailable extends Schema.TaggedError<SessionsUnavailable>()("SessionsUnavailable", {
  reason: Schema.String
}) {
  override get message() {
    return `The pooler that DATABASE_URL leads to cannot be used: ${this.reason}`
  }
}

const notKept =
  "it gives one session of the server to several connections. Let it keep sessions (PgBouncer: pool_mode = session), or name the server itself in DATABASE_URL"

const tooFew =
  "it gave no second session within 5 seconds. Raise its pool size (PgBouncer: default_pool_size) to the connections of all processes"

/** Longest time for the questions to a pooler. It lets a statement wait for a session of the server. */
const patience = "5 seconds"

/** Each connection of a pooler that keeps no sessions may get the same one twice by chance, when others use it too. */
const rounds = 3

const decodePid = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Tuple([Schema.Int])]))

/** The process of the server that runs statements of the connection. A pooler remembers no statement without a name. */
const pidOf = (connection: PgConnection) =>
  Effect.map(Effect.flatMap(connection.queryValues("select pg_backend_pid()", [], false), decodePid), ([[pid]]) => pid)

/** Whether each of the two has a process of its own. */
const haveSessions = Effect.fnUntraced(function* (one: PgConnection, another: PgConnection) {
  const [first, other] = [yield* pidOf(one), yield* pidOf(another)]
  if (first === other) return false
  for (let round = 1; round < rounds; round++)
    if ((yield* pidOf(one)) !== first || (yield* pidOf(another)) !== other) return false
  return true
})

/**
 * Fails unless each connection has a session of the server for itself: settings, roles, locks and listeners belong to
 * sessions. A server names the process of a new connection, and a pooler names none that exists: a second connection is
 * opened only behind a pooler.
 */
export const checkSessions = Effect.fn("checkSessions")(function* (
  connection: PgConnection,
  another: Effect.Effect<PgConnection, SqlError.SqlError, Scope.Scope>
) {
  if ((yield* pidOf(connection)) === connection.processId) return
  const isKept = yield* Effect.flatMap(another, (other) => haveSessions(connection, other)).pipe(
    Effect.scoped,
    Effect.timeoutOrElse({
      duration: patience,
      orElse: () => Effect.fail(new SessionsUnavailable({ reason: tooFew }))
    })
  )
  if (!isKept) return yield* new SessionsUnavailable({ reason: notKept })
})
