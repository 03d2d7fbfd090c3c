import { DateTime, Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { findWebhook, registerWebhook, removeWebhook } from "../../../app/webhooks/webhooks.ts"
import type { Webhook } from "../../../domain/webhooks/Webhook.ts"
import { ok } from "../interfaces/envelope.ts"
import { secretProblems } from "./secretRefusals.ts"
import { urlRefusals } from "./urlRefusals.ts"
import { DeveloperApi } from "../interfaces/developer/Api.ts"
import { Caller } from "../interfaces/developer/ApiKeyAuth.ts"
import { BadRequest } from "../interfaces/developer/Failures.ts"

const view = ({ events, id, status, url }: Webhook) => ({ id, url, events, status })

export const layer = HttpApiBuilder.group(DeveloperApi, "webhooks", (handlers) =>
  handlers.handleAll({
    find: Effect.fnUntraced(function* () {
      const { organizationId } = yield* Caller
      const webhook = yield* findWebhook(organizationId)
      return ok({
        webhook: Option.isNone(webhook) ? null : { ...view(webhook.value), secret: webhook.value.secret?.value ?? null }
      })
    }),
    register: Effect.fnUntraced(
      function* ({ payload }) {
        const { organizationId } = yield* Caller
        const { missed, webhook } = yield* registerWebhook(organizationId, {
          url: payload.url,
          events: payload.events,
          signingSecret: payload.signing_secret || null
        })
        return ok({
          webhook: view(webhook),
          ...(missed === null
            ? {}
            : { missed: { since: DateTime.formatIso(missed.since), resume_after: missed.resumeAfter } })
        })
      },
      Effect.catchTags({
        WebhookUrlRefused: ({ reason }) => new BadRequest({ message: urlRefusals[reason] }),
        UnknownEventType: ({ name }) => new BadRequest({ message: `Unknown event type: ${name}` }),
        NoEventTypes: () => new BadRequest({ message: "At least one event type is required" }),
        SigningSecretRefused: ({ reason }) =>
          new BadRequest({ message: `Invalid field signing_secret: ${secretProblems[reason]}` })
      })
    ),
    remove: Effect.fnUntraced(function* () {
      const { organizationId } = yield* Caller
      const removed = yield* removeWebhook(organizationId)
      return { success: true as const, message: removed ? "Webhook removed" : "No webhook was registered" }
    })
  })
)
