import { Effect } from "effect"
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { connect } from "node:net"
import { freePort } from "../processes/service.ts"

/** Debian: `apt-get install redis-server`. */
export const isRedisInstalled = spawnSync("redis-server", ["--version"]).status === 0

/** The reason why tests are skipped, as part of their title. */
export const withoutRedis = isRedisInstalled
  ? ""
  : " (skipped: no redis-server in PATH; Debian: apt-get install redis-server)"

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
    const end = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once("error", () => end(false))
    socket.once("data", () => end(true))
    socket.write("PING\r\n")
  })

/** A server of its own that keeps nothing, gone with the scope; `stop` ends it before. */
export const redisServer = Effect.gen(function* () {
  const port = yield* freePort
  const server = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn("redis-server", ["--port", String(port), "--save", "", "--appendonly", "no"], { stdio: "ignore" })
    ),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )
  const stop = Effect.promise(async () => {
    const ended = once(server, "exit")
    server.kill("SIGKILL")
    await ended
  })
  const isThere = Effect.promise(() => answers(port))
  yield* Effect.repeat(isThere, { until: (there) => there })
  return { url: `redis://127.0.0.1:${port}`, stop }
})
