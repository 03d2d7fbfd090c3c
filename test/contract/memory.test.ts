import * as Memory from "../../src/adapters/memory/Memory.ts"
import { storesContract } from "../../testing/contracts/storesContract.ts"
import { runner } from "../support/runner.ts"

storesContract(runner, "memory", Memory.layer())
