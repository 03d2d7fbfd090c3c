import { Array, type DateTime, Effect, Equal, HashMap, Layer, Option, Order } from "effect"
import { warningOf } from "../../../domain/webhooks/afterRefusal.ts"
import type { OrganizationId, WebhookId } from "../../../domain/Ids.ts"
import { queueKeyOf } from "../../../domain/webhooks/Delivery.ts"
import { isEndpoint, type Webhook } from "../../../domain/webhooks/Webhook.ts"
import { type FailingWebhook, WebhookStore } from "../../../ports/webhooks/WebhookStore.ts"
import type { Step } from "../State.ts"
import { World } from "../World.ts"

const save =
  (webhook: Webhook): Step<void> =>
  (state) => {
    const others = state.webhooks.filter((other) => queueKeyOf(other) !== queueKeyOf(webhook))
    return [Effect.void, { ...state, webhooks: [...others, webhook] }]
  }

const remove =
  (organizationId: OrganizationId, endpointId: WebhookId | undefined): Step<boolean> =>
  (state) => {
    const webhooks = state.webhooks.filter(
      (webhook) => webhook.organizationId !== organizationId || queueKeyOf(webhook) !== (endpointId ?? organizationId)
    )
    const deferred = HashMap.filter(
      state.deferred,
      (delivery) => delivery.organizationId !== organizationId || delivery.endpointId !== endpointId
    )
    return [Effect.succeed(webhooks.length < state.webhooks.length), { ...state, webhooks, deferred }]
  }

const claimFailing =
  (at: DateTime.Utc, limit: number): Step<ReadonlyArray<FailingWebhook>> =>
  (state) => {
    const due = Array.sortWith(state.webhooks, ({ id, organizationId }) => `${organizationId} ${id}`, Order.String)
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
        queueKeyOf(webhook) === organizationId
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
          Option.fromUndefinedOr(webhooks.find((webhook) => queueKeyOf(webhook) === organizationId))
        ),
      endpoints: (organizationId) =>
        read("WebhookStore.endpoints", ({ webhooks }) =>
          Array.sortBy(
            Order.mapInput(Order.Number, ({ createdAt }: Webhook) => createdAt.epochMilliseconds),
            Order.mapInput(Order.String, ({ id }: Webhook) => id)
          )(webhooks.filter(isEndpoint).filter((webhook) => webhook.organizationId === organizationId))
        ),
      save: (webhook) => step("WebhookStore.save", save(webhook)),
      remove: (organizationId, endpointId) => step("WebhookStore.remove", remove(organizationId, endpointId)),
      claimFailing: (at, limit) => step("WebhookStore.claimFailing", claimFailing(at, limit))
    })
  )
)
