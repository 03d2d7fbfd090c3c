import { DateTime, Schema } from "effect"
import { Channel } from "../../../domain/conversations/Channel.ts"
import { CampaignId, ChannelAccountId, EventId, WebhookId } from "../../../domain/Ids.ts"
import {
  EndpointStatus,
  endpointStatus,
  SubscribableType,
  type WebhookEndpoint
} from "../../../domain/webhooks/Webhook.ts"
import {
  EndpointDisabledReason,
  endpointNameLimit,
  maxEndpointHeaders,
  maxEndpoints,
  maxFilterValues,
  maxHeaderLength
} from "../../../domain/webhooks/WebhookEndpoint.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { PageOf, timestamp, timestampOrNull } from "../interfaces/pagination.ts"
import { documentedAs, optional, RequiredText, Text } from "../interfaces/requestFields.ts"
import { deliveryExample, DeliveryItem } from "./developerDeliveries.ts"

const id = WebhookId.annotate({ description: "The endpoint's id, which comes with its deliveries as webhook_id" })

const filterPart = <S extends Schema.Constraint>(item: S, description: string) =>
  Schema.Array(item).annotate({ description: `${description}, at most ${maxFilterValues}; an empty list permits all` })

const filterTexts = {
  channels: "Channels of events",
  accountIds: "Ids of connected accounts: WhatsApp numbers, Pages and Instagram accounts",
  labels: "Names of labels of the conversation or the contact, one of which suffices",
  campaignIds: "Ids of campaigns: events of the campaign and of its messages"
}

const Filter = Schema.Struct({
  channels: filterPart(Channel, filterTexts.channels),
  accountIds: filterPart(ChannelAccountId, filterTexts.accountIds),
  labels: filterPart(Schema.String, filterTexts.labels),
  campaignIds: filterPart(CampaignId, filterTexts.campaignIds)
})

/** An endpoint in an answer: without its secret and the values of its headers. */
const EndpointItem = Schema.Struct({
  id,
  name: Schema.String.annotate({ description: "Name; empty if it has none" }),
  url: Schema.String.annotate({ description: "Where events are sent to" }),
  events: Schema.Array(SubscribableType).annotate({ description: "Types of the events that are sent" }),
  filter: Filter.annotate({ description: "Which events of these types are sent: those that pass each part" }),
  headers: Schema.Array(Schema.String).annotate({ description: "Names of its headers; values are not shown" }),
  status: EndpointStatus.annotate({
    description:
      "enabled: events are sent. failing: the last attempt failed; attempts go on. disabled: events are not sent. secret_unreadable: the service cannot open the stored secret; events wait"
  }),
  disabledReason: Schema.NullOr(EndpointDisabledReason).annotate({
    description:
      "requested: by a request. failing: nothing was taken for days. gone: the receiver answered 410. Null unless it is disabled"
  }),
  failingSince: Schema.NullOr(timestamp("The first failure after the last success")).annotate({
    description: "The first failure after the last success: ISO 8601, UTC; null without one"
  }),
  createdAt: timestamp("When it was added"),
  updatedAt: timestamp("When it was changed last")
}).annotate({ identifier: "WebhookEndpoint", description: "A further receiver of events" })

export const endpointView = (webhook: WebhookEndpoint): typeof EndpointItem.Type => {
  const { createdAt, endpoint, events, failingSince, id, updatedAt, url } = webhook
  const status = endpointStatus(webhook)
  return {
    id,
    name: endpoint.name,
    url,
    events,
    filter: endpoint.filter,
    headers: Object.keys(endpoint.headers),
    status,
    disabledReason: status === "disabled" ? endpoint.disabledReason : null,
    failingSince: timestampOrNull(failingSince),
    createdAt: DateTime.formatIso(createdAt),
    updatedAt: DateTime.formatIso(updatedAt)
  }
}

const example = {
  id: WebhookId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0d1e"),
  name: "Warehouse",
  url: "https://warehouse.example.com/events",
  events: ["message.received", "conversation.closed"] as const,
  filter: { channels: ["whatsapp"] as const, accountIds: [], labels: ["Order"], campaignIds: [] },
  headers: ["authorization"],
  status: "enabled" as const,
  disabledReason: null,
  failingSince: null,
  createdAt: "2026-11-21T10:00:00.000Z",
  updatedAt: "2026-11-21T10:00:00.000Z"
}
const exampleSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

export const EndpointAnswer = Data(EndpointItem).annotate({ examples: [ok(example)] })

export const EndpointList = Data(
  Schema.Struct({
    endpoints: Schema.Array(EndpointItem).annotate({ description: `The oldest first; at most ${maxEndpoints}` })
  })
).annotate({ examples: [ok({ endpoints: [example] })] })

const secret = Schema.String.annotate({ description: "What deliveries are signed with. It is shown only here" })

export const CreatedEndpoint = Data(Schema.Struct({ endpoint: EndpointItem, secret })).annotate({
  examples: [ok({ endpoint: example, secret: exampleSecret })]
})

export const RotatedSecret = Data(
  Schema.Struct({ secret, previousUntil: timestamp("Until when deliveries are signed with the former secret too") })
).annotate({ examples: [ok({ secret: exampleSecret, previousUntil: "2026-11-22T10:00:00.000Z" })] })

export const RemovedEndpoint = Data(Schema.Struct({ id })).annotate({ examples: [ok({ id: example.id })] })

export const TestedEndpoint = Data(
  Schema.Struct({
    id: EventId.annotate({ description: "The test event's id: webhook-id of its delivery" }),
    event: Schema.tag("webhook.test").annotate({ description: "The test event's type" })
  })
).annotate({ examples: [ok({ id: deliveryExample.id, event: "webhook.test" as const })] })

export const EndpointDeliveries = Data(PageOf(DeliveryItem)).annotate({
  examples: [ok({ data: [{ ...deliveryExample, url: example.url }], meta: { page: 1, limit: 20, total: 1 } })]
})

const partial = <S extends Schema.Constraint>(item: S, description: string) => optional(filterPart(item, description))

const requestFields = {
  url: RequiredText.annotate({ description: "Where events are sent to; HTTPS" }),
  events: Schema.Array(Text.check(documentedAs(SubscribableType))).annotate({
    description: "Types of the events to be sent, at least one"
  }),
  name: optional(Text.annotate({ description: `Name, at most ${endpointNameLimit.limit} characters` })),
  filter: optional(
    Schema.Struct({
      channels: partial(Channel, filterTexts.channels),
      accountIds: partial(ChannelAccountId, filterTexts.accountIds),
      labels: partial(Text, filterTexts.labels),
      campaignIds: partial(CampaignId, filterTexts.campaignIds)
    }).annotate({ description: "Which events of these types are sent. Parts that are left out stay as they are" })
  ),
  headers: optional(
    Schema.Record(Schema.String, Schema.String).annotate({
      description: `Headers of every delivery, at most ${maxEndpointHeaders} with values of at most ${maxHeaderLength} characters. They replace all former ones. Headers of the connection, the body and the signature are refused`
    })
  )
}

export const CreateEndpointRequest = Schema.Struct(requestFields).annotate({
  identifier: "CreateEndpointRequest",
  description: "An endpoint",
  examples: [
    {
      url: example.url,
      events: example.events,
      name: example.name,
      filter: { channels: example.filter.channels, labels: example.filter.labels },
      headers: { Authorization: "Bearer a-token-of-yours" }
    }
  ]
})

export const ChangeEndpointRequest = Schema.Struct({
  ...requestFields,
  url: optional(requestFields.url),
  events: optional(requestFields.events),
  enabled: optional(
    Schema.Boolean.annotate({
      description:
        "false: nothing is sent. true: events are sent, also to an endpoint that was disabled for its failures"
    })
  )
}).annotate({
  identifier: "ChangeEndpointRequest",
  description: "The fields to change, at least one",
  examples: [{ enabled: false }]
})
