import { type Cause, Clock, Context, DateTime, Effect, Option } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { recordRequest } from "../../../app/requestLogs.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { IdSource } from "../../../ports/policies/IdSource.ts"
import { RequestLogs } from "../../../ports/stores/RequestLogs.ts"
import { loggedAnswer, loggedBody } from "../requestlog/loggedBody.ts"
import { RequestFacts } from "../shared/RequestFacts.ts"

/** Where the paths of the documentation begin. */
export const base = "/api/developer"

const decoder = new TextDecoder()

const textOf = ({ body }: HttpServerResponse.HttpServerResponse): string | null =>
  body._tag === "Uint8Array" ? (body.text ?? decoder.decode(body.body)) : null

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

/** Records a request that is answered by now, in milliseconds. One that cannot be recorded is answered all the same. */
export const recordAnswered = (
  organizationId: OrganizationId,
  arrival: Arrival,
  { hasPlainAnswer, isKnownJson, requestBody, responseBody, status }: Answered,
  now: number
) =>
  Effect.catchCause(
    Effect.suspend(() =>
      recordRequest(organizationId, {
        ...arrival,
        status,
        requestBody: loggedBody(requestBody, isKnownJson),
        responseBody: loggedAnswer(responseBody, hasPlainAnswer),
        durationMillis: Math.max(0, now - arrival.at.epochMilliseconds)
      })
    ),
    (cause) => Effect.logError("a request could not be recorded", cause)
  )

/** In what a request ended that has no answer. What the caller did not wait for counts as 499. */
export const responseOfCause = <E>(cause: Cause.Cause<E>) =>
  Effect.map(HttpServerError.causeResponse(cause), ([response]) => response)

/** Records every request of the interface that came with a good key, whatever it was answered with (contract C40). */
export const { layer } = HttpRouter.middleware(
  Effect.gen(function* () {
    const stores = Context.make(IdSource, yield* IdSource).pipe(Context.add(RequestLogs, yield* RequestLogs))
    return Effect.fnUntraced(function* (effect) {
      const { headers, method, remoteAddress } = yield* HttpServerRequest.HttpServerRequest
      const arrival: Arrival = {
        method,
        path: documentedPath(yield* HttpRouter.RouteContext),
        ipAddress: Option.getOrElse(remoteAddress, () => ""),
        userAgent: headers["user-agent"] ?? "",
        at: yield* DateTime.now
      }
      const record = Effect.fnUntraced(function* (response: HttpServerResponse.HttpServerResponse) {
        const facts = yield* RequestFacts
        if (facts === null || facts.organizationId === null) return
        const answered = {
          status: response.status,
          requestBody: facts.bodyText,
          isKnownJson: false,
          responseBody: facts.isAnswerLogged ? textOf(response) : null,
          hasPlainAnswer: false
        }
        yield* recordAnswered(facts.organizationId, arrival, answered, yield* Clock.currentTimeMillis)
      })
      return yield* Effect.onExit(effect, (exit) =>
        Effect.provideContext(
          Effect.flatMap(exit._tag === "Success" ? exit : responseOfCause(exit.cause), record),
          stores
        )
      )
    })
  })
)
