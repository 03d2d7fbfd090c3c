import { Context, Effect, Layer, Redacted } from "effect"
import { HttpMethod, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiMiddleware } from "effect/http-api"
import { admit } from "../../../app/access/authorize.ts"
import { OrganizationId } from "../../../domain/Ids.ts"
import {
  NotAMember,
  type SessionAccess,
  type SessionKeysUnavailable,
  actorOf,
  mayManage
} from "../../../domain/access/SessionAccess.ts"
import { Memberships } from "../../../ports/access/Memberships.ts"
import { Organizations } from "../../../ports/access/Organizations.ts"
import { IdempotencyKeys } from "../../../ports/sends/SendLedger.ts"
import { RateLimits } from "../../../ports/limits/RateLimits.ts"
import { SessionTokens } from "../../../ports/access/IdentityProvider.ts"
import { countRequest, rateLimitExceeded, tierOf, tierOfPage } from "../shared/rateTiers.ts"
import { onceByKey, readRequest } from "../idempotency/onceByKey.ts"
import { answerDefects } from "../shared/answerDefects.ts"
import { BodyLimit, bodyRefusals, readJsonBody } from "../shared/readJsonBody.ts"
import { noteRequest } from "../server/answeredRequests.ts"
import { encodedFailure } from "../shared/encodedFailure.ts"
import { idOr } from "../shared/idIn.ts"
import { describeIssue } from "./describeIssue.ts"
import { queryValues } from "../shared/requestIssue.ts"
import {
  BadRequest,
  failures,
  Forbidden,
  Internal,
  notAMember,
  suspended,
  TooLarge,
  TooManyRequests,
  tokensUnverifiable,
  Unauthorized,
  Unavailable,
  UnsupportedMedia
} from "./Failures.ts"
import {
  BodyGuard,
  DecodingGuard,
  DefectGuard,
  IdempotencyGuard,
  ManagementGuard,
  RateGuard,
  ReadsBodyItself
} from "./middleware.ts"
import { keyOutcomes } from "./sendRefusals.ts"
import { Access, Bearer, OrganizationAuth, organizationHeader, TokenAuth } from "./SessionAuth.ts"

/** Response with `retry-after` in seconds. The contract's failure type cannot carry headers. */
const keysUnavailable = ({ retryAfterSeconds }: SessionKeysUnavailable) =>
  HttpServerResponse.jsonUnsafe(
    { success: false, error: tokensUnverifiable },
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
            return keysUnavailable(verified.failure)
          case "SessionTokenExpired":
            return yield* new Unauthorized({ error: "Token expired. Please refresh your session." })
          case "SessionTokenInvalid":
            return yield* new Unauthorized({ error: "Unauthorized" })
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
        if (idText === "") return yield* new BadRequest({ error: `${organizationHeader} header is required` })
        const access = yield* organizationIdOf(idText).pipe(
          Effect.flatMap((organizationId) => Effect.flatMap(Bearer, (caller) => admit(caller, organizationId))),
          Effect.provideContext(stores),
          Effect.catchTags({ NotAMember: notAMember, OrganizationSuspended: suspended })
        )
        const { source } = yield* HttpServerRequest.HttpServerRequest
        yield* noteRequest(source, { organizationId: access.organizationId })
        return yield* Effect.provideService(response, Access, access)
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
        if (!(yield* mayPass(organizationId, tier))) return yield* new TooManyRequests({ error: rateLimitExceeded })
        return yield* response
      })
    )
  })
)

const management = Layer.succeed(
  ManagementGuard,
  Effect.fnUntraced(function* (response) {
    if (!mayManage(yield* Access)) return yield* new Forbidden({ error: "Forbidden" })
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

/** Middleware that resolves the caller and organization, and answers requests without a handler. */
export const layer = Layer.mergeAll(token, organization, rate, management, body, idempotency, decoding, defects)
