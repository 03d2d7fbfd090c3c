import { Clock, Console, Effect, Fiber } from "effect"
import { faultStage } from "./FaultStage.ts"
import { load, nothingYet } from "./load.ts"
import { losses } from "./losses.ts"

/** Seconds of load before the outage, over which the usual speed is measured. */
const secondsBefore = 10

/** Seconds after the outage within which the service is as fast as before, for at least a second. */
const secondsToSpeed = 10

/** The share of the usual speed that counts as full: seconds differ by so much on a machine that does other things too. */
const fullSpeed = 0.8

export interface OutageOptions {
  readonly databaseUrl: string
  readonly seconds: number
  readonly script?: string
}

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

const statusOf = (url: string) => Effect.promise(() => fetch(url).then(({ status }) => status))

const until = Effect.fnUntraced(function* (url: string, wanted: number) {
  const begin = yield* Clock.currentTimeMillis
  while ((yield* statusOf(url)) !== wanted) yield* Effect.sleep("50 millis")
  return (yield* Clock.currentTimeMillis) - begin
})

/** Stops the database for some seconds under load; returns the failures. */
export const outage = Effect.fn("outage")(function* ({ databaseUrl, script, seconds }: OutageOptions) {
  const stage = yield* faultStage(databaseUrl, script)
  const told = nothingYet()
  let isOver = false
  const loading = yield* Effect.forkChild(load(stage, told, () => isOver))
  yield* Effect.sleep("2 seconds")
  const begin = performance.now()
  yield* Effect.sleep(`${secondsBefore} seconds`)
  /** Acknowledged calls in each second from an instant on. */
  const eachSecond = (from: number, count: number) =>
    Array.from({ length: count }, (_, second) => {
      const start = from + second * 1_000
      return told.times.filter((time) => time >= start && time < start + 1_000).length
    })
  yield* stage.proxies.database.set("refuses")
  const red = yield* until(`${stage.appUrl}/ready`, 503)
  yield* Effect.sleep(`${seconds} seconds`)
  yield* stage.proxies.database.set("passes")
  const back = performance.now()
  const green = yield* until(`${stage.appUrl}/ready`, 200)
  yield* Effect.sleep(`${secondsToSpeed} seconds`)
  isOver = true
  yield* Fiber.join(loading)
  const usual = median(eachSecond(begin, secondsBefore))
  const after = eachSecond(back, secondsToSpeed)
  const fast = after.findIndex((count) => count >= usual * fullSpeed)
  const wrong = yield* losses(stage, databaseUrl, told)
  yield* Console.log(
    [
      `The database was away for ${seconds} s. /ready turned red after ${red} ms, and green ${green} ms after it was back.`,
      `${usual} calls a second before; afterwards ${after.join(", ")}.`,
      `${told.inbound.size} messages of people, ${told.sends.size} sends and ${told.contacts.size} contacts acknowledged; refused, by status: ${JSON.stringify(Object.fromEntries(told.refused))}; ${wrong.length} differences`
    ].join("\n")
  )
  return fast === -1 ? [...wrong, `not at full speed within ${secondsToSpeed} seconds`] : wrong
})
