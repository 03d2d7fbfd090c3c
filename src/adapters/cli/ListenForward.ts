import { Duration, Effect, Exit, Schema } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import type { SignedDelivery } from "./ListenVerdict.ts"

/** Deadline of the whole call to the local receiver. The service aborts a delivery after 15 seconds. */
const deadline = "12 seconds"

/** Headers of a delivery that are forwarded, because the local receiver needs them to verify signatures. */
const forwardedHeaders = [
  "content-type",
  "webhook-id",
  "webhook-timestamp",
  "webhook-signature",
  "x-webhook-secret",
  "traceparent"
]

/** The answer of the local receiver. */
export interface ForwardAnswer {
  /** Null if there was none. */
  readonly status: number | null
  readonly durationMillis: number
}

/** The target of verified events. */
export interface ListenForward {
  readonly url: string
  readonly post: (delivery: SignedDelivery) => Effect.Effect<ForwardAnswer>
}

/** The address of a local receiver. */
export const ForwardUrl = Schema.String.check(
  Schema.makeFilter(
    (text) =>
      (/^https?:\/\//i.test(text) && URL.canParse(text)) || "Expected an address such as http://127.0.0.1:3000/hook"
  )
)

const headersOf = ({ headers }: SignedDelivery) =>
  Object.fromEntries(
    forwardedHeaders.flatMap((name) => {
      const value = headers[name]
      return value === undefined ? [] : [[name, value] as const]
    })
  )

/** Forwards deliveries unchanged to one address. */
export const to = Effect.fnUntraced(function* (url: string) {
  const client = yield* HttpClient.HttpClient
  const forward: ListenForward = {
    url,
    post: Effect.fnUntraced(function* (delivery) {
      const request = HttpClientRequest.post(url).pipe(
        HttpClientRequest.bodyText(delivery.body, delivery.headers["content-type"] ?? "application/json"),
        HttpClientRequest.setHeaders(headersOf(delivery))
      )
      const [took, exit] = yield* Effect.timed(
        Effect.exit(Effect.timeout(Effect.scoped(client.execute(request)), deadline))
      )
      return {
        status: Exit.isSuccess(exit) ? exit.value.status : null,
        durationMillis: Math.round(Duration.toMillis(took))
      }
    })
  }
  return forward
})
