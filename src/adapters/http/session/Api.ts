import { HttpApi, OpenApi } from "effect/http-api"
import { openRequests } from "../openapi/openRequests.ts"
import { plainSchemas } from "../openapi/plainSchemas.ts"
import { documented } from "../shared/documented.ts"
import { BulkGroup } from "./contacts/BulkGroup.ts"
import { ContactsGroup } from "./contacts/ContactsGroup.ts"
import { NotesGroup } from "./conversations/NotesGroup.ts"
import { PresenceGroup } from "./conversations/PresenceGroup.ts"
import { RepliesGroup } from "./conversations/RepliesGroup.ts"
import { ConversationsGroup } from "./ConversationsGroup.ts"
import { documentedFailures } from "./documentedFailures.ts"
import { EventsGroup } from "./events/EventsGroup.ts"
import { MediaGroup } from "./MediaGroup.ts"
import { MessagesGroup } from "./MessagesGroup.ts"
import { NotificationsGroup } from "./NotificationsGroup.ts"
import { BodyGuard, DecodingGuard, DefectGuard, RateGuard } from "./middleware.ts"
import { ApiKeysGroup } from "./developer/ApiKeysGroup.ts"
import { DeliveriesGroup } from "./developer/DeliveriesGroup.ts"
import { FeedGroup } from "./developer/FeedGroup.ts"
import { LogsGroup } from "./developer/LogsGroup.ts"
import { WebhookGroup } from "./developer/WebhookGroup.ts"
import { ChannelsGroup } from "./organization/ChannelsGroup.ts"
import { MembersGroup } from "./organization/MembersGroup.ts"
import { SettingsGroup } from "./organization/SettingsGroup.ts"
import { TemplatesGroup } from "./organization/TemplatesGroup.ts"
import { UsageGroup } from "./organization/UsageGroup.ts"
import { OrganizationsGroup } from "./organization/OrganizationsGroup.ts"
import { OrganizationAuth, TokenAuth } from "./SessionAuth.ts"
import { UploadsGroup } from "./uploads/UploadsGroup.ts"

const description = `Keeps contacts, shows and hands out conversations, and sends messages, for people who are signed in. Members who
manage the organization also manage its API keys and its webhook, and see deliveries, events, requests and usage.

Every request needs a session token in \`Authorization: Bearer …\`, and in \`x-org-id\` the organization that it is about,
which the user has to be a member of; a server may send the service key instead of a token. The answer is
\`{"success": true, "data": …}\`, but for the list of messages and for files, or \`{"success": false, "error": …}\`. Every response names its
request in \`x-request-id\`, and those that were counted say in \`RateLimit-Limit\`, \`RateLimit-Remaining\` and
\`RateLimit-Reset\` the rest of the tier; a refused one says in \`Retry-After\` when to try again:
after 60 seconds, or after 1 second for a send.

A POST may have an \`Idempotency-Key\`: 1 to 255 printable ASCII characters, a new one for each request, such as a UUID. The same
request with the same key has no second effect within 24 hours and gets the first answer, with \`Idempotent-Replayed: true\`.

HEAD works where GET does, and answers without a body.`

/**
 * The contract of the Session interface (contract C57 to C59, C235 to C247). Handlers, OpenAPI and the typed client come
 * from it. The guards apply from the last to the first: defects, decoding, token, organization, rate tier, body
 * (contract C36).
 */
export class SessionApi extends HttpApi.make("session")
  .add(ContactsGroup, BulkGroup, ConversationsGroup, MessagesGroup, MediaGroup, NotificationsGroup, EventsGroup)
  .add(NotesGroup, PresenceGroup, RepliesGroup, UploadsGroup)
  .add(TemplatesGroup, MembersGroup, ChannelsGroup, UsageGroup, SettingsGroup)
  .add(ApiKeysGroup, WebhookGroup, DeliveriesGroup, FeedGroup, LogsGroup)
  .middleware(BodyGuard)
  .middleware(RateGuard)
  .middleware(OrganizationAuth)
  // The group concerns the user, so it has no organization.
  .add(OrganizationsGroup)
  .middleware(TokenAuth)
  .middleware(DecodingGuard)
  .middleware(DefectGuard)
  .annotate(HttpApi.PayloadParseOptions, { reportInput: true })
  .annotate(OpenApi.Title, "effect-parley: Session interface")
  .annotate(OpenApi.Version, "1")
  .annotate(OpenApi.Summary, "Contacts, conversations and messages for dashboards")
  .annotate(OpenApi.Description, description)
  .annotate(OpenApi.License, { name: "MIT", url: "https://opensource.org/license/mit" })
  .annotate(OpenApi.Servers, [{ url: "/", description: "The server that this document comes from" }])
  .annotate(OpenApi.Transform, (spec) => documented(documentedFailures)(openRequests(plainSchemas(spec))))
  .prefix("/api/whatsapp") {}
