import { Context } from "effect"
import { HttpApi, type HttpApiGroup, HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api"
import type { SessionAccess, SessionCaller } from "../../../../domain/access/SessionAccess.ts"
import {
  BadGateway,
  BadRequest,
  Conflict,
  Forbidden,
  Internal,
  NotFound,
  TooLarge,
  TooManyRequests,
  Unauthorized,
  Unavailable,
  Unprocessable,
  UnsupportedMedia
} from "./Failures.ts"

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

/** Counts the request against the organization's rate tier. */
export class RateGuard extends HttpApiMiddleware.Service<RateGuard, { requires: Access }>()(
  "effect-parley/http/session/RateGuard",
  { error: TooManyRequests }
) {}

/** Rejects members who do not manage the organization (contract: Roles of the console's endpoints). */
export class ManagementGuard extends HttpApiMiddleware.Service<ManagementGuard, { requires: Access }>()(
  "effect-parley/http/session/ManagementGuard",
  { error: Forbidden }
) {}

/** Reads a JSON body within its limit. */
export class BodyGuard extends HttpApiMiddleware.Service<BodyGuard>()("effect-parley/http/session/BodyGuard", {
  error: [BadRequest, TooLarge, UnsupportedMedia]
}) {}

/** Runs a call once per idempotency key. A repetition receives the first response (contract: Idempotency keys). */
export class IdempotencyGuard extends HttpApiMiddleware.Service<IdempotencyGuard, { requires: Access }>()(
  "effect-parley/http/session/IdempotencyGuard",
  { error: [BadRequest, Conflict, Unprocessable] }
) {}

/** Answers an undecodable request with the envelope of this interface. */
export class DecodingGuard extends HttpApiMiddleware.Service<DecodingGuard>()(
  "effect-parley/http/session/DecodingGuard",
  { error: BadRequest }
) {}

/** Answers a defect with the envelope of this interface. */
export class DefectGuard extends HttpApiMiddleware.Service<DefectGuard>()("effect-parley/http/session/DefectGuard", {
  error: [Internal, Unavailable]
}) {}

/** Declares that endpoints of a resource of both interfaces answer with 404. */
export class AnswersNotFound extends HttpApiMiddleware.Service<AnswersNotFound>()(
  "effect-parley/http/session/AnswersNotFound",
  { error: NotFound }
) {}

/** Declares that endpoints of a resource of both interfaces answer with 409. */
export class AnswersConflict extends HttpApiMiddleware.Service<AnswersConflict>()(
  "effect-parley/http/session/AnswersConflict",
  { error: Conflict }
) {}

/** Declares that endpoints of a resource of both interfaces answer with 502. */
export class AnswersBadGateway extends HttpApiMiddleware.Service<AnswersBadGateway>()(
  "effect-parley/http/session/AnswersBadGateway",
  { error: BadGateway }
) {}

/** Path prefix of the endpoints. */
export const base = "/api/whatsapp"

/** The groups behind the guards of endpoints that concern an organization: its header, then rate tier, then body. */
export const ofOrganization = <Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<"session", Groups>) =>
  api.middleware(BodyGuard).middleware(RateGuard).middleware(OrganizationAuth)

/**
 * The groups behind the guards of all endpoints: defects, then decoding, then the token (contract: Order of checks).
 */
export const ofCaller = <Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<"session", Groups>) =>
  api
    .middleware(TokenAuth)
    .middleware(DecodingGuard)
    .middleware(DefectGuard)
    .annotate(HttpApi.PayloadParseOptions, { reportInput: true })
    .prefix(base)

/** The interface with one group, for which a resource makes its handlers. */
export const sessionApi = <Group extends HttpApiGroup.Constraint>(group: Group) =>
  ofCaller(ofOrganization(HttpApi.make("session").add(group)))

/** The interface with one group of the caller, without an organization. */
export const userApi = <Group extends HttpApiGroup.Constraint>(group: Group) =>
  ofCaller(HttpApi.make("session").add(group))
