import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { ServerResponse } from "node:http"
import { WebhookSender } from "../../src/ports/webhooks/WebhookStore.ts"
import { receiver, sender } from "./sending.ts"
import { at, someDelivery } from "./someDelivery.ts"

/** Answers 200, then ends the connection after 0 to 3 ms. */
const closing = (headers: Record<string, string>, end: (response: ServerResponse) => void) => {
  let answers = 0
  return (response: ServerResponse) => {
    const millis = answers++ % 4
    response.writeHead(200, headers).end("ok", () => void setTimeout(() => end(response), millis))
  }
}

const keepAlive = { connection: "keep-alive", "keep-alive": "timeout=60" }

const receivers: ReadonlyArray<readonly [string, (response: ServerResponse) => void]> = [
  ["closes", closing(keepAlive, ({ socket }) => socket?.end())],
  ["destroys", closing(keepAlive, ({ socket }) => socket?.destroy())],
  ["resets", closing(keepAlive, ({ socket }) => socket?.resetAndDestroy())],
  ["announces and closes", closing({ connection: "close" }, ({ socket }) => socket?.end())],
  ["keeps for one second at most, and closes", closing({ "keep-alive": "timeout=1" }, ({ socket }) => socket?.end())]
]

describe("a receiver that responds and closes the connection", () => {
  it.effect.each(receivers)("delivery: 100 events succeed at their first attempt if the receiver %s it", ([, answer]) =>
    Effect.gen(function* () {
      const { url } = yield* receiver(answer)
      const { send } = yield* WebhookSender
      const events = Array.from({ length: 100 }, () => send(someDelivery(url), at))
      for (const concurrency of [1, 8]) {
        const outcomes = yield* Effect.all(events, { concurrency })
        assert.isTrue(outcomes.every(({ status }) => status === 200))
      }
    }).pipe(Effect.provide(sender))
  )
})
