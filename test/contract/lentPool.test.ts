import { lentStores } from "../support/postgresStores.ts"
import { storesContract } from "../../testing/contracts/storesContract.ts"
import { runner } from "../support/runner.ts"

storesContract(runner, "a pool of the program", lentStores)
