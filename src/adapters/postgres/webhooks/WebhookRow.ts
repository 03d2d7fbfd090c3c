import { Array, DateTime, Effect, Option, Redacted, Schema } from "effect"
import { type Subscription, Webhook } from "../../../domain/webhooks/Webhook.ts"
import { EndpointSettings, everyEvent } from "../../../domain/webhooks/WebhookEndpoint.ts"
import { type Owner, type Sealer, Unsealable } from "../secrets/Sealer.ts"
import { OrganizationId, WebhookId } from "../../../domain/Ids.ts"
import { makeRareLog } from "../../../telemetry/failureLog.ts"

const decodeSecret = Schema.decodeUnknownEffect(Schema.NonEmptyString)

const { endpoint: _endpoint, previousSecrets: _previousSecrets, secret: _secret, ...open } = Webhook.fields
const { headers: _headers, ...openSettings } = EndpointSettings.fields

/** The sealed text of an endpoint: its secret and its headers. */
const EndpointSecret = Schema.fromJsonString(
  Schema.Struct({ secret: Schema.NonEmptyString, headers: EndpointSettings.fields.headers })
)
const decodeEndpointSecret = Schema.decodeUnknownEffect(EndpointSecret)

/** A previous secret in the JSON of the column. */
export const SealedPreviousSecret = Schema.Struct({ sealed: Schema.String, until: Schema.DateTimeUtcFromString })

const rowOf = <Instant extends typeof Schema.DateTimeUtcFromDate | typeof Schema.DateTimeUtcFromString>(
  instant: Instant
) =>
  Schema.Struct({
    ...open,
    failingSince: Schema.NullOr(instant),
    createdAt: instant,
    updatedAt: instant,
    endpoint: Schema.NullOr(Schema.Struct(openSettings)),
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

/** A `WebhookRow` as the text of `row_to_json`. */
const WebhookText = Schema.fromJsonString(rowOf(Schema.DateTimeUtcFromString))

/** Fields that can be decoded even if the rest of the row is invalid. */
const key = { id: WebhookId, organizationId: OrganizationId, url: Schema.String, endpoint: Schema.Unknown }
const rowKey = Schema.Struct(key).pipe(Schema.encodeKeys({ organizationId: "organization_id" }))

/** How subscriptions are read: from rows, or from texts. */
interface Reading {
  readonly whole: Schema.ConstraintDecoder<typeof WebhookRow.Type>
  readonly key: Schema.ConstraintDecoder<typeof rowKey.Type>
}

export const fromRow: Reading = { whole: WebhookRow, key: rowKey }
export const fromText: Reading = { whole: WebhookText, key: Schema.fromJsonString(rowKey) }

type WebhookKey = Pick<Webhook, "organizationId" | "id">

/** A signing secret opens only for the subscription it was stored with. */
export const secretOwner = ({ id, organizationId }: WebhookKey) => ["webhooks.sealed_secret", organizationId, id]

/** A previous secret opens only until the instant it was stored with, and is no present one. */
export const previousSecretOwner = ({ id, organizationId }: WebhookKey, until: DateTime.Utc) => [
  "webhooks.sealed_previous_secrets",
  organizationId,
  id,
  DateTime.formatIso(until)
]

const unreadable = { status: "secret_unreadable", secret: null, previousSecrets: [] } as const

/** The subscription with its secrets open. Previous secrets that cannot be opened sign no more. */
const openWebhook = Effect.fnUntraced(function* (sealer: Sealer["Service"], row: typeof WebhookRow.Type) {
  const { endpoint, sealedPreviousSecrets, sealedSecret, secretChosen, ...rest } = row
  const openedAs = <A>(owner: Owner, sealed: string, decode: (text: string) => Effect.Effect<A, Schema.SchemaError>) =>
    Effect.option(Effect.flatMap(sealer.open(owner, sealed), (secret) => decode(Redacted.value(secret))))
  const opened = (owner: Owner, sealed: string) => openedAs(owner, sealed, decodeSecret)
  const withHeaders = (headers: EndpointSettings["headers"]) =>
    endpoint === null ? {} : { endpoint: { ...endpoint, headers } }
  const secret =
    endpoint === null
      ? Option.map(yield* opened(secretOwner(row), sealedSecret), (value) => ({ secret: value, headers: {} }))
      : yield* openedAs(secretOwner(row), sealedSecret, decodeEndpointSecret)
  if (Option.isNone(secret)) return { ...rest, ...withHeaders({}), ...unreadable } satisfies Webhook
  const previous = yield* Effect.forEach(sealedPreviousSecrets, ({ sealed, until }) =>
    Effect.map(
      opened(previousSecretOwner(row, until), sealed),
      Option.map((value) => ({ value, until }))
    )
  )
  const webhook: Webhook = {
    ...rest,
    ...withHeaders(secret.value.headers),
    secret: { value: secret.value.secret, chosen: secretChosen },
    previousSecrets: Array.getSomes(previous)
  }
  return webhook
})

const beginning = DateTime.makeUnsafe(0)

/** The row is not as this version writes it, perhaps of a later one. */
const openKey = ({ endpoint, ...row }: typeof rowKey.Type): Webhook => ({
  ...row,
  ...(endpoint !== null && {
    endpoint: { name: "", filter: everyEvent, headers: {}, disabledReason: null }
  }),
  ...unreadable,
  events: ["message.received"],
  failingSince: null,
  createdAt: beginning,
  updatedAt: beginning
})

/**
 * Makes a decoder of webhook rows. A row that cannot be decoded, or has a secret that cannot be opened, becomes a
 * subscription with the status `secret_unreadable`. It does not affect the other rows.
 */
export const webhookReader = (sealer: Sealer["Service"], reading: Reading) => {
  const decodeWhole = Schema.decodeUnknownEffect(reading.whole)
  const decodeKey = Schema.decodeUnknownEffect(reading.key)
  const rarely = makeRareLog()
  const salvaged = Effect.fnUntraced(function* (row: unknown, { message }: Schema.SchemaError) {
    const known = yield* Effect.orDie(decodeKey(row))
    const { id, organizationId } = known
    yield* rarely(id, Effect.logError("a webhook cannot be read: only it is disabled", { organizationId, id, message }))
    return openKey(known)
  })
  return (row: unknown): Effect.Effect<Webhook> =>
    Effect.matchEffect(decodeWhole(row), {
      onSuccess: (decoded) => openWebhook(sealer, decoded),
      onFailure: (error) => salvaged(row, error)
    })
}

/** The subscription's secrets as they are stored. One without a secret is a defect: nothing is known to store. */
export const sealSecrets = Effect.fnUntraced(function* (sealer: Sealer["Service"], webhook: Webhook) {
  const { endpoint, secret } = webhook
  if (secret === null) return yield* Effect.die(new Unsealable({ reason: "unknown form" }))
  const text =
    endpoint === undefined ? secret.value : JSON.stringify({ secret: secret.value, headers: endpoint.headers })
  return {
    secret: yield* sealer.seal(secretOwner(webhook), Redacted.make(text)),
    chosen: secret.chosen,
    previous: JSON.stringify(
      yield* Effect.forEach(webhook.previousSecrets, ({ until, value }) =>
        Effect.map(sealer.seal(previousSecretOwner(webhook, until), Redacted.make(value)), (sealed) => ({
          sealed,
          until: DateTime.formatIso(until)
        }))
      )
    )
  }
})

/** Maximum cached subscriptions. Beyond it, the least recently used ones are evicted. */
export const maxKept = 1_000

/** The text of a row of `webhooks`, and whether its organization is suspended. */
export interface SubscriptionRow {
  readonly webhook: string
  readonly isSuspended: boolean
}

/**
 * Opens webhook subscriptions from the texts of their rows. An unchanged row yields the same cached subscription,
 * because decoding a row and opening its secrets takes longer than the query, and the delivery workers query often.
 */
export const openedWebhooks = (sealer: Sealer["Service"]) => {
  const opened = new Map<string, Subscription>()

  const read = webhookReader(sealer, fromText)

  const store = (text: string, subscription: Subscription): Subscription => {
    opened.set(text, subscription)
    if (opened.size > maxKept) {
      const [oldest] = opened.keys()
      if (oldest !== undefined) opened.delete(oldest)
    }
    return subscription
  }

  /** The cached subscription of the text, which stays cached for longer then. */
  const cached = ({ isSuspended, webhook: text }: SubscriptionRow): Subscription | undefined => {
    const subscription = opened.get(text)
    if (subscription === undefined) return undefined
    opened.delete(text)
    return store(text, subscription.isSuspended === isSuspended ? subscription : { ...subscription, isSuspended })
  }

  return Effect.fnUntraced(function* (rows: ReadonlyArray<SubscriptionRow>) {
    const subscriptions: Array<Subscription> = []
    for (const row of rows) {
      const { isSuspended, webhook: text } = row
      subscriptions.push(cached(row) ?? store(text, { ...(yield* read(text)), isSuspended }))
    }
    return subscriptions
  })
}
