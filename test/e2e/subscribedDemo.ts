import { Effect, Queue, Schema } from "effect"
import { Webhook } from "standardwebhooks"
import { demoProcess } from "../support/demo/demoProcess.ts"
import { type Received, receiver } from "../support/http/receiver.ts"

export const ask = (url: string, init: RequestInit = {}) =>
  Effect.promise(async () => {
    const response = await fetch(url, init)
    return { status: response.status, body: (await response.json()) as unknown }
  })

const Subscription = Schema.Struct({ data: Schema.Struct({ webhook: Schema.Struct({ secret: Schema.String }) }) })

/** The demo with a subscription to the events, whose data have the form of the schema. */
export const subscribedDemo = Effect.fnUntraced(function* <Data>(
  events: ReadonlyArray<string>,
  data: Schema.ConstraintDecoder<Data>
) {
  const process = yield* demoProcess()
  const { dataDir, demo, developer } = process
  const post = (url: string, body: object, headers: Record<string, string> = {}) =>
    ask(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body)
    })
  const received = yield* Queue.unbounded<Received>()
  const url = yield* receiver(dataDir, (delivery) => Queue.offerUnsafe(received, delivery))
  yield* post(`${demo.baseUrl}/v1/webhooks`, { url, events }, developer)
  const shown = yield* ask(`${demo.baseUrl}/v1/webhooks`, { headers: developer })
  const { secret } = (yield* Schema.decodeUnknownEffect(Subscription)(shown.body)).data.webhook
  const decode = Schema.decodeUnknownEffect(Schema.Struct({ event: Schema.String, data }))
  /** The next event that is delivered, with a signature that a standard library accepts. */
  const next = Effect.flatMap(Queue.take(received), ({ body, headers }) =>
    decode(new Webhook(secret).verify(body, headers))
  )
  return { ...process, post, received, next }
})
