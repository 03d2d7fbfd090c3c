import { Effect, Schema } from "effect"

/** A status with a JSON text. */
export interface PlainAnswer {
  readonly status: number
  readonly text: string
}

/** Encodes the failures of an interface. Returns null for anything else. */
export const encodedFailure = (
  failures: ReadonlyArray<Schema.Constraint & { readonly EncodingServices: never }>
): ((failure: unknown) => Effect.Effect<PlainAnswer> | null) => {
  const answers = failures.map((failure) => ({
    is: Schema.is(failure),
    status: Schema.resolveAnnotations(failure)?.httpApiStatus ?? 500,
    encode: Schema.encodeUnknownEffect(failure)
  }))
  return (failure) => {
    const answer = answers.find(({ is }) => is(failure))
    return answer === undefined
      ? null
      : Effect.map(Effect.orDie(answer.encode(failure)), (body) => ({
          status: answer.status,
          text: JSON.stringify(body)
        }))
  }
}
