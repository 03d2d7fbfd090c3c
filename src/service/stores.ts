import { Effect, Layer, Option, type PlatformError, Schema } from "effect"
import { SqlClient } from "effect/sql"
import * as GeneratedSecrets from "../adapters/demo/GeneratedSecrets.ts"
import * as RandomIds from "../adapters/identity/RandomIds.ts"
import * as SubjectUserId from "../adapters/identity/subjectUserId.ts"
import * as ScryptPasswords from "../adapters/identity/ScryptPasswords.ts"
import { makeFolder } from "../adapters/media/makeFolder.ts"
import * as Database from "../adapters/postgres/database/Database.ts"
import * as EmbeddedPostgres from "../adapters/postgres/embedded/EmbeddedPostgres.ts"
import { checkKeys } from "../adapters/postgres/secrets/PgSealedSecrets.ts"
import * as PgStores from "../adapters/postgres/PgStores.ts"
import * as Sealer from "../adapters/postgres/secrets/Sealer.ts"
import { storedGauges } from "../adapters/postgres/watch/storedGauges.ts"
import { Locks } from "../adapters/postgres/database/DatabaseClients.ts"
import { commandModeOf } from "../adapters/settings/runMode.ts"
import { type Secrets, secretsOf } from "../adapters/settings/Secrets.ts"
import { type Settings, isIdentityProvider, settings } from "../adapters/settings/Settings.ts"
import * as ClusterShards from "../adapters/shards/ClusterShards.ts"
import * as LocalShards from "../adapters/shards/LocalShards.ts"
import { Availability, ReadWait } from "../ports/process/Transaction.ts"
import type { IdSource } from "../ports/process/IdSource.ts"
import { ShardAssignment } from "../ports/webhooks/DeliveryQueue.ts"

/** The data folder is private to its owner. */
const dataDirMode = 0o700

/** The folder of `DATA_DIR` is missing, and cannot be made. */
export class DataDirUnusable extends Schema.TaggedError<DataDirUnusable>()("DataDirUnusable", {
  dataDir: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `The folder ${this.dataDir} of DATA_DIR cannot be made (${this.reason}). Correct DATA_DIR, or let this user write to the folder above it`
  }
}

/** Text of the operating system for what a folder cannot be used for, such as `EACCES: permission denied`. */
export const reasonOf = ({ message, reason }: PlatformError.PlatformError): string =>
  reason.cause instanceof Error ? reason.cause.message : message

/** Creates the data folder if it is missing. */
export const prepareDataDir = ({ dataDir }: Settings) =>
  Effect.mapError(
    makeFolder(dataDir, dataDirMode),
    (failure) => new DataDirUnusable({ dataDir, reason: reasonOf(failure) })
  )

/** The checked settings, with an existing data folder. */
export const prepared = Effect.tap(settings, prepareDataDir)

/** A server's database: all processes on it share the deliveries. */
const onServer = (connect: Database.Connect, { databaseConnections, databaseSchema, rowSecurity }: Settings) =>
  ClusterShards.layer.pipe(
    Layer.provide(Layer.effect(SqlClient.SqlClient, Locks)),
    Layer.provideMerge(
      Database.server(connect, {
        rowSecurity,
        ...Option.match(databaseSchema, { onNone: () => ({}), onSome: (schema) => ({ schema }) }),
        ...Option.match(databaseConnections, { onNone: () => ({}), onSome: (connections) => ({ connections }) })
      })
    )
  )

/** The embedded database of the data folder, used by this process alone. */
const embedded = ({ databaseSchema, dataDir }: Settings) =>
  Layer.merge(
    LocalShards.layer,
    Layer.unwrap(
      Effect.map(EmbeddedPostgres.open(dataDir), ({ stream }) =>
        Database.embedded(stream, Option.getOrUndefined(databaseSchema))
      )
    )
  )

/** A server's database when one is named, else the embedded one; and the assignment of its shards. */
export const database = (settings: Settings, server: Option.Option<Database.Connect> = settings.databaseUrl) =>
  Option.match(server, {
    onSome: (connect) => onServer(connect, settings),
    onNone: () => embedded(settings)
  })

/**
 * The database of a service, which rejects requests while its server does not respond. Availability checks begin once
 * the database is open: a start without a server reports the reason itself.
 */
const watchedDatabase = (settings: Settings, server: Option.Option<Database.Connect>) =>
  Option.match(server, {
    onSome: (connect) => Database.availability(connect).pipe(Layer.provideMerge(onServer(connect, settings))),
    onNone: () => embedded(settings)
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
 * Every store, the assignment of shards, and the source of ids. It does not start while it lacks a key that stored
 * secrets need. `server` is the one of the settings unless it is given.
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
    Layer.provide([watchedDatabase(settings, server), sealer(secrets)]),
    Layer.provideMerge(ids)
  )

/** The settings of a command; in demo mode with the demo's secrets. */
export const settingsForCommand = Effect.gen(function* () {
  const read = yield* settings
  const mode = yield* commandModeOf(read)
  yield* prepareDataDir(read)
  return mode._tag === "Production" ? read : GeneratedSecrets.complete(read, yield* GeneratedSecrets.load(read.dataDir))
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
