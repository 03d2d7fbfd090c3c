import { Cause, Effect, Fiber, Predicate } from "effect"
import { HttpServerResponse } from "effect/http"
import { SqlError } from "effect/sql"
import { type Availability, isServerFault } from "../../../ports/process/Availability.ts"
import { unansweredBody } from "./unansweredBody.ts"
import { logFailure } from "../../../telemetry/failureLog.ts"

/** Seconds after which a caller may try again. */
export const retryAfter = { "retry-after": "5" } as const

/** The answer to a request while the database does not answer. */
export const unavailable = "Service temporarily unavailable; nothing was done. Try again later"

/** The answer to a request that was under way by then: it may have taken effect. */
export const lostMeanwhile =
  "Service temporarily unavailable; whether the request took effect is unknown. Look before trying again"

/**
 * Reasons that lie in the server and not in the statement: the connection broke, or the statement waited too long for
 * others.
 */
const transient: ReadonlySet<SqlError.SqlErrorReason["_tag"]> = new Set([
  "ConnectionError",
  "StatementTimeoutError",
  "LockTimeoutError",
  "DeadlockError",
  "SerializationError"
])

/** Whether a defect is a failure of the database that passes: the request may have taken effect (contract C186). */
export const isPassingFault = (defect: unknown): boolean =>
  SqlError.isSqlError(defect) &&
  (transient.has(defect.reason._tag) ||
    (Predicate.hasProperty(defect.reason.cause, "code") && isServerFault(String(defect.reason.cause.code))))

/** Whether that is what an effect died of. */
export const diedOfDatabase = ({ reasons }: Cause.Cause<unknown>): boolean =>
  reasons.some((reason) => Cause.isDieReason(reason) && isPassingFault(reason.defect))

/** Characters of a defect that distinguish it from others in the log. */
const maxSubject = 200

/**
 * Logs that a request died, once a minute for each defect. An outage of the database ends many requests at once, in
 * many ways, and is one defect.
 */
export const logDied = (cause: Cause.Cause<unknown>): Effect.Effect<void> => {
  const subject = diedOfDatabase(cause) ? "database" : String(Cause.squash(cause)).slice(0, maxSubject)
  return logFailure({ level: "Error", text: "request died", subject }, cause)
}

/** Below these everything is about what the database holds. */
const guarded = /^\/(?:api|webhooks|auth)\//

export const needsDatabase = (path: string): boolean => guarded.test(path)

const answerWith = (path: string, message: string) =>
  HttpServerResponse.jsonUnsafe(unansweredBody(path, message), { status: 503, headers: retryAfter })

/**
 * Answers with 503 as soon as the database is lost. What cannot be interrupted, as a send that is at the platform, goes
 * on to its end without anybody waiting for it.
 */
export const unlessLost = <E, R>(
  { isLost, watch }: Availability,
  path: string,
  answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
) =>
  Effect.suspend(() => {
    if (!needsDatabase(path)) return answer
    if (isLost()) return Effect.succeed(answerWith(path, unavailable))
    return Effect.flatMap(Effect.forkDetach(answer, { startImmediately: true }), (fiber) =>
      Effect.callback<HttpServerResponse.HttpServerResponse, E>((resume) => {
        const unwatch = watch(() => {
          resume(Effect.succeed(answerWith(path, lostMeanwhile)))
          fiber.interruptUnsafe()
        })
        fiber.addObserver((exit) => {
          unwatch()
          resume(
            exit._tag === "Failure" && diedOfDatabase(exit.cause)
              ? Effect.as(logDied(exit.cause), answerWith(path, lostMeanwhile))
              : exit
          )
        })
        return Effect.sync(unwatch)
      }).pipe(
        // The router lets nothing interrupt what it does around a route.
        Effect.interruptible,
        // The reason says whether the caller went away or the service stops.
        Effect.onExit((exit) =>
          exit._tag === "Failure" && Cause.hasInterruptsOnly(exit.cause) && fiber.pollUnsafe() === undefined
            ? Effect.andThen(
                Effect.sync(() => fiber.interruptUnsafe(undefined, Cause.annotations(exit.cause))),
                Fiber.await(fiber)
              )
            : Effect.void
        )
      )
    )
  })
