import { Context, Effect, Option, References, Tracer } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import type { OrganizationId } from "../../../domain/Ids.ts"
import type { RateTier } from "../../../domain/RateTier.ts"
import { ApiKeys } from "../../../ports/ApiKeys.ts"
import type { IdSource } from "../../../ports/IdSource.ts"
import { RateLimits } from "../../../ports/RateLimits.ts"
import type { RequestLogs } from "../../../ports/RequestLogs.ts"
import { type Facts, RequestFacts } from "../RequestFacts.ts"
import { failureResponse } from "./failureResponse.ts"
import type { Failure } from "./Failures.ts"
import { failOnDefects } from "./guards.ts"
import { arrivalOf, recordAnswered } from "./requestLog.ts"

/**
 * An endpoint of the contract whose good requests are answered without the machinery of the contract, which takes twice
 * the time of what it is there for (docs/performance.md). Every other request goes the way of the contract: those
 * without a good key, over the tier, or with anything in them that is not as the contract has it.
 */
export interface DirectRoute<Input, R> {
  readonly method: "GET" | "POST"
  /** As the contract has it, below the prefix of the interface. */
  readonly path: `/v1/${string}`
  readonly tier: RateTier
  /** Of the answer when all goes well. */
  readonly status: number
  /** What is asked for; none when it is not as the contract has it. */
  readonly read: (request: HttpServerRequest.HttpServerRequest, facts: Facts) => Effect.Effect<Option.Option<Input>>
  /** What the endpoint answers: JSON as it is, without a name that the log of requests would look for. */
  readonly answer: (organizationId: OrganizationId, input: Input) => Effect.Effect<unknown, Failure, R>
}

type Response = HttpServerResponse.HttpServerResponse

const contentType = "application/json"

/** The services with what belongs to the request. */
const withRequest = <R>(services: Context.Context<R>, request: Context.Context<never>, facts: Facts) => {
  const annotations = Context.get(request, References.CurrentLogAnnotations)
  const known = Context.add(Context.add(services, RequestFacts, facts), References.CurrentLogAnnotations, annotations)
  const span = Context.getOption(request, Tracer.ParentSpan)
  return Option.isNone(span) ? known : Context.add(known, Tracer.ParentSpan, span.value)
}

/** Gives what answers a request of the route, or hands it on to the contract. */
export const directRoute = <Input, R>({ answer, method, path, read, status, tier }: DirectRoute<Input, R>) =>
  Effect.gen(function* () {
    const apiKeys = yield* ApiKeys
    const limits = yield* RateLimits
    const services = yield* Effect.context<R | IdSource | RequestLogs>()

    const respond = (organizationId: OrganizationId, input: Input) =>
      failOnDefects(answer(organizationId, input)).pipe(
        Effect.map((body) => HttpServerResponse.text(JSON.stringify(body), { status, contentType })),
        Effect.catch(failureResponse)
      )

    const handle = <E, R2>(
      request: HttpServerRequest.HttpServerRequest,
      facts: Facts,
      byContract: Effect.Effect<Response, E, R2>
    ) =>
      Effect.gen(function* () {
        const key = request.headers["x-api-key"]
        const caller = key === undefined ? Option.none() : yield* apiKeys.authenticate(key)
        if (Option.isNone(caller)) return yield* byContract
        const { organizationId } = caller.value
        const arrival = yield* arrivalOf(request)
        facts.verdict = yield* limits.take(organizationId, "developer", tier)
        if (facts.verdict?.isAllowed === false) return yield* byContract
        const input = yield* read(request, facts)
        if (Option.isNone(input)) return yield* byContract
        facts.organizationId = organizationId
        facts.hasPlainAnswer = true
        const context = withRequest(services, yield* Effect.context<never>(), facts)
        return yield* respond(organizationId, input.value).pipe(
          Effect.onExit((exit) => recordAnswered(arrival, path, exit)),
          Effect.setContext(context)
        )
      })
    return { method, path, handle }
  })
