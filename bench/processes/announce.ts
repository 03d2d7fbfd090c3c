import { once } from "node:events"
import type { Server } from "node:http"

/** Says where the server is reached once it listens, and closes it when the process is told to end. */
export const announce = (server: Server): void => {
  const say = () => {
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`)
  }
  void once(server, "listening").then(say)
  process.once("SIGTERM", () => {
    server.close(() => process.exit(0))
    server.closeAllConnections()
  })
}
