import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api"
import type { SessionAccess, SessionCaller } from "../../../domain/access/SessionAccess.ts"
import { BadRequest, Forbidden, Unauthorized, Unavailable } from "./Failures.ts"

/** The caller, regardless of the organization. */
export class Bearer extends Context.Service<Bearer, SessionCaller>()("effect-parley/http/session/Bearer") {}

/** The organization of a call, and the caller's permissions in it. */
export class Access extends Context.Service<Access, SessionAccess>()("effect-parley/http/session/Access") {}

/** The header that names the organization. */
export const organizationHeader = "x-org-id"

/** Requires a session token and resolves its owner. */
export class TokenAuth extends HttpApiMiddleware.Service<TokenAuth, { provides: Bearer }>()(
  "effect-parley/http/session/TokenAuth",
  {
    security: {
      sessionToken: HttpApiSecurity.bearer.pipe(
        HttpApiSecurity.annotate(OpenApi.Format, "JWT"),
        HttpApiSecurity.annotate(OpenApi.Description, "A session token of the identity provider, or the service key")
      )
    },
    error: [Unauthorized, Unavailable],
    requiredForClient: true
  }
) {}

/** Requires the organization header and the caller's membership. */
export class OrganizationAuth extends HttpApiMiddleware.Service<
  OrganizationAuth,
  { requires: Bearer; provides: Access }
>()("effect-parley/http/session/OrganizationAuth", {
  security: {
    organization: HttpApiSecurity.apiKey({ key: organizationHeader, in: "header" }).pipe(
      HttpApiSecurity.annotate(OpenApi.Description, "The organization's UUID; the user has to be a member of it")
    )
  },
  error: [BadRequest, Forbidden],
  requiredForClient: true
}) {}
