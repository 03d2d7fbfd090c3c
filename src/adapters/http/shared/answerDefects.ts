import { Cause, Effect } from "effect"
import { isPassingFault, logDied, lostMeanwhile } from "../server/unlessLost.ts"
import { isOverloaded, overloaded } from "./overloaded.ts"

/** How an interface answers with each status, given the text of the failure. */
interface DefectAnswers<Down, Broken> {
  readonly unavailable: (text: string) => Down
  readonly internal: (text: string) => Broken
}

/**
 * Answers a request that died. The log has the defect, and the caller learns only that there was one. A request that was
 * refused for overload is answered with the reason, and not logged.
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
