import { Effect, Redacted, Schema } from "effect"
import { Webhook } from "../../domain/Webhook.ts"
import type { Sealer } from "./Sealer.ts"

const { previousSecret: _previousSecret, secret: _secret, ...open } = Webhook.fields

const rowOf = <Instant extends typeof Schema.DateTimeUtcFromDate | typeof Schema.DateTimeUtcFromString>(
  instant: Instant
) =>
  Schema.Struct({
    ...open,
    failingSince: Schema.NullOr(instant),
    createdAt: instant,
    updatedAt: instant,
    sealedSecret: Schema.String,
    secretChosen: Schema.Boolean,
    sealedPreviousSecret: Schema.NullOr(Schema.String),
    previousSecretUntil: Schema.NullOr(instant)
  }).pipe(
    Schema.encodeKeys({
      organizationId: "organization_id",
      failingSince: "failing_since",
      createdAt: "created_at",
      updatedAt: "updated_at",
      sealedSecret: "sealed_secret",
      secretChosen: "secret_chosen",
      sealedPreviousSecret: "sealed_previous_secret",
      previousSecretUntil: "previous_secret_until"
    })
  )

/** A subscription as it is stored: its secrets sealed. */
export const WebhookRow = rowOf(Schema.DateTimeUtcFromDate)

/** The same as the text of `row_to_json`. */
export const WebhookText = Schema.fromJsonString(rowOf(Schema.DateTimeUtcFromString))

/** A signing secret opens only for the subscription it was stored with. */
export const secretOwner = (webhook: Pick<Webhook, "organizationId" | "id">) => [
  "webhooks.sealed_secret",
  webhook.organizationId,
  webhook.id
]

/** The subscription with its secrets open. A secret that does not open is a defect: nothing could be signed. */
export const openWebhook = Effect.fnUntraced(function* (sealer: Sealer["Service"], row: typeof WebhookRow.Type) {
  const { previousSecretUntil, sealedPreviousSecret, sealedSecret, secretChosen, ...rest } = row
  const secret = yield* sealer.open(secretOwner(row), sealedSecret)
  const previousSecret =
    sealedPreviousSecret === null || previousSecretUntil === null
      ? null
      : {
          value: Redacted.value(yield* sealer.open(secretOwner(row), sealedPreviousSecret)),
          until: previousSecretUntil
        }
  const webhook: Webhook = { ...rest, secret: { value: Redacted.value(secret), chosen: secretChosen }, previousSecret }
  return webhook
}, Effect.orDie)
