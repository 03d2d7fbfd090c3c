import { DateTime, Effect } from "effect"
import type { AuditFields } from "../../domain/access/AuditEntry.ts"
import { type OrganizationId, WebhookId } from "../../domain/Ids.ts"
import {
  NoWebhook,
  type SigningSecret,
  type WebhookEndpoint,
  WebhookSecretUnreadable,
  checkEventTypes,
  checkUrl,
  endpointStatus,
  secretOverlap,
  withSecret
} from "../../domain/webhooks/Webhook.ts"
import {
  checkEndpointName,
  checkFilter,
  checkHeaders,
  type EndpointSettings,
  everyEvent,
  maxEndpoints,
  TooManyEndpoints
} from "../../domain/webhooks/WebhookEndpoint.ts"
import { Memberships } from "../../ports/access/Memberships.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { WebhookSender, WebhookStore } from "../../ports/webhooks/WebhookStore.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { recordAudit, recordChange } from "../access/auditLog.ts"
import { type RotatedSecret, shownUrl } from "./webhooks.ts"

/** Settings of an endpoint. Absent ones stay as they are; for a new endpoint, there is no name, no filter and no header. */
export interface EndpointChange {
  readonly url?: string | undefined
  readonly events?: ReadonlyArray<string> | undefined
  readonly name?: string | undefined
  readonly filter?: Partial<EndpointSettings["filter"]> | undefined
  /** All headers from now on. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly isEnabled?: boolean | undefined
}

/** A new endpoint. */
export interface EndpointRequest extends Omit<EndpointChange, "isEnabled"> {
  readonly url: string
  readonly events: ReadonlyArray<string>
}

/** A new endpoint and its secret. */
export interface CreatedEndpoint {
  readonly endpoint: WebhookEndpoint
  readonly secret: string
}

/** The endpoint as the subject of an audit entry. */
const subjectOf = ({ endpoint, id, url }: WebhookEndpoint) => ({ id, name: endpoint.name || shownUrl(url) })

/** Fields of an endpoint in an audit entry: never a secret, or the value of a header. */
const fieldsOf = (webhook: WebhookEndpoint): AuditFields => ({
  ...webhook.endpoint.filter,
  events: webhook.events,
  headers: Object.keys(webhook.endpoint.headers),
  name: webhook.endpoint.name,
  status: endpointStatus(webhook),
  url: shownUrl(webhook.url)
})

/** The endpoints of the organization, the oldest first. */
export const listEndpoints = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  return yield* (yield* WebhookStore).endpoints(organizationId)
}, spanned("listEndpoints"))

/** An endpoint of the organization. In a transaction, it stays locked until its end. */
export const getEndpoint = Effect.fnUntraced(function* (organizationId: OrganizationId, id: WebhookId) {
  const endpoint = (yield* listEndpoints(organizationId)).find((one) => one.id === id)
  return endpoint ?? (yield* new NoWebhook())
}, spanned("getEndpoint"))

/** Checks a URL and its address. */
const checkedUrl = Effect.fnUntraced(function* (text: string) {
  const url = yield* Effect.fromResult(checkUrl(text))
  yield* (yield* WebhookSender).checkAddress(url)
  return url
})

const checkedSettings = Effect.fnUntraced(function* (
  { filter, headers, name }: Pick<EndpointChange, "filter" | "headers" | "name">,
  present: EndpointSettings
) {
  const settings: EndpointSettings = {
    ...present,
    name: yield* Effect.fromResult(checkEndpointName(name ?? present.name)),
    filter: yield* Effect.fromResult(checkFilter({ ...present.filter, ...filter })),
    headers: yield* Effect.fromResult(checkHeaders(headers ?? present.headers))
  }
  return settings
})

const newSettings: EndpointSettings = { name: "", filter: everyEvent, headers: {}, disabledReason: null }

/** Adds an endpoint with a generated secret. It receives events that are recorded from then on. */
export const createEndpoint = Effect.fnUntraced(function* (organizationId: OrganizationId, request: EndpointRequest) {
  const webhooks = yield* WebhookStore
  const ids = yield* IdSource
  const { lock } = yield* Memberships
  const { atomically } = yield* Transaction
  const events = yield* Effect.fromResult(checkEventTypes(request.events))
  const endpoint = yield* checkedSettings(request, newSettings)
  const url = yield* checkedUrl(request.url)
  return yield* atomically(
    Effect.gen(function* () {
      // Calls at once take turns, so the limit holds exactly.
      yield* lock(organizationId)
      if ((yield* webhooks.endpoints(organizationId)).length >= maxEndpoints) return yield* new TooManyEndpoints()
      const at = yield* DateTime.now
      const secret: SigningSecret = { value: yield* ids.signingSecret, chosen: false }
      const webhook: WebhookEndpoint = {
        id: WebhookId.make(yield* ids.uuid),
        organizationId,
        url,
        events,
        status: "active",
        secret,
        previousSecrets: [],
        failingSince: null,
        createdAt: at,
        updatedAt: at,
        endpoint
      }
      yield* webhooks.save(webhook)
      yield* recordAudit(organizationId, "endpoint.created", subjectOf(webhook), { after: fieldsOf(webhook) })
      const created: CreatedEndpoint = { endpoint: webhook, secret: secret.value }
      return created
    })
  )
}, spanned("createEndpoint"))

/** Runs a change of an endpoint whose stored secret and headers are known. */
const changing = Effect.fnUntraced(function* <A, E, R>(
  organizationId: OrganizationId,
  id: WebhookId,
  change: (endpoint: WebhookEndpoint, at: DateTime.Utc) => Effect.Effect<A, E, R>
) {
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      const present = yield* getEndpoint(organizationId, id)
      if (present.secret === null) return yield* new WebhookSecretUnreadable()
      return yield* change(present, yield* DateTime.now)
    })
  )
})

/** The state of the endpoint after it was enabled or disabled. Deliveries that wait are made once it is enabled again. */
const switched = (endpoint: EndpointSettings, isEnabled: boolean | undefined) => {
  if (isEnabled === undefined) return { endpoint }
  return isEnabled
    ? { endpoint: { ...endpoint, disabledReason: null }, status: "active" as const, failingSince: null }
    : { endpoint: { ...endpoint, disabledReason: "requested" as const }, status: "disabled" as const }
}

/** Changes an endpoint. Deliveries under way go to its new address, with its new headers. */
export const changeEndpoint = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  id: WebhookId,
  change: EndpointChange
) {
  const { save } = yield* WebhookStore
  const events = change.events === undefined ? null : yield* Effect.fromResult(checkEventTypes(change.events))
  const url = change.url === undefined ? null : yield* checkedUrl(change.url)
  return yield* changing(
    organizationId,
    id,
    Effect.fnUntraced(function* (present, at) {
      const settings = yield* checkedSettings(change, present.endpoint)
      const isSwitched = change.isEnabled !== undefined && change.isEnabled !== (present.status === "active")
      const changed: WebhookEndpoint = {
        ...present,
        url: url ?? present.url,
        events: events ?? present.events,
        ...switched(settings, isSwitched ? change.isEnabled : undefined),
        updatedAt: at
      }
      yield* save(changed)
      const states = { before: fieldsOf(present), after: fieldsOf(changed) }
      // The values of headers and the query of the address are in no entry, and their changes are.
      const isHiddenChange = change.headers !== undefined || changed.url !== present.url
      const record = isHiddenChange ? recordAudit : recordChange
      yield* record(organizationId, "endpoint.changed", subjectOf(changed), states)
      return changed
    })
  )
}, spanned("changeEndpoint"))

/** Replaces the secret of an endpoint by a generated one. Both sign for the time of `secretOverlap`. */
export const rotateEndpointSecret = Effect.fnUntraced(function* (organizationId: OrganizationId, id: WebhookId) {
  const { save } = yield* WebhookStore
  const ids = yield* IdSource
  return yield* changing(
    organizationId,
    id,
    Effect.fnUntraced(function* (present, at) {
      const secret = yield* ids.signingSecret
      yield* save(withSecret(present, { value: secret, chosen: false }, at))
      yield* recordAudit(organizationId, "endpoint.secret_rotated", subjectOf(present))
      const rotated: RotatedSecret = { secret, previousUntil: DateTime.addDuration(at, secretOverlap) }
      return rotated
    })
  )
}, spanned("rotateEndpointSecret"))

/** Removes an endpoint with its pending deliveries. */
export const removeEndpoint = Effect.fnUntraced(function* (organizationId: OrganizationId, id: WebhookId) {
  const { remove } = yield* WebhookStore
  const { atomically } = yield* Transaction
  yield* atomically(
    Effect.gen(function* () {
      const present = yield* getEndpoint(organizationId, id)
      yield* remove(organizationId, id)
      yield* recordAudit(organizationId, "endpoint.deleted", subjectOf(present), { before: fieldsOf(present) })
    })
  )
}, spanned("removeEndpoint"))
