import { Cause, Context, Effect, Fiber, References } from "effect"
import { HttpServerError } from "effect/http"
import type { IncomingMessage, ServerResponse } from "node:http"
import { IdSource } from "../../../ports/IdSource.ts"
import { givenRequestId, headersBelow } from "../requestHeaders.ts"
import type { DirectAnswer } from "./DirectRoute.ts"
import { writeAnswer } from "./writeAnswer.ts"

/** What has no answer: an interrupted request is one of a service that stops. */
const unanswered = (cause: Cause.Cause<never>): DirectAnswer => ({
  status: Cause.hasInterruptsOnly(cause) ? 503 : 500,
  headers: {},
  text: ""
})

/** Gives what runs the answer to a request below the path, until the caller goes away or the scope is closed. */
export const answerRunner = Effect.fnUntraced(function* <R>() {
  const ids = yield* IdSource
  const scope = yield* Effect.scope
  const services = yield* Effect.context<R>()
  const fork = Effect.runForkWith(services)
  return (
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
    answer: Effect.Effect<DirectAnswer, never, R>
  ) => {
    const given = givenRequestId(request.headers["x-request-id"])
    let requestId = given ?? ""
    const named = Effect.flatMap(given === null ? ids.uuid : Effect.succeed(given), (id) => {
      requestId = id
      // Log lines of the request name it.
      return Effect.setContext(answer, Context.add(services, References.CurrentLogAnnotations, { requestId: id }))
    })
    const fiber = fork(named)
    if (fiber.pollUnsafe() === undefined) {
      Fiber.runIn(fiber, scope)
      response.once("close", () => {
        if (!response.writableEnded) fiber.interruptUnsafe(undefined, HttpServerError.ClientAbort.annotation)
      })
    }
    fiber.addObserver((exit) => {
      const answered = exit._tag === "Success" ? exit.value : unanswered(exit.cause)
      writeAnswer(response, headersBelow(path, requestId), answered)
      if (exit._tag === "Success" || !Cause.hasDies(exit.cause)) return
      fork(Effect.annotateLogs(Effect.logError("request died", exit.cause), { requestId }))
    })
  }
})
