import { Effect } from "effect"
import { loadavg } from "node:os"
import type { Deployment } from "./Deployment.ts"
import * as ProcessorTime from "./processorTime.ts"

/** Each series of the metrics of a process with its value. */
type Series = ReadonlyMap<string, number>

const seriesOf = (text: string): Series =>
  new Map(
    text.split("\n").flatMap((line) => {
      const end = line.lastIndexOf(" ")
      return line.startsWith("#") || end < 0 ? [] : [[line.slice(0, end), Number(line.slice(end + 1))] as const]
    })
  )

const scrape = (adminUrl: string) =>
  Effect.promise(async () => seriesOf(await (await fetch(`${adminUrl}/metrics`)).text()))

/** What there is to see of a deployment at a moment. */
const look = Effect.fnUntraced(function* ({ running }: Deployment) {
  const scraped = yield* Effect.forEach(running, ({ adminUrl }) => scrape(adminUrl))
  return {
    at: performance.now(),
    scraped,
    own: process.cpuUsage(),
    service: ProcessorTime.ofProcesses(running.map(({ pid }) => pid)),
    database: ProcessorTime.ofProcesses(yield* ProcessorTime.serverProcesses)
  }
})

type Look = Effect.Success<ReturnType<typeof look>>

const sumOf = (scraped: ReadonlyArray<Series>, isOne: (series: string) => boolean): number =>
  scraped.reduce((sum, series) => {
    for (const [name, value] of series) if (isOne(name)) sum += value
    return sum
  }, 0)

/** The mean of what a histogram has observed between two moments, in milliseconds; null if that is nothing. */
const meanMillis = (before: Look, after: Look, histogram: string, label = ""): number | null => {
  const added = (part: "count" | "sum") => {
    const isOne = (series: string) => series.startsWith(`${histogram}_${part}`) && series.includes(label)
    return sumOf(after.scraped, isOne) - sumOf(before.scraped, isOne)
  }
  const count = added("count")
  return count === 0 ? null : (added("sum") * 1_000) / count
}

/** Of the processes, the largest value of a gauge. */
const most = ({ scraped }: Look, gauge: string): number =>
  Math.max(
    0,
    ...scraped.flatMap((series) => Array.from(series, ([name, value]) => (name.startsWith(gauge) ? value : 0)))
  )

const pools = ["readers", "searchers", "writers", "delivery", "ledger", "signals"]

/** A mean wait that is shorter, in milliseconds, is none. */
const noWait = 0.1

const waitsOf = (before: Look, after: Look): string => {
  const waits = [
    ...pools.map((pool) => [pool, "db_client_connection_wait_time_seconds", `"${pool}"`] as const),
    ["turn of lists", "parley_read_turn_wait_seconds", '"lists"'] as const
  ].flatMap(([name, histogram, label]) => {
    const mean = meanMillis(before, after, histogram, label)
    return mean === null || mean < noWait ? [] : [`${name} ${mean.toFixed(1)}`]
  })
  return waits.length === 0 ? "none" : `${waits.join(", ")} ms`
}

const inMillis = (mean: number | null): string => (mean === null ? "–" : `${mean.toFixed(1)} ms`)

/**
 * Runs something, and tells what the metrics of the processes show meanwhile, and how much of the processor each had.
 * Gauges are as of their last reading, which metrics make every ten seconds: what runs should take longer.
 */
export const signsOf = Effect.fnUntraced(function* <A, E, R>(deployment: Deployment, run: Effect.Effect<A, E, R>) {
  const before = yield* look(deployment)
  yield* run
  const after = yield* look(deployment)
  const seconds = (after.at - before.at) / 1_000
  const cores = (spent: number) => (spent / seconds).toFixed(2)
  const loops = after.scraped.map((series) => (series.get("nodejs_eventloop_utilization_ratio") ?? 0).toFixed(2))
  const own = process.cpuUsage(before.own)
  return [
    `${deployment.name}: event loop ${loops.join(" and ")}`,
    `group commits ${inMillis(meanMillis(before, after, "parley_group_commit_duration_seconds"))}`,
    `waits for connections: ${waitsOf(before, after)}`,
    `oldest event ${most(after, "parley_outbox_oldest_age_seconds").toFixed(1)} s, webhook ${most(after, "parley_inbound_oldest_age_seconds").toFixed(1)} s`,
    `in flight ${most(after, "parley_delivery_in_flight").toFixed(0)}`,
    `cores: service ${cores(ProcessorTime.between(before.service, after.service))}, Postgres ${cores(ProcessorTime.between(before.database, after.database))}, this process ${cores((own.user + own.system) / 1e6)}`,
    `load ${(loadavg()[0] ?? 0).toFixed(1)}`
  ].join("; ")
})
