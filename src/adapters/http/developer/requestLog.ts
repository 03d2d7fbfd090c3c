import { Context, DateTime, Effect, type Exit, Option } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { recordRequest } from "../../../app/requestLogs.ts"
import { IdSource } from "../../../ports/IdSource.ts"
import { RequestLogs } from "../../../ports/RequestLogs.ts"
import { RequestFacts } from "../RequestFacts.ts"

/** Where the paths of the documentation begin. */
export const base = "/api/developer"

const decoder = new TextDecoder()

const textOf = ({ body }: HttpServerResponse.HttpServerResponse): string | null =>
  body._tag === "Uint8Array" ? (body.text ?? decoder.decode(body.body)) : null

/** An IPv4 address looks like one, although it came in over IPv6. */
const ipAddressOf = (request: HttpServerRequest.HttpServerRequest): string =>
  Option.getOrElse(request.remoteAddress, () => "").replace(/^::ffff:(?=\d+\.)/i, "")

/** The path of the endpoint as the documentation has it, with what was given for its parameters. */
const documentedPath = ({ params, route }: HttpRouter.RouteContext["Service"]): string =>
  route.path
    .slice(base.length)
    .replaceAll(/:(\w+)/g, (whole, name: string) => encodeURIComponent(params[name]?.toWellFormed() ?? whole))

/** A request of which the log knows when it came, from where, and what its endpoint is called. */
export interface Arrival {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly at: DateTime.Utc
  /** A connection that is closed has forgotten its address. */
  readonly ipAddress: string
}

export const arrivalOf = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<Arrival> =>
  Effect.map(DateTime.now, (at) => ({ request, at, ipAddress: ipAddressOf(request) }))

/** Records an answered request, when its key was good. What the caller did not wait for counts as 499. */
export const recordAnswered = <E>(
  { at, ipAddress, request }: Arrival,
  path: string,
  exit: Exit.Exit<HttpServerResponse.HttpServerResponse, E>
) =>
  Effect.gen(function* () {
    const facts = yield* RequestFacts
    if (facts === null || facts.organizationId === null) return
    const response = exit._tag === "Success" ? exit.value : (yield* HttpServerError.causeResponse(exit.cause))[0]
    const now = yield* DateTime.now
    yield* recordRequest(facts.organizationId, {
      method: request.method,
      path,
      status: response.status,
      requestBody: facts.bodyText,
      responseBody: facts.isAnswerLogged ? textOf(response) : null,
      hasPlainAnswer: facts.hasPlainAnswer,
      ipAddress,
      userAgent: request.headers["user-agent"] ?? "",
      at,
      durationMillis: Math.max(0, now.epochMilliseconds - at.epochMilliseconds)
    })
  }).pipe(Effect.catchCause((cause) => Effect.logError("a request could not be recorded", cause)))

/**
 * Records every request of the interface that came with a good key, whatever it was answered with (decision 40). A
 * request that cannot be recorded is answered all the same.
 */
export const { layer } = HttpRouter.middleware(
  Effect.gen(function* () {
    const stores = Context.make(IdSource, yield* IdSource).pipe(Context.add(RequestLogs, yield* RequestLogs))
    return Effect.fnUntraced(function* (effect) {
      const arrival = yield* arrivalOf(yield* HttpServerRequest.HttpServerRequest)
      const route = yield* HttpRouter.RouteContext
      return yield* Effect.onExit(effect, (exit) =>
        Effect.provideContext(recordAnswered(arrival, documentedPath(route), exit), stores)
      )
    })
  })
)
