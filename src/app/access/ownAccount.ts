import { DateTime, Effect, Option, type Redacted } from "effect"
import type { SignInId } from "../../domain/Ids.ts"
import { SessionUnknown, SignOut, WrongCredentials } from "../../domain/access/SignIn.ts"
import { Passwords, SignInGuard, SignIns, Users } from "../../ports/access/SignIns.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { limitedLookUp } from "./accountLinks.ts"
import { checkedPassword } from "./invitations.ts"
import { authenticate, confirmedSession, currentAccount, recordForUser } from "./signIn.ts"

/** A new password, and the current one that permits it. */
export interface PasswordChange {
  readonly current: Redacted.Redacted
  readonly next: Redacted.Redacted
}

/** Changes name or password of the token's holder. A new password ends their other sessions. */
export const changeOwnAccount = Effect.fn("changeOwnAccount")(function* (
  accessToken: Redacted.Redacted,
  { name, password }: { readonly name: string | null; readonly password: PasswordChange | null },
  origin: string
) {
  const users = yield* Users
  const { account, signIn } = yield* confirmedSession(accessToken)
  const { user } = account
  if (password !== null) {
    const { current, next } = password
    yield* checkedPassword(next)
    const { attempt } = yield* SignInGuard
    const { email } = user
    const found = yield* attempt({ email, origin }, authenticate({ email, password: current }))
    if (Option.isNone(found)) return yield* new WrongCredentials()
    const hash = yield* (yield* Passwords).hash(next)
    yield* users.setPassword(user.id, hash)
    const others =
      signIn === null ? SignOut.cases.Everywhere.make({}) : SignOut.cases.Elsewhere.make({ signInId: signIn.id })
    yield* (yield* SignIns).end(user.id, others)
    yield* recordForUser(user, "password.changed")
  }
  if (name !== null) yield* users.rename(user.id, name)
  return yield* currentAccount(accessToken)
})

/** The sessions of the token's holder, the last used first, and which of them is the token's own. */
export const listOwnSessions = Effect.fn("listOwnSessions")(function* (accessToken: Redacted.Redacted) {
  const { account, signIn } = yield* confirmedSession(accessToken)
  const sessions = yield* (yield* SignIns).list(account.user.id, yield* DateTime.now)
  return { sessions, current: signIn === null ? null : signIn.id }
})

/** Ends one session of the token's holder. */
export const endOwnSession = Effect.fn("endOwnSession")(function* (accessToken: Redacted.Redacted, signInId: SignInId) {
  const { account } = yield* confirmedSession(accessToken)
  const signIns = yield* SignIns
  const found = yield* signIns.find(signInId)
  if (Option.isNone(found) || found.value.userId !== account.user.id) return yield* new SessionUnknown()
  yield* signIns.end(account.user.id, SignOut.cases.Here.make({ signInId }))
})

/** Shows the address of a link to a new password to its holder. */
export const viewPasswordLink = Effect.fn("viewPasswordLink")(function* (token: Redacted.Redacted, origin: string) {
  const { findByReset } = yield* Users
  return (yield* limitedLookUp(
    origin,
    Effect.flatMap(DateTime.now, (at) => findByReset(token, at))
  )).user
})

/** Sets a password by a link, which is used up, and ends all sessions. Second factors stay. */
export const setPasswordByLink = Effect.fn("setPasswordByLink")(function* (
  token: Redacted.Redacted,
  password: Redacted.Redacted,
  origin: string
) {
  const users = yield* Users
  const signIns = yield* SignIns
  const { atomically } = yield* Transaction
  yield* checkedPassword(password)
  const user = yield* viewPasswordLink(token, origin)
  const hash = yield* (yield* Passwords).hash(password)
  yield* atomically(
    Effect.gen(function* () {
      yield* users.setPassword(user.id, hash)
      yield* signIns.end(user.id, SignOut.cases.Everywhere.make({}))
      yield* recordForUser(user, "password.changed")
    })
  )
})
