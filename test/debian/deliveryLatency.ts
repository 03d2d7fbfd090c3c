import { Clock, Console, Effect, Option, Queue, Schema } from "effect"
import { join } from "node:path"
import { receiver } from "../support/http/receiver.ts"
import { demoFile, freePort, ready, start, temporaryFolder } from "../support/processes/service.ts"

const sends = 12

/** Longest time for a send's event after the answer to the send, in milliseconds. */
const bounds = { first: 1000, median: 100, worst: 1000 } as const

/** Longest wait for one event, after which it counts as this late. */
const eventPatience = "20 seconds"

class BoundMissed extends Schema.TaggedError<BoundMissed>()("BoundMissed", { missed: Schema.Array(Schema.String) }) {
  override get message(): string {
    return `Missed: ${this.missed.join(", ")}`
  }
}

const call = (url: string, apiKey: string, body: object) =>
  Effect.promise(async () => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "x-api-key": apiKey, "content-type": "application/json" },
      body: JSON.stringify(body)
    })
    const text = await response.text()
    return response.ok ? undefined : Promise.reject(new Error(`${url} answered ${response.status}: ${text}`))
  })

/** A send: when it was answered, and when its event came, in milliseconds after it was begun. */
const timed = Effect.fnUntraced(function* (send: Effect.Effect<void>, received: Queue.Dequeue<number>) {
  const begun = yield* Clock.currentTimeMillis
  yield* send
  const answered = (yield* Clock.currentTimeMillis) - begun
  const event = Option.map(yield* Effect.timeoutOption(Queue.take(received), eventPatience), (at) => at - begun)
  return { answered, event: Option.getOrElse(event, () => Number.POSITIVE_INFINITY) }
})

const missedBounds = (waits: ReadonlyArray<number>): ReadonlyArray<string> => {
  const inOrder = waits.toSorted((one, other) => one - other)
  const measured = {
    first: waits[0] ?? Number.POSITIVE_INFINITY,
    median: inOrder[Math.floor(inOrder.length / 2)] ?? Number.POSITIVE_INFINITY,
    worst: inOrder.at(-1) ?? Number.POSITIVE_INFINITY
  }
  return (["first", "median", "worst"] as const).flatMap((name) =>
    measured[name] < bounds[name] ? [] : [`${name} ${measured[name]} ms, expected below ${bounds[name]} ms`]
  )
}

/**
 * Measures how soon a send's event reaches a receiver of a service in an empty schema of the database. Fails when a bound is missed: with JIT,
 * deliveries take seconds.
 */
export const deliveryLatency = Effect.fnUntraced(function* (url: string, schema: string) {
  const dataDir = join(yield* temporaryFolder, "data")
  const port = yield* freePort
  const service = yield* start({
    DEMO: "1",
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    DATABASE_SCHEMA: schema,
    PORT: String(port),
    EMULATOR_PORT: String(yield* freePort),
    WEBHOOK_ALLOWED_CIDRS: "127.0.0.1/32,::1/128"
  })
  yield* ready(service, `http://127.0.0.1:${port}`)
  const { apiKey, baseUrl } = yield* demoFile(dataDir)
  const received = yield* Queue.unbounded<number>()
  const clock = yield* Clock.Clock
  const hook = yield* receiver(dataDir, () => Queue.offerUnsafe(received, clock.currentTimeMillisUnsafe()))
  yield* call(`${baseUrl}/v1/webhooks`, apiKey, { url: hook, events: ["message.sent"] })

  const send = call(`${baseUrl}/v1/send-message`, apiKey, {
    to: "15551234567",
    template: { name: "hello_world", language: { code: "en_US" } }
  })
  const timings = yield* Effect.forEach(Array.from({ length: sends }), () => timed(send, received))
  const waits = timings.map(({ answered, event }) => Math.max(0, event - answered))
  yield* Console.log("send  answered after  event after the answer")
  yield* Effect.forEach(timings.entries(), ([place, { answered }]) =>
    Console.log(
      `${String(place + 1).padStart(4)}  ${`${answered} ms`.padStart(14)}  ${`${waits[place]} ms`.padStart(22)}`
    )
  )
  const missed = missedBounds(waits)
  if (missed.length > 0) return yield* new BoundMissed({ missed })
}, Effect.scoped)
