import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { Failure } from "./Failures.ts"

const responses = Failure.members.map((failure) => ({
  is: Schema.is(failure),
  status: Schema.resolveAnnotations(failure)?.httpApiStatus ?? 500,
  encode: Schema.encodeUnknownEffect(failure)
}))

/** A failure as the contract answers it. */
export const failureResponse = (failure: Failure): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  const response = responses.find(({ is }) => is(failure))
  return response === undefined
    ? Effect.die(failure)
    : Effect.map(Effect.orDie(response.encode(failure)), (body) =>
        HttpServerResponse.jsonUnsafe(body, { status: response.status })
      )
}
