import { Effect, Layer } from "effect"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { embeddedDatabase } from "../support/embeddedDatabase.ts"
import { storesOn } from "../support/postgresStores.ts"
import { contracts } from "../../src/testing/contracts/contracts.ts"

/** A database for each suite, in which every test makes its own organization. */
const embedded = Layer.unwrap(Effect.map(embeddedDatabase, ({ stream }) => Database.embedded(stream)))
const stores = storesOn(embedded)

for (const contract of contracts) contract("the embedded database", stores)
