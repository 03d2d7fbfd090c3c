import type { StatePorts } from "../../src/adapters/memory/World.ts"
import type { IdSource } from "../../src/ports/process/IdSource.ts"
import type { PresenceSignals } from "../../src/ports/conversations/ConversationStore.ts"
import type { RateLedger } from "../../src/ports/limits/RateLimits.ts"
import type { SignInAttempts } from "../../src/ports/access/SignIns.ts"
import type { Transaction } from "../../src/ports/process/Transaction.ts"

/** Every port that a store adapter provides. */
export type StorePorts = StatePorts | IdSource | PresenceSignals | RateLedger | SignInAttempts | Transaction
