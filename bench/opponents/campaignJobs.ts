import { Effect, Schedule, Schema } from "effect"
import { Pool as HttpPool } from "undici"
import { WrongResult } from "../Comparison.ts"
import { batched, graphileJobs, graphileRunner, pgPool } from "./graphileWorker.ts"

/** Calls of the platform at the same time. */
const connections = 64

/** Jobs that are added at once. */
const batch = 500

const decodeJob = Schema.decodeUnknownSync(Schema.Struct({ to: Schema.String }))

const bodyFor = (to: string): string =>
  JSON.stringify({
    messaging_product: "whatsapp",
    to,
    type: "template",
    template: { name: "hello_world", language: { code: "en_US" } }
  })

/**
 * A campaign as a loop over jobs: one for each recipient, which calls the platform and records the id of the message. It
 * has no pause, no counts and no key, and a job that fails after its call sends again.
 */
export const campaignJobs = Effect.fnUntraced(function* (databaseUrl: string, graphUrl: string) {
  const sql = yield* pgPool(databaseUrl, connections)
  const platform = yield* Effect.acquireRelease(
    Effect.sync(() => new HttpPool(graphUrl, { connections })),
    (made) => Effect.promise(() => made.destroy())
  )
  yield* Effect.promise(() =>
    sql.query("create table if not exists sent_jobs (recipient text primary key, message_id text not null)")
  )
  const jobs = yield* graphileJobs(sql)
  yield* graphileRunner(
    databaseUrl,
    async (payload) => {
      const { to } = decodeJob(payload)
      const headers = { "content-type": "application/json" }
      const answer = await platform.request({ method: "POST", path: "/messages", headers, body: bodyFor(to) })
      const id = /"id":"([^"]+)"/.exec(await answer.body.text())?.[1] ?? ""
      await sql.query("insert into sent_jobs values ($1, $2)", [to, id])
    },
    { ...batched, concurrentJobs: connections }
  )
  return Effect.fnUntraced(function* (numbers: ReadonlyArray<string>) {
    yield* Effect.promise(() => sql.query("truncate sent_jobs"))
    for (let first = 0; first < numbers.length; first += batch) {
      yield* jobs.add(numbers.slice(first, first + batch).map((to) => ({ to })))
    }
    yield* jobs.left.pipe(Effect.repeat({ until: (left) => left === 0, schedule: Schedule.spaced("20 millis") }))
    const { rows } = yield* Effect.promise(() => sql.query<{ sent: string }>("select count(*) as sent from sent_jobs"))
    if (Number(rows[0]?.sent) !== numbers.length) {
      return yield* new WrongResult({ reason: `${numbers.length} jobs, ${rows[0]?.sent} sent` })
    }
  })
})
