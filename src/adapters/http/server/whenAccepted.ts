import type { Server } from "node:net"

/** Rounds of the event loop, in each of which one connection is accepted, before further ones are refused. */
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
  // The present round may have looked for connections already.
  setImmediate(() => next(mostRounds, accepted))
}
