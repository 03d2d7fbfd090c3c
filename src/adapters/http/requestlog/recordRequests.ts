import { Clock, Context, DateTime, Effect, Option } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { recordRequest } from "../../../app/access/requestLogs.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { ApiKeys, RequestLogs } from "../../../ports/access/ApiKeys.ts"
import { IdSource } from "../../../ports/process/IdSource.ts"
import { logFailure } from "../../../telemetry/failureLog.ts"
import { RequestFacts } from "../interfaces/RequestFacts.ts"
import { ApiKeyAuth, base } from "../interfaces/developer/middleware.ts"
import { bodyText } from "../interfaces/envelope.ts"
import { pathOf } from "../server/requestPath.ts"
import { loggedAnswer, loggedBody } from "./loggedBody.ts"

/** The documented path of the endpoint, with the given parameters. */
const documentedPath = ({ params, route }: HttpRouter.RouteContext["Service"]): string =>
  route.path
    .slice(base.length)
    .replaceAll(/:(\w+)/g, (whole, name: string) => encodeURIComponent(params[name]?.toWellFormed() ?? whole))

/** Facts for the log that are read at the start, since a closed connection has no address. */
export interface Arrival {
  readonly method: string
  readonly path: string
  readonly ipAddress: string
  readonly userAgent: string
  readonly at: DateTime.Utc
}

const arrivalOf = ({ headers, method, remoteAddress }: HttpServerRequest.HttpServerRequest, path: string) =>
  Effect.map(DateTime.now, (at): Arrival => ({
    method,
    path,
    ipAddress: Option.getOrElse(remoteAddress, () => ""),
    userAgent: headers["user-agent"] ?? "",
    at
  }))

/** A request with its response. */
interface Answered {
  readonly status: number
  readonly requestBody: string | null
  /** Whether the body was already parsed as JSON. */
  readonly isKnownJson: boolean
  readonly responseBody: string | null
  /** Whether no field of the response has the name of a secret or of media. */
  readonly hasPlainAnswer: boolean
}

/** Records a request in the log. A failure to record does not affect the response. */
const recordAnswered = (
  organizationId: OrganizationId,
  arrival: Arrival,
  { hasPlainAnswer, isKnownJson, requestBody, responseBody, status }: Answered
) =>
  Effect.catchCause(
    Effect.withFiber((fiber) =>
      recordRequest(organizationId, {
        ...arrival,
        requestId: fiber.getRef(RequestFacts)?.requestId ?? "",
        status,
        requestBody: loggedBody(requestBody, isKnownJson),
        responseBody: loggedAnswer(responseBody, hasPlainAnswer),
        durationMillis: Math.max(0, fiber.getRef(Clock.Clock).currentTimeMillisUnsafe() - arrival.at.epochMilliseconds)
      })
    ),
    (cause) => logFailure({ level: "Error", text: "a request could not be recorded" }, cause)
  )

/** A logged call. */
interface LoggedCall<A> {
  readonly arrival: Arrival
  /** Status and text of a response; null for a stream. */
  readonly answerOf: (answer: A) => { readonly status: number; readonly text: string | null }
  /** Whether the request was parsed as JSON, and no field of the response has the name of a secret or of media. */
  readonly isPlain: boolean
}

/**
 * Records every call with a valid key, whatever its outcome (contract: Request logs). A caller that disconnects before
 * the response counts as 499.
 */
export const logged = <A, E, R>(answer: Effect.Effect<A, E, R>, { answerOf, arrival, isPlain }: LoggedCall<A>) => {
  const record = (status: number, text: string | null) =>
    Effect.flatMap(RequestFacts, (facts) =>
      facts === null || facts.organizationId === null
        ? Effect.void
        : recordAnswered(facts.organizationId, arrival, {
            status,
            requestBody: facts.bodyText,
            isKnownJson: isPlain,
            responseBody: facts.isAnswerLogged && arrival.method !== "HEAD" ? text : null,
            hasPlainAnswer: isPlain
          })
    )
  return Effect.onExit(answer, (exit) => {
    if (exit._tag === "Failure") {
      return Effect.flatMap(HttpServerError.causeResponse(exit.cause), ([{ status }]) => record(status, null))
    }
    const { status, text } = answerOf(exit.value)
    return record(status, text)
  })
}

/** Ports that store the log. */
const logPorts = Effect.gen(function* () {
  return Context.make(IdSource, yield* IdSource).pipe(Context.add(RequestLogs, yield* RequestLogs))
})

/**
 * Records a request with a valid key that reached no endpoint, with its raw path. Requests of a suspended organization are
 * not recorded.
 */
export const unroutedLog = Effect.gen(function* () {
  const apiKeys = yield* ApiKeys
  const ports = yield* logPorts
  return Effect.fnUntraced(function* (response: HttpServerResponse.HttpServerResponse) {
    const request = yield* HttpServerRequest.HttpServerRequest
    const path = pathOf(request)
    const key = request.headers[ApiKeyAuth.security.apiKey.key]
    if (!path.startsWith(`${base}/`) || key === undefined) return
    const arrival = yield* arrivalOf(request, path.slice(base.length))
    const caller = yield* Effect.catch(apiKeys.authenticate(key), () => Effect.succeedNone)
    if (Option.isNone(caller)) return
    const responseBody = request.method === "HEAD" ? null : bodyText(response)
    const { status } = response
    const answered = { status, requestBody: null, isKnownJson: false, responseBody, hasPlainAnswer: true }
    yield* Effect.provideContext(recordAnswered(caller.value.organizationId, arrival, answered), ports)
  })
})

/** Records the calls that the router answers. */
export const { layer } = HttpRouter.middleware(
  Effect.map(logPorts, (ports) =>
    Effect.fnUntraced(function* (effect) {
      const path = documentedPath(yield* HttpRouter.RouteContext)
      const arrival = yield* arrivalOf(yield* HttpServerRequest.HttpServerRequest, path)
      const answerOf = (response: HttpServerResponse.HttpServerResponse) => ({
        status: response.status,
        text: bodyText(response)
      })
      return yield* Effect.provideContext(logged(effect, { arrival, answerOf, isPlain: false }), ports)
    })
  )
)
