import { Cause, Effect, Fiber, Predicate } from "effect"
import { HttpServerResponse } from "effect/http"
import { SqlError } from "effect/sql"
import { Overloaded } from "../../../domain/limits/RateTier.ts"
import { type Availability, isServerFault } from "../../../ports/process/Transaction.ts"
import { logFailure } from "../../../telemetry/failureLog.ts"
import { unansweredBody } from "./requestPath.ts"

/** Responses to requests that are rejected for overload, by reason. */
export const overloaded = {
  "too many": "Too many lists, searches or imports of the organization at once. Try again in 5 seconds",
  "too long": "The list or search took too long. Search for more characters, or try again in 5 seconds"
} as const

export const isOverloaded = (defect: unknown): defect is Overloaded => defect instanceof Overloaded

/** Seconds after which a caller may retry. */
export const retryAfter = { "retry-after": "5" } as const

/** Response to a request while the database is unavailable. */
export const unavailable = "Service temporarily unavailable; nothing was done. Try again later"

/** Response to a request that was running when the database became unavailable. It may have taken effect. */
export const lostMeanwhile =
  "Service temporarily unavailable; whether the request took effect is unknown. Look before trying again"

/** Transient database errors, which the server causes and not the statement. */
const transient: ReadonlySet<SqlError.SqlErrorReason["_tag"]> = new Set([
  "ConnectionError",
  "StatementTimeoutError",
  "LockTimeoutError",
  "DeadlockError",
  "SerializationError"
])

/**
 * Whether a defect is a transient database failure. The request may have taken effect (contract: Failures of the
 * database that pass).
 */
export const isPassingFault = (defect: unknown): boolean =>
  SqlError.isSqlError(defect) &&
  (transient.has(defect.reason._tag) ||
    (Predicate.hasProperty(defect.reason.cause, "code") && isServerFault(String(defect.reason.cause.code))))

/** Whether an effect died of a transient database failure. */
export const diedOfDatabase = ({ reasons }: Cause.Cause<unknown>): boolean =>
  reasons.some((reason) => Cause.isDieReason(reason) && isPassingFault(reason.defect))

/** Length of the prefix that identifies a defect in the log. */
const maxSubject = 200

/** Logs that a request died, once a minute per defect. A database outage counts as one defect. */
export const logDied = (cause: Cause.Cause<unknown>): Effect.Effect<void> => {
  const subject = diedOfDatabase(cause) ? "database" : String(Cause.squash(cause)).slice(0, maxSubject)
  return logFailure({ level: "Error", text: "request died", subject }, cause)
}

/** Path prefixes of endpoints that need the database. */
const guarded = /^\/(?:api|webhooks|auth)\//

export const needsDatabase = (path: string): boolean => guarded.test(path)

const answerWith = (path: string, message: string) =>
  HttpServerResponse.jsonUnsafe(unansweredBody(path, message), { status: 503, headers: retryAfter })

/**
 * Answers with 503 as soon as the database connection is lost. Uninterruptible work, such as a send in flight to the
 * platform, continues in the background.
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
        // The router makes its work around a route uninterruptible.
        Effect.interruptible,
        // The reason distinguishes a disconnected caller from a stop of the service.
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

/** Failures of an interface by status, from an error text. */
interface DefectAnswers<Down, Broken> {
  readonly unavailable: (text: string) => Down
  readonly internal: (text: string) => Broken
}

/**
 * Answers a request that died. The defect is logged and hidden from the caller. A request that was rejected for overload is
 * answered with the reason and not logged.
 */
export const answerDefects =
  <Down, Broken>({ internal, unavailable }: DefectAnswers<Down, Broken>) =>
  <A, E, R>(response: Effect.Effect<A, E, R>): Effect.Effect<A, E | Down | Broken, R> =>
    Effect.catchDefect(response, (defect) =>
      isOverloaded(defect)
        ? Effect.fail(unavailable(overloaded[defect.reason]))
        : Effect.andThen(
            logDied(Cause.die(defect)),
            Effect.fail(isPassingFault(defect) ? unavailable(lostMeanwhile) : internal("Internal server error"))
          )
    )
