import { Clock, DateTime, Duration, Effect, Layer, Option, Result, type Tracer } from "effect"
import { Base64 } from "effect/encoding"
import { createHmac, createSecretKey } from "node:crypto"
import { keptFor } from "../../collections/ForgettingMap.ts"
import { type Webhook, WebhookUrlRefused, encodedKeyOf, signingSecrets } from "../../domain/webhooks/Webhook.ts"
import { type Delivery, attemptDeadline, maxResponseBytes } from "../../domain/webhooks/Delivery.ts"
import { type DeliveryAnswer, DeliveryRefused } from "../../domain/webhooks/afterRefusal.ts"
import { Meter } from "../../telemetry/Meter.ts"
import { metrics } from "../../telemetry/metrics.ts"
import type { HttpFailure } from "./HttpFailure.ts"
import { deliveryBody } from "../../domain/webhooks/DeliveryRecord.ts"
import { WebhookSender } from "../../ports/webhooks/WebhookStore.ts"
import { continuing, spanned, traceparentOf } from "../../telemetry/spanned.ts"
import { AddressGuard } from "./AddressGuard.ts"
import type { HttpAnswer, HttpCall } from "./HttpCall.ts"
import { WebhookAgent } from "./WebhookAgent.ts"
import { excerpt } from "./excerpt.ts"
import { userAgent } from "./userAgent.ts"

/**
 * The bytes of the signing key: the decoded part of `whsec_…`, or the bytes of any other secret (contract: Signatures
 * and secrets).
 */
const keyOf = (secret: string): Uint8Array => {
  const raw = () => new TextEncoder().encode(secret)
  const encoded = encodedKeyOf(secret)
  return encoded === null ? raw() : Result.getOrElse(Base64.decode(encoded), raw)
}

/**
 * Cached keys. Creating one takes as long as signing, and passing raw bytes for each signature takes four times as
 * long.
 */
const keyFor = keptFor(1_000, (secret) => createSecretKey(keyOf(secret)))

/**
 * The header `webhook-signature` of Standard Webhooks v1: for each secret an HMAC-SHA256 over
 * `${id}.${timestamp}.${body}`, the timestamp in Unix seconds. It uses Node's HMAC, which is four times as fast as an
 * awaited WebCrypto.
 */
export const sign = (secrets: ReadonlyArray<string>, id: string, timestamp: number, body: string): string =>
  secrets
    .map((secret) => {
      const mac = createHmac("sha256", keyFor(secret)).update(`${id}.${timestamp}.${body}`)
      return `v1,${mac.digest("base64")}`
    })
    .join(" ")

const seconds = /^\d+$/

/** The three date forms of RFC 9110, all in UTC, which is the default zone of `DateTime`. */
const httpDates: ReadonlyArray<RegExp> = [
  /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/
]

/**
 * The wait of a `Retry-After` header in milliseconds, relative to `at`: seconds, or a date. Null if it is neither; zero
 * for a past date.
 */
export const retryAfterMillis = (header: string, at: DateTime.Utc): number | null => {
  const text = header.trim()
  if (seconds.test(text)) return Math.min(Number(text) * 1_000, Number.MAX_SAFE_INTEGER)
  if (!httpDates.some((form) => form.test(text))) return null
  return DateTime.make(text).pipe(
    Option.map((date) => Math.max(0, DateTime.toEpochMillis(date) - DateTime.toEpochMillis(at))),
    Option.getOrNull
  )
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400

/** The result of the attempt, as a label of metrics. */
const endOf = (status: number): string => {
  if (status >= 200 && status < 300) return "success"
  if (status === 410) return "gone"
  if (status === 429) return "throttled"
  if (status >= 500) return "server_error"
  return isRedirect(status) ? "redirect" : "client_error"
}

const endWithout: Readonly<Record<HttpFailure["_tag"], string>> = {
  NotConnected: "not_connected",
  DeadlinePassed: "timeout",
  ConnectionLost: "connection_lost",
  AnswerUnreadable: "unreadable"
}

/** Measures starts and results of attempts. */
const attemptMetrics = (meter: Meter) => {
  const ended = (outcome: string, durationMillis: number): void => {
    if (meter.isOn) meter.record(metrics.attempt, durationMillis / 1_000, { outcome })
  }
  return {
    begun: ({ event, failures, isDeferred }: Delivery, at: DateTime.Utc): void => {
      if (!meter.isOn || failures > 0) return
      const age = Math.max(0, at.epochMilliseconds - event.occurredAt.epochMilliseconds) / 1_000
      meter.record(metrics.firstAttemptAge, age, { source: isDeferred ? "retry_queue" : "outbox" })
    },
    answered: (status: number, durationMillis: number): void => ended(endOf(status), durationMillis),
    unanswered: ({ _tag }: HttpFailure, durationMillis: number): void => ended(endWithout[_tag], durationMillis),
    /** Records an attempt without a request. */
    unsigned: (): void => ended("unsigned", 0)
  }
}

/** Characters that a header value cannot contain (RFC 9110). */
const unspeakable = /\p{Cc}/u

const beyondLatin1 = /[^\u0020-\u00FF]/

/**
 * A secret as the value of `X-Webhook-Secret`. Most receivers read header values as Latin-1; a secret with other
 * characters is sent as its UTF-8 bytes. Null if it cannot be sent; the signature is always present.
 */
const secretHeader = (secret: string): string | null => {
  if (unspeakable.test(secret)) return null
  return beyondLatin1.test(secret) ? Buffer.from(secret, "utf8").toString("latin1") : secret
}

/** Maximum response bytes to read; beyond that the connection is closed. */
const maxAnswerBytes = 16_384

/** The parsed deadline, computed once because each call uses it. */
const deadline = Duration.fromInputUnsafe(attemptDeadline)

/** Maximum length of a stored reason; certificates and headers can be longer. */
const maxDetailBytes = 1_024

/** The secret itself, if the subscriber chose it (contract: Developer webhooks and logs). */
const chosenSecret = ({ secret }: Webhook): Readonly<Record<string, string>> => {
  const value = secret?.chosen === true ? secretHeader(secret.value) : null
  return value === null ? {} : { "X-Webhook-Secret": value }
}

const whyNoAnswer = (failure: HttpFailure): string =>
  failure._tag === "DeadlinePassed"
    ? `no ${failure.sent ? "complete answer" : "connection"} within ${attemptDeadline}`
    : failure.message

const header = ({ headers }: HttpAnswer, name: string): string => {
  const value = headers[name]
  return typeof value === "string" ? value : (value?.[0] ?? "")
}

const whyRefused = (answer: HttpAnswer): string => {
  const location = header(answer, "location")
  return isRedirect(answer.status) && location !== ""
    ? `redirects are not followed; this one leads to ${location}`
    : `answered with status ${answer.status}`
}

/** The number among the deliveries of its conversation, for ordered events (contract: Order within a conversation). */
const sequence = ({ event }: Delivery): Readonly<Record<string, string>> =>
  event.sequence > 0 ? { "webhook-sequence": String(event.sequence) } : {}

/** A foreign text, shortened and storable. */
const storedDetail = (detail: string): string => excerpt(new TextEncoder().encode(detail), maxDetailBytes)

/** The receiver's parent trace: the span of the attempt, or the stored trace if this process does not trace. */
const trace = ({ event }: Delivery, span: Tracer.AnySpan | undefined): Readonly<Record<string, string>> => {
  if (event.trace === undefined) return {}
  return { traceparent: span?.sampled === true ? traceparentOf(span) : event.trace }
}

const callOf = (delivery: Delivery, at: DateTime.Utc, span: Tracer.AnySpan | undefined): HttpCall => {
  const { event, webhook } = delivery
  const body = deliveryBody(webhook.id, event)
  const timestamp = Math.floor(DateTime.toEpochMillis(at) / 1_000)
  return {
    method: "POST",
    url: webhook.url,
    headers: {
      // Their names are never those of the service: `checkHeaders` of the domain refuses them.
      ...webhook.endpoint?.headers,
      "content-type": "application/json",
      "user-agent": userAgent,
      "webhook-id": event.id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": sign(signingSecrets(webhook, at), event.id, timestamp, body),
      ...sequence(delivery),
      ...trace(delivery, span),
      ...chosenSecret(webhook)
    },
    body,
    // Receivers recognize a second request by its `webhook-id`.
    repeatable: true,
    deadline,
    maxResponseBytes: maxAnswerBytes
  }
}

const unanswered = (failure: HttpFailure, durationMillis: number) =>
  new DeliveryRefused({
    status: null,
    detail: storedDetail(whyNoAnswer(failure)),
    durationMillis,
    response: null,
    retryAfterMillis: null
  })

/** The refusal if no signature is possible: no request is sent unsigned. */
const unsignable = new DeliveryRefused({
  status: null,
  detail: "the webhook's stored signing secret cannot be opened; register the webhook again",
  durationMillis: 0,
  response: null,
  retryAfterMillis: null
})

const outcome = (
  answer: HttpAnswer,
  at: DateTime.Utc,
  durationMillis: number
): Effect.Effect<DeliveryAnswer, DeliveryRefused> => {
  const { status } = answer
  const response = excerpt(answer.body, maxResponseBytes)
  if (status >= 200 && status < 300) return Effect.succeed({ status, durationMillis, response })
  return new DeliveryRefused({
    status,
    detail: storedDetail(whyRefused(answer)),
    durationMillis,
    response,
    retryAfterMillis: retryAfterMillis(
      header(answer, "retry-after"),
      DateTime.add(at, { milliseconds: durationMillis })
    )
  })
}

export const layer = Layer.effect(
  WebhookSender,
  Effect.gen(function* () {
    const agent = yield* WebhookAgent
    const guard = yield* AddressGuard
    const measured = attemptMetrics(yield* Meter)

    const send = (delivery: Delivery, at: DateTime.Utc) =>
      Effect.withFiber<DeliveryAnswer, DeliveryRefused>((fiber) => {
        measured.begun(delivery, at)
        if (delivery.webhook.secret === null) {
          measured.unsigned()
          return unsignable
        }
        const clock = fiber.getRef(Clock.Clock)
        const call = callOf(delivery, at, fiber.cache.span)
        const begin = clock.monotonicTimeNanosUnsafe()
        const durationMillis = () =>
          Math.max(0, Math.round(Number(clock.monotonicTimeNanosUnsafe() - begin) / 1_000_000))
        return Effect.matchEffect(agent.request(call), {
          onSuccess: (answer) => {
            const duration = durationMillis()
            measured.answered(answer.status, duration)
            return outcome(answer, at, duration)
          },
          onFailure: (failure) => {
            const duration = durationMillis()
            measured.unanswered(failure, duration)
            return unanswered(failure, duration)
          }
        })
      })

    return WebhookSender.of({
      send: (delivery, at) => continuing("HttpWebhookSender.send", delivery.event.trace, "client")(send(delivery, at)),
      checkAddress: Effect.fnUntraced(function* (url) {
        const parsed = URL.parse(url)
        if (parsed === null) return yield* new WebhookUrlRefused({ reason: "not a URL" })
        yield* guard.resolve(parsed.hostname).pipe(
          Effect.catchTag("AddressRefused", () => new WebhookUrlRefused({ reason: "address not allowed" })),
          // A name that does not resolve yet is accepted; its address is checked when it is dialled.
          Effect.catchTag("DnsError", () => Effect.void)
        )
      }, spanned("HttpWebhookSender.checkAddress"))
    })
  })
)
