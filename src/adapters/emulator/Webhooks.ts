import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Context, type Duration, Effect, FiberSet, Layer, Option, Ref, Schedule, Schema } from "effect"
import { Mac } from "effect/crypto"
import { Hex } from "effect/encoding"
import { HttpClient, HttpClientRequest } from "effect/http"

/** Where the platform reports to, and the app secret that it signs its reports with. */
export const Callback = Schema.Struct({
  url: Schema.String.check(
    Schema.makeFilter((url) => /^https?:\/\//i.test(url) && URL.canParse(url), { message: "must be an http(s) URL" })
  ),
  appSecret: Schema.NonEmptyString
})
export type Callback = typeof Callback.Type

/** How long after a failed attempt the next one comes; after the last one the report is given up. */
const waits: ReadonlyArray<Duration.Input> = ["1 second", "10 seconds", "1 minute", "10 minutes"]

const schedule = Schedule.recurs(waits.length).pipe(
  Schedule.addDelay(({ output: failures }) => Effect.succeed(waits[failures] ?? "10 minutes"))
)

/** How long one attempt may take. */
const deadline = "10 seconds"

/** How many reports may wait for their delivery; more are dropped, and the log says so. */
const maxUndelivered = 1_000

/** The reports that the platform owes to the app. */
export class Webhooks extends Context.Service<
  Webhooks,
  {
    setCallback(callback: Option.Option<Callback>): Effect.Effect<void>
    /** Has the report delivered in its own time. Without a callback nobody is told, as on the real platform. */
    owe(payload: Schema.Json): Effect.Effect<void>
  }
>()("emulator/Webhooks") {}

/**
 * The bytes that are sent and signed. The platform escapes slashes and everything beyond ASCII, so that a signature
 * over these bytes and one over the escaped text are the same (platforms page §4).
 */
export const webhookBody = (payload: Schema.Json): string =>
  JSON.stringify(payload)
    .replaceAll("/", "\\/")
    .replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)

const encoder = new TextEncoder()

const make = Effect.fnUntraced(function* (initial: Option.Option<Callback>) {
  const callback = yield* Ref.make(initial)
  const deliveries = yield* FiberSet.make<void>()
  const client = HttpClient.filterStatusOk(yield* HttpClient.HttpClient)
  const mac = yield* Mac.Mac

  const signature = (algorithm: Mac.Algorithm, secret: string, body: string) =>
    Mac.key(algorithm, encoder.encode(secret)).pipe(
      Effect.flatMap((key) => mac.sign(key, encoder.encode(body))),
      Effect.map(Hex.encode)
    )

  const attempt = Effect.fnUntraced(function* ({ appSecret, url }: Callback, body: string) {
    const headers = {
      accept: "*/*",
      "user-agent": "facebookexternalua",
      "x-hub-signature": `sha1=${yield* signature(Mac.hmacSha1, appSecret, body)}`,
      "x-hub-signature-256": `sha256=${yield* signature(Mac.hmacSha256, appSecret, body)}`
    }
    yield* HttpClientRequest.post(url).pipe(
      HttpClientRequest.setHeaders(headers),
      HttpClientRequest.bodyText(body, "application/json"),
      client.execute,
      Effect.timeout(deadline)
    )
  })

  const deliver = (to: Callback, body: string) =>
    attempt(to, body).pipe(
      Effect.retry(schedule),
      Effect.catch((cause) => Effect.logWarning("platform report given up", { url: to.url, cause }))
    )

  return Webhooks.of({
    setCallback: (next) => Ref.set(callback, next),
    owe: Effect.fnUntraced(function* (payload) {
      const to = yield* Ref.get(callback)
      if (Option.isNone(to)) return yield* Effect.logDebug("no callback for a platform report")
      if ((yield* FiberSet.size(deliveries)) >= maxUndelivered) {
        return yield* Effect.logWarning("platform report dropped: too many are undelivered")
      }
      yield* FiberSet.run(deliveries, deliver(to.value, webhookBody(payload)))
    })
  })
})

/** With the callback from the start, when there is one. */
export const layer = (callback: Option.Option<Callback>): Layer.Layer<Webhooks, never, HttpClient.HttpClient> =>
  Layer.effect(Webhooks, make(callback)).pipe(Layer.provide(NodeCrypto.layerMac))
