import { DateTime, Effect, Option, type Redacted } from "effect"
import { AuditActor, type AuditAction } from "../../domain/access/AuditEntry.ts"
import type { User } from "../../domain/access/Organization.ts"
import { SignInId } from "../../domain/Ids.ts"
import { type SignIn, SignInEnded, SignOut, UserUnknown, WrongCredentials } from "../../domain/access/SignIn.ts"
import { CurrentAuthor } from "../../ports/access/AuditLog.ts"
import { Memberships } from "../../ports/access/Memberships.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { type Account, Passwords, SignInGuard, SignIns, Users } from "../../ports/access/SignIns.ts"
import { TokenIssuer } from "../../ports/access/IdentityProvider.ts"
import { logFailure } from "../../telemetry/failureLog.ts"
import { recordAudit } from "./auditLog.ts"

/** The credentials of a sign-in request. */
export interface Credentials {
  readonly email: string
  readonly password: Redacted.Redacted
  /** See `SignInAttempt`. */
  readonly origin: string
}

/** The tokens of a sign-in, and of every refresh. */
export interface Grant {
  readonly accessToken: Redacted.Redacted
  readonly issuedAt: DateTime.Utc
  readonly refreshToken: Redacted.Redacted
  readonly account: Account
}

const grant = Effect.fnUntraced(function* (account: Account, signIn: SignIn, refreshToken: Redacted.Redacted) {
  const issuedAt = yield* DateTime.now
  const accessToken = yield* (yield* TokenIssuer).accessToken(account.user, signIn, issuedAt)
  return { accessToken, issuedAt, refreshToken, account } satisfies Grant
})

/** Records the sign-in in each organization of the user (contract: Entries of saved replies and sign-ins). */
const recordSignIn = Effect.fnUntraced(function* ({ email, id }: User, action: AuditAction) {
  const { address } = yield* CurrentAuthor
  const author = { actor: AuditActor.cases.Member.make({ userId: id }), address }
  const organizations = yield* (yield* Memberships).ofUser(id, null)
  yield* Effect.forEach(organizations, (one) => recordAudit(one.id, action, { id, name: email ?? "" }), {
    discard: true
  }).pipe(Effect.provideService(CurrentAuthor, author))
})

/** Records a wrong password without a wait: the time of the answer must not tell whether the account exists. */
const recordFailure = (user: User) =>
  recordSignIn(user, "sign_in.failed").pipe(
    Effect.catchCause((cause) => logFailure({ level: "Warn", text: "a failed sign-in was not recorded" }, cause)),
    Effect.forkDetach
  )

/** The account, when it is the password's. An unknown address takes as long as a wrong password. */
const authenticate = Effect.fnUntraced(function* ({ email, password }: Credentials) {
  const account = yield* (yield* Users).findByEmail(email)
  const hash = Option.match(account, { onNone: () => null, onSome: ({ passwordHash }) => passwordHash })
  if (yield* (yield* Passwords).verify(password, hash)) return account
  if (Option.isSome(account)) yield* recordFailure(account.value.user)
  return Option.none()
})

/** Begins a session with a password. */
export const signIn = Effect.fn("signIn")(function* (credentials: Credentials) {
  const guard = yield* SignInGuard
  const signIns = yield* SignIns
  const issuer = yield* TokenIssuer
  const ids = yield* IdSource

  const found = yield* guard.attempt(credentials, authenticate(credentials))
  if (Option.isNone(found)) return yield* new WrongCredentials()

  const { user } = found.value
  const at = yield* DateTime.now
  const session: SignIn = { id: SignInId.make(yield* ids.uuid), userId: user.id, startedAt: at, refreshedAt: at }
  const refreshToken = yield* issuer.refreshToken
  yield* signIns.begin(session, refreshToken)
  yield* recordSignIn(user, "sign_in.succeeded")
  return yield* grant({ user, lastSignInAt: at }, session, refreshToken)
})

/** Continues a session and returns a new refresh token. */
export const refreshSignIn = Effect.fn("refreshSignIn")(function* (refreshToken: Redacted.Redacted) {
  const issuer = yield* TokenIssuer
  const signIns = yield* SignIns

  const successor = yield* issuer.successorOf(refreshToken)
  const continued = yield* signIns
    .exchange(refreshToken, successor, yield* DateTime.now)
    .pipe(
      Effect.tapErrorTag("RefreshTokenReused", ({ signInId }) =>
        logFailure(
          { level: "Warn", text: "a refresh token was used again: its session is over", subject: signInId },
          { signInId }
        )
      )
    )
  const account = yield* (yield* Users).find(continued.userId)
  if (Option.isNone(account)) return yield* new UserUnknown()
  return yield* grant(account.value, continued, successor)
})

/** Returns the holder of the access token. Fails once the session has ended. */
const current = Effect.fnUntraced(function* (accessToken: Redacted.Redacted) {
  const holder = yield* (yield* TokenIssuer).holder(accessToken)
  const account = yield* (yield* Users).find(holder.userId)
  if (Option.isNone(account)) return yield* new UserUnknown()
  if (holder.signInId !== null && Option.isNone(yield* (yield* SignIns).find(holder.signInId))) {
    return yield* new SignInEnded()
  }
  return { holder, account: account.value }
})

/** The account of an access token. */
export const currentAccount = Effect.fn("currentAccount")((accessToken: Redacted.Redacted) =>
  Effect.map(current(accessToken), ({ account }) => account)
)

/** The sessions that a sign-out ends, as GoTrue names them. */
export type SignOutScope = "global" | "local" | "others"

const signOuts = {
  global: () => SignOut.cases.Everywhere.make({}),
  local: (signInId: SignInId) => SignOut.cases.Here.make({ signInId }),
  others: (signInId: SignInId) => SignOut.cases.Elsewhere.make({ signInId })
} satisfies Record<SignOutScope, (signInId: SignInId) => SignOut>

/** Ends sessions of the token's holder. A token without a session ends all of them. */
export const signOut = Effect.fn("signOut")(function* (accessToken: Redacted.Redacted, scope: SignOutScope) {
  const { holder } = yield* current(accessToken)
  const { signInId, userId } = holder
  yield* (yield* SignIns).end(userId, signInId === null ? signOuts.global() : signOuts[scope](signInId))
})
