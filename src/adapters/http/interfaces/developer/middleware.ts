import { Context } from "effect"
import { HttpApi, type HttpApiGroup, HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import type { ApiCaller } from "../../../../ports/access/ApiKeys.ts"
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

/** The calling backend and its organization. */
export class Caller extends Context.Service<Caller, ApiCaller>()("effect-parley/http/developer/Caller") {}

/** Requires an API key and resolves its owner. */
export class ApiKeyAuth extends HttpApiMiddleware.Service<ApiKeyAuth, { provides: Caller }>()(
  "effect-parley/http/developer/ApiKeyAuth",
  {
    security: { apiKey: HttpApiSecurity.apiKey({ key: "x-api-key", in: "header" }) },
    error: [Unauthorized, Forbidden],
    requiredForClient: true
  }
) {}

/** Whether the request log stores the responses of an endpoint. */
export const LogsAnswer = Context.Reference<boolean>("effect-parley/http/developer/LogsAnswer", {
  defaultValue: () => true
})

/** Records the owner of a request, so that the request is logged. */
export class LogGuard extends HttpApiMiddleware.Service<LogGuard, { requires: Caller }>()(
  "effect-parley/http/developer/LogGuard"
) {}

/** Counts the request against the organization's rate tier. */
export class RateGuard extends HttpApiMiddleware.Service<RateGuard, { requires: Caller }>()(
  "effect-parley/http/developer/RateGuard",
  { error: TooManyRequests }
) {}

/** Reads a JSON body within its limit. */
export class BodyGuard extends HttpApiMiddleware.Service<BodyGuard>()("effect-parley/http/developer/BodyGuard", {
  error: [BadRequest, TooLarge, UnsupportedMedia]
}) {}

/** Runs a call once per idempotency key. A repetition receives the first response (contract: Idempotency keys). */
export class IdempotencyGuard extends HttpApiMiddleware.Service<IdempotencyGuard, { requires: Caller }>()(
  "effect-parley/http/developer/IdempotencyGuard",
  { error: [BadRequest, Conflict, Unprocessable] }
) {}

/** Answers an undecodable request with the envelope of this interface. */
export class DecodingGuard extends HttpApiMiddleware.Service<DecodingGuard>()(
  "effect-parley/http/developer/DecodingGuard",
  { error: BadRequest }
) {}

/** Answers a defect with the envelope of this interface. */
export class DefectGuard extends HttpApiMiddleware.Service<DefectGuard>()("effect-parley/http/developer/DefectGuard", {
  error: [Internal, Unavailable]
}) {}

/** Permits every API key what members who manage the organization may do. */
export class ManagementGuard extends HttpApiMiddleware.Service<ManagementGuard>()(
  "effect-parley/http/developer/ManagementGuard"
) {}

/** Declares that endpoints of a resource of both interfaces answer with 404. */
export class AnswersNotFound extends HttpApiMiddleware.Service<AnswersNotFound>()(
  "effect-parley/http/developer/AnswersNotFound",
  { error: NotFound }
) {}

/** Declares that endpoints of a resource of both interfaces answer with 409. */
export class AnswersConflict extends HttpApiMiddleware.Service<AnswersConflict>()(
  "effect-parley/http/developer/AnswersConflict",
  { error: Conflict }
) {}

/** Declares that endpoints of a resource of both interfaces answer with 502. */
export class AnswersBadGateway extends HttpApiMiddleware.Service<AnswersBadGateway>()(
  "effect-parley/http/developer/AnswersBadGateway",
  { error: BadGateway }
) {}

/** Path prefix of the documented endpoints. */
export const base = "/api/developer"

/**
 * The groups behind the guards of this interface. The guards apply from the last to the first: defects, decoding, key,
 * log, rate tier, body (contract: Order of checks). A resource makes its handlers for the interface with its own group
 * alone.
 */
export const developerApi = <
  const Groups extends readonly [HttpApiGroup.Constraint, ...ReadonlyArray<HttpApiGroup.Constraint>]
>(
  ...groups: Groups
) =>
  HttpApi.make("developer")
    .add(...groups)
    .middleware(BodyGuard)
    .middleware(RateGuard)
    .middleware(LogGuard)
    .middleware(ApiKeyAuth)
    .middleware(DecodingGuard)
    .middleware(DefectGuard)
    .annotate(HttpApi.PayloadParseOptions, { reportInput: true })
    .prefix(base)
