import { Context, type Redacted } from "effect"
import { HttpApi, type HttpApiGroup, HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import type { ListedOrganization } from "../../../domain/access/Organization.ts"
import {
  BadRequest,
  Conflict,
  NotFound,
  TooManyRequests,
  Unauthorized,
  Unprocessable
} from "../interfaces/developer/Failures.ts"
import { BodyGuard, DecodingGuard, DefectGuard } from "../interfaces/developer/middleware.ts"

/** The keys of the administration interface, several during a rotation. Without one, none of its paths exists. */
export const AdminKeys = Context.Reference<ReadonlyArray<Redacted.Redacted>>("effect-parley/http/AdminKeys", {
  defaultValue: () => []
})

/** The organization in the path of a request. */
export class Administered extends Context.Service<Administered, ListedOrganization>()(
  "effect-parley/http/administration/Administered"
) {}

/** Requires a key of the operator. */
export class AdminAuth extends HttpApiMiddleware.Service<AdminAuth>()("effect-parley/http/administration/AdminAuth", {
  security: {
    adminKey: HttpApiSecurity.apiKey({ key: "x-admin-key", in: "header" }),
    bearer: HttpApiSecurity.bearer
  },
  error: Unauthorized,
  requiredForClient: true
}) {}

/** Counts the request against the allowance of all operators. */
export class AdminRate extends HttpApiMiddleware.Service<AdminRate>()("effect-parley/http/administration/AdminRate", {
  error: TooManyRequests
}) {}

/** Finds the organization in the path. */
export class OrganizationGuard extends HttpApiMiddleware.Service<OrganizationGuard, { provides: Administered }>()(
  "effect-parley/http/administration/OrganizationGuard",
  { error: NotFound }
) {}

/** Runs a call for an organization once per idempotency key. */
export class AdminIdempotency extends HttpApiMiddleware.Service<AdminIdempotency, { requires: Administered }>()(
  "effect-parley/http/administration/AdminIdempotency",
  { error: [BadRequest, Conflict, Unprocessable] }
) {}

/** Path prefix of the endpoints. */
export const base = "/api/admin"

/**
 * The groups behind the guards of the administration interface. The guards apply from the last to the first: defects,
 * decoding, key, rate, body.
 */
export const adminApi = <
  const Groups extends readonly [HttpApiGroup.Constraint, ...ReadonlyArray<HttpApiGroup.Constraint>]
>(
  ...groups: Groups
) =>
  HttpApi.make("admin")
    .add(...groups)
    .middleware(BodyGuard)
    .middleware(AdminRate)
    .middleware(AdminAuth)
    .middleware(DecodingGuard)
    .middleware(DefectGuard)
    .annotate(HttpApi.PayloadParseOptions, { reportInput: true })
    .prefix(base)
