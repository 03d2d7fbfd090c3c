import { type Cause, Clock, Context, DateTime, Effect, Option, References } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { recordRequest } from "../../../app/access/requestLogs.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { IdSource } from "../../../ports/process/IdSource.ts"
import { ApiKeys } from "../../../ports/access/ApiKeys.ts"
import { RequestLogs } from "../../../ports/access/RequestLogs.ts"
import { loggedAnswer, loggedBody } from "../requestlog/loggedBody.ts"
import { bodyText } from "../shared/bodyText.ts"
import { pathOf } from "../server/pathOf.ts"
import { RequestFacts } from "../shared/RequestFacts.ts"
import { ApiKeyAuth } from "./ApiKeyAuth.ts"
import { logFailure } from "../../../telemetry/failureLog.ts"

/** Where the paths of the documentation begin. */
export const base = "/api/developer"

/** The documented path of the endpoint, with the given parameters. */
const documentedPath = ({ params, route }: HttpRouter.RouteContext["Service"]): string =>
  route.path
    .slice(base.length)
    .replaceAll(/:(\w+)/g, (whole, name: string) => encodeURIComponent(params[name]?.toWellFormed() ?? whole))

/** A request as the log knows it from its beginning. A connection that is closed has forgotten its address. */
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

/** What a request was, and was answered with. */
interface Answered {
  readonly status: number
  readonly requestBody: string | null
  /** The body has been read as JSON, so it is that. */
  readonly isKnownJson: boolean
  readonly responseBody: string | null
  /** Nothing in the answer can have the name of a secret or of media. */
  readonly hasPlainAnswer: boolean
}

/** What log lines and the answer call the request. */
const currentRequestId: Effect.Effect<string> = Effect.map(References.CurrentLogAnnotations, ({ requestId }) =>
  typeof requestId === "string" ? requestId : ""
)

/** Records a request that is answered by now, in milliseconds. One that cannot be recorded is answered all the same. */
export const recordAnswered = (
  organizationId: OrganizationId,
  arrival: Arrival,
  { hasPlainAnswer, isKnownJson, requestBody, responseBody, status }: Answered,
  now: number
) =>
  Effect.catchCause(
    Effect.flatMap(currentRequestId, (requestId) =>
      recordRequest(organizationId, {
        ...arrival,
        requestId,
        status,
        requestBody: loggedBody(requestBody, isKnownJson),
        responseBody: loggedAnswer(responseBody, hasPlainAnswer),
        durationMillis: Math.max(0, now - arrival.at.epochMilliseconds)
      })
    ),
    (cause) => logFailure({ level: "Error", text: "a request could not be recorded" }, cause)
  )

/** In what a request ended that has no answer. What the caller did not wait for counts as 499. */
export const responseOfCause = <E>(cause: Cause.Cause<E>) =>
  Effect.map(HttpServerError.causeResponse(cause), ([response]) => response)

/** Ports that take the rows of the log. */
const logPorts = Effect.gen(function* () {
  return Context.make(IdSource, yield* IdSource).pipe(Context.add(RequestLogs, yield* RequestLogs))
})

/**
 * Records a request of the interface that came with a good key and reached no endpoint, with its path as it came. Requests
 * of a suspended organization are not recorded.
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
    const now = yield* Clock.currentTimeMillis
    yield* Effect.provideContext(recordAnswered(caller.value.organizationId, arrival, answered, now), ports)
  })
})

/** Records every request of the interface that came with a good key, whatever it was answered with (contract C40). */
export const { layer } = HttpRouter.middleware(
  Effect.gen(function* () {
    const ports = yield* logPorts
    return Effect.fnUntraced(function* (effect) {
      const path = documentedPath(yield* HttpRouter.RouteContext)
      const arrival = yield* arrivalOf(yield* HttpServerRequest.HttpServerRequest, path)
      const record = Effect.fnUntraced(function* (response: HttpServerResponse.HttpServerResponse) {
        const facts = yield* RequestFacts
        if (facts === null || facts.organizationId === null) return
        const answered = {
          status: response.status,
          requestBody: facts.bodyText,
          isKnownJson: false,
          responseBody: facts.isAnswerLogged && arrival.method !== "HEAD" ? bodyText(response) : null,
          hasPlainAnswer: false
        }
        yield* recordAnswered(facts.organizationId, arrival, answered, yield* Clock.currentTimeMillis)
      })
      return yield* Effect.onExit(effect, (exit) =>
        Effect.provideContext(
          Effect.flatMap(exit._tag === "Success" ? exit : responseOfCause(exit.cause), record),
          ports
        )
      )
    })
  })
)
