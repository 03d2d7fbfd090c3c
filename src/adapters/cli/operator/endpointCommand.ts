import { DateTime, Effect, Option, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { requireOrganization } from "../../../app/access/organizations.ts"
import { testEndpoint } from "../../../app/webhooks/deliveries.ts"
import {
  changeEndpoint,
  createEndpoint,
  type EndpointChange,
  getEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateEndpointSecret
} from "../../../app/webhooks/endpoints.ts"
import { Channel } from "../../../domain/conversations/Channel.ts"
import { CampaignId, ChannelAccountId, WebhookId } from "../../../domain/Ids.ts"
import { endpointStatus, SubscribableType, type WebhookEndpoint } from "../../../domain/webhooks/Webhook.ts"
import { maxEndpoints } from "../../../domain/webhooks/WebhookEndpoint.ts"
import { answer, answerList } from "../output/answer.ts"
import { readSecret } from "../SecretInput.ts"
import { isoOrNull, listed, namesOf, organization } from "./flags.ts"
import { inWords, usage } from "./OperatorError.ts"
import {
  endpointCountRefusal,
  endpointRefusals,
  endpointSettingRefusals,
  endpointStateRefusal
} from "./webhookRefusals.ts"

const view = (webhook: WebhookEndpoint) => {
  const { createdAt, endpoint, events, failingSince, id, updatedAt, url } = webhook
  return {
    id,
    name: endpoint.name,
    url,
    events,
    filter: endpoint.filter,
    headers: Object.keys(endpoint.headers),
    status: endpointStatus(webhook),
    failingSince: isoOrNull(failingSince),
    createdAt: DateTime.formatIso(createdAt),
    updatedAt: DateTime.formatIso(updatedAt)
  }
}

const id = Flag.String("id").pipe(Flag.withSchema(WebhookId), Flag.withDescription("Id of the endpoint"))
const url = Flag.String("url").pipe(Flag.withDescription("Address that events are sent to; HTTPS"))
const events = Flag.String("events").pipe(
  Flag.withDescription(
    `Types of events, separated by commas; a new endpoint gets all by default: ${SubscribableType.literals.join(", ")}`
  ),
  Flag.optional
)

/** Settings of new and present endpoints. Absent ones stay as they are. */
const settings = {
  name: Flag.String("name").pipe(Flag.withDescription("Name; an empty one removes it"), Flag.optional),
  channels: listed("channels", Channel, "Only events of these channels"),
  accounts: listed("accounts", ChannelAccountId, "Only events of these connected accounts, by their ids"),
  labels: Flag.String("labels").pipe(
    Flag.withDescription("Only events of conversations and contacts with one of these labels, separated by commas"),
    Flag.optional
  ),
  campaigns: listed("campaigns", CampaignId, "Only events of these campaigns, by their ids"),
  header: Flag.String("header").pipe(
    Flag.withDescription(
      "Name of a header of every delivery; its value is typed, or read from standard input. It replaces all former headers"
    ),
    Flag.optional
  )
}

/** Values of `settings`. */
interface EndpointFlags {
  readonly name: Option.Option<string>
  readonly channels: Option.Option<ReadonlyArray<Channel>>
  readonly accounts: Option.Option<ReadonlyArray<ChannelAccountId>>
  readonly labels: Option.Option<string>
  readonly campaigns: Option.Option<ReadonlyArray<CampaignId>>
  readonly header: Option.Option<string>
}

const changeOf = Effect.fnUntraced(function* ({ accounts, campaigns, channels, header, labels, name }: EndpointFlags) {
  const headers = Option.isNone(header)
    ? undefined
    : { [header.value]: Redacted.value(yield* readSecret(`The value of the header ${header.value}`)) }
  const change: EndpointChange = {
    name: Option.getOrUndefined(name),
    headers,
    filter: {
      ...(Option.isSome(channels) ? { channels: channels.value } : {}),
      ...(Option.isSome(accounts) ? { accountIds: accounts.value } : {}),
      ...(Option.isSome(labels) ? { labels: namesOf(labels.value) } : {}),
      ...(Option.isSome(campaigns) ? { campaignIds: campaigns.value } : {})
    }
  }
  return change
})

const list = Command.make(
  "list",
  { organization },
  Effect.fn(function* ({ organization }) {
    yield* requireOrganization(organization)
    yield* answerList("endpoints", {
      rows: (yield* listEndpoints(organization)).map(view),
      columns: ["id", "name", "url", "status", "events"],
      hasMore: false,
      none: "The organization has no endpoint beside its webhook. `parley endpoint add` adds one"
    })
  }, inWords)
).pipe(Command.withDescription("Lists the endpoints of an organization beside its webhook, the oldest first"))

const show = Command.make(
  "show",
  { organization, id },
  Effect.fn(
    function* ({ id, organization }) {
      yield* requireOrganization(organization)
      yield* answer(view(yield* getEndpoint(organization, id)))
    },
    inWords,
    Effect.catchTags({ NoWebhook: endpointRefusals.NoWebhook })
  )
).pipe(Command.withDescription("Shows an endpoint, without its secret and the values of its headers"))

const add = Command.make(
  "add",
  { organization, url, events, ...settings },
  Effect.fn(
    function* ({ events, organization, url, ...flags }) {
      yield* requireOrganization(organization)
      const { endpoint, secret } = yield* createEndpoint(organization, {
        ...(yield* changeOf(flags)),
        url,
        events: Option.match(events, { onNone: () => SubscribableType.literals, onSome: namesOf })
      })
      yield* answer({ ...view(endpoint), secret })
    },
    inWords,
    Effect.catchTags({ ...endpointSettingRefusals, ...endpointCountRefusal })
  )
).pipe(
  Command.withDescription(
    `Adds an endpoint, at most ${maxEndpoints} for each organization. It receives events from then on. The signing secret is part of this answer only`
  )
)

const change = Command.make(
  "change",
  {
    organization,
    id,
    url: url.pipe(Flag.optional),
    events,
    ...settings,
    enabled: Flag.Boolean("enabled").pipe(
      Flag.withDescription("Enables the endpoint; --no-enabled stops its events"),
      Flag.optional
    )
  },
  Effect.fn(
    function* ({ enabled, events, id, organization, url, ...flags }) {
      yield* requireOrganization(organization)
      const change: EndpointChange = {
        ...(yield* changeOf(flags)),
        url: Option.getOrUndefined(url),
        events: Option.getOrUndefined(Option.map(events, namesOf)),
        isEnabled: Option.getOrUndefined(enabled)
      }
      const { filter, ...others } = change
      const values = [...Object.values(others), ...Object.values(filter ?? {})]
      if (values.every((value) => value === undefined)) {
        return yield* usage("Nothing was changed: name what to change, such as --url or --no-enabled")
      }
      yield* answer(view(yield* changeEndpoint(organization, id, change)))
    },
    inWords,
    Effect.catchTags({ ...endpointSettingRefusals, ...endpointRefusals })
  )
).pipe(
  Command.withDescription(
    "Changes an endpoint. Deliveries that wait go to its new address; one that was disabled is active again with --enabled"
  )
)

const rotate = Command.make(
  "rotate",
  { organization, id },
  Effect.fn(
    function* ({ id, organization }) {
      yield* requireOrganization(organization)
      const { previousUntil, secret } = yield* rotateEndpointSecret(organization, id)
      yield* answer({ secret, previousUntil: DateTime.formatIso(previousUntil) })
    },
    inWords,
    Effect.catchTags(endpointRefusals)
  )
).pipe(
  Command.withDescription(
    "Replaces the signing secret of an endpoint. Deliveries are signed with both until `previousUntil`"
  )
)

const test = Command.make(
  "test",
  { organization, id },
  Effect.fn(
    function* ({ id, organization }) {
      yield* requireOrganization(organization)
      yield* answer({ eventId: yield* testEndpoint(organization, id) })
    },
    inWords,
    Effect.catchTags({ ...endpointRefusals, ...endpointStateRefusal })
  )
).pipe(Command.withDescription("Sends a test event to an endpoint alone, as the running service sends every event"))

const remove = Command.make(
  "remove",
  { organization, id },
  Effect.fn(
    function* ({ id, organization }) {
      yield* requireOrganization(organization)
      yield* removeEndpoint(organization, id)
      yield* answer({ id, removed: true })
    },
    inWords,
    Effect.catchTags({ NoWebhook: endpointRefusals.NoWebhook })
  )
).pipe(Command.withDescription("Removes an endpoint, and drops its pending deliveries"))

/** `parley endpoint …`. */
export const endpointCommand = Command.make("endpoint").pipe(
  Command.withDescription("The endpoints of an organization that receive events beside its webhook"),
  Command.withSubcommands([list, show, add, change, rotate, test, remove])
)
