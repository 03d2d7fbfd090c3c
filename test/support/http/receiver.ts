import { NodeServices } from "@effect/platform-node"
import { Effect } from "effect"
import { createServer, type Server } from "node:https"
import * as ListenCertificate from "../../../src/adapters/cli/ListenCertificate.ts"
import { freePort } from "../processes/service.ts"

export interface Received {
  readonly headers: Record<string, string>
  readonly body: string
}

/** A receiver over HTTPS with the certificate that a demo in this data folder trusts; answers everything with this status. */
export const receiver = Effect.fnUntraced(function* (
  dataDir: string,
  onReceived: (received: Received) => void,
  status: () => number = () => 204
) {
  const { cert, key } = yield* Effect.provide(ListenCertificate.ensure(dataDir), NodeServices.layer)
  const port = yield* freePort
  const listening = new Promise<Server>((resolve) => {
    const server = createServer({ cert, key }, async (request, response) => {
      const chunks: Array<Buffer> = []
      for await (const chunk of request) chunks.push(Buffer.from(chunk))
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
      onReceived({ headers: Object.fromEntries(headers), body: Buffer.concat(chunks).toString() })
      response.writeHead(status()).end()
    })
    server.listen(port, "127.0.0.1", () => resolve(server))
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => listening),
    (server) =>
      Effect.promise(() => {
        server.closeAllConnections()
        return new Promise((resolve) => server.close(resolve))
      })
  )
  return `https://localhost:${port}/hook`
})
