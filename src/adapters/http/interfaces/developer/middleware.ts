import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import type { Caller } from "./ApiKeyAuth.ts"
import {
  BadRequest,
  Conflict,
  Unprocessable,
  Internal,
  TooLarge,
  TooManyRequests,
  Unavailable,
  UnsupportedMedia
} from "./Failures.ts"

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

/** Runs a call once per idempotency key. A repetition receives the first response (contract C21). */
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
