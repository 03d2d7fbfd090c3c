import { Deferred, Effect } from "effect"
import { connect, createServer, type Socket } from "node:net"

/** What a client says in one piece ends with one of these: a simple query, or the end of a pipeline. */
const ends: ReadonlySet<number> = new Set(["Q", "S"].map((letter) => letter.charCodeAt(0)))

/** Bytes of the type and the length of a message. */
const headerBytes = 5

/** Where a client is cut off. */
export interface Cut {
  /** How many statements go well before it. */
  readonly after: number
  /** Whether the statement reaches the server, and only its answer is lost. */
  readonly isHeard: boolean
}

/** Counts the ends of statements in what a client sends; the first message has no type. */
const makeCounter = () => {
  let rest = Buffer.alloc(0)
  let isStarted = false
  return (chunk: Buffer): number => {
    rest = Buffer.concat([rest, chunk])
    let count = 0
    for (;;) {
      const start = isStarted ? 1 : 0
      if (rest.length < start + 4) return count
      const length = start + rest.readInt32BE(start)
      if (rest.length < length) return count
      if (isStarted && ends.has(rest[0] ?? 0)) count++
      isStarted ||= length >= headerBytes
      rest = rest.subarray(length)
    }
  }
}

/**
 * Stands between a process and its Postgres server until the process dies: all its connections break at once, in the
 * middle of what it was doing, and it gets no others. Gives its URL, how many statements there were, and when it is dead.
 */
export const cuttingProxy = Effect.fnUntraced(function* (target: string, { after, isHeard }: Cut) {
  const { hostname, port } = new URL(target)
  const died = yield* Deferred.make<void>()
  const sockets = new Set<Socket>()
  let statements = 0
  let isArmed = false
  let isDead = false

  const die = () => {
    isDead = true
    for (const socket of sockets) socket.destroy()
    Deferred.doneUnsafe(died, Effect.void)
  }

  const server = createServer((client) => {
    if (isDead) return void client.destroy()
    const upstream = connect(Number(port), hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on("error", () => undefined)
      socket.on("close", () => {
        client.destroy()
        upstream.destroy()
      })
    }
    const count = makeCounter()
    let isLast = false
    client.on("data", (chunk) => {
      const ended = count(chunk)
      if (isArmed) statements += ended
      if (isDead) return
      if (!isArmed || statements <= after) return void upstream.write(chunk)
      if (!isHeard) return die()
      isLast = true
      upstream.write(chunk)
    })
    upstream.on("data", (chunk) => {
      if (isLast) return die()
      client.write(chunk)
    })
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
    () =>
      Effect.promise(() => {
        die()
        return new Promise((resolve) => server.close(resolve))
      })
  )
  const address = server.address()
  const url = new URL(target)
  url.host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`
  return {
    url: url.href,
    /** Begins to count: what was said until then does not matter. */
    arm: Effect.sync(() => void (isArmed = true)),
    died: Deferred.await(died),
    isDead: Effect.sync(() => isDead)
  }
})
