import { Context, Effect } from "effect"
import { HttpClientRequest } from "effect/http"

/**
 * `Idempotency-Key` of the POST requests of an effect: `Effect.provideService(call, IdempotencyKey, "order 17")`. A call
 * that is repeated with the same key has no second effect and gets the first answer.
 */
export const IdempotencyKey = Context.Reference<string | null>("effect-parley/client/IdempotencyKey", {
  defaultValue: () => null
})

/** Adds the key of the effect to a POST request. */
export const withIdempotencyKey = (
  request: HttpClientRequest.HttpClientRequest
): Effect.Effect<HttpClientRequest.HttpClientRequest> =>
  Effect.map(IdempotencyKey, (key) =>
    key === null || request.method !== "POST" ? request : HttpClientRequest.setHeader(request, "idempotency-key", key)
  )
