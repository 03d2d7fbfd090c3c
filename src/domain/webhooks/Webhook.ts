import { DateTime, Result, Schema } from "effect"
import { AdditionalType, type Event, EventType, PostbackType, type TestType } from "./Event.ts"
import { OrganizationId, WebhookId } from "../Ids.ts"
import { EndpointSettings } from "./WebhookEndpoint.ts"

/** The form of Standard Webhooks: `whsec_` and the base64 of the key, with an optional version in front. */
const standardForm = /^(?:v1,)?whsec_([A-Za-z0-9+/_-]+)={0,2}$/

/** Secrets that begin so are meant in the form of Standard Webhooks. */
const standardPrefix = /^(?:v1,|whsec_)/

/** Fewest bytes of a key in the form of Standard Webhooks. A shorter one is as a rule a word that was typed. */
export const minKeyBytes = 16

/** Three bytes of a key take four characters. */
const bytesOf = (encoded: string): number => Math.floor((encoded.length * 3) / 4)

/** A secret looks like one of Standard Webhooks, but its key cannot be read. */
export class SigningSecretRefused extends Schema.TaggedError<SigningSecretRefused>()("SigningSecretRefused", {
  reason: Schema.Literals(["not base64", "too short"])
}) {}

/** The base64 of a key without padding, in the standard alphabet; null for a secret in another form. */
const unpaddedKeyOf = (secret: string): string | null => {
  const [, encoded] = standardForm.exec(secret) ?? []
  // One character more than whole groups of four encodes no byte.
  if (encoded === undefined || encoded.length % 4 === 1) return null
  return encoded.replaceAll("-", "+").replaceAll("_", "/")
}

/**
 * The key of a secret in the form of Standard Webhooks, as padded base64 in the standard alphabet (contract: Signatures
 * and secrets). Both alphabets are read, with and without padding. Null for a secret in another form: its own bytes are
 * the key.
 */
export const encodedKeyOf = (secret: string): string | null => {
  const key = unpaddedKeyOf(secret)
  return key === null ? null : key.padEnd(Math.ceil(key.length / 4) * 4, "=")
}

/** Refuses a secret that looks like one of Standard Webhooks and would sign with other bytes than its receiver expects. */
export const checkSigningSecret = (secret: string): Result.Result<string, SigningSecretRefused> => {
  if (!standardPrefix.test(secret)) return Result.succeed(secret)
  const key = unpaddedKeyOf(secret)
  if (key === null) return Result.fail(new SigningSecretRefused({ reason: "not base64" }))
  return bytesOf(key) < minKeyBytes
    ? Result.fail(new SigningSecretRefused({ reason: "too short" }))
    : Result.succeed(secret)
}

/**
 * `secret_unreadable`: the stored secret cannot be opened, so nothing could be signed. Events wait. It is never stored:
 * the store derives it whenever it reads the subscription.
 */
export const WebhookStatus = Schema.Literals(["active", "disabled", "secret_unreadable"])
export type WebhookStatus = typeof WebhookStatus.Type

/** The events of a subscription. `postback` reaches subscriptions to it or to `message.received`. */
export const SubscribableType = Schema.Literals([
  ...EventType.literals,
  ...PostbackType.literals,
  ...AdditionalType.literals
])
export type SubscribableType = typeof SubscribableType.Type

/** The secret that signs, and whether the subscriber chose it: only then is it also sent in `X-Webhook-Secret`. */
export class SigningSecret extends Schema.Opaque<SigningSecret>()(
  Schema.Struct({ value: Schema.NonEmptyString, chosen: Schema.Boolean })
) {}

/** A former secret, and the time until which it signs too. */
export class PreviousSecret extends Schema.Opaque<PreviousSecret>()(
  Schema.Struct({ value: Schema.NonEmptyString, until: Schema.DateTimeUtcFromString })
) {}

/**
 * A subscription of an organization: its one webhook, or one of its further endpoints. Both follow the same rules, except that
 * an endpoint also has a filter and headers.
 */
export class Webhook extends Schema.Opaque<Webhook>()(
  Schema.Struct({
    id: WebhookId,
    organizationId: OrganizationId,
    url: Schema.String,
    events: Schema.NonEmptyArray(SubscribableType),
    status: WebhookStatus,
    /** Null exactly when the status is `secret_unreadable`. */
    secret: Schema.NullOr(SigningSecret),
    /** The secrets before the last changes, the newest first. Some may be over by now. */
    previousSecrets: Schema.Array(PreviousSecret),
    /** When the first of the attempts failed that no success came after; null when the last one was a success. */
    failingSince: Schema.NullOr(Schema.DateTimeUtcFromString),
    createdAt: Schema.DateTimeUtcFromString,
    updatedAt: Schema.DateTimeUtcFromString,
    /** Absent for the one webhook. */
    endpoint: Schema.optionalKey(EndpointSettings)
  })
) {}

/** A further endpoint of an organization. */
export interface WebhookEndpoint extends Webhook {
  readonly endpoint: EndpointSettings
}

/** Whether the subscription is a further endpoint, and not the one webhook. */
export const isEndpoint = (webhook: Webhook): webhook is WebhookEndpoint => webhook.endpoint !== undefined

/** State of an endpoint. `failing`: the last attempt failed. `secret_unreadable`: see `WebhookStatus`. */
export const EndpointStatus = Schema.Literals(["enabled", "failing", "disabled", "secret_unreadable"])
export type EndpointStatus = typeof EndpointStatus.Type

export const endpointStatus = ({ failingSince, status }: Pick<Webhook, "failingSince" | "status">): EndpointStatus => {
  if (status !== "active") return status
  return failingSince === null ? "enabled" : "failing"
}

/**
 * A subscription, and whether its organization is suspended: its deliveries wait then (contract: Deliveries of a
 * suspended organization).
 */
export interface Subscription extends Webhook {
  readonly isSuspended: boolean
}

/** Whether deliveries of the subscription are made. Otherwise they wait. */
export const isDelivered = ({ isSuspended, status }: Pick<Subscription, "isSuspended" | "status">): boolean =>
  status === "active" && !isSuspended

/** After a change of secret, both sign for this long (contract: Signatures and secrets). */
export const secretOverlap = "24 hours"

/** Most previous secrets that sign beside the present one: each adds a signature to a header. */
export const maxPreviousSecrets = 5

type Secrets = Pick<Webhook, "secret" | "previousSecrets">

/**
 * The secrets of the subscription after a change: each secret of the last `secretOverlap` signs until the end of that
 * time.
 */
export const changeSecret = (present: Secrets, secret: SigningSecret, at: DateTime.Utc): Secrets => {
  const until = DateTime.addDuration(at, secretOverlap)
  const isReplaced = present.secret !== null && present.secret.value !== secret.value
  const replaced = isReplaced ? [{ value: present.secret.value, until }] : []
  const others = present.previousSecrets.filter(
    ({ until, value }) => DateTime.isGreaterThan(until, at) && [secret, ...replaced].every((one) => one.value !== value)
  )
  return { secret, previousSecrets: [...replaced, ...others].slice(0, maxPreviousSecrets) }
}

/**
 * Replaces the secret of the subscription. The update time of a disabled subscription is the time at which it was
 * disabled, so it stays.
 */
export const withSecret = (webhook: Webhook, secret: SigningSecret, at: DateTime.Utc): Webhook => ({
  ...webhook,
  ...changeSecret(webhook, secret, at),
  updatedAt: webhook.status === "disabled" ? webhook.updatedAt : at
})

/** When the subscription was disabled: since then no event got a delivery. Null for one that is not disabled. */
export const disabledSince = ({ status, updatedAt }: Pick<Webhook, "status" | "updatedAt">): DateTime.Utc | null =>
  status === "disabled" ? updatedAt : null

/**
 * A reader that catches up begins so long before the subscription was disabled. Events that were recorded meanwhile may
 * have missed it, and clocks of processes differ; an event that was delivered too is known by its id.
 */
export const missedMargin = "1 minute"

/** The secrets that sign at an instant, the newest first; none where the present one cannot be opened. */
export const signingSecrets = ({ previousSecrets, secret }: Secrets, at: DateTime.Utc): ReadonlyArray<string> =>
  secret === null
    ? []
    : [
        secret.value,
        ...previousSecrets.filter(({ until }) => DateTime.isGreaterThan(until, at)).map(({ value }) => value)
      ]

/** Until when the last replaced secret signs too; null when none does any more. The newest of them signs longest. */
export const previousUntil = ({ previousSecrets }: Secrets, at: DateTime.Utc): DateTime.Utc | null =>
  previousSecrets.find(({ until }) => DateTime.isGreaterThan(until, at))?.until ?? null

/** The longest URL that is accepted, in characters (contract: What a webhook may be). */
export const maxUrlLength = 2_048

/** No request was sent to the address; its name may have been resolved. */
export class WebhookUrlRefused extends Schema.TaggedError<WebhookUrlRefused>()("WebhookUrlRefused", {
  reason: Schema.Literals(["not a URL", "not HTTPS", "has credentials", "too long", "address not allowed"])
}) {}

/** `name` is the event type as the caller wrote it. */
export class UnknownEventType extends Schema.TaggedError<UnknownEventType>()("UnknownEventType", {
  name: Schema.String
}) {}

/** A subscription needs at least one event type. */
export class NoEventTypes extends Schema.TaggedError<NoEventTypes>()("NoEventTypes", {}) {}

/** The organization has no subscription to send to, or no endpoint with the id. */
export class NoWebhook extends Schema.TaggedError<NoWebhook>()("NoWebhook", {}) {}

/** The subscription is there, and nothing is sent to it until it is registered again. */
export class WebhookDisabled extends Schema.TaggedError<WebhookDisabled>()("WebhookDisabled", {}) {}

/** The subscription's stored secret cannot be opened. Registering it again gives it another one. */
export class WebhookSecretUnreadable extends Schema.TaggedError<WebhookSecretUnreadable>()(
  "WebhookSecretUnreadable",
  {}
) {}

const urlParts = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i

/** Checks a URL without network access; resolving its target happens elsewhere. */
export const checkUrl = (url: string): Result.Result<string, WebhookUrlRefused> => {
  const refuse = (reason: WebhookUrlRefused["reason"]) => Result.fail(new WebhookUrlRefused({ reason }))
  const [, scheme, authority] = urlParts.exec(url) ?? []
  if (scheme === undefined || authority === undefined || authority === "") return refuse("not a URL")
  if (scheme.toLowerCase() !== "https") return refuse("not HTTPS")
  if (authority.includes("@")) return refuse("has credentials")
  return url.length > maxUrlLength ? refuse("too long") : Result.succeed(url)
}

const isSubscribable = Schema.is(SubscribableType)

/** The names as event types, each once, in the order given; or the first name that is none. */
export const checkEventTypes = (
  names: ReadonlyArray<string>
): Result.Result<Webhook["events"], UnknownEventType | NoEventTypes> => {
  const known: Array<SubscribableType> = []
  for (const name of names) {
    if (!isSubscribable(name)) return Result.fail(new UnknownEventType({ name }))
    if (!known.includes(name)) known.push(name)
  }
  const [first, ...rest] = known
  return first === undefined ? Result.fail(new NoEventTypes()) : Result.succeed([first, ...rest])
}

/** Whether a subscriber to these event types receives the type (contract: Postbacks). */
export const wants = (events: ReadonlyArray<SubscribableType>, type: SubscribableType | TestType): boolean =>
  type === "webhook.test" || events.includes(type) || (type === "postback" && events.includes("message.received"))

/**
 * Whether the subscription receives the event, before the filter of an endpoint. A test goes to the endpoint that it names,
 * otherwise to the one webhook.
 */
export const receives = (
  webhook: Pick<Webhook, "id" | "events" | "endpoint">,
  event: Pick<Event, "type" | "data">
): boolean => {
  if (event.type !== "webhook.test") return wants(webhook.events, event.type)
  const target = "endpoint_id" in event.data ? event.data.endpoint_id : undefined
  return target === (webhook.endpoint === undefined ? undefined : webhook.id)
}
