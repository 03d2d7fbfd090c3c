import { Context, type Effect, type Option } from "effect"
import type { TooManySignInFailures } from "../../domain/access/SignInFailures.ts"

/** The account of a sign-in attempt, and its origin. */
export interface SignInAttempt {
  readonly email: string
  /** Identifies the caller's network address. */
  readonly origin: string
}

/** Slows down those who guess passwords. */
export class SignInGuard extends Context.Service<
  SignInGuard,
  {
    /**
     * Runs a check of a password, unless there were too many wrong ones from its origin for its account, or too many for
     * the account or from the origin altogether. The latter two do not apply to an origin from which the account has been
     * signed in to before. None means wrong, and is counted even when the caller has gone.
     */
    attempt<A, E, R>(
      attempt: SignInAttempt,
      check: Effect.Effect<Option.Option<A>, E, R>
    ): Effect.Effect<Option.Option<A>, E | TooManySignInFailures, R>
  }
>()("effect-parley/ports/SignInGuard") {}
