import { DateTime, Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  listEndpointDeliveries,
  replayEndpointDeliveries,
  replayEndpointDelivery,
  testEndpoint
} from "../../../app/webhooks/deliveries.ts"
import {
  changeEndpoint,
  createEndpoint,
  getEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateEndpointSecret
} from "../../../app/webhooks/endpoints.ts"
import { EventId, WebhookId } from "../../../domain/Ids.ts"
import { DeliveryNotFound, maxReplayedDeliveries, replaysPerSecond } from "../../../domain/webhooks/DeliveryRecord.ts"
import { NoWebhook, secretOverlap } from "../../../domain/webhooks/Webhook.ts"
import { maxEndpoints } from "../../../domain/webhooks/WebhookEndpoint.ts"
import { developer, inDeveloper } from "../interfaces/developer/developer.ts"
import { developerApi, LogsAnswer } from "../interfaces/developer/middleware.ts"
import { ok } from "../interfaces/envelope.ts"
import type { Interface, InterfaceGuards, Prefix, Requester } from "../interfaces/Interface.ts"
import { paged, pageOf } from "../interfaces/pagination.ts"
import { nothingToChange, Refusals } from "../interfaces/Refusal.ts"
import { idOr } from "../interfaces/requestFields.ts"
import { sessionApi } from "../interfaces/session/middleware.ts"
import { inSession, session } from "../interfaces/session/session.ts"
import { deliveryItem, deliveryQuery, Replayed, ReplayedMany, ReplayRequest } from "./developerDeliveries.ts"
import {
  deliveryNotFound,
  endpointNotFound,
  onEndpoint,
  onSending,
  onSettings,
  secretUnreadable,
  sendingRefusals,
  settingRefusals,
  tooManyDeliveries,
  tooManyEndpoints
} from "./endpointRefusals.ts"
import {
  ChangeEndpointRequest,
  CreateEndpointRequest,
  CreatedEndpoint,
  EndpointAnswer,
  EndpointDeliveries,
  EndpointList,
  endpointView,
  RemovedEndpoint,
  RotatedSecret,
  TestedEndpoint
} from "./EndpointViews.ts"

type Path = "/developer/endpoints" | "/v1/endpoints"

const params = { endpointId: Schema.String.annotate({ description: "The endpoint's id, a UUID" }) }
const deliveryParams = { ...params, deliveryId: Schema.String.annotate({ description: "The event's id, a UUID" }) }

/** Endpoints of further receivers (contract: Further endpoints). */
const groupOf = <P extends Prefix, G extends InterfaceGuards, At extends Path>(on: Interface<P, G>, path: At) =>
  HttpApiGroup.make("endpoints")
    .add(
      HttpApiEndpoint.get("list", path, { success: EndpointList })
        .annotate(OpenApi.Summary, "List endpoints")
        .annotate(OpenApi.Description, `The further receivers of events, beside the one webhook.${on.forManagers}`),
      HttpApiEndpoint.post("create", path, {
        payload: CreateEndpointRequest,
        success: CreatedEndpoint.pipe(HttpApiSchema.status(201))
      })
        .middleware(on.Idempotency)
        .middleware(on.Conflict)
        .annotate(Refusals, [...settingRefusals, tooManyEndpoints])
        .annotate(OpenApi.Summary, "Create an endpoint")
        .annotate(
          OpenApi.Description,
          `At most ${maxEndpoints} for each organization. It receives events from then on, in the order of their conversations and with the retries of the one webhook.${on.forManagers}`
        ),
      HttpApiEndpoint.get("get", `${path}/:endpointId`, { params, success: EndpointAnswer })
        .middleware(on.NotFound)
        .annotate(Refusals, [endpointNotFound])
        .annotate(OpenApi.Summary, "Get an endpoint")
        .annotate(OpenApi.Description, `Without its secret and the values of its headers.${on.forManagers}`),
      HttpApiEndpoint.patch("change", `${path}/:endpointId`, {
        params,
        payload: ChangeEndpointRequest,
        success: EndpointAnswer
      })
        .middleware(on.NotFound)
        .middleware(on.Conflict)
        .annotate(Refusals, [nothingToChange, ...settingRefusals, endpointNotFound, secretUnreadable])
        .annotate(OpenApi.Summary, "Change an endpoint")
        .annotate(
          OpenApi.Description,
          `Deliveries that wait go to its new address. An endpoint that is enabled again gets those; events that were recorded meanwhile are in the feed of events only.${on.forManagers}`
        ),
      HttpApiEndpoint.delete("remove", `${path}/:endpointId`, { params, success: RemovedEndpoint })
        .middleware(on.NotFound)
        .annotate(Refusals, [endpointNotFound])
        .annotate(OpenApi.Summary, "Delete an endpoint")
        .annotate(OpenApi.Description, `Its pending deliveries are dropped.${on.forManagers}`),
      HttpApiEndpoint.post("rotateSecret", `${path}/:endpointId/secret/rotate`, { params, success: RotatedSecret })
        .middleware(on.Idempotency)
        .middleware(on.NotFound)
        .middleware(on.Conflict)
        .annotate(Refusals, [endpointNotFound, secretUnreadable])
        .annotate(OpenApi.Summary, "Replace the secret of an endpoint")
        .annotate(
          OpenApi.Description,
          `Deliveries are signed with both secrets for ${secretOverlap}.${on.forManagers}`
        ),
      HttpApiEndpoint.post("test", `${path}/:endpointId/test`, {
        params,
        success: TestedEndpoint.pipe(HttpApiSchema.status(202))
      })
        .middleware(on.Idempotency)
        .middleware(on.NotFound)
        .middleware(on.Conflict)
        .annotate(Refusals, sendingRefusals)
        .annotate(OpenApi.Summary, "Send a test event to an endpoint")
        .annotate(
          OpenApi.Description,
          `Sends an event of the type webhook.test to this endpoint alone, whatever its events and its filter.${on.forManagers}`
        ),
      HttpApiEndpoint.get("listDeliveries", `${path}/:endpointId/deliveries`, {
        params,
        query: deliveryQuery,
        success: EndpointDeliveries
      })
        .middleware(on.NotFound)
        // Otherwise the log would store every event and response again.
        .annotate(LogsAnswer, false)
        .annotate(Refusals, [endpointNotFound])
        .annotate(OpenApi.Summary, "List deliveries to an endpoint")
        .annotate(OpenApi.Description, `The newest event first, each with its attempts.${on.forManagers}`),
      HttpApiEndpoint.post("replay", `${path}/:endpointId/deliveries/:deliveryId/replay`, {
        params: deliveryParams,
        success: Replayed.pipe(HttpApiSchema.status(202))
      })
        .middleware(on.Idempotency)
        .middleware(on.NotFound)
        .middleware(on.Conflict)
        .annotate(Refusals, [...sendingRefusals, deliveryNotFound])
        .annotate(OpenApi.Summary, "Make a delivery to an endpoint again")
        .annotate(
          OpenApi.Description,
          `With the same webhook-id, to where the endpoint leads now. A delivery that waits for its next attempt becomes due at once.${on.forManagers}`
        ),
      HttpApiEndpoint.post("replayRange", `${path}/:endpointId/deliveries/replay`, {
        params,
        payload: ReplayRequest,
        success: ReplayedMany.pipe(HttpApiSchema.status(202))
      })
        .middleware(on.Idempotency)
        .middleware(on.NotFound)
        .middleware(on.Conflict)
        .annotate(Refusals, [...sendingRefusals, tooManyDeliveries])
        .annotate(OpenApi.Summary, "Make the deliveries of a time range to an endpoint again")
        .annotate(
          OpenApi.Description,
          `At most ${maxReplayedDeliveries} at once: when there are more, none is made again. ${replaysPerSecond} of them become due each second, the oldest first.${on.forManagers}`
        )
    )
    .middleware(on.Management)
    .annotate(OpenApi.Title, "Endpoints")
    .annotate(OpenApi.Description, "Further receivers of events, each with its own events, filter, headers and secret")

const endpointIdOf = idOr(WebhookId, () => new NoWebhook())
const deliveryIdOf = idOr(EventId, () => new DeliveryNotFound())

interface OfEndpoint {
  readonly params: { readonly endpointId: string }
}

type SettingsOf = Omit<typeof ChangeEndpointRequest.Type, "url" | "events" | "enabled">

/** The settings of a request. A null counts as left out. */
const settingsOf = ({ filter, headers, name }: SettingsOf) => ({
  name: name ?? undefined,
  headers: headers ?? undefined,
  filter: filter ? Object.fromEntries(Object.entries(filter).filter(([, values]) => values !== null)) : undefined
})

const list = Effect.fnUntraced(function* ({ organizationId }: Requester) {
  return ok({ endpoints: (yield* listEndpoints(organizationId)).map(endpointView) })
})

const create = Effect.fnUntraced(
  function* ({ organizationId }: Requester, { payload }: { readonly payload: typeof CreateEndpointRequest.Type }) {
    const { events, url } = payload
    const created = yield* createEndpoint(organizationId, { url, events, ...settingsOf(payload) })
    return ok({ endpoint: endpointView(created.endpoint), secret: created.secret })
  },
  Effect.catchTags({ ...onSettings, TooManyEndpoints: tooManyEndpoints })
)

const get = Effect.fnUntraced(
  function* ({ organizationId }: Requester, { params }: OfEndpoint) {
    return ok(endpointView(yield* getEndpoint(organizationId, yield* endpointIdOf(params.endpointId))))
  },
  Effect.catchTag("NoWebhook", endpointNotFound)
)

const change = Effect.fnUntraced(
  function* (
    { organizationId }: Requester,
    { params, payload }: OfEndpoint & { readonly payload: typeof ChangeEndpointRequest.Type }
  ) {
    const requested = {
      ...settingsOf(payload),
      url: payload.url ?? undefined,
      events: payload.events ?? undefined,
      isEnabled: payload.enabled ?? undefined
    }
    if (Object.values(requested).every((value) => value === undefined)) return yield* nothingToChange()
    return ok(endpointView(yield* changeEndpoint(organizationId, yield* endpointIdOf(params.endpointId), requested)))
  },
  Effect.catchTags({ ...onSettings, ...onEndpoint })
)

const remove = Effect.fnUntraced(
  function* ({ organizationId }: Requester, { params }: OfEndpoint) {
    const endpointId = yield* endpointIdOf(params.endpointId)
    yield* removeEndpoint(organizationId, endpointId)
    return ok({ id: endpointId })
  },
  Effect.catchTag("NoWebhook", endpointNotFound)
)

const rotateSecret = Effect.fnUntraced(function* ({ organizationId }: Requester, { params }: OfEndpoint) {
  const rotated = yield* rotateEndpointSecret(organizationId, yield* endpointIdOf(params.endpointId))
  return ok({ secret: rotated.secret, previousUntil: DateTime.formatIso(rotated.previousUntil) })
}, Effect.catchTags(onEndpoint))

const test = Effect.fnUntraced(function* ({ organizationId }: Requester, { params }: OfEndpoint) {
  const eventId = yield* testEndpoint(organizationId, yield* endpointIdOf(params.endpointId))
  return ok({ id: eventId, event: "webhook.test" as const })
}, Effect.catchTags(onSending))

type DeliveryQuery = Schema.Struct<typeof deliveryQuery>["Type"]

const listDeliveries = Effect.fnUntraced(
  function* ({ organizationId }: Requester, { params, query }: OfEndpoint & { readonly query: DeliveryQuery }) {
    const page = pageOf(query)
    const filter = { status: query.status ?? null, type: query.event ?? null, since: query.since ?? null }
    const endpointId = yield* endpointIdOf(params.endpointId)
    return ok(paged(yield* listEndpointDeliveries(organizationId, endpointId, filter, page), page, deliveryItem))
  },
  Effect.catchTag("NoWebhook", endpointNotFound)
)

const replay = Effect.fnUntraced(
  function* (
    { organizationId }: Requester,
    { params }: { readonly params: { readonly endpointId: string; readonly deliveryId: string } }
  ) {
    const endpointId = yield* endpointIdOf(params.endpointId)
    const deliveryId = yield* deliveryIdOf(params.deliveryId)
    return ok(deliveryItem(yield* replayEndpointDelivery(organizationId, endpointId, deliveryId)))
  },
  Effect.catchTags({ ...onSending, DeliveryNotFound: deliveryNotFound })
)

const replayRange = Effect.fnUntraced(
  function* (
    { organizationId }: Requester,
    { params, payload }: OfEndpoint & { readonly payload: typeof ReplayRequest.Type }
  ) {
    const range = { since: payload.since, until: payload.until ?? null, status: payload.status ?? null }
    const endpointId = yield* endpointIdOf(params.endpointId)
    return ok({ replayed: yield* replayEndpointDeliveries(organizationId, endpointId, range) })
  },
  Effect.catchTags({ ...onSending, TooManyDeliveries: tooManyDeliveries })
)

export const DeveloperEndpointsGroup = groupOf(developer, "/v1/endpoints")

export const developerLayer = HttpApiBuilder.group(developerApi(DeveloperEndpointsGroup), "endpoints", (handlers) =>
  handlers.handleAll({
    list: inDeveloper(list),
    create: inDeveloper(create),
    get: inDeveloper(get),
    change: inDeveloper(change),
    remove: inDeveloper(remove),
    rotateSecret: inDeveloper(rotateSecret),
    test: inDeveloper(test),
    listDeliveries: inDeveloper(listDeliveries),
    replay: inDeveloper(replay),
    replayRange: inDeveloper(replayRange)
  })
)

export const SessionEndpointsGroup = groupOf(session, "/developer/endpoints")

export const sessionLayer = HttpApiBuilder.group(sessionApi(SessionEndpointsGroup), "endpoints", (handlers) =>
  handlers.handleAll({
    list: inSession(list),
    create: inSession(create),
    get: inSession(get),
    change: inSession(change),
    remove: inSession(remove),
    rotateSecret: inSession(rotateSecret),
    test: inSession(test),
    listDeliveries: inSession(listDeliveries),
    replay: inSession(replay),
    replayRange: inSession(replayRange)
  })
)
