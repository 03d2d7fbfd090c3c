import { Effect, Layer } from "effect"
import { requestFields } from "../../adapters/http/interfaces/RequestFacts.ts"
import * as Logging from "../../adapters/settings/logging.ts"
import { hasRoutes } from "../../adapters/settings/Settings.ts"
import { listener, routes } from "../listener.ts"
import { runMain as runEffect } from "../shutdown.ts"
import { readOptions } from "./readOptions.ts"
import { Service } from "./ServiceLayer.ts"
import type { ListenOptions, LoggingOptions } from "./ServiceOptions.ts"

export { webhookSender } from "./Adapters.ts"
export { http, type Mount, toWebHandler, type WebClient, type WebHandler } from "./http.ts"
export { type EventHandlerOptions, type HandledEvent, onEvent } from "./onEvent.ts"
export { OptionsRefused } from "./readOptions.ts"
export { layer, type Overrides, type Ports, Service, type StartFailure, type Stores } from "./ServiceLayer.ts"

/**
 * The HTTP server of the command: its limits of connections and requests, its protection against overload, and its fast
 * path. It answers what the roles of the service answer, and gives Effect's `HttpServer` with the address.
 *
 * Fails with `OptionsRefused`, with `ServeError` if the port is in use, and dies for a service without a role that listens.
 */
export const listen = (options: ListenOptions = {}) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { settings } = yield* Service
      if (!hasRoutes(settings.roles)) return yield* Effect.die("a service of the role worker has nothing to listen for")
      const { host, maxConnectionsPerAddress, port } = yield* readOptions(options)
      return listener({ ...settings, host, port, maxConnectionsPerAddress }, (appUrl) => routes(settings, appUrl))
    })
  )

/**
 * Log lines as the command writes them: without secrets in addresses, and without values of rows that the database repeats
 * in its errors. JSON on standard output, unless a terminal reads it. Fails with `OptionsRefused`.
 */
export const logging = (options: LoggingOptions = {}) =>
  Layer.unwrap(
    Effect.map(readOptions(options), ({ logFormat, logLevel }) =>
      Logging.logging({ logFormat, logLevel }, process.stdout.isTTY, [], requestFields)
    )
  )

/**
 * Runs a layer as the program of this process until SIGTERM or SIGINT. Then it stops cleanly: nothing new is accepted,
 * running requests and deliveries complete, and the process ends with code 0 after at most 10 seconds. A failure of the
 * layer is printed in a line, and ends the process with code 1.
 */
export const runMain = <A, E>(layer: Layer.Layer<A, E>): void => runEffect(Layer.launch(layer))
