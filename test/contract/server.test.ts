import { serverStores } from "../support/postgresStores.ts"
import { contracts } from "../../src/testing/contracts/contracts.ts"

for (const contract of contracts) contract("a Postgres server", serverStores)
