import { Effect } from "effect"
import { actorOf, type SessionAccess } from "../../../../domain/access/SessionAccess.ts"
import type { ConsentActor } from "../../../../domain/contacts/Consent.ts"
import type { Interface, Requester } from "../Interface.ts"
import type { ContentOf, RefusalContent, Refused, RefusedStatus } from "../Refusal.ts"
import { BadGateway, BadRequest, Conflict, Forbidden, NotFound, TooManyRequests, Unavailable } from "./Failures.ts"
import {
  Access,
  AnswersBadGateway,
  AnswersConflict,
  AnswersNotFound,
  IdempotencyGuard,
  ManagementGuard
} from "./middleware.ts"

/** The Session interface, as resources of both interfaces see it. */
export const session: Interface<
  "",
  {
    readonly Management: ManagementGuard
    readonly Idempotency: IdempotencyGuard
    readonly NotFound: AnswersNotFound
    readonly Conflict: AnswersConflict
    readonly BadGateway: AnswersBadGateway
  }
> = {
  prefix: "",
  forManagers: " For members who manage the organization.",
  Management: ManagementGuard,
  Idempotency: IdempotencyGuard,
  NotFound: AnswersNotFound,
  Conflict: AnswersConflict,
  BadGateway: AnswersBadGateway
}

interface FailureOf {
  readonly BadRequest: BadRequest
  readonly Forbidden: Forbidden
  readonly NotFound: NotFound
  readonly Conflict: Conflict
  readonly TooManyRequests: TooManyRequests
  readonly BadGateway: BadGateway
  readonly Unavailable: Unavailable
}

const bodyOf = ({ memberText, text }: RefusalContent) => ({ error: memberText ?? text })

const failures: { readonly [Status in RefusedStatus]: (content: ContentOf[Status]) => FailureOf[Status] } = {
  BadRequest: (content) => new BadRequest(bodyOf(content)),
  Forbidden: (content) => new Forbidden(bodyOf(content)),
  NotFound: (content) => new NotFound(bodyOf(content)),
  Conflict: (content) => new Conflict(bodyOf(content)),
  TooManyRequests: (content) => new TooManyRequests(bodyOf(content)),
  BadGateway: (content) => new BadGateway({ ...bodyOf(content), details: content.details }),
  Unavailable: (content) => new Unavailable(bodyOf(content))
}

/** The failure of this interface for a refusal of a resource. */
export const sessionFailure = <Status extends RefusedStatus>(refused: Refused<Status>): FailureOf[Status] =>
  failures[refused.status](refused.content)

/** The stored author of a change that the caller makes. */
export const authorOf = (access: SessionAccess): ConsentActor => ({
  source: access.caller._tag === "User" ? "member" : "api",
  by: actorOf(access)
})

/** The answer of this interface to an error that a resource refuses, for `Effect.catchTags`. */
export const sessionAnswer =
  <Error, Status extends RefusedStatus>(refuse: (error: Error) => Refused<Status>) =>
  (error: Error): FailureOf[Status] =>
    sessionFailure(refuse(error))

/** Makes a handler of this interface from the handler of a resource, without an answer to its errors. */
export const asMember =
  <Request, View, E, Services>(handler: (requester: Requester, request: Request) => Effect.Effect<View, E, Services>) =>
  (request: Request): Effect.Effect<View, E, Services | Access> =>
    Effect.flatMap(Access, (access) =>
      handler({ organizationId: access.organizationId, access, actor: authorOf(access) }, request)
    )

/** Makes a handler of this interface from the handler of a resource. */
export const inSession =
  <Request, View, Services, Status extends RefusedStatus = never>(
    handler: (requester: Requester, request: Request) => Effect.Effect<View, Refused<Status>, Services>
  ) =>
  (request: Request): Effect.Effect<View, FailureOf[Status], Services | Access> =>
    Effect.mapError(asMember(handler)(request), sessionFailure)
