import { Effect, Layer } from "effect"
import * as Database from "../../src/adapters/postgres/Database.ts"
import * as EmbeddedPostgres from "../../src/adapters/postgres/EmbeddedPostgres.ts"
import { storesOn } from "../support/postgresStores.ts"
import { contracts } from "./contracts.ts"

/** One database for all suites: each layer is built once, and every test makes its own organization. */
const embedded = Layer.unwrap(Effect.map(EmbeddedPostgres.openInMemory(), ({ stream }) => Database.embedded(stream)))
const stores = storesOn(embedded)

for (const contract of contracts) contract("the embedded database", stores)
