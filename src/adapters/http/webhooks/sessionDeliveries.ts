import { DateTime, Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { getDelivery, listDeliveries, replayDeliveries, replayDelivery } from "../../../app/webhooks/deliveries.ts"
import { EventId } from "../../../domain/Ids.ts"
import {
  type DeliveryDetail,
  DeliveryNotFound,
  type DeliveryRecord,
  type TooManyDeliveries,
  maxCountedDeliveries,
  maxReplayedDeliveries,
  maxShownAttempts,
  replaysPerSecond
} from "../../../domain/webhooks/DeliveryRecord.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { countedFacts, countedFields, pageOf, timestamp } from "../interfaces/pagination.ts"
import { idOr } from "../interfaces/requestFields.ts"
import { BadRequest, Conflict, NotFound } from "../interfaces/session/Failures.ts"
import { Access, IdempotencyGuard, ManagementGuard, sessionApi } from "../interfaces/session/middleware.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"
import {
  DeliveryItem,
  Replayed,
  ReplayedMany,
  ReplayRequest,
  deliveryExample,
  deliveryItem,
  deliveryQuery
} from "./developerDeliveries.ts"
import { notSendable } from "./sessionWebhook.ts"

const { attempts: _attempts, ...listedFields } = DeliveryItem.fields

const ListedDelivery = Schema.Struct({
  ...listedFields,
  lastAttempt: Schema.NullOr(
    Schema.Struct({
      at: timestamp("When it ended"),
      statusCode: Schema.NullOr(Schema.Int).annotate({
        description: "The HTTP status of the answer; null when none came"
      }),
      durationMs: Schema.Int.annotate({ description: "How long the answer, or the failure, took, in milliseconds" }),
      error: Schema.NullOr(Schema.String).annotate({ description: "Why it was no success; null when it was one" })
    })
  ).annotate({ description: "The last attempt; null when there was none" })
}).annotate({ identifier: "ListedDelivery", description: "A delivery with its last attempt" })

/** A delivery in a list. */
export const listedDelivery = (record: DeliveryRecord): typeof ListedDelivery.Type => {
  const last = record.attempts.at(-1)
  return {
    id: record.eventId,
    event: record.type,
    status: record.status,
    url: record.url,
    nextAttemptAt: record.nextAttemptAt === null ? null : DateTime.formatIso(record.nextAttemptAt),
    createdAt: DateTime.formatIso(record.createdAt),
    lastAttempt:
      last === undefined
        ? null
        : {
            at: DateTime.formatIso(last.at),
            statusCode: last.status,
            durationMs: last.durationMillis,
            error: last.detail === "" ? null : last.detail
          }
  }
}

const { attempts: exampleAttempts, ...listedExample } = deliveryExample
const { response: _response, ...lastAttemptExample } = exampleAttempts[1]

const Listed = Data(
  Schema.Struct({ deliveries: Schema.Array(ListedDelivery), ...countedFields("Deliveries", maxCountedDeliveries) })
).annotate({
  examples: [
    ok({
      deliveries: [{ ...listedExample, lastAttempt: lastAttemptExample }],
      total: 1,
      page: 1,
      limit: 20,
      hasNext: false
    })
  ]
})

const DeliveryDetails = Schema.Struct({
  ...DeliveryItem.fields,
  body: Schema.String.annotate({ description: "The JSON that every attempt posts, to the letter" })
}).annotate({ identifier: "DeliveryDetails", description: "A delivery with its attempts, and what they post" })

export const deliveryDetail = (detail: DeliveryDetail): typeof DeliveryDetails.Type => ({
  ...deliveryItem(detail),
  body: detail.body
})

const exampleBody = `{"event":"message.sent","timestamp":"2026-11-20T12:00:00.123Z","webhook_id":"0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e20","data":{"message_id":"wamid.HBgN"}}`

const Found = Data(DeliveryDetails).annotate({ examples: [ok({ ...deliveryExample, body: exampleBody })] })

/** Accepts any text: an id that is not a UUID is answered like an unknown delivery. */
const params = { eventId: Schema.String.annotate({ description: "The id of the event, a UUID" }) }

/** Endpoints of deliveries (contract: Deliveries of the console). */
export const DeliveriesGroup = HttpApiGroup.make("deliveries")
  .add(
    HttpApiEndpoint.get("list", "/developer/deliveries", {
      query: deliveryQuery,
      success: Listed
    })
      .annotate(OpenApi.Summary, "List deliveries")
      .annotate(
        OpenApi.Description,
        "The newest event first, each with its last attempt. They are kept as long as their events: 30 days, unless configured otherwise."
      ),
    HttpApiEndpoint.get("get", "/developer/deliveries/:eventId", { params, success: Found, error: NotFound })
      .annotate(OpenApi.Summary, "Get a delivery")
      .annotate(
        OpenApi.Description,
        `One delivery with its body, its attempts and their answers: the last ${maxShownAttempts} at most.`
      ),
    HttpApiEndpoint.post("replay", "/developer/deliveries/:eventId/replay", {
      params,
      success: Replayed.pipe(HttpApiSchema.status(202)),
      error: [NotFound, Conflict]
    })
      .middleware(IdempotencyGuard)
      .annotate(OpenApi.Summary, "Make a delivery again")
      .annotate(
        OpenApi.Description,
        "Sends the event again with the same webhook-id to the present address of the subscription. It does not count towards the monthly limit again."
      ),
    HttpApiEndpoint.post("replayRange", "/developer/deliveries/replay", {
      payload: ReplayRequest,
      success: ReplayedMany.pipe(HttpApiSchema.status(202)),
      error: [NotFound, Conflict]
    })
      .middleware(IdempotencyGuard)
      .annotate(OpenApi.Summary, "Make the deliveries of a time range again")
      .annotate(
        OpenApi.Description,
        `All deliveries of the range, or those with one status. At most ${maxReplayedDeliveries} at once: when there are more, none is made again. ${replaysPerSecond} of them become due each second, the oldest first.`
      )
  )
  .middleware(ManagementGuard)
  .annotate(OpenApi.Title, "Deliveries")
  .annotate(OpenApi.Description, "Deliveries of events to the subscription")

export const unknownDelivery = {
  DeliveryNotFound: refusal("No delivery has the id", new NotFound({ error: "Delivery not found" }))
}

export const tooManyDeliveries = refusalFor(
  "The range has too many deliveries",
  ({ limit }: Pick<TooManyDeliveries, "limit">) =>
    new BadRequest({ error: `More than ${limit} deliveries are in the range; none was made again` }),
  { limit: maxReplayedDeliveries }
)

const idOf = idOr(EventId, () => new DeliveryNotFound())

export const layer = HttpApiBuilder.group(sessionApi(DeliveriesGroup), "deliveries", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ query }) {
      const { organizationId } = yield* Access
      const page = pageOf(query)
      const filter = { status: query.status ?? null, type: query.event ?? null, since: query.since ?? null }
      const found = yield* listDeliveries(organizationId, filter, page)
      return ok({ deliveries: found.rows.map(listedDelivery), ...countedFacts(found, page, maxCountedDeliveries) })
    }),
    get: Effect.fnUntraced(function* ({ params }) {
      const { organizationId } = yield* Access
      return ok(deliveryDetail(yield* getDelivery(organizationId, yield* idOf(params.eventId))))
    }, Effect.catchTags(unknownDelivery)),
    replay: Effect.fnUntraced(
      function* ({ params }) {
        const { organizationId } = yield* Access
        return ok(deliveryItem(yield* replayDelivery(organizationId, yield* idOf(params.eventId))))
      },
      Effect.catchTags({ ...notSendable, ...unknownDelivery })
    ),
    replayRange: Effect.fnUntraced(
      function* ({ payload: { since, status, until } }) {
        const { organizationId } = yield* Access
        const range = { since, until: until ?? null, status: status ?? null }
        return ok({ replayed: yield* replayDeliveries(organizationId, range) })
      },
      Effect.catchTags({
        ...notSendable,
        TooManyDeliveries: tooManyDeliveries
      })
    )
  })
)
