import * as Memory from "../../src/adapters/memory/Memory.ts"
import { contracts } from "./contracts.ts"

for (const contract of contracts) contract("memory", Memory.layer())
