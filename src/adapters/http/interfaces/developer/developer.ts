import { Effect } from "effect"
import { backendAccess } from "../../../../domain/access/SessionAccess.ts"
import type { Interface, Requester } from "../Interface.ts"
import type { ContentOf, RefusalContent, Refused, RefusedStatus } from "../Refusal.ts"
import { BadGateway, BadRequest, Conflict, Forbidden, NotFound, TooManyRequests, Unavailable } from "./Failures.ts"
import {
  AnswersBadGateway,
  AnswersConflict,
  AnswersNotFound,
  Caller,
  IdempotencyGuard,
  ManagementGuard
} from "./middleware.ts"

/** The Developer interface, as resources of both interfaces see it. */
export const developer: Interface<
  "/v1",
  {
    readonly Management: ManagementGuard
    readonly Idempotency: IdempotencyGuard
    readonly NotFound: AnswersNotFound
    readonly Conflict: AnswersConflict
    readonly BadGateway: AnswersBadGateway
  }
> = {
  prefix: "/v1",
  forManagers: "",
  Management: ManagementGuard,
  Idempotency: IdempotencyGuard,
  NotFound: AnswersNotFound,
  Conflict: AnswersConflict,
  BadGateway: AnswersBadGateway
}

export interface FailureOf {
  readonly BadRequest: BadRequest
  readonly Forbidden: Forbidden
  readonly NotFound: NotFound
  readonly Conflict: Conflict
  readonly TooManyRequests: TooManyRequests
  readonly BadGateway: BadGateway
  readonly Unavailable: Unavailable
}

const bodyOf = ({ code, fix, text }: RefusalContent) => ({
  message: text,
  ...(code !== undefined && { code }),
  ...(fix !== undefined && { fix })
})

const failures: { readonly [Status in RefusedStatus]: (content: ContentOf[Status]) => FailureOf[Status] } = {
  BadRequest: (content) => new BadRequest(bodyOf(content)),
  Forbidden: (content) => new Forbidden(bodyOf(content)),
  NotFound: (content) => new NotFound(bodyOf(content)),
  Conflict: (content) => new Conflict(bodyOf(content)),
  TooManyRequests: (content) => new TooManyRequests(bodyOf(content)),
  BadGateway: (content) => new BadGateway(bodyOf(content)),
  Unavailable: (content) => new Unavailable(bodyOf(content))
}

/** The failure of this interface for a refusal of a resource. */
export const developerFailure = <Status extends RefusedStatus>(refused: Refused<Status>): FailureOf[Status] =>
  failures[refused.status](refused.content)

/** The answer of this interface to an error that a resource refuses, for `Effect.catchTags`. */
export const developerAnswer =
  <Error, Status extends RefusedStatus>(refuse: (error: Error) => Refused<Status>) =>
  (error: Error): FailureOf[Status] =>
    developerFailure(refuse(error))

/** Makes a handler of this interface from the handler of a resource, without an answer to its errors. */
export const asBackend =
  <Request, View, E, Services>(handler: (requester: Requester, request: Request) => Effect.Effect<View, E, Services>) =>
  (request: Request): Effect.Effect<View, E, Services | Caller> =>
    Effect.flatMap(Caller, ({ apiKeyId, organizationId }) =>
      handler(
        { organizationId, access: backendAccess(organizationId), actor: { source: "api", by: apiKeyId } },
        request
      )
    )

/** Makes a handler of this interface from the handler of a resource. */
export const inDeveloper =
  <Request, View, Services, Status extends RefusedStatus = never>(
    handler: (requester: Requester, request: Request) => Effect.Effect<View, Refused<Status>, Services>
  ) =>
  (request: Request): Effect.Effect<View, FailureOf[Status], Services | Caller> =>
    Effect.mapError(asBackend(handler)(request), developerFailure)
