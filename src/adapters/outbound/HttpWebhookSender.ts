import { Clock, DateTime, Duration, Effect, Layer, type Tracer } from "effect"
import { attemptDeadline, type Delivery, maxResponseBytes } from "../../domain/webhooks/Delivery.ts"
import { type DeliveryAnswer, DeliveryRefused } from "../../domain/webhooks/afterRefusal.ts"
import { deliveryBody } from "../../domain/webhooks/DeliveryRecord.ts"
import { type Webhook, WebhookUrlRefused, signingSecrets } from "../../domain/webhooks/Webhook.ts"
import { WebhookSender } from "../../ports/webhooks/WebhookStore.ts"
import { Meter } from "../../telemetry/Meter.ts"
import { continuing, spanned, traceparentOf } from "../../telemetry/spanned.ts"
import { AddressGuard } from "./AddressGuard.ts"
import type { HttpAnswer, HttpCall } from "./HttpCall.ts"
import type { HttpFailure } from "./HttpFailure.ts"
import { WebhookAgent } from "./WebhookAgent.ts"
import { excerpt } from "./excerpt.ts"
import { userAgent } from "./userAgent.ts"
import { attemptMetrics, isRedirect } from "./attemptMetrics.ts"
import { retryAfterMillis } from "./retryAfterMillis.ts"
import { sign } from "./sign.ts"

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

/** The secret itself, if the subscriber chose it (contract C64). */
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

/** The number among the deliveries of its conversation, for ordered events (contract C30). */
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
