import { Effect, Layer, Option } from "effect"
import * as RandomIds from "../src/adapters/identity/RandomIds.ts"
import * as ScryptPasswords from "../src/adapters/identity/ScryptPasswords.ts"
import * as Database from "../src/adapters/postgres/Database.ts"
import * as EmbeddedPostgres from "../src/adapters/postgres/EmbeddedPostgres.ts"
import * as PgStores from "../src/adapters/postgres/PgStores.ts"
import * as Sealer from "../src/adapters/postgres/Sealer.ts"
import type { Secrets } from "../src/adapters/settings/Secrets.ts"
import type { Settings } from "../src/adapters/settings/Settings.ts"

/** The stores as `composition/stores` has them, with the client under them for the look at the end. */
export const storesAndDatabase = ({ databaseUrl, dataDir }: Settings, secrets: Secrets) => {
  const database = Option.match(databaseUrl, {
    onSome: Database.server,
    onNone: () => Layer.unwrap(Effect.map(EmbeddedPostgres.open(dataDir), ({ stream }) => Database.embedded(stream)))
  })
  return Layer.mergeAll(PgStores.layer, ScryptPasswords.layer).pipe(
    Layer.provide(Sealer.layer(secrets.secretsKeys)),
    Layer.provideMerge(RandomIds.layer),
    Layer.provideMerge(database)
  )
}
