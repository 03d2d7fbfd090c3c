import { Cause, Effect } from "effect"
import { isPassingFault, logDied, lostMeanwhile } from "../server/unlessLost.ts"
import { isOverloaded, overloaded } from "./overloaded.ts"

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
