import { Effect, FileSystem, Layer, Option } from "effect"
import * as GeneratedSecrets from "../adapters/demo/GeneratedSecrets.ts"
import * as RandomIds from "../adapters/identity/RandomIds.ts"
import * as ScryptPasswords from "../adapters/identity/ScryptPasswords.ts"
import * as Database from "../adapters/postgres/Database.ts"
import * as EmbeddedPostgres from "../adapters/postgres/EmbeddedPostgres.ts"
import * as PgStores from "../adapters/postgres/PgStores.ts"
import * as Sealer from "../adapters/postgres/Sealer.ts"
import { type Secrets, secretsOf } from "../adapters/settings/Secrets.ts"
import { type Settings, settings } from "../adapters/settings/Settings.ts"

/** The data folder is nobody else's business. */
const dataDirMode = 0o700

/** The settings, checked, and the data folder, there. */
export const prepared = Effect.gen(function* () {
  const read = yield* settings
  yield* (yield* FileSystem.FileSystem).makeDirectory(read.dataDir, { recursive: true, mode: dataDirMode })
  return read
})

/** Every store, on a server when one is named, else on the embedded database of the data folder. */
export const stores = ({ databaseUrl, dataDir }: Settings, secrets: Secrets) => {
  const database = Option.match(databaseUrl, {
    onSome: Database.server,
    onNone: () => Layer.unwrap(Effect.map(EmbeddedPostgres.open(dataDir), ({ stream }) => Database.embedded(stream)))
  })
  return Layer.mergeAll(PgStores.layer, ScryptPasswords.layer).pipe(
    Layer.provide([database, Sealer.layer(secrets.secretsKeys)]),
    Layer.provideMerge(RandomIds.layer)
  )
}

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
