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
