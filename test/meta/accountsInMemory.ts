import * as Memory from "../../src/adapters/memory/Memory.ts"

/** Where adapters of the platform keep what becomes of tokens; nobody has connected anything. */
export const accountsInMemory = Memory.layer()
