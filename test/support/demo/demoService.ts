import { Effect, Queue, Schema, type Scope } from "effect"
import { startInstalled } from "../processes/installedCommand.ts"
import { receiver } from "../http/receiver.ts"
import { demoProcess } from "./demoProcess.ts"
import type { Running } from "../processes/service.ts"

export interface DemoService {
  readonly running: Running
  /** Sends a template to the number; gives the message's id, or the answer if it is another than 201. */
  readonly send: (to: string) => Effect.Effect<string>
  /** The ids of messages in received `message.sent` events. */
  readonly announced: Queue.Dequeue<string>
}

const Sent = Schema.fromJsonString(Schema.Struct({ data: Schema.Struct({ waMessageId: Schema.String }) }))
const Announced = Schema.fromJsonString(Schema.Struct({ data: Schema.Struct({ message_id: Schema.String }) }))

/** The service in demo mode in a process of its own, with a receiver of its `message.sent` events, which answers with the status. */
export const demoService = Effect.fnUntraced(function* (
  env: Readonly<Record<string, string>>,
  run: (env: Readonly<Record<string, string>>) => Effect.Effect<Running, never, Scope.Scope> = startInstalled,
  status?: () => number
): Effect.fn.Return<DemoService, never, Scope.Scope> {
  const { dataDir, demo, developer, service } = yield* demoProcess(env, run)
  const call = (path: string, body: object) =>
    Effect.promise(async () => {
      const response = await fetch(`${demo.baseUrl}${path}`, {
        method: "POST",
        headers: developer,
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
    running: service,
    announced,
    send: (to) =>
      call("/v1/send-message", { to, template: { name: "hello_world", language: { code: "en_US" } } }).pipe(
        Effect.flatMap(Schema.decodeUnknownEffect(Sent)),
        Effect.map(({ data }) => data.waMessageId),
        Effect.orDie
      )
  }
})
