import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { Context, Effect, Layer, Option } from "effect"
import * as ScryptPasswords from "../../adapters/identity/ScryptPasswords.ts"
import type * as PgStores from "../../adapters/postgres/PgStores.ts"
import { checkSecrets, type SecretNeed } from "../../adapters/settings/Secrets.ts"
import type { Settings } from "../../adapters/settings/Settings.ts"
import * as ProcessHealth from "../../adapters/worker/processHealth.ts"
import * as LocalShards from "../../adapters/shards/LocalShards.ts"
import type { IdSource } from "../../ports/process/IdSource.ts"
import { SessionTokens } from "../../ports/access/IdentityProvider.ts"
import { Passwords } from "../../ports/access/SignIns.ts"
import { ShardAssignment } from "../../ports/webhooks/DeliveryQueue.ts"
import type { SealedSecrets } from "../../ports/access/SealedSecrets.ts"
import { Readiness } from "../../ports/process/WorkerHealth.ts"
import * as Identity from "../identity.ts"
import { platformUrls, ports, unlessGiven } from "../ports.ts"
import { backgroundWork } from "../service.ts"
import { readOptions, refusedOptions } from "./readOptions.ts"
import type { ServiceOptions } from "./ServiceOptions.ts"

/** The stores of the service: `Postgres.layer`, `Postgres.embedded` or `Memory.layer`. */
export type Stores = Exclude<Layer.Success<typeof PgStores.layer>, SealedSecrets | Readiness> | IdSource

/** The ports that the service provides: platforms, files, receivers of events, and policies. */
export type Ports = Layer.Success<ReturnType<typeof ports>> | Passwords | Readiness | SessionTokens | ShardAssignment

/** The service of this process, as `http`, `listen` and `toWebHandler` know it. */
export class Service extends Context.Service<Service, { readonly settings: Settings }>()(
  "effect-parley/service/Service"
) {}

const alwaysReady = Readiness.of({ obstacle: Effect.succeed(null), missingKeys: Effect.succeed([]) })

/** Returns the roles that need secrets. The role `api` needs none if the port that verifies sessions is replaced. */
const needsOf = ({ roles }: Settings): Effect.Effect<ReadonlyArray<SecretNeed>> =>
  Effect.map(Effect.serviceOption(SessionTokens), (replaced) =>
    roles.filter((role) => role !== "api" || Option.isNone(replaced))
  )

const usual = ({ roles, ...options }: ServiceOptions) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const settings = yield* readOptions({ ...options, ...(roles === undefined ? {} : { parleyRoles: roles }) })
      yield* Effect.mapError(checkSecrets(settings, yield* needsOf(settings)), refusedOptions)
      const address = Option.getOrElse(settings.publicUrl, () => "")
      const urls = platformUrls(
        settings,
        Option.getOrElse(settings.graphUrl, () => "")
      )
      const brought = Layer.mergeAll(
        ports(settings, urls, Effect.succeed([]), Effect.succeed(address)),
        unlessGiven(SessionTokens, Identity.sessionTokens(settings, address)),
        unlessGiven(Passwords, ScryptPasswords.layer),
        // Databases bring these two. Memory is always ready, and serves this process alone.
        unlessGiven(ShardAssignment, LocalShards.layer),
        unlessGiven(Readiness, Layer.succeed(Readiness, alwaysReady)),
        ProcessHealth.layer,
        Layer.succeed(Service, Service.of({ settings }))
      )
      return Layer.provideMerge(backgroundWork(settings), brought)
    })
  ).pipe(Layer.provide([NodeFileSystem.layer, NodePath.layer]))

/** A layer that replaces ports. It may require the underlying stores, such as the one that it replaces. */
export interface Overrides<A, E, R> {
  readonly overrides: Layer.Layer<A, E, R>
}

/** The failure of a start: options are rejected, a folder cannot be created, or Redis does not respond. */
export type StartFailure = Layer.Error<ReturnType<typeof usual>>

/**
 * The service in this process: every port for the use cases, and the background work of the roles for as long as the
 * layer lives. `overrides` replaces any port, a store included, for use cases, interfaces and background work alike. A
 * usual adapter that is replaced is not built. `http`, `listen` and `toWebHandler` answer requests.
 *
 * Fails with `OptionsRefused`, which names the option that is not of its form, or all that are missing or too weak,
 * with the failures of `overrides`, and with those of the usual adapters.
 */
export function layer(options?: ServiceOptions): Layer.Layer<Service | Ports, StartFailure, Stores>
export function layer<A, E, R>(
  options: ServiceOptions & Overrides<A, E, R>
): Layer.Layer<Service | Ports | A, StartFailure | E, Exclude<Stores, A> | R>
export function layer({
  overrides,
  ...options
}: ServiceOptions & Partial<Overrides<never, unknown, unknown>> = {}): Layer.Layer<never, unknown, unknown> {
  return overrides === undefined ? usual(options) : Layer.provideMerge(usual(options), overrides)
}
