import { Effect, Schema } from "effect"
import type { Event } from "../../src/domain/webhooks/Event.ts"
import { batched, graphileJobs, graphileRunner, pgPool } from "./graphileWorker.ts"
import { bodyOf, type SignedPost } from "./undiciPool.ts"

/** Connections that attempts are recorded over. */
const connections = 16

/** Calls at the same time. */
const concurrentJobs = 64

const attemptsTable = `
  create table attempts (organization_id uuid not null, event_id uuid not null, url text not null, at timestamptz not null,
    status integer, duration_millis integer not null, detail text not null);
  create index attempts_event on attempts (organization_id, event_id, at)`

const addAttempt = `
  insert into attempts (organization_id, event_id, url, at, status, duration_millis, detail)
  values ($1, $2, $3, now(), $4, $5, '')`

const decodeJob = Schema.decodeUnknownSync(
  Schema.Struct({ id: Schema.String, organizationId: Schema.String, url: Schema.String, body: Schema.String })
)

/** A job of graphile-worker for each webhook: a signed POST, then the row of its attempt. A refused one fails. */
export const graphileDelivery = Effect.fnUntraced(function* (
  databaseUrl: string,
  post: SignedPost,
  recorded: (id: string, millis: number) => void
) {
  const pool = yield* pgPool(databaseUrl, connections)
  yield* Effect.promise(() => pool.query(attemptsTable))
  const { add, left } = yield* graphileJobs(pool)
  const deliver = async (payload: unknown) => {
    const { body, id, organizationId, url } = decodeJob(payload)
    const begin = performance.now()
    const status = await post(id, body)
    const millis = performance.now() - begin
    const values = [organizationId, id, url, status, Math.round(millis)]
    await pool.query({ name: "addAttempt", text: addAttempt, values })
    if (status < 200 || status > 299) throw new Error(`answered with status ${status}`)
    recorded(id, millis)
  }
  return {
    add: (events: ReadonlyArray<Event>, url: string) =>
      add(events.map((event) => ({ id: event.id, organizationId: event.organizationId, url, body: bodyOf(event) }))),
    left,
    /** Delivers until the scope ends. */
    run: graphileRunner(databaseUrl, deliver, { ...batched, concurrentJobs }),
    attempts: Effect.promise(async () => {
      const { rows } = await pool.query<{ readonly attempts: number }>(
        "select count(distinct event_id)::float8 as attempts from attempts"
      )
      return rows[0]?.attempts ?? NaN
    })
  }
})
