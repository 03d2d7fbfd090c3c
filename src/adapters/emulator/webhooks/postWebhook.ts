import { type Duration, Effect } from "effect"
import { Mac } from "effect/crypto"
import { Hex } from "effect/encoding"
import { HttpClient, HttpClientRequest } from "effect/http"
import type { Callback } from "./Callback.ts"

/** How long one attempt may take. */
const deadline: Duration.Input = "10 seconds"

const encoder = new TextEncoder()

const signature = Effect.fnUntraced(function* (algorithm: Mac.Algorithm, secret: string, body: string) {
  const mac = yield* Mac.Mac
  const key = yield* Mac.key(algorithm, encoder.encode(secret))
  return Hex.encode(yield* mac.sign(key, encoder.encode(body)))
})

/** Posts the bytes to the app, signed as the platform signs (platforms P15): the HTTP status, 0 without an answer. */
export const postWebhook = Effect.fnUntraced(
  function* ({ appSecret, url }: Callback, body: string) {
    const client = yield* HttpClient.HttpClient
    const headers = {
      accept: "*/*",
      "user-agent": "facebookexternalua",
      "x-hub-signature": `sha1=${yield* signature(Mac.hmacSha1, appSecret, body)}`,
      "x-hub-signature-256": `sha256=${yield* signature(Mac.hmacSha256, appSecret, body)}`
    }
    const response = yield* HttpClientRequest.post(url).pipe(
      HttpClientRequest.setHeaders(headers),
      HttpClientRequest.bodyText(body, "application/json"),
      client.execute,
      Effect.timeout(deadline)
    )
    return response.status
  },
  Effect.scoped,
  Effect.catch((cause) => Effect.as(Effect.logDebug("a platform report had no answer", { cause }), 0))
)
