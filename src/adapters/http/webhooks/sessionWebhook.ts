import { DateTime, Effect, Option, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { sendTestEvent } from "../../../app/webhooks/deliveries.ts"
import {
  type RegisteredWebhook,
  findWebhook,
  registerWebhook,
  removeWebhook,
  revealWebhookSecret,
  rotateWebhookSecret
} from "../../../app/webhooks/webhooks.ts"
import { EventId } from "../../../domain/Ids.ts"
import {
  type SigningSecretRefused,
  type UnknownEventType,
  type Webhook,
  type WebhookUrlRefused,
  previousUntil,
  secretOverlap
} from "../../../domain/webhooks/Webhook.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { timestamp, timestampOrNull } from "../interfaces/pagination.ts"
import { RequiredText, Text, optional } from "../interfaces/requestFields.ts"
import { BadRequest, Conflict, NotFound } from "../interfaces/session/Failures.ts"
import { Access, IdempotencyGuard, ManagementGuard, sessionApi } from "../interfaces/session/middleware.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"
import {
  SigningSecretText,
  longestSecret,
  secretProblems,
  urlRefusals,
  webhookExample,
  webhookFields
} from "./developerWebhook.ts"

/** Responses for a subscription whose secret cannot be read or replaced, for `Effect.catchTags`. */
const secretRefusals = {
  NoWebhook: refusal("There is no subscription", new NotFound({ error: "No webhook is registered" })),
  WebhookSecretUnreadable: refusal(
    "The stored secret cannot be opened",
    new Conflict({
      error:
        "The webhook's stored signing secret cannot be opened. Save the webhook again, which gives it another secret"
    })
  )
}

/** Responses for a subscription that cannot receive deliveries, for `Effect.catchTags`. */
export const notSendable = {
  ...secretRefusals,
  WebhookDisabled: refusal(
    "The subscription is disabled",
    new Conflict({ error: "The webhook is disabled. Save it again, which enables it" })
  )
}

const SessionWebhook = Schema.Struct({
  ...webhookFields,
  isSecretChosen: Schema.NullOr(Schema.Boolean).annotate({
    description:
      "Whether the signing secret was chosen by the subscriber, and is therefore also sent in X-Webhook-Secret. Null when the secret cannot be opened"
  }),
  previousUntil: Schema.NullOr(timestamp("Until when the replaced secret signs too")).annotate({
    description: "Until when the last replaced secret signs beside the present one; null when none does any more"
  }),
  failingSince: Schema.NullOr(timestamp("Since when every attempt fails")).annotate({
    description: "Since when every attempt fails; null when the last one was a success"
  }),
  createdAt: timestamp("When it was registered"),
  updatedAt: timestamp("When it was last changed, or disabled")
}).annotate({ identifier: "Webhook", description: "The subscription, without its secret" })

/** The current subscription without its secret. */
export const webhookView = (webhook: Webhook, now: DateTime.Utc): typeof SessionWebhook.Type => ({
  id: webhook.id,
  url: webhook.url,
  events: webhook.events,
  status: webhook.status,
  isSecretChosen: webhook.secret === null ? null : webhook.secret.chosen,
  previousUntil: timestampOrNull(previousUntil(webhook, now)),
  failingSince: timestampOrNull(webhook.failingSince),
  createdAt: DateTime.formatIso(webhook.createdAt),
  updatedAt: DateTime.formatIso(webhook.updatedAt)
})

const example = {
  ...webhookExample,
  isSecretChosen: false,
  previousUntil: null,
  failingSince: null,
  createdAt: "2026-11-20T12:00:00.000Z",
  updatedAt: "2026-11-20T12:00:00.000Z"
}

const Found = Data(
  Schema.Struct({ webhook: Schema.NullOr(SessionWebhook).annotate({ description: "Null when none is registered" }) })
).annotate({ examples: [ok({ webhook: example })] })

const SaveRequest = Schema.Struct({
  url: RequiredText.annotate({ description: "Where events are sent to; HTTPS" }),
  events: Schema.Array(Text).annotate({
    description: "Types of the events to be sent; GET /developer/events/types lists them"
  }),
  signingSecret: optional(
    SigningSecretText.annotate({
      description: `Sent on each delivery in X-Webhook-Secret; at most ${longestSecret} characters, empty text is none. The present secret stays when left out`
    })
  )
}).annotate({
  identifier: "SaveWebhookRequest",
  description: "The subscription as it is to be",
  examples: [{ url: webhookExample.url, events: webhookExample.events }]
})

const Saved = Data(
  Schema.Struct({
    webhook: SessionWebhook,
    missed: Schema.NullOr(
      Schema.Struct({
        since: timestamp("When the subscription was disabled. Events since then were not delivered"),
        resumeAfter: Schema.NullOr(EventId).annotate({
          description: "What to give as after to GET /developer/events to read the missed events; null: leave after out"
        })
      })
    ).annotate({ description: "How to read what a disabled subscription missed; null when it was not disabled" })
  })
).annotate({ examples: [ok({ webhook: example, missed: null })] })

/** The saved subscription. */
export const savedWebhook = ({ missed, webhook }: RegisteredWebhook, now: DateTime.Utc) => ({
  webhook: webhookView(webhook, now),
  missed: missed === null ? null : { since: DateTime.formatIso(missed.since), resumeAfter: missed.resumeAfter }
})

const Removed = Data(
  Schema.Struct({ removed: Schema.Boolean.annotate({ description: "Whether there was a subscription" }) })
).annotate({ examples: [ok({ removed: true })] })

const secret = Schema.String.annotate({ description: "The secret that signs deliveries" })
const exampleSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

const Revealed = Data(
  Schema.Struct({
    secret,
    isChosen: Schema.Boolean.annotate({ description: "Whether the subscriber chose it; otherwise it was generated" })
  })
).annotate({ examples: [ok({ secret: exampleSecret, isChosen: false })] })

const Rotated = Data(
  Schema.Struct({ secret, previousUntil: timestamp("Until when the secret of before signs too") })
).annotate({ examples: [ok({ secret: exampleSecret, previousUntil: "2026-11-21T12:00:00.000Z" })] })

const Tested = Data(
  Schema.Struct({
    id: EventId.annotate({ description: "The id of the test event: webhook-id of its delivery" }),
    event: Schema.tag("webhook.test").annotate({ description: "The type of the test event" })
  })
).annotate({ examples: [ok({ id: EventId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e10"), event: "webhook.test" })] })

/** Endpoints of the webhook (contract: The webhook of the console; The secret of the webhook). */
export const WebhookGroup = HttpApiGroup.make("webhook")
  .add(
    HttpApiEndpoint.get("find", "/developer/webhook", { success: Found })
      .annotate(OpenApi.Summary, "The subscription")
      .annotate(OpenApi.Description, "The one subscription of the organization, without its secret."),
    HttpApiEndpoint.put("save", "/developer/webhook", { payload: SaveRequest, success: Saved })
      .annotate(OpenApi.Summary, "Register or change the subscription")
      .annotate(
        OpenApi.Description,
        "Whatever the subscription was before, it is active afterwards. Without a secret the present one stays, and a new subscription gets a generated one."
      ),
    HttpApiEndpoint.delete("remove", "/developer/webhook", { success: Removed })
      .annotate(OpenApi.Summary, "Remove the subscription")
      .annotate(OpenApi.Description, "Ends the subscription. Pending deliveries are dropped."),
    HttpApiEndpoint.get("revealSecret", "/developer/webhook/secret", { success: Revealed, error: [NotFound, Conflict] })
      .annotate(OpenApi.Summary, "Show the signing secret")
      .annotate(OpenApi.Description, "The present secret. No other answer of this interface has it."),
    HttpApiEndpoint.post("rotateSecret", "/developer/webhook/secret/rotate", {
      success: Rotated,
      error: [NotFound, Conflict]
    })
      .middleware(IdempotencyGuard)
      .annotate(OpenApi.Summary, "Replace the signing secret")
      .annotate(
        OpenApi.Description,
        `Generates a secret. The one of before signs beside it for another ${secretOverlap}. The status of the subscription stays.`
      ),
    HttpApiEndpoint.post("test", "/developer/webhook/test", {
      success: Tested.pipe(HttpApiSchema.status(202)),
      error: [NotFound, Conflict]
    })
      .middleware(IdempotencyGuard)
      .annotate(OpenApi.Summary, "Send a test event")
      .annotate(
        OpenApi.Description,
        "Sends an event of the type webhook.test the way every event goes: signed, repeated, listed and counted. It reaches the subscription whatever its events."
      )
  )
  .middleware(ManagementGuard)
  .annotate(OpenApi.Title, "Webhook")
  .annotate(OpenApi.Description, "The one subscription of the organization to its events")

export const urlRefused = (when: string, example: WebhookUrlRefused["reason"]) =>
  refusalFor(when, ({ reason }: Pick<WebhookUrlRefused, "reason">) => new BadRequest({ error: urlRefusals[reason] }), {
    reason: example
  })

export const notHttps = urlRefused("The URL is not HTTPS", "not HTTPS")

export const unknownEventType = refusalFor(
  "The type of event does not exist",
  ({ name }: Pick<UnknownEventType, "name">) => new BadRequest({ error: `Unknown event type: ${name}` }),
  { name: "message.gone" }
)

export const noEventTypes = refusal(
  "No type of event is given",
  new BadRequest({ error: "At least one event type is required" })
)

export const layer = HttpApiBuilder.group(sessionApi(WebhookGroup), "webhook", (handlers) =>
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
        WebhookUrlRefused: notHttps,
        UnknownEventType: unknownEventType,
        NoEventTypes: noEventTypes,
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
