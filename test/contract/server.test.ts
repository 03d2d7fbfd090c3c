import { serverStores } from "../support/postgresStores.ts"
import { storesContract } from "../../testing/contracts/storesContract.ts"
import { runner } from "../support/runner.ts"

storesContract(runner, "a Postgres server", serverStores)
