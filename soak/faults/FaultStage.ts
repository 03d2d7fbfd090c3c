import { Effect, Layer, type Scope } from "effect"
import * as ListenCertificate from "../../src/adapters/cli/ListenCertificate.ts"
import { secretsOf } from "../../src/adapters/settings/Secrets.ts"
import { Emulator } from "../../emulator/Emulator.ts"
import { faultProxy } from "../../test/support/servers/FaultProxy.ts"
import { freePort, ready, type Running, start, temporaryFolder } from "../../test/support/processes/service.ts"
import { businesses } from "../cast.ts"
import { storesAndDatabase } from "../database.ts"
import { type Receiver, startReceiver } from "../Receiver.ts"
import { environmentOf, readSettings, reportTo, settleIn } from "../running.ts"

type Proxy = Effect.Success<ReturnType<typeof faultProxy>>
const [business] = businesses

/** A service in a process of its own, and what can be done to it and to everything that it is connected with. */
export interface FaultStage {
  readonly appUrl: string
  readonly organizationId: string
  readonly developer: Readonly<Record<string, string>>
  readonly session: Readonly<Record<string, string>>
  /** Between the service and its database, its platform, and the receiver of its events. */
  readonly proxies: { readonly database: Proxy; readonly platform: Proxy; readonly receiver: Proxy }
  readonly receiver: Receiver
  /** The service that runs. */
  readonly running: () => Running
  /** Starts the service again after a kill, and waits until it is ready. */
  readonly restart: Effect.Effect<void, never, Scope.Scope>
}

/** Starts the service between the proxies, and settles a business in. `script` runs the service; absent: the sources. */
export const faultStage = Effect.fnUntraced(function* (databaseUrl: string, script?: string) {
  const dataDir = yield* temporaryFolder
  const certificate = yield* ListenCertificate.ensure(dataDir)
  const receiver = yield* startReceiver(certificate, () => 1)
  const emulator = yield* Emulator
  const proxies = {
    database: yield* faultProxy(databaseUrl),
    platform: yield* faultProxy(emulator.url),
    receiver: yield* faultProxy(receiver.url(""))
  }
  const port = yield* freePort
  const appUrl = `http://127.0.0.1:${port}`
  const env = {
    ...environmentOf(dataDir, proxies.platform.url, proxies.database.url),
    PORT: String(port),
    LOG_LEVEL: "error",
    NODE_EXTRA_CA_CERTS: certificate.certPath
  }
  const launch = Effect.gen(function* () {
    const service = yield* start(env, [], script)
    yield* ready(service, appUrl)
    return service
  })
  let running = yield* launch
  const settings = yield* readSettings(dataDir, emulator.url, databaseUrl)
  const proxied: Receiver = { ...receiver, url: (path) => `${proxies.receiver.url}${path}` }
  const settled = yield* Effect.orDie(Effect.fromNullishOr(business)).pipe(
    Effect.flatMap((one) => settleIn(one, appUrl, proxied)),
    Effect.provide(Layer.fresh(storesAndDatabase(settings, yield* secretsOf(settings))), { local: true }),
    Effect.scoped
  )
  yield* reportTo(appUrl)
  const stage: FaultStage = {
    appUrl,
    organizationId: settled.organizationId,
    developer: settled.developer,
    session: settled.session,
    proxies,
    receiver,
    running: () => running,
    restart: Effect.map(launch, (service) => {
      running = service
    })
  }
  return stage
})
