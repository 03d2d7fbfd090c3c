import { Effect, Layer } from "effect"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { storesContract } from "../../testing/contracts/storesContract.ts"
import { programPool } from "../support/database/postgresStores.ts"
import { runner } from "../support/runner.ts"
import { sharedServerStores } from "./serverStores.ts"

storesContract(
  runner,
  "a pool of the program",
  sharedServerStores((url) => Layer.unwrap(Effect.map(programPool(url), (pool) => Database.server(pool))))
)
