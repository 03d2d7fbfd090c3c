/** `effect-parley/client/effect`: clients of both interfaces on Effect. */

/** @stable */
export * as DeveloperClient from "../../../client/DeveloperClient.ts"
export * as SessionClient from "../../../client/SessionClient.ts"
export * from "../../../client/IdempotencyKey.ts"
export * as SessionEvents from "../../../client/SessionEvents.ts"
export type { ConversationGone, LiveEvent, Resync, StreamEntry } from "../../../client/promise/eventStream.ts"
export { ParleyError } from "../../../client/promise/ParleyError.ts"
// A program that exports a client, or a call of it, has to be able to name these types.
export type {
  AnswersBadGateway as DeveloperAnswersBadGateway,
  AnswersConflict as DeveloperAnswersConflict,
  AnswersNotFound as DeveloperAnswersNotFound,
  ApiKeyAuth,
  BodyGuard as DeveloperBodyGuard,
  DecodingGuard as DeveloperDecodingGuard,
  DefectGuard as DeveloperDefectGuard,
  IdempotencyGuard as DeveloperIdempotencyGuard,
  LogGuard as DeveloperLogGuard,
  ManagementGuard as DeveloperManagementGuard,
  RateGuard as DeveloperRateGuard
} from "../../adapters/http/interfaces/developer/middleware.ts"
export type {
  AnswersBadGateway as SessionAnswersBadGateway,
  AnswersConflict as SessionAnswersConflict,
  AnswersNotFound as SessionAnswersNotFound,
  BodyGuard as SessionBodyGuard,
  DecodingGuard as SessionDecodingGuard,
  DefectGuard as SessionDefectGuard,
  IdempotencyGuard as SessionIdempotencyGuard,
  ManagementGuard as SessionManagementGuard,
  OrganizationAuth,
  RateGuard as SessionRateGuard,
  TokenAuth
} from "../../adapters/http/interfaces/session/middleware.ts"
export type {
  BadGateway as DeveloperBadGateway,
  BadRequest as DeveloperBadRequest,
  Conflict as DeveloperConflict,
  Forbidden as DeveloperForbidden,
  Internal as DeveloperInternal,
  NotFound as DeveloperNotFound,
  TooLarge as DeveloperTooLarge,
  TooManyRequests as DeveloperTooManyRequests,
  Unauthorized as DeveloperUnauthorized,
  Unavailable as DeveloperUnavailable,
  Unprocessable as DeveloperUnprocessable,
  UnsupportedMedia as DeveloperUnsupportedMedia
} from "../../adapters/http/interfaces/developer/Failures.ts"
export type {
  BadGateway as SessionBadGateway,
  BadRequest as SessionBadRequest,
  Conflict as SessionConflict,
  Forbidden as SessionForbidden,
  Internal as SessionInternal,
  NotFound as SessionNotFound,
  TooLarge as SessionTooLarge,
  TooManyRequests as SessionTooManyRequests,
  Unauthorized as SessionUnauthorized,
  Unavailable as SessionUnavailable,
  Unprocessable as SessionUnprocessable,
  UnsupportedMedia as SessionUnsupportedMedia
} from "../../adapters/http/interfaces/session/Failures.ts"
