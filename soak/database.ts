import { Layer } from "effect"
import * as RandomIds from "../src/adapters/identity/RandomIds.ts"
import * as ScryptPasswords from "../src/adapters/identity/ScryptPasswords.ts"
import * as PgStores from "../src/adapters/postgres/PgStores.ts"
import * as Sealer from "../src/adapters/postgres/secrets/Sealer.ts"
import type { Secrets } from "../src/adapters/settings/Secrets.ts"
import type { Settings } from "../src/adapters/settings/Settings.ts"
import { database } from "../src/service/stores.ts"

/** The stores as `service/stores` has them, with the client under them for the look at the end. */
export const storesAndDatabase = (settings: Settings, secrets: Secrets) =>
  Layer.mergeAll(PgStores.layer, ScryptPasswords.layer).pipe(
    Layer.provide(Sealer.layer(secrets.secretsKeys)),
    Layer.provideMerge([database(settings)]),
    Layer.provideMerge(RandomIds.layer)
  )
