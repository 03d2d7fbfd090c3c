import { Effect, Schema } from "effect"
import { Failure } from "./Failures.ts"

const answers = Failure.members.map((failure) => ({
  is: Schema.is(failure),
  status: Schema.resolveAnnotations(failure)?.httpApiStatus ?? 500,
  encode: Schema.encodeUnknownEffect(failure)
}))

/** A failure as the contract answers it. */
export const failureAnswer = (failure: Failure): Effect.Effect<{ readonly status: number; readonly text: string }> => {
  const answer = answers.find(({ is }) => is(failure))
  return answer === undefined
    ? Effect.die(failure)
    : Effect.map(Effect.orDie(answer.encode(failure)), (body) => ({
        status: answer.status,
        text: JSON.stringify(body)
      }))
}
