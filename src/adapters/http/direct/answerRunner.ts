import { Cause, Context, Effect, References } from "effect"
import { HttpServerError } from "effect/http"
import type { IncomingMessage, ServerResponse } from "node:http"
import * as RunningFibers from "../../../collections/RunningFibers.ts"
import { IdSource } from "../../../ports/IdSource.ts"
import { type AnswerPlace, givenRequestId, headersBelow } from "../requestHeaders.ts"
import type { DirectAnswer } from "./DirectRoute.ts"
import { writeAnswer } from "./writeAnswer.ts"

/** What has no answer: an interrupted request is one of a service that stops. */
const unanswered = (cause: Cause.Cause<never>): DirectAnswer => ({
  status: Cause.hasInterruptsOnly(cause) ? 503 : 500,
  headers: {},
  text: ""
})

/** Gives what runs the answer to a request at a place, until the caller goes away or the scope is closed. */
export const answerRunner = Effect.fnUntraced(function* <R>() {
  const ids = yield* IdSource
  const answering = yield* RunningFibers.make
  const services = yield* Effect.context<R>()
  const known = yield* References.CurrentLogAnnotations
  return (
    place: AnswerPlace,
    request: IncomingMessage,
    response: ServerResponse,
    answer: Effect.Effect<DirectAnswer, never, R>
  ) => {
    const given = givenRequestId(request.headers["x-request-id"])
    // Log lines of the request name it.
    const annotations = { ...known, requestId: given ?? "" }
    const named = Effect.flatMap(ids.uuid, (id) => {
      annotations.requestId = id
      return answer
    })
    const context = Context.add(services, References.CurrentLogAnnotations, annotations)
    const fiber = Effect.runForkWith(context)(given === null ? named : answer)
    if (fiber.pollUnsafe() === undefined) {
      answering.add(fiber)
      response.once("close", () => {
        if (!response.writableEnded) fiber.interruptUnsafe(undefined, HttpServerError.ClientAbort.annotation)
      })
    }
    fiber.addObserver((exit) => {
      const answered = exit._tag === "Success" ? exit.value : unanswered(exit.cause)
      writeAnswer(response, headersBelow(place, annotations.requestId), answered)
      if (exit._tag === "Success" || !Cause.hasDies(exit.cause)) return
      Effect.runForkWith(context)(Effect.logError("request died", exit.cause))
    })
  }
})
