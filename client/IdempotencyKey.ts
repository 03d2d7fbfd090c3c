import { Context, Effect } from "effect"
import { HttpClientRequest } from "effect/http"

/**
 * The `Idempotency-Key` of the POST requests of an effect: `Effect.provideService(call, IdempotencyKey, "order 17")`. Repeated
 * with the same key, a call has no second effect and gets the first answer.
 */
export const IdempotencyKey = Context.Reference<string | null>("effect-parley/client/IdempotencyKey", {
  defaultValue: () => null
})

/** The request with the key of the effect, if it has one. */
export const withIdempotencyKey = (
  request: HttpClientRequest.HttpClientRequest
): Effect.Effect<HttpClientRequest.HttpClientRequest> =>
  Effect.map(IdempotencyKey, (key) =>
    key === null || request.method !== "POST" ? request : HttpClientRequest.setHeader(request, "idempotency-key", key)
  )
