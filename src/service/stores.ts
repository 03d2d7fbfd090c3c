import { Effect, FileSystem, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import * as GeneratedSecrets from "../adapters/demo/GeneratedSecrets.ts"
import * as RandomIds from "../adapters/identity/RandomIds.ts"
import * as SubjectUserId from "../adapters/identity/subjectUserId.ts"
import * as ScryptPasswords from "../adapters/identity/ScryptPasswords.ts"
import * as Database from "../adapters/postgres/database/Database.ts"
import * as EmbeddedPostgres from "../adapters/postgres/embedded/EmbeddedPostgres.ts"
import { checkKeys } from "../adapters/postgres/database/missingKeys.ts"
import * as PgStores from "../adapters/postgres/database/PgStores.ts"
import * as Sealer from "../adapters/postgres/database/Sealer.ts"
import { storedGauges } from "../adapters/postgres/watch/storedGauges.ts"
import { Signals } from "../adapters/postgres/database/Signals.ts"
import { type Secrets, secretsOf } from "../adapters/settings/Secrets.ts"
import { isIdentityProvider, type Settings, settings } from "../adapters/settings/Settings.ts"
import * as ClusterShards from "../adapters/shards/ClusterShards.ts"
import * as LocalShards from "../adapters/shards/LocalShards.ts"
import { Availability } from "../ports/stores/Availability.ts"
import { ReadWait } from "../ports/stores/ReadWait.ts"
import type { IdSource } from "../ports/policies/IdSource.ts"
import { ShardAssignment } from "../ports/policies/ShardAssignment.ts"

/** The data folder is private to its owner. */
const dataDirMode = 0o700

/** The settings, checked, and the data folder, there. */
export const prepared = Effect.gen(function* () {
  const read = yield* settings
  yield* (yield* FileSystem.FileSystem).makeDirectory(read.dataDir, { recursive: true, mode: dataDirMode })
  return read
})

/** A server's database: all processes on it share the deliveries. */
const onServer = (connect: Database.Connect, options: Database.ServerOptions) =>
  ClusterShards.layer.pipe(
    Layer.provide(Layer.effect(SqlClient.SqlClient, Signals)),
    Layer.provideMerge(Layer.mergeAll(Database.server(connect, options), Database.availability(connect)))
  )

/** The embedded database of the data folder, used by this process alone. */
const embedded = (dataDir: string, schema: string | undefined) =>
  Layer.merge(
    LocalShards.layer,
    Layer.unwrap(Effect.map(EmbeddedPostgres.open(dataDir), ({ stream }) => Database.embedded(stream, schema)))
  )

/** A server's database when one is named, else the embedded one; and the assignment of its shards. */
export const database = (
  { databaseConnections, databaseSchema, databaseUrl, dataDir, rowSecurity }: Settings,
  server: Option.Option<Database.Connect> = databaseUrl
) =>
  Option.match(server, {
    onSome: (connect) =>
      onServer(connect, {
        rowSecurity,
        ...Option.match(databaseSchema, { onNone: () => ({}), onSome: (schema) => ({ schema }) }),
        ...Option.match(databaseConnections, { onNone: () => ({}), onSome: (connections) => ({ connections }) })
      }),
    onNone: () => embedded(dataDir, Option.getOrUndefined(databaseSchema))
  })

const allStores = Layer.mergeAll(
  PgStores.layer,
  ScryptPasswords.layer,
  Layer.effect(ShardAssignment, ShardAssignment),
  Layer.effect(Availability, Availability),
  Layer.effect(ReadWait, ReadWait)
)

const sealer = ({ secretsKeys }: Secrets) => Sealer.layer(secretsKeys)

/**
 * Every store, the assignment of shards, and the source of ids. It does not start while it lacks a key that stored secrets
 * need. `server` is the one of the settings unless it is given.
 */
export const stores = (
  settings: Settings,
  secrets: Secrets,
  ids: Layer.Layer<IdSource> = RandomIds.layer,
  server: Option.Option<Database.Connect> = settings.databaseUrl
) =>
  allStores.pipe(
    Layer.merge(Layer.effectDiscard(storedGauges)),
    Layer.provide(Layer.effectDiscard(checkKeys(settings.lostKeys))),
    Layer.provide([database(settings, server), sealer(secrets)]),
    Layer.provideMerge(ids)
  )

/** The settings of a command; in demo mode with the demo's secrets. */
export const settingsForCommand = Effect.gen(function* () {
  const read = yield* prepared
  return Option.isSome(read.graphUrl)
    ? read
    : GeneratedSecrets.complete(read, yield* GeneratedSecrets.load(read.dataDir))
})

/**
 * The stores for a command that ends when it is done. Commands work without a missing key: one of them mends what needs
 * it.
 */
export const storesForCommand = (settings: Settings) =>
  Layer.unwrap(
    Effect.map(secretsOf(settings), (secrets) =>
      Layer.merge(allStores, SubjectUserId.layer(isIdentityProvider(settings))).pipe(
        Layer.provide([database(settings), sealer(secrets)]),
        Layer.provideMerge(RandomIds.layer)
      )
    )
  )
