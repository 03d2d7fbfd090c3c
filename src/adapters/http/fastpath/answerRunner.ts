import { Cause, Context, Effect, FiberSet, References } from "effect"
import { HttpServerError } from "effect/http"
import type { IncomingMessage, ServerResponse } from "node:http"
import { IdSource } from "../../../ports/process/IdSource.ts"
import { Availability } from "../../../ports/process/Transaction.ts"
import { noFacts, RequestFacts } from "../interfaces/RequestFacts.ts"
import type { PlainAnswer } from "../interfaces/envelope.ts"
import { AnsweredRequests } from "../server/answeredRequests.ts"
import { type AnswerPlace, givenRequestId, headersOf } from "../server/requestHeaders.ts"
import { unansweredBody } from "../server/requestPath.ts"
import { diedOfDatabase, logDied, lostMeanwhile } from "../server/unlessLost.ts"

const failed = (path: string, status: 500 | 503, message: string): PlainAnswer => ({
  status,
  text: JSON.stringify(unansweredBody(path, message))
})

/** The answer to a request whose effect failed. Requests are interrupted when the service stops. */
const unanswered = (path: string, cause: Cause.Cause<never>): PlainAnswer => {
  if (diedOfDatabase(cause)) return failed(path, 503, lostMeanwhile)
  return Cause.hasInterruptsOnly(cause) ? { status: 503, text: "" } : failed(path, 500, "Internal server error")
}

/** Makes the function that runs the answer of a request, until the caller disconnects or the scope is closed. */
export const answerRunner = Effect.fnUntraced(function* <R>() {
  const ids = yield* IdSource
  const availability = yield* Availability
  const answering = yield* FiberSet.make()
  const services = yield* Effect.context<R>()
  const inherited = yield* References.CurrentLogAnnotations
  const watched = yield* AnsweredRequests
  return (
    target: AnswerPlace,
    client: string,
    request: IncomingMessage,
    response: ServerResponse,
    answer: Effect.Effect<PlainAnswer, never, R>
  ) => {
    const { path } = target
    const facts = noFacts("", client)
    const annotations = { ...inherited, requestId: "" }
    const context = services.pipe(
      Context.add(References.CurrentLogAnnotations, annotations),
      Context.add(RequestFacts, facts)
    )
    const withRequestId = (id: string) => {
      facts.requestId = annotations.requestId = id
      watched?.note(request, { requestId: id, client })
      return answer
    }
    /** Writes the response unless one was sent or the caller disconnected. */
    const write = ({ status, text }: PlainAnswer): void => {
      if (response.writableEnded || response.destroyed) return
      const headers = headersOf(target, facts, status)
      if (text !== "") headers["content-type"] = "application/json"
      headers["content-length"] = String(Buffer.byteLength(text))
      response.writeHead(status, headers).end(text)
    }
    const callerId = givenRequestId(request.headers["x-request-id"])
    const fiber = Effect.runForkWith(context)(
      callerId === null ? Effect.flatMap(ids.uuid, withRequestId) : withRequestId(callerId)
    )
    if (fiber.pollUnsafe() === undefined) {
      FiberSet.addUnsafe(answering, fiber)
      response.once("close", () => {
        if (!response.writableEnded) fiber.interruptUnsafe(undefined, HttpServerError.ClientAbort.annotation)
      })
    }
    const unwatch = availability.watch(() => {
      write(failed(path, 503, lostMeanwhile))
      fiber.interruptUnsafe()
    })
    fiber.addObserver((exit) => {
      unwatch()
      write(exit._tag === "Success" ? exit.value : unanswered(path, exit.cause))
      if (exit._tag === "Failure" && Cause.hasDies(exit.cause)) Effect.runForkWith(context)(logDied(exit.cause))
    })
  }
})
