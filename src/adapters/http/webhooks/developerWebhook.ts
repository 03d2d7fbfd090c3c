import { DateTime, Effect, Option, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { findWebhook, registerWebhook, removeWebhook } from "../../../app/webhooks/webhooks.ts"
import { EventId, WebhookId } from "../../../domain/Ids.ts"
import { AdditionalType } from "../../../domain/webhooks/Event.ts"
import {
  type SigningSecretRefused,
  minKeyBytes,
  SubscribableType,
  type UnknownEventType,
  type Webhook,
  WebhookStatus,
  type WebhookUrlRefused,
  maxUrlLength
} from "../../../domain/webhooks/Webhook.ts"
import { BadRequest } from "../interfaces/developer/Failures.ts"
import { Caller, IdempotencyGuard, developerApi } from "../interfaces/developer/middleware.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { RequiredText, Text, documentedAs } from "../interfaces/requestFields.ts"
import { refusalFor } from "../openapi/documented.ts"

/** Error texts for invalid signing secrets, to follow the field name (contract: Forms of whsec_ secrets). */
export const secretProblems: Readonly<Record<SigningSecretRefused["reason"], string>> = {
  "not base64": "Expected base64 after whsec_, or a secret that begins with neither whsec_ nor v1,",
  "too short": `Expected the base64 of at least ${minKeyBytes} bytes after whsec_, or a secret that does not begin with whsec_`
}

/** Error texts for rejected webhook URLs (contract: What a webhook may be). */
export const urlRefusals: Readonly<Record<WebhookUrlRefused["reason"], string>> = {
  "not a URL": "Webhook URL must use HTTPS",
  "not HTTPS": "Webhook URL must use HTTPS",
  "has credentials": "Webhook URL must not contain credentials",
  "too long": `Webhook URL must be at most ${maxUrlLength} characters`,
  "address not allowed": "Webhook URL must not lead to a private or reserved address"
}

/** Maximum characters of a signing secret. */
export const longestSecret = 512

export const webhookFields = {
  id: WebhookId.annotate({ description: "Comes with every delivery as webhook_id" }),
  url: Schema.String.annotate({ description: "Where events are sent to" }),
  events: Schema.Array(SubscribableType).annotate({ description: "Types of the events that are sent" }),
  status: WebhookStatus.annotate({
    description:
      "active: events are sent. disabled: the receiver took nothing for days, or answered 410; events are not sent. secret_unreadable: the service cannot open the stored signing secret; events wait. Registering the subscription again makes it active"
  })
}

export const webhookExample = {
  id: WebhookId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e10"),
  url: "https://example.com/hooks/parley",
  events: ["message.received", "message.sent"] as const,
  status: "active" as const
}

/**
 * A signing secret, which is sent in a header. Headers carry no control characters and lose outer blanks, so a receiver
 * would compare another value.
 */
export const SigningSecretText = Text.check(
  Schema.isPattern(/^\P{Cc}*$/u, { expected: "text without control characters" }),
  Schema.makeFilter((text) => text.trim() === text || "Expected text without blanks at its ends", {
    toJsonSchema: () => [{}, true]
  }),
  Schema.isMaxLength(longestSecret)
)

const additions = AdditionalType.literals

const WebhookRequest = Schema.Struct({
  url: RequiredText.annotate({ description: "Where events are sent to; HTTPS" }),
  events: Schema.Array(Text.check(documentedAs(SubscribableType))).annotate({
    description: `Types of the events to be sent. ${additions.slice(0, -1).join(", ")} and ${additions.at(-1)} are additions: each is sent only if it is named`
  }),
  signing_secret: Schema.optionalKey(
    Schema.NullOr(
      SigningSecretText.annotate({
        description: `Sent on each delivery in X-Webhook-Secret; at most ${longestSecret} characters, empty text is none`
      })
    )
  )
}).annotate({
  identifier: "WebhookRequest",
  description: "The subscription to register",
  examples: [{ url: webhookExample.url, events: webhookExample.events, signing_secret: "a-secret-of-yours" }]
})

const Found = Data(
  Schema.Struct({
    webhook: Schema.NullOr(
      Schema.Struct({
        ...webhookFields,
        secret: Schema.NullOr(Schema.String).annotate({
          description: "What deliveries are signed with: yours, or one that was made. Null when it cannot be opened"
        })
      })
    ).annotate({ description: "Null when nothing is registered" })
  })
).annotate({
  examples: [
    { success: true, data: { webhook: { ...webhookExample, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" } } }
  ]
})

const Missed = Schema.Struct({
  since: Schema.String.annotate({
    description: "When the subscription was disabled: ISO 8601, UTC. Events since then were not delivered",
    format: "date-time"
  }),
  resume_after: Schema.NullOr(EventId).annotate({
    description:
      "What to give as after to GET /v1/events to read the missed events; null: leave after out. Events of the minute before the subscription was disabled come again"
  })
})

const Registered = Data(
  Schema.Struct({
    webhook: Schema.Struct(webhookFields).annotate({ description: "The subscription as it is now" }),
    missed: Schema.optionalKey(
      Missed.annotate({ description: "Only when the subscription was disabled until now: how to read what it missed" })
    )
  })
).annotate({
  examples: [
    { success: true, data: { webhook: webhookExample } },
    {
      success: true,
      data: {
        webhook: webhookExample,
        missed: {
          since: "2026-11-20T12:00:00.123Z",
          resume_after: EventId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e0f")
        }
      }
    }
  ]
})

const Removed = Schema.Struct({
  success: Schema.tag(true),
  message: Schema.String.annotate({ description: "The outcome, for people" })
}).annotate({ examples: [{ success: true, message: "Webhook removed" }] })

/** Endpoints of the subscription (contract: Developer webhooks and logs). */
export const WebhooksGroup = HttpApiGroup.make("webhooks")
  .add(
    HttpApiEndpoint.get("find", "/v1/webhooks", { success: Found })
      .annotate(OpenApi.Summary, "The subscription")
      .annotate(
        OpenApi.Description,
        "The organization's one subscription, with the secret that its deliveries are signed with."
      ),
    HttpApiEndpoint.post("register", "/v1/webhooks", { payload: WebhookRequest, success: Registered })
      .middleware(IdempotencyGuard)
      .annotate(OpenApi.Summary, "Register or update the subscription")
      .annotate(
        OpenApi.Description,
        "Events are pushed to one HTTPS address, at least once, signed as Standard Webhooks. After a change of the secret the old one signs for another 24 hours beside the new one, and after several changes each of them. The answer to registering a disabled subscription again says where to read the events that it missed."
      ),
    HttpApiEndpoint.delete("remove", "/v1/webhooks", { success: Removed })
      .annotate(OpenApi.Summary, "Remove the subscription")
      .annotate(OpenApi.Description, "Ends the subscription. Pending deliveries are dropped.")
  )
  .annotate(OpenApi.Title, "Webhooks")
  .annotate(OpenApi.Description, "The one subscription of the organization to its events")

const view = ({ events, id, status, url }: Webhook) => ({ id, url, events, status })

export const urlRefused = refusalFor(
  "The address is not HTTPS",
  ({ reason }: Pick<WebhookUrlRefused, "reason">) => new BadRequest({ message: urlRefusals[reason] }),
  { reason: "not HTTPS" }
)

export const unknownEventType = refusalFor(
  "The event type does not exist",
  ({ name }: Pick<UnknownEventType, "name">) => new BadRequest({ message: `Unknown event type: ${name}` }),
  { name: "message.lost" }
)

export const layer = HttpApiBuilder.group(developerApi(WebhooksGroup), "webhooks", (handlers) =>
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
        WebhookUrlRefused: urlRefused,
        UnknownEventType: unknownEventType,
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
