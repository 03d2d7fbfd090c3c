import * as Memory from "../../src/adapters/memory/Memory.ts"
import { contracts } from "../../src/testing/contracts/contracts.ts"

for (const contract of contracts) contract("memory", Memory.layer())
