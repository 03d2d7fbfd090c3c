import { DateTime, Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { sendTestEvent } from "../../../../app/webhooks/deliveries.ts"
import {
  findWebhook,
  registerWebhook,
  removeWebhook,
  revealWebhookSecret,
  rotateWebhookSecret
} from "../../../../app/webhooks/webhooks.ts"
import type { SigningSecretRefused, UnknownEventType, WebhookUrlRefused } from "../../../../domain/webhooks/Webhook.ts"
import { secretProblems } from "../../shared/secretRefusals.ts"
import { urlRefusals } from "../../shared/urlRefusals.ts"
import { ok } from "../../shared/envelope.ts"
import { SessionApi } from "../Api.ts"
import { BadRequest } from "../Failures.ts"
import { Access } from "../SessionAuth.ts"
import { savedWebhook, webhookView } from "./WebhookGroup.ts"
import { notSendable, secretRefusals } from "./webhookRefusals.ts"

export const layer = HttpApiBuilder.group(SessionApi, "webhook", (handlers) =>
  handlers.handleAll({
    find: Effect.fnUntraced(function* () {
      const { organizationId } = yield* Access
      const now = yield* DateTime.now
      const found = yield* findWebhook(organizationId)
      return ok({ webhook: Option.getOrNull(Option.map(found, (webhook) => webhookView(webhook, now))) })
    }),
    save: Effect.fnUntraced(
      function* ({ payload: { events, signingSecret, url } }) {
        const { organizationId } = yield* Access
        const registered = yield* registerWebhook(organizationId, { url, events, signingSecret: signingSecret || null })
        return ok(savedWebhook(registered, yield* DateTime.now))
      },
      Effect.catchTags({
        WebhookUrlRefused: ({ reason }: WebhookUrlRefused) => new BadRequest({ error: urlRefusals[reason] }),
        UnknownEventType: ({ name }: UnknownEventType) => new BadRequest({ error: `Unknown event type: ${name}` }),
        NoEventTypes: () => new BadRequest({ error: "At least one event type is required" }),
        SigningSecretRefused: ({ reason }: SigningSecretRefused) =>
          new BadRequest({ error: `Invalid field signingSecret: ${secretProblems[reason]}` })
      })
    ),
    remove: Effect.fnUntraced(function* () {
      const { organizationId } = yield* Access
      return ok({ removed: yield* removeWebhook(organizationId) })
    }),
    revealSecret: Effect.fnUntraced(function* () {
      const { organizationId } = yield* Access
      const { chosen, value } = yield* revealWebhookSecret(organizationId)
      return ok({ secret: value, isChosen: chosen })
    }, Effect.catchTags(secretRefusals)),
    rotateSecret: Effect.fnUntraced(function* () {
      const { organizationId } = yield* Access
      const { previousUntil, secret } = yield* rotateWebhookSecret(organizationId)
      return ok({ secret, previousUntil: DateTime.formatIso(previousUntil) })
    }, Effect.catchTags(secretRefusals)),
    test: Effect.fnUntraced(function* () {
      const { organizationId } = yield* Access
      return ok({ id: yield* sendTestEvent(organizationId), event: "webhook.test" as const })
    }, Effect.catchTags(notSendable))
  })
)
