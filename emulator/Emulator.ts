import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, Effect, Layer, Option, type PlatformError } from "effect"
import { HttpRouter, HttpServer, type HttpServerError } from "effect/http"
import { NetAddress } from "effect/net"
import { createServer } from "node:http"
import { holdEarlyRequests } from "../src/adapters/outbound/holdEarlyRequests.ts"
import { isLoopbackHost } from "./isLoopbackHost.ts"
import { ControlAccess } from "./control/ControlAccess.ts"
import type { EmulatorSeed } from "./EmulatorSeed.ts"
import { EmulatorState } from "./EmulatorState.ts"
import * as EmulatorWorld from "./EmulatorWorld.ts"
import type { FaultRule } from "./FaultRule.ts"
import { type ArmedFault, Faults, type FaultsLeft } from "./Faults.ts"
import * as UnknownPaths from "./graph/unknownPaths.ts"
import { Ledger, type LedgerCall } from "./Ledger.ts"
import type { BadInbound } from "./person/personFields.ts"
import { type Done, type InboundRequest, type PersonWorld, sendInbound } from "./person/inbound.ts"
import { Reading, type ReadingMode } from "./person/Reading.ts"
import * as Routes from "./routes.ts"
import { type BadState, exportState, importState, type StateParts } from "./StateFile.ts"
import { type TokenState, Tokens } from "./tokens/Tokens.ts"
import type { Callback } from "./webhooks/Postman.ts"
import { Deliveries, type Delivery } from "./webhooks/Deliveries.ts"
import type { PlatformReport } from "./webhooks/PlatformReport.ts"
import { type SentMessage, Sends } from "./webhooks/Sends.ts"
import { type Flushed, Webhooks } from "./webhooks/Webhooks.ts"

/** Meta's Graph API on a local port, for tests and the demo inside the process. */
export class Emulator extends Context.Service<
  Emulator,
  {
    /** The URL without a trailing slash: `http://127.0.0.1:8081`. */
    readonly url: string
    /** Requests to the Graph API, newest last; at most `ledgerCapacity`. */
    readonly ledger: Effect.Effect<ReadonlyArray<LedgerCall>>
    readonly clearLedger: Effect.Effect<void>
    /** The pending faults with their remaining `times`, and the random seed. */
    readonly faults: Effect.Effect<FaultsLeft>
    /** Replaces all faults; an empty list clears them. The same rules, seed and events produce the same faults. */
    setFaults(rules: ReadonlyArray<FaultRule>, seed?: number): Effect.Effect<void>
    /** Assigns another `wa_id` to the person behind a number; both in any notation. */
    setWaId(phone: string, waId: string): Effect.Effect<void>
    /** Marks a token as valid or expired. */
    setTokenState(accessToken: string, state: TokenState): Effect.Effect<void>
    /** Sets the URL that statuses are reported to; none stops the reports. */
    setCallback(callback: Option.Option<Callback>): Effect.Effect<void>
    /** Performs an action of a person. Returns the platform's id of it; null for an action without an id. */
    inbound(request: InboundRequest): Effect.Effect<Done, BadInbound>
    /** Sends a report in addition to the emulator's own. */
    report(report: PlatformReport): Effect.Effect<void>
    /** Delivers every pending webhook now, in order of its due time. A refused webhook waits for its next attempt. */
    readonly flush: Effect.Effect<Flushed>
    /**
     * Repeats the bytes of an attempt once and returns the status of the answer. None without a callback or such an
     * attempt.
     */
    redeliver(id: number): Effect.Effect<Option.Option<number>>
    /** Adds a fault to the pending ones. None if there are too many. */
    armFault(rule: FaultRule): Effect.Effect<Option.Option<ArmedFault>>
    /** Removes a fault; false if it is not armed. */
    disarmFault(id: number): Effect.Effect<boolean>
    /** Sets whether people read messages automatically, or only on an `inbound` request. */
    setReading(mode: ReadingMode): Effect.Effect<void>
    /** The whole state as the text of a file (contract: State of the emulator as a file). */
    readonly exportState: Effect.Effect<string, BadState>
    /** Replaces the whole state with the state in the text. */
    importState(text: string): Effect.Effect<void, BadState>
    /** Number of reports that were never delivered. */
    readonly undelivered: Effect.Effect<number>
    /** Every webhook with the app's answer, newest last; at most `deliveriesCapacity`. */
    readonly deliveries: Effect.Effect<ReadonlyArray<Delivery>>
    /** Every accepted message with its outcomes, newest last; at most `sendsCapacity`. */
    readonly sends: Effect.Effect<ReadonlyArray<SentMessage>>
  }
>()("emulator/Emulator") {}

/** The address and the initial state of the emulator. */
export interface EmulatorOptions extends EmulatorWorld.WorldOptions {
  readonly host: string
  /** 0 for any free port, which `url` then contains. */
  readonly port: number
  readonly seed: EmulatorSeed
  readonly callback?: Callback
  /**
   * Allowed callback origins for requests over HTTP. By default loopback addresses, or none if the emulator is exposed.
   */
  readonly callbackOrigins?: ReadonlyArray<string>
}

/** The local URL of a server that listens on all addresses. */
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
    const tokens = yield* Tokens
    const deliveries = yield* Deliveries
    const sends = yield* Sends
    const reading = yield* Reading
    const states = yield* Effect.context<EmulatorState | StateParts>()
    const persons = yield* Effect.context<PersonWorld>()
    const url = reachable(address)
    return Emulator.of({
      url,
      inbound: (request) => Effect.provideContext(sendInbound(request, url), persons),
      ledger: ledger.calls,
      clearLedger: ledger.clear,
      faults: faults.left,
      setFaults: (rules, seed) => faults.replace(seed === undefined ? { rules } : { seed, rules }),
      setWaId: state.setWaId,
      setTokenState: tokens.setState,
      setCallback: (callback) =>
        Effect.andThen(
          webhooks.setCallback(callback),
          Option.isNone(callback) ? Effect.void : tokens.setAppSecret(Option.some(callback.value.appSecret))
        ),
      report: webhooks.report,
      flush: webhooks.flush,
      redeliver: webhooks.redeliver,
      armFault: faults.arm,
      disarmFault: faults.disarm,
      setReading: reading.setMode,
      exportState: Effect.provideContext(exportState, states),
      importState: (text) => Effect.provideContext(importState(text), states),
      undelivered: webhooks.undelivered,
      deliveries: deliveries.all,
      sends: sends.all
    })
  })
)

const server = () => {
  const made = createServer()
  holdEarlyRequests(made)
  return made
}

type Listening = Pick<EmulatorOptions, "callbackOrigins" | "host" | "port">

/**
 * Listens and serves the routes on an existing world. It stops immediately: requests delayed by a fault would block a
 * graceful stop.
 *
 * @internal
 */
export const listening = ({ callbackOrigins, host, port }: Listening) =>
  HttpRouter.serve(
    Layer.merge(Routes.layer, UnknownPaths.wholeServer).pipe(
      Layer.provide(
        Layer.succeed(ControlAccess, { isExposed: !isLoopbackHost(host), callbackOrigins: callbackOrigins ?? null })
      )
    ),
    {
      disableLogger: true,
      disableListenLog: true,
      routerConfig: { ignoreTrailingSlash: true }
    }
  ).pipe(
    Layer.provideMerge(service),
    Layer.provide(NodeHttpServer.layerServer(server, { host, port, disablePreemptiveShutdown: true }))
  )

/**
 * Listens and emulates the platform for the seed. Fails if the port is not available or the state folder cannot be
 * created.
 *
 * The layer provides only the emulator: with the context of `HttpRouter.serve`, a server built on it would share the
 * router.
 */
export const layer = (
  options: EmulatorOptions
): Layer.Layer<Emulator, HttpServerError.ServeError | PlatformError.PlatformError> => {
  const world = EmulatorWorld.layer(options.seed, Option.fromUndefinedOr(options.callback), options)
  const built = Layer.build(listening(options).pipe(Layer.provide(world)))
  return Layer.effect(Emulator, Effect.map(built, Context.get(Emulator)))
}
