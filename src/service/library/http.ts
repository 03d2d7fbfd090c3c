import { Context, Effect, Layer, Option, type Scope } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest } from "effect/http"
import { consoleRoutePaths } from "../../adapters/http/console/routes.ts"
import { routerConfig } from "../../adapters/http/server/listener.ts"
import type { Settings } from "../../adapters/settings/Settings.ts"
import { routes, withoutQueryValues } from "../listener.ts"
import { OptionsRefused } from "./readOptions.ts"
import { type Ports, Service, type Stores } from "./ServiceLayer.ts"
import { untilAnswered } from "../shutdown.ts"

/** Options for mounting the routes of the service in another router. */
export interface Mount {
  /** The path before every path of the service, such as `/messaging`; none by default. */
  readonly prefix?: `/${string}`
  /** Whether every other path below the prefix is answered as well: 404 as in the contract. Off by default. */
  readonly catchAll?: boolean
}

/** Whether paths may begin with the prefix. Other texts would be router patterns, or paths that no request can have. */
const isPrefix = (prefix: string): boolean => /^(?:\/[\w.~-]+)*\/?$/.test(prefix)

/** The address of the caller of a web handler, which a `Request` does not have. */
const PeerAddress = Context.Reference<string | null>("effect-parley/service/PeerAddress", { defaultValue: () => null })

/** The paths of a process in its roles. */
const pathsOf = ({ console, roles }: Settings): ReadonlyArray<`/${string}`> => [
  "/health",
  "/ready",
  ...(roles.includes("api")
    ? (["/api/developer/*", "/api/whatsapp/*", "/auth/v1/*", "/.well-known/jwks.json"] as const)
    : []),
  ...(roles.includes("api") && console === "on" ? consoleRoutePaths : []),
  ...(roles.includes("inbound") ? (["/webhooks/*"] as const) : [])
]

const withPeer = (context: Context.Context<HttpServerRequest.HttpServerRequest>) => {
  const address = Context.get(context, PeerAddress)
  const request = Context.get(context, HttpServerRequest.HttpServerRequest)
  return address === null ? request : request.modify({ remoteAddress: Option.some(address) })
}

/**
 * Answers a request as the listener does. The path is relative to the prefix. The routes are built in a separate
 * router; otherwise they would share the router and the layers of the surrounding program.
 */
const answerOf = Effect.fnUntraced(function* (settings: Settings) {
  const address = Option.getOrElse(settings.publicUrl, () => "")
  const context = yield* Effect.context<Ports | Stores>()
  const router = yield* Effect.provideService(HttpRouter.make, HttpRouter.RouterConfig, routerConfig)
  yield* HttpRouter.toHttpEffect(
    Layer.fresh(
      routes(settings, address).pipe(
        Layer.provide([HttpServer.layerServices, withoutQueryValues, Layer.succeed(HttpRouter.HttpRouter, router)])
      )
    )
  )
  // The middleware of all requests has answered every failure.
  return Effect.updateContext(
    Effect.orDie(router.asHttpEffect()),
    (request: Context.Context<HttpServerRequest.HttpServerRequest | Scope.Scope>) =>
      Context.add(Context.merge(context, request), HttpServerRequest.HttpServerRequest, withPeer(request))
  )
})

/**
 * The routes of the service, in the `HttpRouter` of the program around it: both interfaces, the identity provider if it
 * is on, the platforms' webhook, `/health` and `/ready`, each if the roles have it. They answer as those of the command
 * do, headers and unknown paths included; other routes of the router are left as they are. `publicUrl` has to end in
 * the prefix.
 *
 * The server around it decides about connections, time-outs and overload: the protections of the listener are not
 * there. Fails with `OptionsRefused` for a prefix that is no path.
 */
export const http = ({ catchAll = false, prefix }: Mount = {}) =>
  HttpRouter.use((router) =>
    Effect.gen(function* () {
      if (prefix !== undefined && !isPrefix(prefix)) {
        return yield* new OptionsRefused({ lines: ["prefix: Expected a path such as /messaging"] })
      }
      const { settings: given } = yield* Service
      // The console loads its files from the root, so it is not shown below a prefix.
      const settings: Settings = prefix === undefined ? given : { ...given, console: "off" }
      const answer = yield* answerOf(settings)
      const mounted = prefix === undefined ? router : router.prefixed(prefix)
      const paths: ReadonlyArray<`/${string}`> = catchAll ? ["/*"] : pathsOf(settings)
      yield* Effect.forEach(paths, (path) => mounted.add("*", path, answer), { discard: true })
    })
  )

/** Facts about the caller, because a `Request` has no address. */
export interface WebClient {
  /** Its address, for request logs, limits of sign-in and `trustedProxies`. */
  readonly address?: string
}

/** Answers requests for as long as it is not disposed of. */
export interface WebHandler {
  /**
   * Rejects with what the layer failed with, if it did, and with `OptionsRefused` for a prefix that is no path.
   * Aborting the request's signal ends it.
   */
  readonly handler: (request: Request, client?: WebClient) => Promise<Response>
  /**
   * Waits until running requests are answered, for 10 seconds at most, while new ones are answered with 503. Then it
   * ends streams and background work, and closes the database.
   */
  readonly dispose: () => Promise<void>
}

/**
 * A function from `Request` to `Response` for Next, Hono, Fastify and others. It starts the layer, and answers every
 * path below the prefix; a path that the service does not have is 404.
 */
export const toWebHandler = <E>(
  layer: Layer.Layer<Service | Ports | Stores, E>,
  { prefix }: Pick<Mount, "prefix"> = {}
): WebHandler => {
  const mounted = http({ catchAll: true, ...(prefix === undefined ? {} : { prefix }) })
  const { dispose, handler } = HttpRouter.toWebHandler(Layer.provide(mounted, layer), {
    disableLogger: true,
    routerConfig
  })
  return untilAnswered({
    dispose,
    handler: (request, { address } = {}) => handler(request, Context.make(PeerAddress, address ?? null))
  })
}
