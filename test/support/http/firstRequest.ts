import { Effect, Predicate } from "effect"
import { tracingChannel } from "node:diagnostics_channel"
import { Server } from "node:http"
import { Server as TlsServer } from "node:https"
import { duplexPair } from "node:stream"

/** How long an answer is waited for: a request that nothing handles is never answered. */
const patience = "5 seconds"

/**
 * The first line of the answer to a GET request that is there as soon as a server listens that the effect starts, before
 * anything else can happen. Null if it is not answered.
 */
export const firstRequest = <A, E, R>(path: string, starting: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const channel = tracingChannel("net.server.listen")
    const answered = Promise.withResolvers<string>()
    const send = (message: unknown) => {
      const server = Predicate.hasProperty(message, "server") ? message.server : null
      if (!(server instanceof Server || server instanceof TlsServer)) return
      const [ours, theirs] = duplexPair()
      server.emit(server instanceof TlsServer ? "secureConnection" : "connection", theirs)
      ours.setEncoding("utf8").once("data", (text: string) => answered.resolve(text.split("\r\n")[0] ?? ""))
      ours.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    }
    yield* Effect.acquireRelease(
      Effect.sync(() => channel.asyncEnd.subscribe(send)),
      () => Effect.sync(() => channel.asyncEnd.unsubscribe(send))
    )
    yield* starting
    return yield* Effect.timeoutOrElse(
      Effect.promise(() => answered.promise),
      { duration: patience, orElse: () => Effect.succeed(null) }
    )
  })
