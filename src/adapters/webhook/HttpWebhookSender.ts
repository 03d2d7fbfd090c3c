import { Clock, DateTime, Duration, Effect, Layer, Option, Result, type Tracer } from "effect"
import { Base64 } from "effect/encoding"
import { createHmac, createSecretKey } from "node:crypto"
import { keptFor } from "../../collections/keptFor.ts"
import {
  attemptDeadline,
  type Delivery,
  type DeliveryAnswer,
  DeliveryRefused,
  maxResponseBytes
} from "../../domain/delivery/Delivery.ts"
import { deliveryBody } from "../../domain/delivery/deliveryBody.ts"
import { signingSecrets, type Webhook, WebhookUrlRefused } from "../../domain/webhook/Webhook.ts"
import { WebhookSender } from "../../ports/platforms/WebhookSender.ts"
import { Meter } from "../../telemetry/Meter.ts"
import { metrics } from "../../telemetry/metrics.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { continuing, traceparentOf } from "../../telemetry/storedTrace.ts"
import { AddressGuard } from "../network/AddressGuard.ts"
import type { HttpAnswer, HttpCall } from "../network/HttpCall.ts"
import type { HttpFailure } from "../network/HttpFailure.ts"
import { WebhookAgent } from "../network/WebhookAgent.ts"
import { excerpt } from "../network/excerpt.ts"
import { userAgent } from "../network/userAgent.ts"

/** Marks a secret that is the base64 of its key (Standard Webhooks). */
const encodedPrefix = "whsec_"

/** The bytes that sign: of `whsec_…` what the base64 says, of any other secret its own (contract C28). */
const keyOf = (secret: string): Uint8Array => {
  const raw = new TextEncoder().encode(secret)
  if (!secret.startsWith(encodedPrefix)) return raw
  // A subscriber may have chosen something that only begins like one.
  const key = Result.getOrElse(Base64.decode(secret.slice(encodedPrefix.length)), () => raw)
  return key.length === 0 ? raw : key
}

/**
 * Keys that are kept. Of bare bytes each signature would make a key in a way that takes four times as long, and making
 * one takes as long as signing.
 */
const keyFor = keptFor(1_000, (secret) => createSecretKey(keyOf(secret)))

/**
 * The header `webhook-signature` of Standard Webhooks v1: for each secret an HMAC-SHA256 over
 * `${id}.${timestamp}.${body}`, the timestamp in Unix seconds. Node's own HMAC, as it does four times what an awaited
 * WebCrypto does.
 */
export const sign = (secrets: ReadonlyArray<string>, id: string, timestamp: number, body: string): string =>
  secrets
    .map((secret) => {
      const mac = createHmac("sha256", keyFor(secret)).update(`${id}.${timestamp}.${body}`)
      return `v1,${mac.digest("base64")}`
    })
    .join(" ")

const seconds = /^\d+$/

/** The three forms of a date in RFC 9110, all in UTC, as `DateTime` takes what names no zone. */
const httpDates: ReadonlyArray<RegExp> = [
  /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/
]

/**
 * How long a `Retry-After` asks to wait, in milliseconds, seen from `at`: seconds, or a date. Null when it says neither;
 * a date that has passed asks for nothing.
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

/** What the value of a header cannot carry (RFC 9110). */
const unspeakable = /\p{Cc}/u

const beyondLatin1 = /[^\u0020-\u00FF]/

/**
 * A secret as the value of `X-Webhook-Secret`. Nearly everybody reads header values as Latin-1; a secret with other
 * characters goes as its UTF-8 bytes. Null when it cannot be sent at all: the signature is there in any case.
 */
const secretHeader = (secret: string): string | null => {
  if (unspeakable.test(secret)) return null
  return beyondLatin1.test(secret) ? Buffer.from(secret, "utf8").toString("latin1") : secret
}

/** As much of an answer is read: a receiver that sends more costs its own connection. */
const maxAnswerBytes = 16_384

/** Worked out once: it is asked for with each call. */
const deadline = Duration.fromInputUnsafe(attemptDeadline)

/** Longest reason that is kept: certificates and headers have room for more. */
const maxDetailBytes = 1_024

/** The secret itself, where the subscriber chose it: the contract has it so (contract C64). */
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

const isRedirect = (status: number): boolean => status >= 300 && status < 400

const whyRefused = (answer: HttpAnswer): string => {
  const location = header(answer, "location")
  return isRedirect(answer.status) && location !== ""
    ? `redirects are not followed; this one leads to ${location}`
    : `answered with status ${answer.status}`
}

/** The place among the deliveries of its conversation, for an event that has one (contract C30). */
const sequence = ({ event }: Delivery): Readonly<Record<string, string>> =>
  event.sequence > 0 ? { "webhook-sequence": String(event.sequence) } : {}

/** A text under the control of others, shortened and storable. */
const told = (detail: string): string => excerpt(new TextEncoder().encode(detail), maxDetailBytes)

/** What the receiver joins its trace to: the span of the attempt, or the stored trace where this process traces nothing. */
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
    deadline,
    maxResponseBytes: maxAnswerBytes
  }
}

const unanswered = (failure: HttpFailure, durationMillis: number) =>
  new DeliveryRefused({
    status: null,
    detail: told(whyNoAnswer(failure)),
    durationMillis,
    response: null,
    retryAfterMillis: null
  })

/** Nothing goes out unsigned. */
const unsignable = new DeliveryRefused({
  status: null,
  detail: "the webhook's stored signing secret cannot be opened; register the webhook again",
  durationMillis: 0,
  response: null,
  retryAfterMillis: null
})

/** How the attempt ended, as a label of metrics. */
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

/** Measures attempts. */
const measuring = (meter: Meter) => ({
  begun: ({ event, failures, isDeferred }: Delivery, at: DateTime.Utc): void => {
    if (!meter.isOn || failures > 0) return
    const age = Math.max(0, at.epochMilliseconds - event.occurredAt.epochMilliseconds) / 1_000
    meter.record(metrics.firstAttemptAge, age, { source: isDeferred ? "retry_queue" : "outbox" })
  },
  ended: (outcome: string, durationMillis: number): void => {
    if (meter.isOn) meter.record(metrics.attempt, durationMillis / 1_000, { outcome })
  }
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
    detail: told(whyRefused(answer)),
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
    const measured = measuring(yield* Meter)

    const send = (delivery: Delivery, at: DateTime.Utc) =>
      Effect.withFiber<DeliveryAnswer, DeliveryRefused>((fiber) => {
        measured.begun(delivery, at)
        if (delivery.webhook.secret === null) {
          measured.ended("unsigned", 0)
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
            measured.ended(endOf(answer.status), duration)
            return outcome(answer, at, duration)
          },
          onFailure: (failure) => {
            const duration = durationMillis()
            measured.ended(endWithout[failure._tag], duration)
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
          // A name that does not resolve (yet) leads nowhere; what it leads to later is checked when it is dialled.
          Effect.catchTag("DnsError", () => Effect.void)
        )
      }, spanned("HttpWebhookSender.checkAddress"))
    })
  })
)
