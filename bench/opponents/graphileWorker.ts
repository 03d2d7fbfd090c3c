import { Effect } from "effect"
import { Logger, makeWorkerUtils, run, type Task } from "graphile-worker"
import { Pool } from "pg"

/** As its own measurements of throughput are made: jobs are fetched, and finished, many at a time. */
export const batched = {
  concurrentJobs: 24,
  maxPoolSize: 25,
  localQueue: { size: 500 },
  completeJobBatchDelay: 0,
  failJobBatchDelay: 0
}

/** A job is fetched as soon as it is announced. */
export const prompt = { concurrentJobs: 10, maxPoolSize: 10 }

const quiet = new Logger(() => () => {})

const jobName = "deliver"

/** A pool of `pg`, closed with the scope. */
export const pgPool = (url: string, max: number) =>
  Effect.acquireRelease(
    // Without listeners, a connection that is lost while it is idle ends the process.
    Effect.sync(() =>
      new Pool({ connectionString: url, max })
        .on("error", () => {})
        .on("connect", (client) => client.on("error", () => {}))
    ),
    (pool) => Effect.promise(() => pool.end())
  )

/** Puts jobs in. */
export const graphileJobs = Effect.fnUntraced(function* (pool: Pool) {
  const utils = yield* Effect.acquireRelease(
    Effect.promise(() => makeWorkerUtils({ pgPool: pool, logger: quiet })),
    (made) => Effect.promise(async () => made.release())
  )
  yield* Effect.promise(() => utils.migrate())
  return {
    add: (payloads: ReadonlyArray<unknown>) =>
      Effect.promise(() => utils.addJobs(payloads.map((payload) => ({ identifier: jobName, payload })))),
    /** Jobs that are not done. */
    left: Effect.promise(async () => {
      const { rows } = await pool.query<{ readonly left: number }>(
        "select count(*)::float8 as left from graphile_worker._private_jobs"
      )
      return rows[0]?.left ?? NaN
    })
  }
})

/** Does jobs, until the scope ends. The pool is ours: one of its own would not outlive the end of its database. */
export const graphileRunner = Effect.fnUntraced(function* (url: string, task: Task, options: Partial<typeof batched>) {
  const pool = yield* pgPool(url, options.maxPoolSize ?? prompt.maxPoolSize)
  return yield* Effect.acquireRelease(
    Effect.promise(() =>
      run({
        pgPool: pool,
        preset: { worker: { ...options } },
        logger: quiet,
        noHandleSignals: true,
        taskList: { [jobName]: task }
      })
    ),
    (runner) => Effect.promise(() => runner.stop())
  )
})
