import { Effect, Queue, Schema, type Scope } from "effect"
import { join } from "node:path"
import { startInstalled } from "./installedCommand.ts"
import { receiver } from "./receiver.ts"
import { demoFile, freePort, ready, type Running, temporaryFolder } from "./service.ts"

export interface DemoService {
  readonly running: Running
  /** Sends a template to the number; gives the message's id, or the answer if it is another than 201. */
  readonly send: (to: string) => Effect.Effect<string>
  /** The ids of the messages that `message.sent` told the receiver of. */
  readonly announced: Queue.Dequeue<string>
}

const Sent = Schema.fromJsonString(Schema.Struct({ data: Schema.Struct({ waMessageId: Schema.String }) }))
const Announced = Schema.fromJsonString(Schema.Struct({ data: Schema.Struct({ message_id: Schema.String }) }))

/** The service in demo mode in a process of its own, with a receiver of its `message.sent` events, which answers with the status. */
export const demoService = Effect.fnUntraced(function* (
  env: Readonly<Record<string, string>>,
  run = startInstalled,
  status?: () => number
): Effect.fn.Return<DemoService, never, Scope.Scope> {
  const dataDir = env["DATA_DIR"] ?? join(yield* temporaryFolder, "data")
  const port = yield* freePort
  const running = yield* run({
    DATA_DIR: dataDir,
    PORT: String(port),
    EMULATOR_PORT: String(yield* freePort),
    WEBHOOK_ALLOWED_CIDRS: "127.0.0.1/32,::1/128",
    ...env
  })
  const appUrl = `http://127.0.0.1:${port}`
  yield* ready(running, appUrl)
  const { apiKey, baseUrl } = yield* demoFile(dataDir)
  const call = (path: string, body: object) =>
    Effect.promise(async () => {
      const response = await fetch(`${baseUrl}${path}`, {
        method: "POST",
        headers: { "x-api-key": apiKey, "content-type": "application/json" },
        body: JSON.stringify(body)
      })
      const text = await response.text()
      return response.ok ? text : Promise.reject(new Error(`${path} answered ${response.status}: ${text}`))
    })
  const bodies = yield* Queue.unbounded<string>()
  const hook = yield* Effect.orDie(receiver(dataDir, ({ body }) => Queue.offerUnsafe(bodies, body), status))
  yield* call("/v1/webhooks", { url: hook, events: ["message.sent"] })
  const announced = yield* Queue.unbounded<string>()
  yield* Queue.take(bodies).pipe(
    Effect.flatMap(Schema.decodeUnknownEffect(Announced)),
    Effect.flatMap(({ data }) => Queue.offer(announced, data.message_id)),
    Effect.forever,
    Effect.orDie,
    Effect.forkScoped
  )
  return {
    running,
    announced,
    send: (to) =>
      call("/v1/send-message", { to, template: { name: "hello_world", language: { code: "en_US" } } }).pipe(
        Effect.flatMap(Schema.decodeUnknownEffect(Sent)),
        Effect.map(({ data }) => data.waMessageId),
        Effect.orDie
      )
  }
})
