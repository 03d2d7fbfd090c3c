import { Context, Effect, Layer, Option, Redacted, type SchemaIssue } from "effect"
import { HttpMethod, HttpServerRequest } from "effect/http"
import { HttpApiMiddleware } from "effect/http-api"
import { IdempotencyKeys } from "../../../ports/sends/IdempotencyKeys.ts"
import { RateLimits } from "../../../ports/limits/RateLimits.ts"
import { ApiKeys } from "../../../ports/access/ApiKeys.ts"
import { onceByKey, readRequest } from "../idempotency/keyGuard.ts"
import { noteRequest } from "../server/answeredRequests.ts"
import { encodedFailure } from "../shared/encodedFailure.ts"
import { noteFacts } from "../shared/RequestFacts.ts"
import { countRequest, rateLimitExceeded, tierOf } from "../shared/rateTiers.ts"
import { answerDefects } from "../shared/answerDefects.ts"
import { BodyLimit, bodyRefusals, readJsonBody, unreadableBody } from "../shared/readJsonBody.ts"
import { onlyOnce, type QueryValues, queryValues, requestIssue } from "../shared/requestIssue.ts"
import { ApiKeyAuth, Caller } from "./ApiKeyAuth.ts"
import {
  BadRequest,
  Failure,
  Internal,
  missingField,
  suspended,
  TooLarge,
  TooManyRequests,
  Unauthorized,
  Unavailable,
  UnsupportedMedia
} from "./Failures.ts"
import {
  BodyGuard,
  DecodingGuard,
  DefectGuard,
  IdempotencyGuard,
  LogGuard,
  LogsAnswer,
  RateGuard
} from "./middleware.ts"
import { fixFor } from "./platformFailures.ts"

/** Objects that exist for the sake of one field are missed by that field's name (contract C41). */
const soleField: Readonly<Record<string, string>> = { "template.language": "template.language.code" }

/** An undecodable request in the words of the interface: a missing field by name, an invalid one by name and reason. */
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

export const unauthorized = new Unauthorized({
  message: "Invalid or missing API key",
  code: "INVALID_API_KEY",
  fix: "Send a key of your organization in the header x-api-key"
})

export const tooMany = new TooManyRequests({ message: rateLimitExceeded })

const auth = Layer.effect(
  ApiKeyAuth,
  Effect.map(ApiKeys, (apiKeys) =>
    ApiKeyAuth.of({
      apiKey: Effect.fnUntraced(function* (response, { credential }) {
        const caller = yield* Effect.catchTag(
          apiKeys.authenticate(Redacted.value(credential)),
          "OrganizationSuspended",
          suspended
        )
        if (Option.isNone(caller)) return yield* unauthorized
        yield* noteRequest((yield* HttpServerRequest.HttpServerRequest).source, caller.value)
        return yield* Effect.provideService(response, Caller, caller.value)
      })
    })
  )
)

const log = Layer.succeed(
  LogGuard,
  Effect.fnUntraced(function* (response, { endpoint }) {
    const { organizationId } = yield* Caller
    yield* noteFacts({ organizationId, isAnswerLogged: Context.get(endpoint.annotations, LogsAnswer) })
    return yield* response
  })
)

const rate = Layer.effect(
  RateGuard,
  Effect.map(RateLimits, (limits) => {
    const mayPass = countRequest(limits, "developer")
    return RateGuard.of(
      Effect.fnUntraced(function* (response, { endpoint }) {
        const { organizationId } = yield* Caller
        return yield* (yield* mayPass(organizationId, tierOf(endpoint))) ? response : tooMany
      })
    )
  })
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
    if (HttpMethod.hasBody(request.method) && endpoint.payload.size > 0) {
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

const idempotency = Layer.effect(
  IdempotencyGuard,
  Effect.map(IdempotencyKeys, (keys) =>
    IdempotencyGuard.of((response, { endpoint }) =>
      Effect.flatMap(Caller, ({ organizationId }) =>
        onceByKey(
          { api: "developer", organizationId, caller: "", encode: encodeFailure },
          readRequest(endpoint),
          response
        )
      ).pipe(Effect.provideService(IdempotencyKeys, keys))
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

/** The caller, and the answers to requests that no handler answers. */
export const layer = Layer.mergeAll(auth, log, rate, body, idempotency, decoding, defects)
