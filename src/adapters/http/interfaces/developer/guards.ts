import { Context, Effect, Layer, Option, Redacted, type SchemaIssue } from "effect"
import { HttpMethod, HttpServerRequest } from "effect/http"
import { type HttpApiEndpoint, HttpApiMiddleware } from "effect/http-api"
import type { OrganizationId } from "../../../../domain/Ids.ts"
import { type ApiCaller, ApiKeys } from "../../../../ports/access/ApiKeys.ts"
import { RateLimits } from "../../../../ports/limits/RateLimits.ts"
import { IdempotencyKeys } from "../../../../ports/sends/SendLedger.ts"
import { onceByKey, readRequest } from "../../idempotency/onceByKey.ts"
import { countRequest, tierOf } from "../../limits/rateTiers.ts"
import { noteRequest } from "../../server/answeredRequests.ts"
import { answerDefects } from "../../server/unlessLost.ts"
import { authoredBy, noteFacts } from "../RequestFacts.ts"
import { encodedFailure } from "../envelope.ts"
import { BodyLimit, bodyRefusals, readJsonBody, ReadsBodyItself, unreadableBody } from "../readJsonBody.ts"
import { onlyOnce, type QueryValues, queryValues, requestIssue } from "../requestIssue.ts"
import {
  BadRequest,
  Failure,
  Internal,
  keyOutcomes,
  missingField,
  rateExceeded,
  suspended,
  TooLarge,
  Unavailable,
  unauthorized,
  UnsupportedMedia
} from "./Failures.ts"
import { fixFor } from "./fieldFixes.ts"
import {
  AnswersBadGateway,
  AnswersConflict,
  AnswersNotFound,
  ApiKeyAuth,
  BodyGuard,
  Caller,
  DecodingGuard,
  DefectGuard,
  IdempotencyGuard,
  LogGuard,
  LogsAnswer,
  ManagementGuard,
  RateGuard
} from "./middleware.ts"

/** Fields to report if their object is missing (contract: WhatsApp message types). */
const soleField: Readonly<Record<string, string>> = { "template.language": "template.language.code" }

/** Failure for an undecodable request, with the name of the missing field or the reason for an invalid one. */
const describeIssue = (root: SchemaIssue.Issue, query: QueryValues): BadRequest => {
  const issue = requestIssue(root, query)
  switch (issue._tag) {
    case "NotJson":
    case "NotAnObject":
      return new BadRequest({ message: unreadableBody[issue._tag] })
    case "Missing": {
      const field = soleField[issue.field] ?? issue.field
      return missingField(field, fixFor(field))
    }
    case "Invalid":
      return new BadRequest({ message: `Invalid field ${issue.field}: ${issue.expectation}` })
    case "Repeated":
      return new BadRequest({ message: `Invalid field ${issue.field}: ${onlyOnce(issue.count)}` })
  }
}

/** Resolves the caller of an API key, and records the caller for log lines. */
export const authenticate = (apiKeys: ApiKeys["Service"], key: string, source: object) =>
  Effect.flatMap(Effect.mapError(apiKeys.authenticate(key), suspended), (caller) =>
    Option.isNone(caller) ? Effect.fail(unauthorized()) : Effect.as(noteRequest(source, caller.value), caller.value)
  )

type Endpoint = Pick<HttpApiEndpoint.Top, "annotations" | "method" | "path">

const noteCall = (organizationId: OrganizationId, { annotations }: Endpoint) =>
  noteFacts({ organizationId, isAnswerLogged: Context.get(annotations, LogsAnswer) })

const countCall = (limits: RateLimits["Service"], organizationId: OrganizationId, endpoint: Endpoint) =>
  Effect.flatMap(countRequest(limits, "developer")(organizationId, tierOf(endpoint)), (isAllowed) =>
    isAllowed ? Effect.void : Effect.fail(rateExceeded())
  )

/** Prepares a call for the request log, and counts it against its rate tier. Fails if the tier is exceeded. */
export const admitCall = (limits: RateLimits["Service"], organizationId: OrganizationId, endpoint: Endpoint) =>
  Effect.andThen(noteCall(organizationId, endpoint), countCall(limits, organizationId, endpoint))

const auth = Layer.effect(
  ApiKeyAuth,
  Effect.map(ApiKeys, (apiKeys) =>
    ApiKeyAuth.of({
      apiKey: (response, { credential }) =>
        Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ source }) =>
          Effect.flatMap(authenticate(apiKeys, Redacted.value(credential), source), (caller) =>
            authoredBy({ _tag: "ApiKey", apiKeyId: caller.apiKeyId })(Effect.provideService(response, Caller, caller))
          )
        )
    })
  )
)

const log = Layer.succeed(LogGuard, (response, { endpoint }) =>
  Effect.flatMap(Caller, ({ organizationId }) => Effect.andThen(noteCall(organizationId, endpoint), response))
)

const rate = Layer.effect(
  RateGuard,
  Effect.map(RateLimits, (limits) =>
    RateGuard.of((response, { endpoint }) =>
      Effect.flatMap(Caller, ({ organizationId }) =>
        Effect.andThen(countCall(limits, organizationId, endpoint), response)
      )
    )
  )
)

const bodyRefused = bodyRefusals({
  badRequest: (message) => new BadRequest({ message }),
  tooLarge: (message) => new TooLarge({ message }),
  unsupportedMedia: (message) => new UnsupportedMedia({ message })
})

const body = Layer.succeed(
  BodyGuard,
  Effect.fnUntraced(function* (response, { endpoint }) {
    const request = yield* HttpServerRequest.HttpServerRequest
    const isReadHere = endpoint.payload.size > 0 && !Context.get(endpoint.annotations, ReadsBodyItself)
    if (HttpMethod.hasBody(request.method) && isReadHere) {
      const bodyText = yield* readJsonBody(request, Context.get(endpoint.annotations, BodyLimit)).pipe(
        Effect.catchTags(bodyRefused)
      )
      yield* noteFacts({ bodyText })
    }
    return yield* response
  })
)

/** Encodes the failures of the interface. */
export const encodeFailure = encodedFailure(Failure.members)

/** The caller of a call with a key. API keys of an organization are interchangeable. */
export const callerOf = ({ organizationId }: ApiCaller) => ({
  api: "developer" as const,
  organizationId,
  encode: encodeFailure
})

const idempotency = Layer.effect(
  IdempotencyGuard,
  Effect.map(IdempotencyKeys, (keys) =>
    IdempotencyGuard.of((response, { endpoint }) =>
      Context.get(endpoint.annotations, ReadsBodyItself)
        ? response
        : Effect.flatMap(Caller, (caller) => onceByKey(callerOf(caller), readRequest(endpoint), response)).pipe(
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

/** Answers a request that died. */
export const failOnDefects = answerDefects({
  unavailable: (message) => new Unavailable({ message }),
  internal: (message) => new Internal({ message })
})

const defects = Layer.succeed(DefectGuard, failOnDefects)

/** Middleware without an effect on requests. */
const declarations = Layer.mergeAll(
  Layer.succeed(ManagementGuard, (response) => response),
  Layer.succeed(AnswersNotFound, (response) => response),
  Layer.succeed(AnswersConflict, (response) => response),
  Layer.succeed(AnswersBadGateway, (response) => response)
)

/** Middleware that resolves the caller and answers requests without a handler. */
export const layer = Layer.mergeAll(auth, log, rate, body, idempotency, decoding, defects, declarations)
