import { createServer } from "node:http"
import { announce } from "./announce.ts"

/**
 * What stands for the receiver of webhooks: takes every POST, and keeps the ids. `GET /` tells how many there were and
 * how many different ones; `GET /?distinct=100` answers when there were so many different ones; `GET /forget` forgets.
 */
const ids = new Set<string>()
let received = 0
let waiting: ReadonlyArray<{ readonly distinct: number; readonly answer: () => void }> = []

const take = (id: string) => {
  received += 1
  ids.add(id)
  for (const one of waiting.filter(({ distinct }) => ids.size >= distinct)) {
    waiting = waiting.filter((other) => other !== one)
    one.answer()
  }
}

const server = createServer((request, response) => {
  request.resume()
  request.on("end", () => {
    if (request.method === "POST") {
      take(request.headers["webhook-id"]?.toString() ?? "")
      response.writeHead(204).end()
      return
    }
    if (request.url === "/forget") {
      ids.clear()
      received = 0
    }
    const answer = () => response.end(JSON.stringify({ received, distinct: ids.size }))
    const distinct = Number(URL.parse(request.url ?? "/", "http://sink")?.searchParams.get("distinct") ?? 0)
    if (ids.size >= distinct) answer()
    else waiting = [...waiting, { distinct, answer }]
  })
})
server.keepAliveTimeout = 60_000
announce(server.listen(0, "127.0.0.1"))
