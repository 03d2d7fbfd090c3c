import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule, Schema } from "effect"
import { type Received, receiver } from "../support/http/receiver.ts"
import { demoProcess } from "../support/demo/demoProcess.ts"
import { start } from "../support/processes/service.ts"

const main = new URL("./jumpingMain.ts", import.meta.url).pathname

/**
 * Within this everything is there that a step causes, also on a busy machine. The first wait of a retry is 5 seconds, a
 * fifth more at most; what a jump holds up waits for an hour.
 */
const patience = "30 seconds"

const Announced = Schema.fromJsonString(
  Schema.Struct({ event: Schema.String, data: Schema.Record(Schema.String, Schema.Unknown) })
)

const ask = (url: string, headers: Readonly<Record<string, string>>, body?: object) =>
  Effect.promise(async () => {
    const post = { method: "POST", body: JSON.stringify(body) }
    const response = await fetch(url, {
      ...(body === undefined ? {} : post),
      headers: { "content-type": "application/json", ...headers },
      signal: AbortSignal.timeout(5_000)
    })
    return { status: response.status, text: await response.text() }
  })

const scene = Effect.gen(function* () {
  const { dataDir, demo, developer, service, session } = yield* demoProcess({}, (env) => start(env, [], main))
  const hook = { status: 204 }
  const taken: Array<{ readonly id: string; readonly received: Received; readonly isTaken: boolean }> = []
  const url = yield* receiver(
    dataDir,
    (received) => taken.push({ id: received.headers["webhook-id"] ?? "", received, isTaken: hook.status === 204 }),
    () => hook.status
  )
  const events = ["message.received", "message.sent"]
  assert.strictEqual((yield* ask(`${demo.baseUrl}/v1/webhooks`, developer, { url, events })).status, 200)

  /** Texts of the events of this type that the receiver has taken, with repetitions. */
  const told = (type: string) =>
    Effect.forEach(
      taken.filter(({ isTaken }) => isTaken),
      ({ received }) => Schema.decodeUnknownEffect(Announced)(received.body)
    ).pipe(
      Effect.map((all) => all.filter(({ event }) => event === type).map(({ data }) => JSON.stringify(data.content)))
    )
  const sent: Array<string> = []
  const said: Array<string> = []
  /** A send, an inbound message, and a call with a session. They are acknowledged now. */
  const work = Effect.fnUntraced(function* (name: string) {
    const answers = yield* Effect.all(
      [
        ask(`${demo.baseUrl}/v1/send-message`, developer, { to: "15551234567", type: "text", text: `sent ${name}` }),
        ask(
          `${demo.emulatorUrl}/_emulator/inbound`,
          {},
          {
            channel: "whatsapp",
            from: "+1 555 123 4567",
            name: "Ann",
            type: "text",
            text: `said ${name}`
          }
        ),
        ask(`${demo.appUrl}/api/whatsapp/conversations`, session)
      ],
      { concurrency: "unbounded" }
    )
    for (const { status, text } of answers) assert.oneOf(status, [200, 201], `${name}: ${text}`)
    sent.push(`sent ${name}`)
    said.push(`said ${name}`)
  })
  const isAllTold = Effect.gen(function* () {
    const all = [...(yield* told("message.sent")), ...(yield* told("message.received"))]
    return [...sent, ...said].every((text) => all.some((content) => content?.includes(`"${text}"`)))
  })
  const allTold = isAllTold.pipe(
    Effect.repeat({ schedule: Schedule.spaced("50 millis"), until: (isAll) => isAll }),
    Effect.timeout(patience)
  )
  const jump = (signal: "SIGUSR2" | "SIGHUP") =>
    Effect.andThen(
      Effect.sync(() => service.process.kill(signal)),
      Effect.sleep("50 millis")
    )
  /** By how many seconds the clock of the service is ahead, as the last delivery shows. */
  const ahead = Effect.sync(() => Number(taken.at(-1)?.received.headers["webhook-timestamp"]) - Date.now() / 1_000)
  return { ahead, allTold, hook, jump, said, sent, service, taken, told, work }
})

describe("a service whose wall clock jumps by an hour during its work", () => {
  it.live(
    "responds and delivers within seconds, and loses and duplicates nothing",
    () =>
      Effect.gen(function* () {
        const { ahead, allTold, hook, jump, said, sent, service, taken, told, work } = yield* scene
        yield* work("before")
        yield* allTold
        // A delivery that waits for its retry, and one of a message that comes during the jump.
        hook.status = 500
        yield* work("waiting")
        yield* Effect.repeat(Effect.sleep("50 millis"), { until: () => taken.some(({ isTaken }) => !isTaken) })
        hook.status = 204
        yield* Effect.all([jump("SIGUSR2"), work("forward")], { concurrency: "unbounded" })
        yield* work("later")
        yield* allTold
        assert.closeTo(yield* ahead, 3_600, 60)

        yield* Effect.all([jump("SIGHUP"), work("back")], { concurrency: "unbounded" })
        hook.status = 500
        const failed = taken.length
        yield* work("again")
        yield* Effect.repeat(Effect.sleep("50 millis"), { until: () => taken.length > failed })
        hook.status = 204
        yield* allTold
        assert.closeTo(yield* ahead, 0, 60)

        assert.strictEqual((yield* told("message.sent")).length, sent.length)
        assert.strictEqual((yield* told("message.received")).length, said.length)
        const ids = taken.flatMap(({ id, isTaken }) => (isTaken ? [id] : []))
        assert.strictEqual(new Set(ids).size, ids.length)
        assert.strictEqual(yield* service.stop, 0)
      }).pipe(Effect.scoped),
    150_000
  )
})
