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

/** The Graph API of Meta on a port of this machine, as tests and the demo see it from inside the process. */
export class Emulator extends Context.Service<
  Emulator,
  {
    /** Where it listens, without a trailing slash: `http://127.0.0.1:8081`. */
    readonly url: string
    /** The requests that came to the Graph API, newest last; `ledgerCapacity` at most. */
    readonly ledger: Effect.Effect<ReadonlyArray<LedgerCall>>
    readonly clearLedger: Effect.Effect<void>
    /** The pending faults with their remaining `times`, and the seed that draws them. */
    readonly faults: Effect.Effect<FaultsLeft>
    /** Replaces all faults; none clears them. The same rules, seed and happenings draw the same faults. */
    setFaults(rules: ReadonlyArray<FaultRule>, seed?: number): Effect.Effect<void>
    /** Gives the person behind a number another `wa_id`; both in any notation. */
    setWaId(phone: string, waId: string): Effect.Effect<void>
    /** Whether a token is good still. */
    setTokenState(accessToken: string, state: TokenState): Effect.Effect<void>
    /** Where statuses are reported to; none stops reporting. */
    setCallback(callback: Option.Option<Callback>): Effect.Effect<void>
    /** Has a person do something. Gives back the platform's id of it; null for what has none. */
    inbound(request: InboundRequest): Effect.Effect<Done, BadInbound>
    /** Reports something beside what the emulator reports by itself. */
    report(report: PlatformReport): Effect.Effect<void>
    /** Delivers every planned webhook now, in order of its due time. A refused webhook stays for its next attempt. */
    readonly flush: Effect.Effect<Flushed>
    /** Sends the bytes of an attempt again, once: the status of the answer. None without a callback or such an attempt. */
    redeliver(id: number): Effect.Effect<Option.Option<number>>
    /** Adds a fault to the pending ones. None when there are too many. */
    armFault(rule: FaultRule): Effect.Effect<Option.Option<ArmedFault>>
    /** Takes a fault away: false when it is not armed. */
    disarmFault(id: number): Effect.Effect<boolean>
    /** Whether people read by themselves, or when `inbound` tells them to. */
    setReading(mode: ReadingMode): Effect.Effect<void>
    /** The whole state as the text of a file (contract C262). */
    readonly exportState: Effect.Effect<string, BadState>
    /** Replaces the whole state by that of such a text. */
    importState(text: string): Effect.Effect<void, BadState>
    /** How many reports were never delivered. */
    readonly undelivered: Effect.Effect<number>
    /** Every webhook with the app's answer, newest last; `deliveriesCapacity` at most. */
    readonly deliveries: Effect.Effect<ReadonlyArray<Delivery>>
    /** Every message that was accepted, and what it becomes, newest last; `sendsCapacity` at most. */
    readonly sends: Effect.Effect<ReadonlyArray<SentMessage>>
  }
>()("emulator/Emulator") {}

/** Where the emulator listens, and what it begins with. */
export interface EmulatorOptions extends EmulatorWorld.WorldOptions {
  readonly host: string
  /** 0 for any free port; `url` says which. */
  readonly port: number
  readonly seed: EmulatorSeed
  readonly callback?: Callback
  /** Origins that requests over HTTP may have it report to. Without them: loopback addresses, none where it is exposed. */
  readonly callbackOrigins?: ReadonlyArray<string>
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
 * Listens, and serves the routes upon a world that is given. It stops at once: requests that a fault holds would keep a
 * graceful stop waiting.
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
 * Listens, and answers as the platform would for the seed. Fails when the address cannot be listened on, or the folder of
 * its state not be made.
 *
 * The layer provides the emulator only: with the context of `HttpRouter.serve`, a server that is built on it would share the
 * router.
 */
export const layer = (
  options: EmulatorOptions
): Layer.Layer<Emulator, HttpServerError.ServeError | PlatformError.PlatformError> => {
  const world = EmulatorWorld.layer(options.seed, Option.fromUndefinedOr(options.callback), options)
  const built = Layer.build(listening(options).pipe(Layer.provide(world)))
  return Layer.effect(Emulator, Effect.map(built, Context.get(Emulator)))
}
