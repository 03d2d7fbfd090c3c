import { DateTime, Deferred, type Duration, Effect, FiberSet, Option, Ref, Schema, Semaphore } from "effect"
import { Mac } from "effect/crypto"
import { Hex } from "effect/encoding"
import { HttpClient, HttpClientRequest } from "effect/http"
import { Deliveries } from "./Deliveries.ts"
import type { Webhook } from "./Outbox.ts"

/** Where the platform reports to, and the app secret that it signs its reports with. */
export const Callback = Schema.Struct({
  url: Schema.String.check(
    Schema.makeFilter((url) => /^https?:\/\//i.test(url) && URL.canParse(url), { message: "must be an http(s) URL" })
  ),
  appSecret: Schema.NonEmptyString
})
export type Callback = typeof Callback.Type

/** How long one attempt may take. */
const deadline: Duration.Input = "10 seconds"

const encoder = new TextEncoder()

const signature = Effect.fnUntraced(function* (algorithm: Mac.Algorithm, secret: string, body: string) {
  const mac = yield* Mac.Mac
  const key = yield* Mac.key(algorithm, encoder.encode(secret))
  return Hex.encode(yield* mac.sign(key, encoder.encode(body)))
})

/** The headers of a webhook, signed as the platform signs (platforms P15). */
const headersOf = Effect.fnUntraced(function* (appSecret: string, body: string) {
  return {
    accept: "*/*",
    "user-agent": "facebookexternalua",
    "content-type": "application/json",
    "content-length": String(encoder.encode(body).length),
    "x-hub-signature": `sha1=${yield* signature(Mac.hmacSha1, appSecret, body)}`,
    "x-hub-signature-256": `sha256=${yield* signature(Mac.hmacSha256, appSecret, body)}`
  }
}, Effect.orDie)

/** Posts the bytes to the app: the HTTP status, 0 without an answer. */
const postWebhook = Effect.fnUntraced(
  function* (url: string, headers: Readonly<Record<string, string>>, body: string) {
    const client = yield* HttpClient.HttpClient
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

/** How many attempts run at once. */
const maxConnections = 16

/** Posts webhooks to the app. */
export interface Postman {
  /**
   * Sends the webhook off. Of two that are about one account, the second goes when the first attempt of the first has
   * ended. `ended` receives the status: 0 without an answer, null without a callback. The result waits for it.
   */
  send(webhook: Webhook, ended: (status: number | null) => Effect.Effect<void>): Effect.Effect<Effect.Effect<void>>
  /** Sends bytes again, once and past everything that waits: the status, null without a callback. */
  repeat(id: number, body: string): Effect.Effect<number | null>
  /** Waits until nothing is on its way. */
  readonly idle: Effect.Effect<void>
}

const accountsOf = ({ reports }: Webhook): ReadonlyArray<string> => [
  ...new Set(reports.map(({ entryId, object }) => `${object} ${entryId}`))
]

type LastByAccount = ReadonlyMap<string, Deferred.Deferred<void>>

/** The callback is read anew for every attempt, since it may change. */
export const makePostman = Effect.fnUntraced(function* (callback: Effect.Effect<Option.Option<Callback>>) {
  const deliveries = yield* Deliveries
  const clients = yield* Effect.context<HttpClient.HttpClient | Mac.Mac>()
  const fibers = yield* FiberSet.make<void>()
  const permits = yield* Semaphore.make(maxConnections)
  const lastByAccount = yield* Ref.make<LastByAccount>(new Map())

  const clock = Effect.map(DateTime.now, DateTime.toEpochMillis)

  /** Enters an attempt, signed for the current callback. The result makes it. */
  const begin = Effect.fnUntraced(function* (
    { appSecret, url }: Callback,
    { body, spoiled }: Pick<Webhook, "body" | "spoiled">,
    redeliveryOf: number | null
  ) {
    const headers = yield* Effect.provideContext(headersOf(appSecret, body), clients)
    const at = DateTime.formatIso(yield* DateTime.now)
    const enter = yield* deliveries.begin({ at, url, headers, body, redeliveryOf })
    return Effect.gen(function* () {
      const started = yield* clock
      const posted = permits.withPermit(Effect.provideContext(postWebhook(url, headers, body), clients))
      const status = spoiled === "lost" ? 0 : yield* posted
      yield* enter({ status, durationMillis: (yield* clock) - started })
      return status
    })
  })

  const send: Postman["send"] = Effect.fnUntraced(function* (webhook, ended) {
    const to = yield* callback
    if (Option.isNone(to)) return yield* Effect.as(ended(null), Effect.void)
    const attempt = yield* begin(to.value, webhook, null)
    const mine = yield* Deferred.make<void>()
    const accounts = accountsOf(webhook)
    const before = yield* Ref.modify(lastByAccount, (all) => [
      accounts.flatMap((account) => all.get(account) ?? []),
      new Map([...all, ...accounts.map((account) => [account, mine] as const)])
    ])
    const going = Effect.forEach(before, Deferred.await, { discard: true }).pipe(
      Effect.andThen(attempt),
      Effect.flatMap(ended),
      Effect.ensuring(Deferred.succeed(mine, undefined))
    )
    yield* FiberSet.run(fibers, going)
    return Deferred.await(mine)
  })

  const repeat: Postman["repeat"] = Effect.fnUntraced(function* (id, body) {
    const to = yield* callback
    if (Option.isNone(to)) return null
    return yield* Effect.flatten(begin(to.value, { body, spoiled: null }, id))
  })

  return { send, repeat, idle: FiberSet.awaitEmpty(fibers) } satisfies Postman
})
