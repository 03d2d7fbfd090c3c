import { DateTime, Effect, Redacted, Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { acceptInvitation, viewInvitation } from "../../../app/access/invitations.ts"
import { setPasswordByLink, viewPasswordLink } from "../../../app/access/ownAccount.ts"
import { AuditActor } from "../../../domain/access/AuditEntry.ts"
import { authoredBy } from "../interfaces/RequestFacts.ts"
import { nameOf } from "./account.ts"
import { clientOf, passwordLength, tooManyAttempts, wrongCredentials } from "./caller.ts"
import { refusal } from "./GoTrueError.ts"
import { field, readBody } from "./readBody.ts"
import { grantBody } from "./token.ts"

const byItself = authoredBy(AuditActor.cases.Program.make({}))

const unknownLink = () => refusal(403, "otp_expired", "Link is invalid or has expired")

/** Answers to links, for `Effect.catchTags`. An organization that is gone has no links any more. */
const refusals = { LinkUnknown: unknownLink, TooManySignInFailures: tooManyAttempts }

const readLink = readBody(Schema.Struct({ token: field, name: field, password: field }))

/** Token, name and password of the body. */
const linkOf = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const { name, password, token } = yield* readLink(request)
  return { token: Redacted.make(token ?? ""), name: name ?? "", password: Redacted.make(password ?? "") }
})

/** `POST /invitation`: what the link of an invitation offers. The token is in the body, so that no log has it. */
export const invitation = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { token } = yield* linkOf(request)
  const { invitation, organization } = yield* Effect.catchTags(
    viewInvitation(token, clientOf(request).origin),
    refusals
  )
  const { email, expiresAt, name, role } = invitation
  return HttpServerResponse.jsonUnsafe({
    organization: organization.name,
    email,
    name: name === email ? "" : name,
    role,
    expires_at: expiresAt === null ? null : DateTime.formatIso(expiresAt)
  })
})

/** `POST /invitation/accept`: joins the organization and signs in. */
export const accept = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { name, password, token } = yield* linkOf(request)
  const joining = { token, password, name: yield* nameOf(name) }
  const grant = yield* acceptInvitation(joining, clientOf(request)).pipe(
    byItself,
    Effect.catchTags({
      ...refusals,
      OrganizationUnknown: unknownLink,
      PasswordLength: () => passwordLength,
      WrongCredentials: () => wrongCredentials
    })
  )
  return HttpServerResponse.jsonUnsafe(grantBody(grant))
})

/** `POST /password-link`: the address whose password the link sets. */
export const passwordLink = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { token } = yield* linkOf(request)
  const { email } = yield* Effect.catchTags(viewPasswordLink(token, clientOf(request).origin), refusals)
  return HttpServerResponse.jsonUnsafe({ email })
})

/** `POST /password-link/use`: sets a new password. */
export const usePasswordLink = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { password, token } = yield* linkOf(request)
  yield* setPasswordByLink(token, password, clientOf(request).origin).pipe(
    byItself,
    Effect.catchTags({ ...refusals, PasswordLength: () => passwordLength })
  )
  return HttpServerResponse.empty({ status: 204 })
})
