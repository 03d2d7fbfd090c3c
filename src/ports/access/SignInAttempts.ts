import { Context, type Effect } from "effect"
import type { AttemptEnd, TooManySignInFailures } from "../../domain/access/SignInFailures.ts"

/** Hashes of the account and of the origin of an attempt, each alone and both together. */
export interface AttemptKeys {
  readonly pair: string
  readonly account: string
  readonly origin: string
}

/**
 * Counts wrong passwords across all processes of a deployment. They belong to no organization: an attempt precedes the
 * look-up of the account, which may not exist. The store sees hashes only, and has its own clock.
 */
export class SignInAttempts extends Context.Service<
  SignInAttempts,
  {
    /** Whole seconds until the account may be tried from the origin; 0: at once. */
    waitFor(keys: AttemptKeys): Effect.Effect<number>
    /**
     * Counts an attempt as a wrong password, unless there were too many. Of many at the same time, in whatever processes, no
     * more begin than the limits allow. Gives the instant by which `end` finds the attempt.
     */
    begin(keys: AttemptKeys): Effect.Effect<number, TooManySignInFailures>
    /** The attempt was no wrong password after all. */
    end(keys: AttemptKeys, begunAt: number, end: AttemptEnd): Effect.Effect<void>
  }
>()("effect-parley/ports/SignInAttempts") {}
