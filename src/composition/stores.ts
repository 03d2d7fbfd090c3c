import { Effect, FileSystem, Layer, Option, type Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as GeneratedSecrets from "../adapters/demo/GeneratedSecrets.ts"
import * as RandomIds from "../adapters/identity/RandomIds.ts"
import * as ScryptPasswords from "../adapters/identity/ScryptPasswords.ts"
import * as Database from "../adapters/postgres/Database.ts"
import * as EmbeddedPostgres from "../adapters/postgres/EmbeddedPostgres.ts"
import * as PgStores from "../adapters/postgres/PgStores.ts"
import * as Sealer from "../adapters/postgres/Sealer.ts"
import { Signals } from "../adapters/postgres/Signals.ts"
import { type Secrets, secretsOf } from "../adapters/settings/Secrets.ts"
import { type Settings, settings } from "../adapters/settings/Settings.ts"
import * as ClusterShards from "../adapters/shards/ClusterShards.ts"
import * as LocalShards from "../adapters/shards/LocalShards.ts"
import { ShardAssignment } from "../ports/ShardAssignment.ts"

/** The data folder is nobody else's business. */
const dataDirMode = 0o700

/** The settings, checked, and the data folder, there. */
export const prepared = Effect.gen(function* () {
  const read = yield* settings
  yield* (yield* FileSystem.FileSystem).makeDirectory(read.dataDir, { recursive: true, mode: dataDirMode })
  return read
})

/** A server's database, whose deliveries all processes on it share. */
const onServer = (url: Redacted.Redacted) =>
  ClusterShards.layer.pipe(
    Layer.provide(Layer.effect(SqlClient.SqlClient, Signals)),
    Layer.provideMerge(Database.server(url))
  )

/** The embedded database of the data folder, which nobody else is on. */
const embedded = (dataDir: string) =>
  Layer.merge(
    LocalShards.layer,
    Layer.unwrap(Effect.map(EmbeddedPostgres.open(dataDir), ({ stream }) => Database.embedded(stream)))
  )

/** A server's database when one is named, else the embedded one; and the assignment of its shards. */
export const database = ({ databaseUrl, dataDir }: Settings) =>
  Option.match(databaseUrl, { onSome: onServer, onNone: () => embedded(dataDir) })

/** Every store, and the assignment of shards. */
export const stores = (settings: Settings, secrets: Secrets) =>
  Layer.mergeAll(PgStores.layer, ScryptPasswords.layer, Layer.effect(ShardAssignment, ShardAssignment)).pipe(
    Layer.provide([database(settings), Sealer.layer(secrets.secretsKeys)]),
    Layer.provideMerge(RandomIds.layer)
  )

/** The stores for a command that ends when it is done; in demo mode with the demo's secrets. */
export const storesForCommand = Layer.unwrap(
  Effect.gen(function* () {
    const read = yield* prepared
    const settings = Option.isSome(read.graphUrl)
      ? read
      : GeneratedSecrets.complete(read, yield* GeneratedSecrets.load(read.dataDir))
    return stores(settings, yield* secretsOf(settings))
  })
)
