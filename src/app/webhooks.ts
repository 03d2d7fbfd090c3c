import { DateTime, Effect, Option } from "effect"
import { type OrganizationId, WebhookId } from "../domain/Ids.ts"
import { changeSecret, checkEventTypes, checkUrl, type SigningSecret, type Webhook } from "../domain/webhook/Webhook.ts"
import { IdSource } from "../ports/policies/IdSource.ts"
import { Transaction } from "../ports/stores/Transaction.ts"
import { WebhookSender } from "../ports/platforms/WebhookSender.ts"
import { WebhookStore } from "../ports/stores/WebhookStore.ts"
import { spanned } from "../telemetry/spanned.ts"

/** What a subscriber asks for. Without a secret of their own the present one stays. One is made
 * where there is none, or none that can be opened (contract C28). */
export interface WebhookRequest {
  readonly url: string
  readonly events: ReadonlyArray<string>
  readonly signingSecret: string | null
}

const secretOf = Effect.fnUntraced(function* (request: WebhookRequest, present: Option.Option<Webhook>) {
  const ids = yield* IdSource
  if (request.signingSecret !== null) return { value: request.signingSecret, chosen: true }
  const kept = Option.isSome(present) ? present.value.secret : null
  const made: SigningSecret = kept ?? { value: yield* ids.signingSecret, chosen: false }
  return made
})

/** Registers the organization's one subscription, or changes it. Whatever it was before, it is active afterwards. */
export const registerWebhook = Effect.fnUntraced(function* (organizationId: OrganizationId, request: WebhookRequest) {
  const webhooks = yield* WebhookStore
  const sender = yield* WebhookSender
  const ids = yield* IdSource
  const { atomically } = yield* Transaction

  const url = yield* Effect.fromResult(checkUrl(request.url))
  const events = yield* Effect.fromResult(checkEventTypes(request.events))
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
      return webhook
    })
  )
}, spanned("registerWebhook"))

/** The organization's subscription, if it has one. */
export const findWebhook = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  return yield* (yield* WebhookStore).find(organizationId)
}, spanned("findWebhook"))

/** Ends the subscription and drops its pending deliveries. Returns whether there was one. */
export const removeWebhook = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  return yield* (yield* WebhookStore).remove(organizationId)
}, spanned("removeWebhook"))
