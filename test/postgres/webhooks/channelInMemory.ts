import { Effect, Queue } from "effect"
import { WakeChannel, type WakeMessage } from "../../../src/adapters/postgres/database/WakeChannel.ts"

/** A channel of several processes without a database, and what is sent over it. */
export const channelInMemory = Effect.gen(function* () {
  const sent = yield* Queue.unbounded<WakeMessage>()
  const receivers = new Set<(message: WakeMessage) => void>()
  const channel = WakeChannel.of({
    notify: (message) =>
      Effect.andThen(
        Queue.offer(sent, message),
        Effect.sync(() => receivers.forEach((receive) => receive(message)))
      ),
    inStatement: () => null,
    listen: (receive) => Effect.sync(() => void receivers.add(receive))
  })
  return { channel, sent }
})
