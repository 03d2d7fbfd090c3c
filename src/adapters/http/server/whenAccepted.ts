import type { Server } from "node:net"

/** Maximum rounds of the event loop, each of which accepts one connection, before further ones are rejected. */
const mostRounds = 1_000

/**
 * Calls back after a round of the event loop without a new connection. The kernel accepts connections before the process
 * does. When a server closes, the kernel resets those that the process has not accepted. A proxy may have sent a POST on one.
 */
export const whenAccepted = (server: Server, done: () => void): void => {
  let accepted = 0
  const count = () => void (accepted += 1)
  server.on("connection", count)
  const next = (rounds: number, before: number): void => {
    setImmediate(() => {
      if (rounds > 0 && accepted > before) return next(rounds - 1, accepted)
      server.off("connection", count)
      done()
    })
  }
  // The current round may have polled for connections already.
  setImmediate(() => next(mostRounds, accepted))
}
