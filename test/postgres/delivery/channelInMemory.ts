import { Effect, Queue } from "effect"
import { WakeChannel, type WakeMessage } from "../../../src/adapters/postgres/delivery/WakeChannel.ts"

/** A channel of several processes without a database, and what is sent over it. */
export const channelInMemory = Effect.gen(function* () {
  const sent = yield* Queue.unbounded<WakeMessage>()
  const receivers = new Set<(message: WakeMessage) => Effect.Effect<void>>()
  const channel = WakeChannel.of({
    notify: (message) =>
      Effect.andThen(
        Queue.offer(sent, message),
        Effect.suspend(() => Effect.forEach([...receivers], (receive) => receive(message), { discard: true }))
      ),
    inStatement: () => null,
    listen: (receive) => Effect.sync(() => void receivers.add(receive))
  })
  return { channel, sent }
})
