import { Context, DateTime, Effect, type Exit, Option } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { recordRequest } from "../../../app/requestLogs.ts"
import { IdSource } from "../../../ports/IdSource.ts"
import { RequestLogs } from "../../../ports/RequestLogs.ts"
import { knownFacts } from "../RequestFacts.ts"

/** Where the paths of the documentation begin. */
const base = "/api/developer"

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

/** Records an answered request, when its key was good. What the caller did not wait for counts as 499. */
const record = Effect.fnUntraced(function* <E>(
  at: DateTime.Utc,
  ipAddress: string,
  exit: Exit.Exit<HttpServerResponse.HttpServerResponse, E>
) {
  const { bodyText, isAnswerLogged, organizationId } = yield* knownFacts
  if (organizationId === null) return
  const request = yield* HttpServerRequest.HttpServerRequest
  const path = documentedPath(yield* HttpRouter.RouteContext)
  const response = exit._tag === "Success" ? exit.value : (yield* HttpServerError.causeResponse(exit.cause))[0]
  const now = yield* DateTime.now
  yield* recordRequest(organizationId, {
    method: request.method,
    path,
    status: response.status,
    requestBody: bodyText,
    responseBody: isAnswerLogged ? textOf(response) : null,
    ipAddress,
    userAgent: request.headers["user-agent"] ?? "",
    at,
    durationMillis: Math.max(0, now.epochMilliseconds - at.epochMilliseconds)
  })
})

/**
 * Records every request of the interface that came with a good key, whatever it was answered with (decision 40). A
 * request that cannot be recorded is answered all the same.
 */
export const { layer } = HttpRouter.middleware(
  Effect.gen(function* () {
    const stores = Context.make(IdSource, yield* IdSource).pipe(Context.add(RequestLogs, yield* RequestLogs))
    return Effect.fnUntraced(function* (effect) {
      const at = yield* DateTime.now
      // A connection that is closed has forgotten its address.
      const ipAddress = ipAddressOf(yield* HttpServerRequest.HttpServerRequest)
      return yield* Effect.onExit(effect, (exit) =>
        record(at, ipAddress, exit).pipe(
          Effect.provideContext(stores),
          Effect.catchCause((cause) => Effect.logError("a request could not be recorded", cause))
        )
      )
    })
  })
)
