import { Cause, Context, Effect, FiberSet, References } from "effect"
import { HttpServerError } from "effect/http"
import type { IncomingMessage, ServerResponse } from "node:http"
import { IdSource } from "../../../ports/process/IdSource.ts"
import { Availability } from "../../../ports/process/Availability.ts"
import { AnsweredRequests } from "../server/answeredRequests.ts"
import { type AnswerPlace, givenRequestId, headersBelow } from "../server/requestHeaders.ts"
import { diedOfDatabase, logDied, lostMeanwhile, needsDatabase, retryAfter, unavailable } from "../server/unlessLost.ts"
import { noFacts, RequestFacts } from "../shared/RequestFacts.ts"
import { unansweredBody } from "../server/unansweredBody.ts"
import type { DirectAnswer } from "./DirectRoute.ts"

/** Writes the answer with these headers, unless the caller has gone. */
const writeAnswer = (
  response: ServerResponse,
  named: Record<string, string>,
  { headers, status, text }: DirectAnswer
): void => {
  if (response.writableEnded || response.destroyed) return
  if (text !== "") named["content-type"] = "application/json"
  named["content-length"] = String(Buffer.byteLength(text))
  response.writeHead(status, Object.assign(named, headers)).end(text)
}

const unavailableAnswer = (path: string, message: string): DirectAnswer => ({
  status: 503,
  headers: retryAfter,
  text: JSON.stringify(unansweredBody(path, message))
})

/** The answer to a request whose effect failed. Requests are interrupted when the service stops. */
const unanswered = (path: string, cause: Cause.Cause<never>): DirectAnswer => {
  if (diedOfDatabase(cause)) return unavailableAnswer(path, lostMeanwhile)
  return Cause.hasInterruptsOnly(cause)
    ? { status: 503, headers: {}, text: "" }
    : { status: 500, headers: {}, text: JSON.stringify(unansweredBody(path, "Internal server error")) }
}

/** Makes the function that runs the answer of a request, until the caller disconnects or the scope is closed. */
export const answerRunner = Effect.fnUntraced(function* <R>() {
  const ids = yield* IdSource
  const availability = yield* Availability
  const answering = yield* FiberSet.make()
  const services = yield* Effect.context<R>()
  const known = yield* References.CurrentLogAnnotations
  const watched = yield* AnsweredRequests
  return (
    place: AnswerPlace & { readonly client: string },
    request: IncomingMessage,
    response: ServerResponse,
    answer: Effect.Effect<DirectAnswer, never, R>
  ) => {
    const given = givenRequestId(request.headers["x-request-id"])
    const { client } = place
    if (given !== null) watched?.note(request, { requestId: given, client })
    // Log lines of the request name it.
    const annotations = { ...known, requestId: given ?? "" }
    const named = Effect.flatMap(ids.uuid, (id) => {
      annotations.requestId = id
      watched?.note(request, { requestId: id, client })
      return answer
    })
    const facts = noFacts(annotations.requestId, client)
    const context = services.pipe(
      Context.add(References.CurrentLogAnnotations, annotations),
      Context.add(RequestFacts, facts)
    )
    const { path } = place
    const isGuarded = needsDatabase(path)
    if (isGuarded && availability.isLost()) {
      // The request is named by its answer only: nothing of it is logged.
      const refused = Effect.map(given === null ? ids.uuid : Effect.succeed(given), (id) =>
        writeAnswer(response, headersBelow(place, id), unavailableAnswer(path, unavailable))
      )
      return void Effect.runForkWith(context)(refused)
    }
    const fiber = Effect.runForkWith(context)(given === null ? named : answer)
    if (fiber.pollUnsafe() === undefined) {
      FiberSet.addUnsafe(answering, fiber)
      response.once("close", () => {
        if (!response.writableEnded) fiber.interruptUnsafe(undefined, HttpServerError.ClientAbort.annotation)
      })
    }
    const unwatch = isGuarded
      ? availability.watch(() => {
          writeAnswer(response, headersBelow(place, annotations.requestId), unavailableAnswer(path, lostMeanwhile))
          fiber.interruptUnsafe()
        })
      : () => undefined
    fiber.addObserver((exit) => {
      unwatch()
      const answered = exit._tag === "Success" ? exit.value : unanswered(path, exit.cause)
      const named = headersBelow(place, annotations.requestId)
      if (facts.retryAfterSeconds !== null) named["retry-after"] = String(facts.retryAfterSeconds)
      writeAnswer(response, answered.status === 503 ? Object.assign(named, retryAfter) : named, answered)
      if (exit._tag === "Success" || !Cause.hasDies(exit.cause)) return
      Effect.runForkWith(context)(logDied(exit.cause))
    })
  }
})
