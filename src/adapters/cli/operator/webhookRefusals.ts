import { Effect } from "effect"
import type { TooManyDeliveries } from "../../../domain/webhooks/DeliveryRecord.ts"
import {
  type SigningSecretRefused,
  SubscribableType,
  type UnknownEventType,
  type WebhookUrlRefused,
  maxUrlLength,
  minKeyBytes
} from "../../../domain/webhooks/Webhook.ts"
import {
  endpointNameLimit,
  type EndpointRefused,
  maxEndpointHeaders,
  maxEndpoints,
  maxFilterValues,
  maxHeaderLength
} from "../../../domain/webhooks/WebhookEndpoint.ts"
import { notFound, refused, usage } from "./OperatorError.ts"

const urlProblems: Readonly<Record<WebhookUrlRefused["reason"], string>> = {
  "not a URL": "is not an address. Give one such as https://example.com/hooks/parley",
  "not HTTPS": "does not use HTTPS. Give one that begins with https://",
  "has credentials": "must not contain credentials. Events are signed instead",
  "too long": `must be at most ${maxUrlLength} characters long`,
  "address not allowed":
    "must not lead to a private or reserved address. WEBHOOK_ALLOWED_CIDRS, set for this command and for the service, allows ranges of them"
}

const secretProblems: Readonly<Record<SigningSecretRefused["reason"], string>> = {
  "not base64": "begins with whsec_ or v1, but has no base64 after whsec_",
  "too short": `is shorter than ${minKeyBytes} bytes after whsec_`
}

/** Refusals of webhooks, deliveries and events as texts for operators, for `Effect.catchTags`. */
export const webhookRefusals = {
  WebhookUrlRefused: ({ reason }: WebhookUrlRefused) =>
    Effect.fail(usage(`The address of the webhook ${urlProblems[reason]}. Nothing was changed`)),
  UnknownEventType: ({ name }: UnknownEventType) =>
    Effect.fail(
      usage(
        `There is no event type ${name}. Nothing was changed. The types are ${SubscribableType.literals.join(", ")}`
      )
    ),
  NoEventTypes: () => Effect.fail(usage("--events names no type. Nothing was changed. Leave it out for all types")),
  SigningSecretRefused: ({ reason }: SigningSecretRefused) =>
    Effect.fail(
      usage(`The signing secret ${secretProblems[reason]}. Nothing was changed. Copy it again, or use another form`)
    )
}

/** The reason why a subscription receives nothing. */
export const deliveryRefusals = {
  NoWebhook: () => Effect.fail(notFound("The organization has no webhook. `parley webhook set` registers one")),
  WebhookDisabled: () =>
    Effect.fail(refused("The webhook is disabled. `parley webhook set` with its address enables it again")),
  WebhookSecretUnreadable: () =>
    Effect.fail(
      refused("The stored signing secret of the webhook cannot be opened. `parley webhook set` gives it another one")
    )
}

const settingProblems: Readonly<Record<EndpointRefused["reason"], string>> = {
  "name too long": `has more than ${endpointNameLimit.limit} characters`,
  "too many values": `has more than ${maxFilterValues} values`,
  "too many headers": `has more than ${maxEndpointHeaders} entries`,
  "not a header name": "is not a name of 1 to 64 letters, digits and hyphens",
  "reserved header": "is set by the service, or belongs to the connection",
  "not a header value": `needs 1 to ${maxHeaderLength} printable ASCII characters without blanks at the ends`
}

/** Refused settings of an endpoint, for `Effect.catchTags`. */
export const endpointSettingRefusals = {
  WebhookUrlRefused: webhookRefusals.WebhookUrlRefused,
  UnknownEventType: webhookRefusals.UnknownEventType,
  NoEventTypes: webhookRefusals.NoEventTypes,
  EndpointRefused: ({ field, reason }: EndpointRefused) =>
    Effect.fail(usage(`The setting ${field} ${settingProblems[reason]}. Nothing was changed`))
}

export const endpointCountRefusal = {
  TooManyEndpoints: () =>
    Effect.fail(refused(`The organization has ${maxEndpoints} endpoints, the most there can be. Remove one first`))
}

/** An endpoint that does not exist, or whose secret cannot be read. */
export const endpointRefusals = {
  NoWebhook: () =>
    Effect.fail(notFound("The organization has no such endpoint. `parley endpoint list` shows its endpoints")),
  WebhookSecretUnreadable: () =>
    Effect.fail(refused("The stored secret of the endpoint cannot be opened. Remove the endpoint, and add it again"))
}

export const endpointStateRefusal = {
  WebhookDisabled: () =>
    Effect.fail(refused("The endpoint is disabled. `parley endpoint change --enabled` enables it again"))
}

/** An unknown delivery, or too many of them. */
export const historyRefusals = {
  DeliveryNotFound: () =>
    Effect.fail(
      notFound("The organization has no such delivery, or no longer. `parley delivery list` shows those that are kept")
    )
}

export const rangeRefusals = {
  TooManyDeliveries: ({ limit }: TooManyDeliveries) =>
    Effect.fail(
      refused(`The range has more than ${limit} deliveries. None was replayed. Narrow it with --until or --status`)
    )
}
