import { Layer } from "effect"
import * as MemoryChannelAccounts from "../../src/adapters/memory/directory/MemoryChannelAccounts.ts"
import * as World from "../../src/adapters/memory/World.ts"

/** Where adapters of the platform keep what becomes of tokens; nobody has connected anything. */
export const accountsInMemory = MemoryChannelAccounts.layer.pipe(Layer.provide(World.layer()))
