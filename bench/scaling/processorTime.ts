import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { readFileSync } from "node:fs"

/** Ticks of Linux in a second, in which the kernel tells programs of processor time. */
const ticks = 100

/** Seconds of the processor that the process has had; null where the system does not say, or the process is gone. */
const ofProcess = (pid: number): number | null => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1")
    // The name of the program, in parentheses, may have spaces.
    const [, , , , , , , , , , , user, system] = text.slice(text.lastIndexOf(")") + 1).split(" ")
    return (Number(user) + Number(system)) / ticks
  } catch {
    return null
  }
}

/** Seconds of the processor by process. */
export type ProcessorTimes = ReadonlyMap<number, number>

export const ofProcesses = (pids: Iterable<number>): ProcessorTimes => {
  const times = new Map<number, number>()
  for (const pid of pids) {
    const seconds = ofProcess(pid)
    if (seconds !== null) times.set(pid, seconds)
  }
  return times
}

/** What they have had between two moments; processes that began in between count whole. */
export const between = (before: ProcessorTimes, after: ProcessorTimes): number => {
  let sum = 0
  for (const [pid, seconds] of after) sum += seconds - (before.get(pid) ?? 0)
  return sum
}

/** The processes of the Postgres server, if it runs on this machine. */
export const serverProcesses = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly pid: number }>`select pid from pg_stat_activity where pid is not null`
  return rows.map(({ pid }) => pid)
})
