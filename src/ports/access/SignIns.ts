import { Context, type DateTime, type Effect, type Option, type Redacted } from "effect"
import type { SignInId, UserId } from "../../domain/Ids.ts"
import type {
  AttemptEnd,
  RefreshTokenReused,
  RefreshTokenUnknown,
  SignIn,
  SignInExpired,
  SignOut,
  TooManySignInFailures
} from "../../domain/access/SignIn.ts"
import type { User } from "../../domain/access/Organization.ts"

/**
 * Sessions of signed-in users, and the refresh tokens that extend them. Only hashes of the tokens are stored. A user
 * may belong to several organizations, so no call names one.
 */
export class SignIns extends Context.Service<
  SignIns,
  {
    /** Keeps a new session with its first token, and when its user signed in. */
    begin(signIn: SignIn, token: Redacted.Redacted): Effect.Effect<void>
    /**
     * Exchanges a token for its successor, as `judgeRefresh` says: of many that do so at once, one exchanges it and the
     * others are given the same. The session of a token that was used before is ended.
     */
    exchange(
      token: Redacted.Redacted,
      successor: Redacted.Redacted,
      at: DateTime.Utc
    ): Effect.Effect<SignIn, RefreshTokenUnknown | RefreshTokenReused | SignInExpired>
    /** A session that was not ended. */
    find(signInId: SignInId): Effect.Effect<Option.Option<SignIn>>
    /** Forgets sessions of the user, with their tokens. */
    end(userId: UserId, which: SignOut): Effect.Effect<void>
  }
>()("effect-parley/ports/SignIns") {}

/** A user as the identity provider knows them. */
export interface Account {
  readonly user: User
  readonly lastSignInAt: DateTime.Utc | null
}

/**
 * Users of the identity provider of the service: those with a password, whatever organizations they belong to.
 * `Organizations` adds them. Users of an external provider are not found here.
 */
export class Users extends Context.Service<
  Users,
  {
    find(userId: UserId): Effect.Effect<Option.Option<Account>>
    /** The case of letters in the address makes no difference. */
    findByEmail(email: string): Effect.Effect<Option.Option<Account & { readonly passwordHash: string }>>
  }
>()("effect-parley/ports/Users") {}

/** Passwords are stored as slow hashes that carry their own parameters. */
export class Passwords extends Context.Service<
  Passwords,
  {
    hash(password: Redacted.Redacted): Effect.Effect<string>
    /** Null means an unknown user: no password matches, and the check takes equally long. */
    verify(password: Redacted.Redacted, hash: string | null): Effect.Effect<boolean>
  }
>()("effect-parley/ports/Passwords") {}

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
