import * as Memory from "../../src/adapters/memory/Memory.ts"

/** The stores of token verdicts, without connected accounts. */
export const accountsInMemory = Memory.layer()
