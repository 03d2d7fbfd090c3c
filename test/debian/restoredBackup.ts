import { Array, Console, Effect, Queue, Schema } from "effect"
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { rolesOf } from "../../src/adapters/postgres/rowsecurity/Acting.ts"
import { demoService } from "../support/demo/demoService.ts"
import * as PostgresServer from "../support/servers/PostgresServer.ts"
import { start, temporaryFolder } from "../support/processes/service.ts"

/** Sends before the backup, and after it was restored. */
const sends = 10

/** Longest time for the events of these sends. */
const patience = "60 seconds"

/** Longest time of a program, in milliseconds. */
const programMillis = 60_000

class RestoreFailed extends Schema.TaggedError<RestoreFailed>()("RestoreFailed", { reason: Schema.String }) {
  override get message(): string {
    return `A backup was not restored: ${this.reason}`
  }
}

const run = (program: string, ...args: ReadonlyArray<string>) =>
  Effect.suspend(() => {
    const { error, status, stderr } = spawnSync(program, args, { encoding: "utf8", timeout: programMillis })
    return status === 0
      ? Effect.void
      : Effect.fail(new RestoreFailed({ reason: `${program} ${args.join(" ")}: ${error?.message ?? stderr}` }))
  })

/**
 * Starts the service, sends, and waits for the events, those that were not delivered before too. The last event is
 * refused if `refusesLast`; gives the events that are left.
 */
const sendsAndDelivers = Effect.fnUntraced(function* (
  env: Readonly<Record<string, string>>,
  left: ReadonlyArray<string>,
  refusesLast: boolean
) {
  let isRefusing = false
  const service = yield* demoService(env, start, () => (isRefusing ? 503 : 204))
  const heard = (expected: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const waiting = new Set(expected)
      while (waiting.size > 0) waiting.delete(yield* Queue.take(service.announced))
    }).pipe(
      Effect.timeoutOrElse({
        duration: patience,
        orElse: () => Effect.fail(new RestoreFailed({ reason: `events did not arrive\n${service.running.output()}` }))
      })
    )
  const send = (ordinal: number) => service.send(`1555${1_000_000 + ordinal}`)
  yield* heard([...left, ...(yield* Effect.forEach(Array.range(1, sends), send))])
  isRefusing = refusesLast
  const refused = yield* Effect.forEach(refusesLast ? [0] : [], send)
  yield* heard(refused)
  yield* service.running.stop
  return refused
}, Effect.scoped)

/** The user of `DATABASE_URL`: owns the tables, and may neither create roles nor pass policies. */
const owner = "backed_up_owner"

const roles = Object.values(rolesOf("backed_up"))

/** What a superuser runs on a server before the tables are there. Roles and who has them are no part of a dump. */
const preparation = [
  "create extension if not exists pg_trgm",
  "create extension if not exists btree_gin",
  ...roles.map((role) => `create role "${role}" nologin`),
  `create role "${owner}" login`,
  `grant ${roles.map((role) => `"${role}"`).join(", ")} to "${owner}"`
]

const asOwner = (url: string): string => {
  const other = new URL(url)
  other.username = owner
  return other.href
}

/**
 * Backs up as docs/operations.md says, restores on a new server of the newest version, which has made fewer transactions,
 * and goes on there.
 */
export const restoredBackup = Effect.fnUntraced(function* (programs: string, url: string) {
  const folder = yield* temporaryFolder
  const env = { DATA_DIR: join(folder, "data"), DATABASE_SCHEMA: "backed_up" }
  const program = (name: string) => join(programs, "bin", name)
  const psql = (target: string, ...statements: ReadonlyArray<string>) =>
    run(program("psql"), "--no-psqlrc", "--set=ON_ERROR_STOP=1", ...statements.map((sql) => `--command=${sql}`), target)
  yield* psql(url, ...preparation, `create schema backed_up authorization "${owner}"`)
  const left = yield* sendsAndDelivers({ ...env, DATABASE_URL: asOwner(url) }, [], true)

  const dump = join(folder, "parley.dump")
  yield* run(program("pg_dump"), "--format=custom", "--schema=backed_up", `--file=${dump}`, url)
  const { url: other } = yield* PostgresServer.start()
  yield* psql(other, ...preparation)
  yield* run(program("pg_restore"), "--exit-on-error", `--dbname=${other}`, dump)
  yield* psql(other, "analyze")
  yield* sendsAndDelivers({ ...env, DATABASE_URL: asOwner(other) }, left, false)
  yield* Console.log("A backup was restored, and its service sends and delivers")
}, Effect.scoped)
