import { DateTime, Effect, Option, Redacted, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { changeOwnAccount, endOwnSession, listOwnSessions } from "../../../app/access/ownAccount.ts"
import { currentAccount, signOut } from "../../../app/access/signIn.ts"
import { SignInId } from "../../../domain/Ids.ts"
import { AuditActor } from "../../../domain/access/AuditEntry.ts"
import type { SignIn } from "../../../domain/access/SignIn.ts"
import { authoredBy } from "../interfaces/RequestFacts.ts"
import { Text, idIn } from "../interfaces/requestFields.ts"
import {
  bearerOf,
  clientOf,
  confirmedRefusals,
  passwordLength,
  tokenRefusals,
  tooManyAttempts,
  wrongCredentials
} from "./caller.ts"
import { queryOf, refusal } from "./GoTrueError.ts"
import { field, readBody } from "./readBody.ts"
import { userBody } from "./userBody.ts"

/** `GET /user`: the owner of the access token. */
export const user = Effect.gen(function* () {
  const token = yield* bearerOf(yield* HttpServerRequest.HttpServerRequest)
  return HttpServerResponse.jsonUnsafe(userBody(yield* Effect.catchTags(currentAccount(token), tokenRefusals)))
})

const isScope = Schema.is(Schema.Literals(["global", "local", "others"]))

/** `POST /logout`: ends sessions of the owner of the access token. */
export const logout = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const token = yield* bearerOf(request)
  const scope = queryOf(request).get("scope") || "global"
  if (!isScope(scope)) return yield* refusal(400, "validation_failed", "Unsupported logout scope")
  yield* Effect.catchTags(signOut(token, scope), tokenRefusals)
  return HttpServerResponse.empty({ status: 204 })
})

/** Maximum characters of a name. */
const longestName = 200

const isName = Schema.is(Text.check(Schema.isMaxLength(longestName), Schema.isPattern(/\S/)))

/** The name of a request; fails if it cannot be one. */
export const nameOf = (name: string) =>
  isName(name)
    ? Effect.succeed(name.trim())
    : Effect.fail(refusal(400, "validation_failed", `Name should have 1 to ${longestName} characters`))

const readChange = readBody(
  Schema.Struct({
    password: field,
    current_password: field,
    data: Schema.optionalKey(Schema.NullOr(Schema.Struct({ name: field })))
  })
)

/** `PUT /user`: changes the name, and the password with the current one. */
export const changeUser = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const token = yield* bearerOf(request)
  const { current_password: current, data, password } = yield* readChange(request)
  const name = data?.name ?? null
  const change = {
    name: name === null ? null : yield* nameOf(name),
    password: password ? { next: Redacted.make(password), current: Redacted.make(current ?? "") } : null
  }
  const account = yield* changeOwnAccount(token, change, clientOf(request).origin).pipe(
    authoredBy(AuditActor.cases.Program.make({})),
    Effect.catchTags({
      ...confirmedRefusals,
      PasswordLength: () => passwordLength,
      WrongCredentials: () => wrongCredentials,
      TooManySignInFailures: tooManyAttempts
    })
  )
  return HttpServerResponse.jsonUnsafe(userBody(account))
})

const sessionBody =
  (current: SignInId | null) =>
  ({ id, refreshedAt, secondFactorAt, startedAt, userAgent }: SignIn) => ({
    id,
    created_at: DateTime.formatIso(startedAt),
    refreshed_at: DateTime.formatIso(refreshedAt),
    user_agent: userAgent,
    aal: secondFactorAt === null ? "aal1" : "aal2",
    is_current: id === current
  })

/** `GET /sessions`: the sessions of the owner of the access token, the last used first. */
export const sessions = Effect.gen(function* () {
  const token = yield* bearerOf(yield* HttpServerRequest.HttpServerRequest)
  const { current, sessions } = yield* Effect.catchTags(listOwnSessions(token), confirmedRefusals)
  return HttpServerResponse.jsonUnsafe({ sessions: sessions.map(sessionBody(current)) })
})

const sessionIdIn = idIn(SignInId)

/** `DELETE /sessions/{id}`: ends one session. */
export const endSession = Effect.gen(function* () {
  const token = yield* bearerOf(yield* HttpServerRequest.HttpServerRequest)
  const { id = "" } = yield* HttpRouter.params
  const signInId = sessionIdIn(id)
  if (Option.isNone(signInId)) return yield* refusal(404, "session_not_found", "Session not found")
  yield* Effect.catchTags(endOwnSession(token, signInId.value), {
    ...confirmedRefusals,
    SessionUnknown: () => refusal(404, "session_not_found", "Session not found")
  })
  return HttpServerResponse.empty({ status: 204 })
})
