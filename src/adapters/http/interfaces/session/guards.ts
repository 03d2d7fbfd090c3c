import { Context, Effect, Layer, Redacted, type SchemaIssue } from "effect"
import { HttpMethod, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiMiddleware } from "effect/http-api"
import { admit } from "../../../../app/access/authorize.ts"
import { auditActorOf } from "../../../../domain/access/AuditEntry.ts"
import { OrganizationId } from "../../../../domain/Ids.ts"
import {
  NotAMember,
  type SessionAccess,
  actorOf,
  mayManage,
  type SessionKeysUnavailable
} from "../../../../domain/access/SessionAccess.ts"
import { SessionTokens } from "../../../../ports/access/IdentityProvider.ts"
import { Memberships } from "../../../../ports/access/Memberships.ts"
import { Organizations } from "../../../../ports/access/Organizations.ts"
import { RateLimits } from "../../../../ports/limits/RateLimits.ts"
import { IdempotencyKeys } from "../../../../ports/sends/SendLedger.ts"
import { onceByKey, readRequest } from "../../idempotency/onceByKey.ts"
import { countRequest, rateLimitExceeded, tierOf, tierOfPage } from "../../limits/rateTiers.ts"
import { refusal } from "../../openapi/documented.ts"
import { noteRequest } from "../../server/answeredRequests.ts"
import { answerDefects } from "../../server/unlessLost.ts"
import { authoredBy } from "../RequestFacts.ts"
import { encodedFailure } from "../envelope.ts"
import { BodyLimit, ReadsBodyItself, bodyRefusals, readJsonBody, unreadableBody } from "../readJsonBody.ts"
import { idOr } from "../requestFields.ts"
import { type QueryValues, onlyOnce, queryValues, requestIssue } from "../requestIssue.ts"
import {
  BadRequest,
  forbidden,
  Internal,
  TooLarge,
  TooManyRequests,
  Unauthorized,
  Unavailable,
  UnsupportedMedia,
  failures,
  invalidField,
  keyOutcomes,
  missingField,
  notAMember,
  suspended
} from "./Failures.ts"
import {
  Access,
  AnswersBadGateway,
  AnswersConflict,
  AnswersNotFound,
  Bearer,
  BodyGuard,
  DecodingGuard,
  DefectGuard,
  IdempotencyGuard,
  ManagementGuard,
  OrganizationAuth,
  RateGuard,
  TokenAuth,
  organizationHeader
} from "./middleware.ts"

/** Error texts of the contract for certain missing and invalid fields (contract: Session errors). */
const missing: Readonly<Record<string, string>> = { userNumber: "Phone number (userNumber) is required" }
const invalid: Readonly<Record<string, string>> = { conversationId: "Invalid conversation ID" }

/** Failure for an undecodable request, with the name of the missing field or the reason for an invalid one. */
export const describeIssue = (root: SchemaIssue.Issue, query?: QueryValues): BadRequest => {
  const issue = requestIssue(root, query)
  switch (issue._tag) {
    case "NotJson":
    case "NotAnObject":
      return new BadRequest({ error: unreadableBody[issue._tag] })
    case "Missing": {
      const error = missing[issue.field]
      return error === undefined ? missingField(issue.field) : new BadRequest({ error })
    }
    case "Invalid": {
      const error = invalid[issue.field]
      return error === undefined ? invalidField(issue.field, issue.expectation) : new BadRequest({ error })
    }
    case "Repeated":
      return invalidField(issue.field, onlyOnce(issue.count))
  }
}

export const keysUnavailable = refusal(
  "The identity provider cannot be asked for its keys; Retry-After says when to try again",
  new Unavailable({ error: "Session tokens cannot be verified now; try again later" })
)

export const tokenInvalid = refusal("The token is missing or not valid", new Unauthorized({ error: "Unauthorized" }))

export const tokenExpired = refusal(
  "The time of the token is over",
  new Unauthorized({ error: "Token expired. Please refresh your session." })
)

export const organizationMissing = refusal(
  "The organization is not named",
  new BadRequest({ error: `${organizationHeader} header is required` })
)

export const rateExceeded = refusal("The rate tier is used up", new TooManyRequests({ error: rateLimitExceeded }))

export const notAManager = refusal("The member does not manage the organization", forbidden)

/** Response with `retry-after` in seconds. The contract's failure type cannot carry headers. */
const withoutKeys = ({ retryAfterSeconds }: SessionKeysUnavailable) =>
  HttpServerResponse.jsonUnsafe(
    { success: false, error: keysUnavailable.example.error },
    { status: 503, headers: { "retry-after": String(retryAfterSeconds) } }
  )

const token = Layer.effect(
  TokenAuth,
  Effect.map(SessionTokens, (tokens) =>
    TokenAuth.of({
      sessionToken: Effect.fnUntraced(function* (response, { credential }) {
        const verified = yield* Effect.result(tokens.verify(credential))
        if (verified._tag === "Success") return yield* Effect.provideService(response, Bearer, verified.success)
        switch (verified.failure._tag) {
          case "SessionKeysUnavailable":
            return withoutKeys(verified.failure)
          case "SessionTokenExpired":
            return yield* tokenExpired()
          case "SessionTokenInvalid":
            return yield* tokenInvalid()
        }
      })
    })
  )
)

const organizationIdOf = idOr(OrganizationId, () => new NotAMember())

const organization = Layer.effect(
  OrganizationAuth,
  Effect.gen(function* () {
    const stores = Context.make(Memberships, yield* Memberships).pipe(Context.add(Organizations, yield* Organizations))
    return OrganizationAuth.of({
      organization: Effect.fnUntraced(function* (response, { credential }) {
        const idText = Redacted.value(credential)
        if (idText === "") return yield* organizationMissing()
        const access = yield* organizationIdOf(idText).pipe(
          Effect.flatMap((organizationId) => Effect.flatMap(Bearer, (caller) => admit(caller, organizationId))),
          Effect.provideContext(stores),
          Effect.catchTags({ NotAMember: notAMember, OrganizationSuspended: suspended })
        )
        const { source } = yield* HttpServerRequest.HttpServerRequest
        yield* noteRequest(source, { organizationId: access.organizationId })
        return yield* authoredBy(auditActorOf(access))(Effect.provideService(response, Access, access))
      })
    })
  })
)

const rate = Layer.effect(
  RateGuard,
  Effect.map(RateLimits, (limits) => {
    const mayPass = countRequest(limits, "session")
    return RateGuard.of(
      Effect.fnUntraced(function* (response, { endpoint }) {
        const { organizationId } = yield* Access
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        const tier = tierOfPage(tierOf(endpoint), headers)
        if (!(yield* mayPass(organizationId, tier))) return yield* rateExceeded()
        return yield* response
      })
    )
  })
)

const management = Layer.succeed(
  ManagementGuard,
  Effect.fnUntraced(function* (response) {
    if (!mayManage(yield* Access)) return yield* notAManager()
    return yield* response
  })
)

/** Responses to a rejected body, for `Effect.catchTags`. */
export const bodyRefused = bodyRefusals({
  badRequest: (error) => new BadRequest({ error }),
  tooLarge: (error) => new TooLarge({ error }),
  unsupportedMedia: (error) => new UnsupportedMedia({ error })
})

const body = Layer.succeed(
  BodyGuard,
  Effect.fnUntraced(function* (response, { endpoint }) {
    const request = yield* HttpServerRequest.HttpServerRequest
    const isReadHere = endpoint.payload.size > 0 && !Context.get(endpoint.annotations, ReadsBodyItself)
    if (HttpMethod.hasBody(request.method) && isReadHere) {
      yield* readJsonBody(request, Context.get(endpoint.annotations, BodyLimit)).pipe(Effect.catchTags(bodyRefused))
    }
    return yield* response
  })
)

const encode = encodedFailure(failures)

/** The caller of a call with a key. Keys are separate per member, since responses depend on permissions. */
export const callerOf = (access: SessionAccess) => ({
  api: "session" as const,
  organizationId: access.organizationId,
  caller: actorOf(access),
  encode
})

const idempotency = Layer.effect(
  IdempotencyGuard,
  Effect.map(IdempotencyKeys, (keys) =>
    IdempotencyGuard.of((response, { endpoint }) =>
      Context.get(endpoint.annotations, ReadsBodyItself)
        ? response
        : Effect.flatMap(Access, (access) => onceByKey(callerOf(access), readRequest(endpoint), response)).pipe(
            Effect.catchTags(keyOutcomes),
            Effect.provideService(IdempotencyKeys, keys)
          )
    )
  )
)

const decoding = HttpApiMiddleware.layerSchemaErrorTransform(DecodingGuard, ({ cause, kind }) =>
  kind === "Body" || kind === "ResponseHeaders"
    ? Effect.die(cause)
    : Effect.flatMap(queryValues(kind), (query) => Effect.fail(describeIssue(cause.issue, query)))
)

const defects = Layer.succeed(
  DefectGuard,
  answerDefects({
    unavailable: (error) => new Unavailable({ error }),
    internal: (error) => new Internal({ error })
  })
)

/** Middleware without an effect on requests. */
const declarations = Layer.mergeAll(
  Layer.succeed(AnswersNotFound, (response) => response),
  Layer.succeed(AnswersConflict, (response) => response),
  Layer.succeed(AnswersBadGateway, (response) => response)
)

/** Middleware that resolves the caller and organization, and answers requests without a handler. */
export const layer = Layer.mergeAll(
  token,
  organization,
  rate,
  management,
  body,
  idempotency,
  decoding,
  defects,
  declarations
)
