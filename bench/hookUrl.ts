import { Effect } from "effect"
import type { Server } from "node:net"

/** Listens on a free port; gives the address that webhooks are sent to. */
export const hookUrl = (server: Server) =>
  Effect.callback<string>((resume) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      resume(Effect.succeed(`http://127.0.0.1:${port}/hook`))
    })
  })
