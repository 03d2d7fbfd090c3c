import { DateTime, Effect, Option, type Redacted } from "effect"
import { AuditActor, type AuditAction, type AuditSubject } from "../../domain/access/AuditEntry.ts"
import type { User } from "../../domain/access/Organization.ts"
import { SignInId } from "../../domain/Ids.ts"
import { type Factors, SecondFactorMissing, assuranceOf } from "../../domain/access/SecondFactor.ts"
import {
  type SignIn,
  SignInEnded,
  SignOut,
  UserUnknown,
  WrongCredentials,
  maxUserAgentLength
} from "../../domain/access/SignIn.ts"
import { CurrentAuthor } from "../../ports/access/AuditLog.ts"
import { Memberships } from "../../ports/access/Memberships.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { type Account, Passwords, SecondFactors, SignInGuard, SignIns, Users } from "../../ports/access/SignIns.ts"
import { TokenIssuer } from "../../ports/access/IdentityProvider.ts"
import { logFailure } from "../../telemetry/failureLog.ts"
import { recordAudit } from "./auditLog.ts"

/** Address and password of a sign-in request. */
export interface Credentials {
  readonly email: string
  readonly password: Redacted.Redacted
}

/** The client of a sign-in. */
export interface SignInClient {
  /** See `SignInAttempt`. */
  readonly origin: string
  /** The value of the header; empty without one. */
  readonly userAgent: string
}

/** An account with its second factors. */
export interface FactoredAccount extends Account {
  readonly factors: Factors
}

/** The tokens of a sign-in, and of every refresh. */
export interface Grant {
  readonly accessToken: Redacted.Redacted
  readonly issuedAt: DateTime.Utc
  readonly refreshToken: Redacted.Redacted
  readonly account: FactoredAccount
}

const withFactors = Effect.fnUntraced(function* (account: Account) {
  return { ...account, factors: yield* (yield* SecondFactors).list(account.user.id) } satisfies FactoredAccount
})

const grant = Effect.fnUntraced(function* (account: FactoredAccount, signIn: SignIn, refreshToken: Redacted.Redacted) {
  const issuedAt = yield* DateTime.now
  const assurance = assuranceOf(signIn, account.factors)
  const accessToken = yield* (yield* TokenIssuer).accessToken(account.user, signIn, issuedAt, assurance)
  return { accessToken, issuedAt, refreshToken, account } satisfies Grant
})

/** Records what the user did in each of their organizations (contract: Entries of saved replies and sign-ins). */
export const recordForUser = Effect.fnUntraced(function* (user: User, action: AuditAction, about?: AuditSubject) {
  const { address } = yield* CurrentAuthor
  const author = { actor: AuditActor.cases.Member.make({ userId: user.id }), address }
  const organizations = yield* (yield* Memberships).ofUser(user.id, null)
  const subject = about ?? { id: user.id, name: user.email }
  yield* Effect.forEach(organizations, (one) => recordAudit(one.id, action, subject), { discard: true }).pipe(
    Effect.provideService(CurrentAuthor, author)
  )
})

/** Records a wrong password or code without a wait: the time of the answer must not tell whether the account exists. */
export const recordFailure = (user: User) =>
  recordForUser(user, "sign_in.failed").pipe(
    Effect.catchCause((cause) => logFailure({ level: "Warn", text: "a failed sign-in was not recorded" }, cause)),
    Effect.forkDetach
  )

/** The account, when it is the password's. An unknown address takes as long as a wrong password. */
export const authenticate = Effect.fnUntraced(function* ({ email, password }: Credentials) {
  const account = yield* (yield* Users).findByEmail(email)
  const hash = Option.match(account, { onNone: () => null, onSome: ({ passwordHash }) => passwordHash })
  if (yield* (yield* Passwords).verify(password, hash)) return account
  if (Option.isSome(account)) yield* recordFailure(account.value.user)
  return Option.none()
})

/** Begins a session of the user. `confirmed` replaces a session that a second factor has just confirmed. */
export const startSession = Effect.fnUntraced(function* (
  user: User,
  { userAgent }: Pick<SignInClient, "userAgent">,
  confirmed: SignIn | null = null
) {
  const issuer = yield* TokenIssuer
  const at = yield* DateTime.now
  const signIn: SignIn = {
    id: SignInId.make(yield* (yield* IdSource).uuid),
    userId: user.id,
    startedAt: confirmed === null ? at : confirmed.startedAt,
    refreshedAt: at,
    userAgent: userAgent.slice(0, maxUserAgentLength),
    secondFactorAt: confirmed === null ? null : at
  }
  const account = yield* withFactors({ user, lastSignInAt: signIn.startedAt })
  const isPending = assuranceOf(signIn, account.factors) === "pending"
  const refreshToken = yield* issuer.refreshToken
  yield* (yield* SignIns).begin(signIn, refreshToken)
  if (confirmed !== null) {
    yield* (yield* SignIns).end(user.id, SignOut.cases.Here.make({ signInId: confirmed.id }))
  }
  if (!isPending) yield* recordForUser(user, "sign_in.succeeded")
  return yield* grant(account, signIn, refreshToken)
})

/** Begins a session with a password. A user with second factors has to confirm it by one. */
export const signIn = Effect.fn("signIn")(function* (credentials: Credentials, client: SignInClient) {
  const { attempt } = yield* SignInGuard
  const { email } = credentials
  const found = yield* attempt({ email, origin: client.origin }, authenticate(credentials))
  if (Option.isNone(found)) return yield* new WrongCredentials()
  return yield* startSession(found.value.user, client)
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
  return yield* grant(yield* withFactors(account.value), continued, successor)
})

/** The holder of the access token with their session. Fails once the session has ended. */
export const currentSession = Effect.fnUntraced(function* (accessToken: Redacted.Redacted) {
  const { signInId, userId } = yield* (yield* TokenIssuer).holder(accessToken)
  const account = yield* (yield* Users).find(userId)
  if (Option.isNone(account)) return yield* new UserUnknown()
  const signIn = signInId === null ? null : Option.getOrNull(yield* (yield* SignIns).find(signInId))
  if (signInId !== null && signIn === null) return yield* new SignInEnded()
  return { account: yield* withFactors(account.value), signIn }
})

/** The same for a session that needs no second factor any more. */
export const confirmedSession = Effect.fnUntraced(function* (accessToken: Redacted.Redacted) {
  const session = yield* currentSession(accessToken)
  if (assuranceOf(session.signIn, session.account.factors) === "pending") {
    return yield* new SecondFactorMissing({ reason: "pending" })
  }
  return session
})

/** The account of an access token. */
export const currentAccount = Effect.fn("currentAccount")((accessToken: Redacted.Redacted) =>
  Effect.map(currentSession(accessToken), ({ account }) => account)
)

/** The sessions that a sign-out ends, as GoTrue names them. */
export type SignOutScope = "global" | "local" | "others"

const signOuts = {
  global: () => SignOut.cases.Everywhere.make({}),
  local: (signInId: SignInId) => SignOut.cases.Here.make({ signInId }),
  others: (signInId: SignInId) => SignOut.cases.Elsewhere.make({ signInId })
} satisfies Record<SignOutScope, (signInId: SignInId) => SignOut>

/**
 * Ends sessions of the token's holder. A token without a session ends all of them, and one that waits for a second factor
 * only its own.
 */
export const signOut = Effect.fn("signOut")(function* (accessToken: Redacted.Redacted, scope: SignOutScope) {
  const { account, signIn } = yield* currentSession(accessToken)
  const ended = assuranceOf(signIn, account.factors) === "pending" ? "local" : scope
  yield* (yield* SignIns).end(account.user.id, signIn === null ? signOuts.global() : signOuts[ended](signIn.id))
})
