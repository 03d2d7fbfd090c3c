import { Option, Result, Schema } from "effect"
import { Channel } from "../conversations/Channel.ts"
import { CampaignId, ChannelAccountId } from "../Ids.ts"
import type { Named } from "../Named.ts"
import { isWithin, type TextLimit } from "../text/textLimits.ts"
import { DisabledReason } from "./afterRefusal.ts"

/** Most endpoints of an organization, beside its one webhook. */
export const maxEndpoints = 20

/** The name of an endpoint. */
export const endpointNameLimit: TextLimit = { limit: 64, unit: "characters" }

/** Most values of one part of a filter. */
export const maxFilterValues = 50

/** Most headers of an endpoint. */
export const maxEndpointHeaders = 10

/** Characters of the value of a header. */
export const maxHeaderLength = 512

/**
 * The events that an endpoint receives, beside their types. An empty list permits all. An event without the property, such as
 * a contact without a channel, does not pass a list that is not empty.
 */
export const EndpointFilter = Schema.Struct({
  channels: Schema.Array(Channel),
  accountIds: Schema.Array(ChannelAccountId),
  /** Names of labels of the conversation or the contact. One of them suffices. */
  labels: Schema.Array(Schema.String),
  campaignIds: Schema.Array(CampaignId)
})
export type EndpointFilter = Named<typeof EndpointFilter.Type>

/** Lets every event pass. */
export const everyEvent: EndpointFilter = { channels: [], accountIds: [], labels: [], campaignIds: [] }

/** Why nothing is sent to an endpoint: nothing reached it for days, it answered 410, or a member disabled it. */
export const EndpointDisabledReason = Schema.Literals([...DisabledReason.literals, "requested"])
export type EndpointDisabledReason = typeof EndpointDisabledReason.Type

/** Properties of an endpoint that the one webhook of an organization does not have. */
export const EndpointSettings = Schema.Struct({
  /** Empty if it has none. */
  name: Schema.String,
  filter: EndpointFilter,
  /** Sent with every delivery. Values may be credentials of the receiver: they are stored sealed, and never shown. */
  headers: Schema.Record(Schema.String, Schema.String),
  disabledReason: Schema.NullOr(EndpointDisabledReason)
})
export type EndpointSettings = Named<typeof EndpointSettings.Type>

/** The organization has `maxEndpoints` already. */
export class TooManyEndpoints extends Schema.TaggedError<TooManyEndpoints>()("TooManyEndpoints", {}) {}

/** A setting of an endpoint is invalid. `field` is its path in the request. */
export class EndpointRefused extends Schema.TaggedError<EndpointRefused>()("EndpointRefused", {
  field: Schema.String,
  reason: Schema.Literals([
    "name too long",
    "too many values",
    "too many headers",
    "not a header name",
    "reserved header",
    "not a header value"
  ])
}) {}

/** A token of RFC 9110, without characters that some servers drop. */
const headerName = /^[A-Za-z0-9-]{1,64}$/

/** Printable ASCII without blanks at the ends: a receiver would read another value. */
const headerValue = /^[!-~](?:[ -~]*[!-~])?$/

/** Headers that belong to the connection, to the body, or to the signature and the trace of the delivery. */
const reserved: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "te",
  "traceparent",
  "tracestate",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent"
])
const reservedPrefixes = ["content-", "proxy-", "webhook-", "x-webhook-"]

const headerProblem = (name: string, value: string): EndpointRefused["reason"] | null => {
  if (!headerName.test(name)) return "not a header name"
  const lower = name.toLowerCase()
  if (reserved.has(lower) || reservedPrefixes.some((prefix) => lower.startsWith(prefix))) return "reserved header"
  return value.length <= maxHeaderLength && headerValue.test(value) ? null : "not a header value"
}

const refuse = (field: string, reason: EndpointRefused["reason"]) => Result.fail(new EndpointRefused({ field, reason }))

/** The headers under lower-case names, or the first one that is refused. Of names that differ in case, the last one counts. */
export const checkHeaders = (
  headers: Readonly<Record<string, string>>
): Result.Result<EndpointSettings["headers"], EndpointRefused> => {
  const checked = new Map<string, string>()
  for (const [name, value] of Object.entries(headers)) {
    const problem = headerProblem(name, value)
    if (problem !== null) return refuse(`headers.${headerName.test(name) ? name : "*"}`, problem)
    checked.set(name.toLowerCase(), value)
  }
  return checked.size > maxEndpointHeaders
    ? refuse("headers", "too many headers")
    : Result.succeed(Object.fromEntries(checked))
}

/** The filter with each value once, or the first part with too many values. */
export const checkFilter = (filter: EndpointFilter): Result.Result<EndpointFilter, EndpointRefused> => {
  const unique: EndpointFilter = {
    channels: [...new Set(filter.channels)],
    accountIds: [...new Set(filter.accountIds)],
    labels: [...new Set(filter.labels)],
    campaignIds: [...new Set(filter.campaignIds)]
  }
  const long = Object.entries(unique).find(([, values]) => values.length > maxFilterValues)
  return long === undefined ? Result.succeed(unique) : refuse(`filter.${long[0]}`, "too many values")
}

/** The name without outer blanks. */
export const checkEndpointName = (name: string): Result.Result<string, EndpointRefused> =>
  isWithin(name.trim(), endpointNameLimit) ? Result.succeed(name.trim()) : refuse("name", "name too long")

/** Properties of an event that filters compare. */
export interface EventFacts {
  readonly channel: string | null
  readonly accountId: string | null
  readonly labels: ReadonlyArray<string>
  readonly campaignId: string | null
}

const EventData = Schema.Struct({
  channel: Schema.optionalKey(Schema.String),
  account_id: Schema.optionalKey(Schema.String),
  campaign_id: Schema.optionalKey(Schema.String),
  contact: Schema.optionalKey(Schema.Struct({ labels: Schema.optionalKey(Schema.Array(Schema.String)) }))
})
const decodeData = Schema.decodeUnknownOption(Schema.fromJsonString(EventData))

/** The facts of an event. Those of its data count first; `known` are those of its conversation as it is now, and of its message. */
export const eventFacts = (dataJson: string, known: EventFacts): EventFacts => {
  const data = Option.getOrElse(decodeData(dataJson), (): typeof EventData.Type => ({}))
  return {
    channel: data.channel ?? known.channel,
    accountId: data.account_id ?? known.accountId,
    labels: [...known.labels, ...(data.contact?.labels ?? [])],
    campaignId: data.campaign_id ?? known.campaignId
  }
}

const permits = (values: ReadonlyArray<string>, fact: string | null): boolean =>
  values.length === 0 || (fact !== null && values.includes(fact))

/** Whether an event passes the filter: each part of it permits the event. */
export const passes = ({ accountIds, campaignIds, channels, labels }: EndpointFilter, facts: EventFacts): boolean =>
  permits(channels, facts.channel) &&
  permits(accountIds, facts.accountId) &&
  permits(campaignIds, facts.campaignId) &&
  (labels.length === 0 || facts.labels.some((label) => labels.includes(label)))
