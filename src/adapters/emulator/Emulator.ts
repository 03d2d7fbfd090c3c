import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServer, type HttpServerError } from "effect/http"
import { NetAddress } from "effect/net"
import { createServer } from "node:http"
import type { EmulatorSeed } from "./EmulatorSeed.ts"
import { EmulatorState } from "./EmulatorState.ts"
import * as EmulatorWorld from "./EmulatorWorld.ts"
import { type FaultRule, Faults } from "./Faults.ts"
import * as UnknownPaths from "./graph/unknownPaths.ts"
import { Ledger, type LedgerCall } from "./Ledger.ts"
import * as Routes from "./routes.ts"
import { type Callback, Webhooks } from "./Webhooks.ts"

/** The Graph API of Meta on a port of this machine, as tests and the demo see it from inside the process. */
export class Emulator extends Context.Service<
  Emulator,
  {
    /** Where it listens, without a trailing slash: `http://127.0.0.1:8081`. */
    readonly url: string
    /** The requests that came to the Graph API, newest last; `ledgerCapacity` at most. */
    readonly ledger: Effect.Effect<ReadonlyArray<LedgerCall>>
    readonly clearLedger: Effect.Effect<void>
    /** The faults still to come, with what is left of their `times`. */
    readonly faults: Effect.Effect<ReadonlyArray<FaultRule>>
    /** Replaces all faults; none clears them. */
    setFaults(rules: ReadonlyArray<FaultRule>): Effect.Effect<void>
    /** Gives the person behind a number another `wa_id`; both in any notation. */
    setWaId(phone: string, waId: string): Effect.Effect<void>
    /** Where statuses are reported to; none stops reporting. */
    setCallback(callback: Option.Option<Callback>): Effect.Effect<void>
  }
>()("emulator/Emulator") {}

export interface EmulatorOptions {
  readonly host: string
  /** 0 for any free port; `url` says which. */
  readonly port: number
  readonly seed: EmulatorSeed
  readonly callback?: Callback
}

/** Where clients on this machine reach a server that listens on all its addresses. */
const reachable = (address: NetAddress.SocketAddress): string => {
  if (NetAddress.isUnixPathAddress(address)) return HttpServer.formatAddress(address)
  return NetAddress.isUnspecified(address.address)
    ? `http://127.0.0.1:${address.port}`
    : HttpServer.formatAddress(address)
}

const service = Layer.effect(
  Emulator,
  Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer
    const ledger = yield* Ledger
    const faults = yield* Faults
    const state = yield* EmulatorState
    const webhooks = yield* Webhooks
    return Emulator.of({
      url: reachable(address),
      ledger: ledger.calls,
      clearLedger: ledger.clear,
      faults: faults.rules,
      setFaults: faults.replace,
      setWaId: state.setWaId,
      setCallback: webhooks.setCallback
    })
  })
)

/**
 * Listens, and serves the routes upon a world that is given. It stops at once: requests that a fault holds would keep a
 * graceful stop waiting.
 */
export const listening = ({ host, port }: Pick<EmulatorOptions, "host" | "port">) =>
  HttpRouter.serve(Layer.merge(Routes.layer, UnknownPaths.wholeServer), {
    disableLogger: true,
    disableListenLog: true,
    routerConfig: { ignoreTrailingSlash: true }
  }).pipe(
    Layer.provideMerge(service),
    Layer.provide(NodeHttpServer.layerServer(createServer, { host, port, disablePreemptiveShutdown: true }))
  )

/**
 * Listens, and answers as the platform would for the seed. Fails when the address cannot be listened on.
 *
 * It gives the service and nothing else: what `HttpRouter.serve` also leaves in its context makes a server that is built
 * upon it share the router.
 */
export const layer = (options: EmulatorOptions): Layer.Layer<Emulator, HttpServerError.ServeError> => {
  const world = EmulatorWorld.layer(options.seed, Option.fromUndefinedOr(options.callback))
  const built = Layer.build(listening(options).pipe(Layer.provide(world)))
  return Layer.effect(Emulator, Effect.map(built, Context.get(Emulator)))
}
