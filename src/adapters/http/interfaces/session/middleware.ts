import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import {
  BadRequest,
  Conflict,
  Forbidden,
  Unprocessable,
  Internal,
  TooLarge,
  TooManyRequests,
  Unavailable,
  UnsupportedMedia
} from "./Failures.ts"
import type { Access } from "./SessionAuth.ts"

/** Whether an endpoint reads its body itself, within its own limits. */
export const ReadsBodyItself = Context.Reference<boolean>("effect-parley/http/session/ReadsBodyItself", {
  defaultValue: () => false
})

/** Counts the request against the organization's rate tier. */
export class RateGuard extends HttpApiMiddleware.Service<RateGuard, { requires: Access }>()(
  "effect-parley/http/session/RateGuard",
  { error: TooManyRequests }
) {}

/** Rejects members who do not manage the organization (contract C235). */
export class ManagementGuard extends HttpApiMiddleware.Service<ManagementGuard, { requires: Access }>()(
  "effect-parley/http/session/ManagementGuard",
  { error: Forbidden }
) {}

/** Reads a JSON body within its limit. */
export class BodyGuard extends HttpApiMiddleware.Service<BodyGuard>()("effect-parley/http/session/BodyGuard", {
  error: [BadRequest, TooLarge, UnsupportedMedia]
}) {}

/** Runs a call once per idempotency key. A repetition receives the first response (contract C21). */
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
