import type { StatePorts } from "../../adapters/memory/World.ts"
import type { IdSource } from "../../ports/policies/IdSource.ts"
import type { PresenceSignals } from "../../ports/stores/PresenceSignals.ts"
import type { RateLedger } from "../../ports/stores/access/RateLedger.ts"
import type { SignInAttempts } from "../../ports/stores/access/SignInAttempts.ts"
import type { Transaction } from "../../ports/stores/Transaction.ts"

/** Every port that a store adapter provides. */
export type StorePorts = StatePorts | IdSource | PresenceSignals | RateLedger | SignInAttempts | Transaction
