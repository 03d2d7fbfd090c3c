import { DateTime, Effect, Option } from "effect"
import type { AuditFields, AuditSubject } from "../../domain/access/AuditEntry.ts"
import { type EventId, type OrganizationId, WebhookId } from "../../domain/Ids.ts"
import {
  NoWebhook,
  type SigningSecret,
  type Webhook,
  WebhookSecretUnreadable,
  changeSecret,
  checkEventTypes,
  checkSigningSecret,
  checkUrl,
  disabledSince,
  missedMargin,
  secretOverlap,
  withSecret
} from "../../domain/webhooks/Webhook.ts"
import { EventFeed } from "../../ports/webhooks/EventLog.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { WebhookSender, WebhookStore } from "../../ports/webhooks/WebhookStore.ts"
import { recordAudit, recordChange } from "../access/auditLog.ts"
import { spanned } from "../../telemetry/spanned.ts"

/**
 * A requested subscription. Without `signingSecret` the stored secret stays. If there is none, or it cannot be
 * decrypted, one is generated (contract: Signatures and secrets).
 */
export interface WebhookRequest {
  readonly url: string
  readonly events: ReadonlyArray<string>
  readonly signingSecret: string | null
}

const secretOf = Effect.fnUntraced(function* (request: WebhookRequest, present: Option.Option<Webhook>) {
  const ids = yield* IdSource
  if (request.signingSecret !== null) return { value: request.signingSecret, chosen: true }
  const stored = Option.isSome(present) ? present.value.secret : null
  const secret: SigningSecret = stored ?? { value: yield* ids.signingSecret, chosen: false }
  return secret
})

/** The address without its query, which may hold credentials of the receiver. */
export const shownUrl = (url: string): string => url.replace(/[?#].*$/su, "")

/** The subscription as the subject of an audit entry. */
const subjectOf = ({ id, url }: Pick<Webhook, "id" | "url">): AuditSubject => ({ id, name: shownUrl(url) })

/** The fields of a subscription in an audit entry. Secrets are never part of one. */
const webhookFields = ({ events, status, url }: Webhook): AuditFields => ({ events, status, url: shownUrl(url) })

/** The events that were not delivered, because the subscription was disabled. */
export interface MissedEvents {
  /** When it was disabled. */
  readonly since: DateTime.Utc
  /** The event to go on after in the feed; null: its beginning. */
  readonly resumeAfter: EventId | null
}

/** A subscription as it is now. */
export interface RegisteredWebhook {
  readonly webhook: Webhook
  /** Null unless the subscription was disabled until now. */
  readonly missed: MissedEvents | null
  /** The secret that was generated now; null if one was there or the subscriber chose it. */
  readonly generatedSecret: string | null
}

/** Returns the events that were missed while the subscription was disabled; null if it was not. */
const missedBy = Effect.fnUntraced(function* (present: Option.Option<Webhook>) {
  const since = Option.isSome(present) ? disabledSince(present.value) : null
  if (Option.isNone(present) || since === null) return null
  const from = DateTime.subtractDuration(since, missedMargin)
  const last = yield* (yield* EventFeed).lastBefore(present.value.organizationId, from)
  const missed: MissedEvents = { since, resumeAfter: Option.getOrNull(last) }
  return missed
})

/**
 * Registers the organization's one subscription, or changes it. Whatever it was before, it is active afterwards. Of one
 * that was disabled it gives the missed events (contract: Test events, and events of a disabled subscription).
 */
export const registerWebhook = Effect.fnUntraced(function* (organizationId: OrganizationId, request: WebhookRequest) {
  const webhooks = yield* WebhookStore
  const sender = yield* WebhookSender
  const ids = yield* IdSource
  const { atomically } = yield* Transaction

  const url = yield* Effect.fromResult(checkUrl(request.url))
  const events = yield* Effect.fromResult(checkEventTypes(request.events))
  if (request.signingSecret !== null) yield* Effect.fromResult(checkSigningSecret(request.signingSecret))
  yield* sender.checkAddress(url)

  return yield* atomically(
    Effect.gen(function* () {
      const present = yield* webhooks.find(organizationId)
      const secret = yield* secretOf(request, present)
      const at = yield* DateTime.now
      const webhook: Webhook = {
        id: Option.isSome(present) ? present.value.id : WebhookId.make(yield* ids.uuid),
        organizationId,
        url,
        events,
        status: "active",
        ...(Option.isSome(present) ? changeSecret(present.value, secret, at) : { secret, previousSecrets: [] }),
        failingSince: null,
        createdAt: Option.isSome(present) ? present.value.createdAt : at,
        updatedAt: at
      }
      yield* webhooks.save(webhook)
      const before = Option.getOrNull(Option.map(present, webhookFields))
      const action = before === null ? "webhook.registered" : "webhook.changed"
      // The secret and the query of the address are in no entry, and their changes are.
      const isHiddenChange = Option.exists(
        present,
        (former) => former.url !== url || former.secret?.value !== secret.value
      )
      const record = isHiddenChange ? recordAudit : recordChange
      yield* record(organizationId, action, subjectOf(webhook), { before, after: webhookFields(webhook) })
      const isGenerated = request.signingSecret === null && (Option.isNone(present) || present.value.secret === null)
      const registered: RegisteredWebhook = {
        webhook,
        missed: yield* missedBy(present),
        generatedSecret: isGenerated ? secret.value : null
      }
      return registered
    })
  )
}, spanned("registerWebhook"))

/** The organization's subscription, if it has one. */
export const findWebhook = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  return yield* (yield* WebhookStore).find(organizationId)
}, spanned("findWebhook"))

/** The present secret of the organization's subscription. */
export const revealWebhookSecret = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const webhooks = yield* WebhookStore
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      const webhook = yield* webhooks.find(organizationId)
      if (Option.isNone(webhook)) return yield* new NoWebhook()
      const { secret } = webhook.value
      if (secret === null) return yield* new WebhookSecretUnreadable()
      yield* recordAudit(organizationId, "webhook.secret_revealed", subjectOf(webhook.value))
      return secret
    })
  )
}, spanned("revealWebhookSecret"))

/** A generated secret, and until when the one before signs too. */
export interface RotatedSecret {
  readonly secret: string
  readonly previousUntil: DateTime.Utc
}

/** Replaces the secret of the subscription by a generated one. Both sign for the time of `secretOverlap`. */
export const rotateWebhookSecret = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const webhooks = yield* WebhookStore
  const ids = yield* IdSource
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      const present = yield* webhooks.find(organizationId)
      if (Option.isNone(present)) return yield* new NoWebhook()
      // Of such a row nothing may be known to store: registering the subscription again writes all of it.
      if (present.value.secret === null) return yield* new WebhookSecretUnreadable()
      const secret = yield* ids.signingSecret
      const at = yield* DateTime.now
      yield* webhooks.save(withSecret(present.value, { value: secret, chosen: false }, at))
      yield* recordAudit(organizationId, "webhook.secret_rotated", subjectOf(present.value))
      const rotated: RotatedSecret = { secret, previousUntil: DateTime.addDuration(at, secretOverlap) }
      return rotated
    })
  )
}, spanned("rotateWebhookSecret"))

/** Ends the subscription and drops its pending deliveries. Returns whether there was one. */
export const removeWebhook = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const webhooks = yield* WebhookStore
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      const present = yield* webhooks.find(organizationId)
      const isRemoved = yield* webhooks.remove(organizationId)
      if (isRemoved && Option.isSome(present)) {
        const before = webhookFields(present.value)
        yield* recordAudit(organizationId, "webhook.removed", subjectOf(present.value), { before })
      }
      return isRemoved
    })
  )
}, spanned("removeWebhook"))
