import { Redacted } from "effect"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { storesContract } from "../../testing/contracts/storesContract.ts"
import { runner } from "../support/runner.ts"
import { sharedServerStores } from "./serverStores.ts"

storesContract(
  runner,
  "a Postgres server",
  sharedServerStores((url) => Database.server(Redacted.make(url)))
)
