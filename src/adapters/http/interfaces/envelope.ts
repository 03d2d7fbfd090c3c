import { Effect, Schema } from "effect"
import type { HttpServerResponse } from "effect/http"

/** Success envelope of both interfaces, as a schema and as a value. */
export const Data = <S extends Schema.Constraint>(data: S) => Schema.Struct({ success: Schema.tag(true), data })
export const ok = <A>(data: A) => ({ success: true as const, data })

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

const decoder = new TextDecoder()

/** The body of a response as text; null for a stream. */
export const bodyText = ({ body }: HttpServerResponse.HttpServerResponse): string | null =>
  body._tag === "Uint8Array" ? (body.text ?? decoder.decode(body.body)) : null
