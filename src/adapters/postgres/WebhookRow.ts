import { DateTime, Effect, Redacted, Schema } from "effect"
import { Webhook } from "../../domain/Webhook.ts"
import type { Sealer } from "./Sealer.ts"

const { previousSecrets: _previousSecrets, secret: _secret, ...open } = Webhook.fields

/** A secret of before in the column's JSON. */
const SealedPreviousSecret = Schema.Struct({ sealed: Schema.String, until: Schema.DateTimeUtcFromString })

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
    sealedPreviousSecrets: Schema.Array(SealedPreviousSecret)
  }).pipe(
    Schema.encodeKeys({
      organizationId: "organization_id",
      failingSince: "failing_since",
      createdAt: "created_at",
      updatedAt: "updated_at",
      sealedSecret: "sealed_secret",
      secretChosen: "secret_chosen",
      sealedPreviousSecrets: "sealed_previous_secrets"
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
  const { sealedPreviousSecrets, sealedSecret, secretChosen, ...rest } = row
  const opened = (sealed: string) => Effect.map(sealer.open(secretOwner(row), sealed), Redacted.value)
  const webhook: Webhook = {
    ...rest,
    secret: { value: yield* opened(sealedSecret), chosen: secretChosen },
    previousSecrets: yield* Effect.forEach(sealedPreviousSecrets, ({ sealed, until }) =>
      Effect.map(opened(sealed), (value) => ({ value, until }))
    )
  }
  return webhook
}, Effect.orDie)

/** The subscription's secrets as they are stored. */
export const sealSecrets = Effect.fnUntraced(function* (sealer: Sealer["Service"], webhook: Webhook) {
  const sealed = (value: string) => sealer.seal(secretOwner(webhook), Redacted.make(value))
  return {
    secret: yield* sealed(webhook.secret.value),
    previous: JSON.stringify(
      yield* Effect.forEach(webhook.previousSecrets, ({ until, value }) =>
        Effect.map(sealed(value), (sealed) => ({ sealed, until: DateTime.formatIso(until) }))
      )
    )
  }
})
