import { storesContract } from "../../testing/contracts/storesContract.ts"
import { runner } from "../support/runner.ts"
import { embeddedStores } from "./embeddedStores.ts"

storesContract(runner, "the embedded database", embeddedStores())
