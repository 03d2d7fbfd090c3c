import { Array, type DateTime, Effect, Equal, HashMap, Layer, Option, Order } from "effect"
import { warningOf } from "../../../domain/webhooks/afterRefusal.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import type { Webhook } from "../../../domain/webhooks/Webhook.ts"
import { type FailingWebhook, WebhookStore } from "../../../ports/webhooks/WebhookStore.ts"
import type { State, Step } from "../State.ts"
import { World } from "../World.ts"

const others = ({ webhooks }: State, organizationId: OrganizationId) =>
  webhooks.filter((webhook) => webhook.organizationId !== organizationId)

const save =
  (webhook: Webhook): Step<void> =>
  (state) => [Effect.void, { ...state, webhooks: [...others(state, webhook.organizationId), webhook] }]

const remove =
  (organizationId: OrganizationId): Step<boolean> =>
  (state) => {
    const webhooks = others(state, organizationId)
    const deferred = HashMap.filter(state.deferred, (delivery) => delivery.organizationId !== organizationId)
    return [Effect.succeed(webhooks.length < state.webhooks.length), { ...state, webhooks, deferred }]
  }

const claimFailing =
  (at: DateTime.Utc, limit: number): Step<ReadonlyArray<FailingWebhook>> =>
  (state) => {
    const due = Array.sortWith(state.webhooks, ({ organizationId }) => organizationId, Order.String)
      .flatMap(({ failingSince, id, organizationId, status }): ReadonlyArray<FailingWebhook> => {
        const isWarned = status === "active" && !HashMap.has(state.suspensions, organizationId)
        const percent = isWarned && failingSince !== null ? warningOf(failingSince, at) : null
        const known = state.webhookWarnings.find((warning) => warning.id === id)
        return failingSince === null ||
          percent === null ||
          (known !== undefined && Equal.equals(known.failingSince, failingSince) && known.percent >= percent)
          ? []
          : [{ id, organizationId, failingSince, percent }]
      })
      .slice(0, limit)
    const others = state.webhookWarnings.filter(({ id }) => due.every((warning) => warning.id !== id))
    return [Effect.succeed(due), { ...state, webhookWarnings: [...others, ...due] }]
  }

/** Makes the organization's signing secret unreadable, like the loss of its sealing key. */
export const spoilSecret = (organizationId: OrganizationId) =>
  Effect.flatMap(World, ({ update }) =>
    update((state) => ({
      ...state,
      webhooks: state.webhooks.map((webhook) =>
        webhook.organizationId === organizationId
          ? { ...webhook, status: "secret_unreadable", secret: null, previousSecrets: [] }
          : webhook
      )
    }))
  )

export const layer = Layer.effect(
  WebhookStore,
  Effect.map(World, ({ read, step }) =>
    WebhookStore.of({
      find: (organizationId) =>
        read("WebhookStore.find", ({ webhooks }) =>
          Option.fromUndefinedOr(webhooks.find((webhook) => webhook.organizationId === organizationId))
        ),
      save: (webhook) => step("WebhookStore.save", save(webhook)),
      remove: (organizationId) => step("WebhookStore.remove", remove(organizationId)),
      claimFailing: (at, limit) => step("WebhookStore.claimFailing", claimFailing(at, limit))
    })
  )
)
