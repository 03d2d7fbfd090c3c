import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import type { FrontedServer } from "../../../src/adapters/http/server/listener.ts"
import { listener } from "../../support/http/listener.ts"

const asked = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

/** A caller that keeps its connection, as a proxy does. */
class Caller {
  readonly socket: Socket
  readonly ended: Promise<unknown>
  text = ""
  constructor(port: number) {
    this.socket = connect(port, "127.0.0.1")
    this.ended = once(this.socket, "close")
    this.socket.on("data", (data: Buffer) => (this.text += data.toString())).on("error", () => undefined)
  }
  readonly ask = () => {
    this.text = ""
    this.socket.write(asked)
    return this.#answer()
  }
  async #answer(): Promise<string> {
    if (this.text.includes("answer")) return this.text
    await once(this.socket, "data")
    return this.#answer()
  }
}

/** A server whose answers wait for `answer`, if they are to. */
const given = Effect.acquireRelease(
  Effect.promise(async () => {
    const server = listener({ drainMillis: 200 })
    const waiting: Array<() => void> = []
    let isSlow = false
    server.on("request", (_, response) => {
      const answer = () => void response.end("answer")
      if (isSlow) waiting.push(answer)
      else answer()
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    assert.isTrue(typeof address === "object" && address !== null)
    const port = typeof address === "object" && address !== null ? address.port : 0
    return {
      server,
      port,
      slow: () => (isSlow = true),
      answer: () => {
        for (const one of waiting.splice(0)) one()
      },
      received: () => waiting.length
    }
  }),
  ({ server }) => Effect.sync(() => server.closeAllConnections())
)

const closed = (server: FrontedServer) =>
  new Promise<number>((resolve) => {
    const before = performance.now()
    server.close(() => resolve(performance.now() - before))
  })

const soon = () => new Promise((resolve) => setTimeout(resolve, 50))

const until = async (isSo: () => boolean): Promise<void> => {
  if (isSo()) return
  await soon()
  await until(isSo)
}

describe("a server that is stopping", () => {
  it.live("responds to a request on a connection that a proxy keeps open, and then closes the connection", () =>
    Effect.flatMap(given, ({ port, server }) =>
      Effect.promise(async () => {
        const caller = new Caller(port)
        assert.notMatch(await caller.ask(), /connection: close/i)
        const end = closed(server)
        await soon()
        assert.match(await caller.ask(), /200 OK[^]*connection: close/i)
        await caller.ended
        await end
      })
    ).pipe(Effect.scoped)
  )

  it.live("responds to callers accepted by the kernel before the stop, and refuses later ones", () =>
    Effect.flatMap(given, ({ port, server }) =>
      Effect.promise(async () => {
        const callers = Array.from({ length: 50 }, () => new Caller(port))
        await Promise.all(callers.map(({ socket }) => once(socket, "connect")))
        const answers = Promise.all(callers.map((caller) => caller.ask()))
        // A busy process: everything has come when it looks again.
        const until = performance.now() + 100
        while (performance.now() < until);
        const end = closed(server)
        assert.lengthOf(await answers, 50)
        await end
        const [refused] = await new Promise<[NodeJS.ErrnoException]>((resolve) =>
          connect(port, "127.0.0.1").once("error", (error) => resolve([error]))
        )
        assert.strictEqual(refused.code, "ECONNREFUSED")
      })
    ).pipe(Effect.scoped)
  )

  it.live("responds to a running request with Connection: close", () =>
    Effect.flatMap(given, ({ answer, port, received, server, slow }) =>
      Effect.promise(async () => {
        slow()
        const caller = new Caller(port)
        const answered = caller.ask()
        await until(() => received() > 0)
        const end = closed(server)
        await soon()
        answer()
        assert.match(await answered, /connection: close/i)
        await end
      })
    ).pipe(Effect.scoped)
  )

  it.live("stops at once without connections, and closes silent ones after the drain timeout", () =>
    Effect.flatMap(given, ({ port, server }) =>
      Effect.promise(async () => {
        const caller = new Caller(port)
        await caller.ask()
        const took = await closed(server)
        assert.isAtLeast(took, 190)
        assert.isBelow(took, 2_000)
        const other = listener({ drainMillis: 60_000 })
        await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
        assert.isBelow(await closed(other), 1_000)
      })
    ).pipe(Effect.scoped)
  )
})
