import { DateTime, Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { listDeliveries, replayDeliveries, replayDelivery, sendTestEvent } from "../../../app/webhooks/deliveries.ts"
import { EventId } from "../../../domain/Ids.ts"
import { maxResponseBytes } from "../../../domain/webhooks/Delivery.ts"
import {
  DeliverableType,
  DeliveryNotFound,
  type DeliveryRecord,
  DeliveryStatus,
  type TooManyDeliveries,
  maxCountedDeliveries,
  maxReplayedDeliveries,
  maxShownAttempts,
  replaysPerSecond
} from "../../../domain/webhooks/DeliveryRecord.ts"
import { BadRequest, Conflict, NotFound } from "../interfaces/developer/Failures.ts"
import { Caller, IdempotencyGuard, LogsAnswer, developerApi } from "../interfaces/developer/middleware.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { PageOf, pageOf, pageQuery, paged } from "../interfaces/pagination.ts"
import { idOr, instant, optional } from "../interfaces/requestFields.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"

const timestamp = (description: string) =>
  Schema.String.annotate({ description: `${description}: ISO 8601, UTC`, format: "date-time" })

const Attempt = Schema.Struct({
  at: timestamp("When it ended"),
  statusCode: Schema.NullOr(Schema.Int).annotate({
    description: "The HTTP status of the answer; null when none came"
  }),
  durationMs: Schema.Int.annotate({ description: "How long the answer, or the failure, took, in milliseconds" }),
  response: Schema.NullOr(Schema.String).annotate({
    description: `The beginning of the answer's body, ${maxResponseBytes} bytes of it at most; null when none came`
  }),
  error: Schema.NullOr(Schema.String).annotate({ description: "Why it was no success; null when it was one" })
})

/** A delivery in a response. */
export const DeliveryItem = Schema.Struct({
  id: EventId.annotate({ description: "The event's id: webhook-id of every attempt" }),
  event: Schema.String.annotate({ description: "The event's type" }),
  status: DeliveryStatus.annotate({
    description:
      "pending: another attempt follows. delivered: it was answered with a 2xx. failed: no attempt follows, and none was a success"
  }),
  url: Schema.String.annotate({ description: "Where it goes to, or went to when no attempt follows" }),
  attempts: Schema.Array(Attempt).annotate({
    description: `The last ${maxShownAttempts} attempts at most, the oldest first`
  }),
  nextAttemptAt: Schema.NullOr(Schema.String).annotate({
    description:
      "When the next attempt is due: ISO 8601, UTC; null when none follows, and while the subscription is disabled"
  }),
  createdAt: timestamp("When the event happened")
})

export const deliveryExample = {
  id: EventId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e10"),
  event: "message.sent",
  status: "pending" as const,
  url: "https://example.com/hooks/parley",
  attempts: [
    {
      at: "2026-11-20T12:00:00.350Z",
      statusCode: 503,
      durationMs: 182,
      response: "down for maintenance",
      error: "answered with status 503"
    },
    {
      at: "2026-11-20T12:00:20.712Z",
      statusCode: null,
      durationMs: 15_000,
      response: null,
      error: "no complete answer within 15 seconds"
    }
  ] as const,
  nextAttemptAt: "2026-11-20T12:05:20.712Z",
  createdAt: "2026-11-20T12:00:00.123Z"
}

export const deliveryItem = (record: DeliveryRecord): typeof DeliveryItem.Type => ({
  id: record.eventId,
  event: record.type,
  status: record.status,
  url: record.url,
  attempts: record.attempts.map(({ at, detail, durationMillis, response, status }) => ({
    at: DateTime.formatIso(at),
    statusCode: status,
    durationMs: durationMillis,
    response,
    error: detail === "" ? null : detail
  })),
  nextAttemptAt: record.nextAttemptAt === null ? null : DateTime.formatIso(record.nextAttemptAt),
  createdAt: DateTime.formatIso(record.createdAt)
})

const page = PageOf(DeliveryItem)

const DeliveryPage = Schema.Struct({
  ...page.fields,
  meta: Schema.Struct({
    ...page.fields.meta.fields,
    total: Schema.Int.annotate({
      description: `Deliveries on all pages; no more than ${maxCountedDeliveries} are counted, pages behind them are there`
    }),
    totalPages: Schema.Int.annotate({ description: "How many pages those that were counted fill" })
  })
})

const Listed = Data(DeliveryPage).annotate({
  examples: [
    { success: true, data: { data: [deliveryExample], meta: { page: 1, limit: 20, total: 1, totalPages: 1 } } }
  ]
})

const status = DeliveryStatus.annotate({ description: "Only those with this status" })

/** Filters of a delivery list. */
export const deliveryQuery = {
  ...pageQuery,
  status: Schema.optionalKey(status),
  event: Schema.optionalKey(DeliverableType.annotate({ description: "Only those of events of this type" })),
  since: Schema.optionalKey(instant("Only those of events that happened then or later"))
}

export const Replayed = Data(DeliveryItem).annotate({
  examples: [{ success: true, data: { ...deliveryExample, nextAttemptAt: "2026-11-20T12:01:00.000Z" } }]
})

export const ReplayRequest = Schema.Struct({
  since: instant("Only deliveries of events that happened then or later"),
  until: optional(instant("Only deliveries of events that happened before; up to now when left out")),
  status: optional(status)
}).pipe(
  Schema.annotateEncoded({
    identifier: "ReplayRequest",
    description: "Which deliveries are made again",
    examples: [{ since: "2026-11-20T12:00:00.000Z", until: "2026-11-20T14:00:00.000Z", status: "failed" }]
  })
)

export const ReplayedMany = Data(
  Schema.Struct({ replayed: Schema.Int.annotate({ description: "How many deliveries are made again" }) })
).annotate({ examples: [{ success: true, data: { replayed: 214 } }] })

const Tested = Data(
  Schema.Struct({
    id: EventId.annotate({ description: "The test event's id: webhook-id of its delivery" }),
    event: Schema.tag("webhook.test").annotate({ description: "The test event's type" })
  })
).annotate({ examples: [{ success: true, data: { id: deliveryExample.id, event: "webhook.test" } }] })

/** Accepts any text: an id that is not a UUID is answered like an unknown delivery. */
const params = { id: Schema.String.annotate({ description: "The event's id, a UUID" }) }

const refused = [NotFound, Conflict] as const

/** Delivery status of the events of a subscription (contract: Order within a conversation). */
export const DeliveriesGroup = HttpApiGroup.make("deliveries")
  .add(
    HttpApiEndpoint.get("list", "/v1/webhooks/deliveries", {
      query: deliveryQuery,
      success: Listed
    })
      // Otherwise the log would store every event and response again.
      .annotate(LogsAnswer, false)
      .annotate(OpenApi.Summary, "List deliveries")
      .annotate(
        OpenApi.Description,
        "The newest event first, each with its attempts and what they were answered. They are kept as long as their events: 30 days, unless configured otherwise."
      ),
    HttpApiEndpoint.post("replay", "/v1/webhooks/deliveries/:id/replay", {
      params,
      success: Replayed.pipe(HttpApiSchema.status(202)),
      error: refused
    })
      .middleware(IdempotencyGuard)
      .annotate(OpenApi.Summary, "Make a delivery again")
      .annotate(
        OpenApi.Description,
        "Sends the event again with the same webhook-id, to where the subscription leads now, and repeats that like any delivery. A delivery that waits for its next attempt becomes due at once. It does not count towards the monthly limit again."
      ),
    HttpApiEndpoint.post("replayRange", "/v1/webhooks/deliveries/replay", {
      payload: ReplayRequest,
      success: ReplayedMany.pipe(HttpApiSchema.status(202)),
      error: refused
    })
      .middleware(IdempotencyGuard)
      .annotate(OpenApi.Summary, "Make the deliveries of a time range again")
      .annotate(
        OpenApi.Description,
        `All deliveries of the range, or those with one status. At most ${maxReplayedDeliveries} at once: when there are more, none is made again. ${replaysPerSecond} of them become due each second, the oldest first.`
      ),
    HttpApiEndpoint.post("test", "/v1/webhooks/test", {
      success: Tested.pipe(HttpApiSchema.status(202)),
      error: refused
    })
      .middleware(IdempotencyGuard)
      .annotate(OpenApi.Summary, "Send a test event")
      .annotate(
        OpenApi.Description,
        "Sends an event of the type webhook.test, with data.message, the way every event goes: signed, repeated, listed and counted. It reaches the subscription whatever that asked for."
      )
  )
  .annotate(OpenApi.Title, "Deliveries")
  .annotate(OpenApi.Description, "What became of events on their way to the subscription")

const deliveryIdOf = idOr(EventId, () => new DeliveryNotFound())

const registerIt = "Register it with POST /v1/webhooks"

/** Responses for a subscription that cannot receive deliveries, for `Effect.catchTags`. */
export const notSendable = {
  NoWebhook: refusal(
    "There is no webhook to send to",
    new NotFound({ message: "No webhook is registered", fix: registerIt })
  ),
  WebhookDisabled: refusal(
    "Nothing is sent to the webhook",
    new Conflict({ message: "The webhook is disabled", fix: `${registerIt} again, which enables it` })
  ),
  WebhookSecretUnreadable: refusal(
    "The webhook's secret cannot be opened",
    new Conflict({
      message: "The webhook's stored signing secret cannot be opened",
      fix: `${registerIt} again, which gives it another secret`
    })
  )
}

export const deliveryNotFound = refusal(
  "The delivery does not exist",
  new NotFound({ message: "Delivery not found", code: "NOT_FOUND" })
)

export const tooManyDeliveries = refusalFor(
  "The range holds too many deliveries",
  ({ limit }: Pick<TooManyDeliveries, "limit">) =>
    new BadRequest({
      message: `More than ${limit} deliveries are in the range; none was made again`,
      fix: "Narrow the range with since and until, or give a status"
    }),
  { limit: maxReplayedDeliveries }
)

export const layer = HttpApiBuilder.group(developerApi(DeliveriesGroup), "deliveries", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ query }) {
      const { organizationId } = yield* Caller
      const page = pageOf(query)
      const filter = { status: query.status ?? null, type: query.event ?? null, since: query.since ?? null }
      const found = yield* listDeliveries(organizationId, filter, page)
      const { data, meta } = paged(found, page, deliveryItem)
      return ok({ data, meta: { ...meta, totalPages: Math.ceil(found.total / page.limit) } })
    }),
    replay: Effect.fnUntraced(
      function* ({ params }) {
        const { organizationId } = yield* Caller
        return ok(deliveryItem(yield* replayDelivery(organizationId, yield* deliveryIdOf(params.id))))
      },
      Effect.catchTags({
        ...notSendable,
        DeliveryNotFound: deliveryNotFound
      })
    ),
    replayRange: Effect.fnUntraced(
      function* ({ payload: { since, status, until } }) {
        const { organizationId } = yield* Caller
        const range = { since, until: until ?? null, status: status ?? null }
        return ok({ replayed: yield* replayDeliveries(organizationId, range) })
      },
      Effect.catchTags({
        ...notSendable,
        TooManyDeliveries: tooManyDeliveries
      })
    ),
    test: Effect.fnUntraced(function* () {
      const { organizationId } = yield* Caller
      return ok({ id: yield* sendTestEvent(organizationId), event: "webhook.test" as const })
    }, Effect.catchTags(notSendable))
  })
)
