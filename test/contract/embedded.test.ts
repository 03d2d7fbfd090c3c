import { Effect, Layer } from "effect"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { embeddedDatabase } from "../support/embeddedDatabase.ts"
import { storesOn } from "../support/postgresStores.ts"
import { storesContract } from "../../testing/contracts/storesContract.ts"
import { runner } from "../support/runner.ts"

/** A database for each suite, in which every test makes its own organization. */
const embedded = Layer.unwrap(Effect.map(embeddedDatabase, ({ stream }) => Database.embedded(stream)))
const stores = storesOn(embedded)

storesContract(runner, "the embedded database", stores)
