import { HttpApi, OpenApi } from "effect/http-api"
import { ApiKeysGroup } from "../../access/apiKeys.ts"
import { ChannelsGroup } from "../../access/channels.ts"
import { MembersGroup } from "../../access/members.ts"
import { NotificationsGroup } from "../../access/notifications.ts"
import { OrganizationsGroup } from "../../access/organizations.ts"
import { SessionLogsGroup } from "../../access/requestLogs.ts"
import { SignupsGroup } from "../../access/signups.ts"
import { SettingsGroup } from "../../access/settings.ts"
import { BulkGroup } from "../../contacts/contactImport.ts"
import { SessionCampaignsGroup } from "../../campaigns/campaigns.ts"
import { SessionAuditLogGroup } from "../../access/auditLog.ts"
import { SessionErasuresGroup } from "../../contacts/erasures.ts"
import { SessionReportsGroup } from "../../reports/reports.ts"
import { SessionConsentsGroup } from "../../contacts/consents.ts"
import { ContactsGroup } from "../../contacts/sessionContacts.ts"
import { SessionLabelsGroup } from "../../conversations/labels.ts"
import { SessionSavedRepliesGroup } from "../../conversations/savedReplies.ts"
import { SessionWorkloadsGroup } from "../../access/workloads.ts"
import { SessionMessageImportGroup } from "../../messages/messageImport.ts"
import { SessionTeamsGroup } from "../../conversations/teams.ts"
import { ConversationsGroup } from "../../conversations/conversations.ts"
import { SessionHandlingGroup } from "../../conversations/handling.ts"
import { NotesGroup } from "../../conversations/notes.ts"
import { SessionTriageGroup } from "../../conversations/triage.ts"
import { PresenceGroup } from "../../conversations/presence.ts"
import { UsageGroup } from "../../limits/usage.ts"
import { SessionMediaGroup } from "../../media/media.ts"
import { UploadsGroup } from "../../media/uploads.ts"
import { MessagesGroup } from "../../messages/messages.ts"
import { SessionMessageGroup } from "../../messages/sessionMessage.ts"
import { documented } from "../../openapi/documented.ts"
import { openRequests } from "../../openapi/openRequests.ts"
import { plainSchemas } from "../../openapi/plainSchemas.ts"
import { PrivateRepliesGroup } from "../../sends/privateReplies.ts"
import { RepliesGroup } from "../../sends/replies.ts"
import { SessionScheduledGroup } from "../../sends/scheduled.ts"
import { TemplatesGroup } from "../../templates/templates.ts"
import { FeedGroup } from "../../webhooks/eventFeed.ts"
import { EventsGroup } from "../../webhooks/eventStream.ts"
import { DeliveriesGroup } from "../../webhooks/sessionDeliveries.ts"
import { SessionEndpointsGroup } from "../../webhooks/endpoints.ts"
import { WebhookGroup } from "../../webhooks/sessionWebhook.ts"
import { documentedFailures } from "./documentedFailures.ts"
import { ofCaller, ofOrganization } from "./middleware.ts"

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

const groups = ofCaller(
  ofOrganization(
    HttpApi.make("session")
      .add(
        ContactsGroup,
        BulkGroup,
        SessionConsentsGroup,
        SessionErasuresGroup,
        SessionCampaignsGroup,
        SessionAuditLogGroup,
        SessionReportsGroup,
        ConversationsGroup,
        MessagesGroup,
        SessionMediaGroup,
        NotificationsGroup,
        EventsGroup
      )
      .add(SessionLabelsGroup, SessionTeamsGroup, SessionSavedRepliesGroup, SessionWorkloadsGroup)
      .add(SessionMessageImportGroup)
      .add(
        SessionMessageGroup,
        NotesGroup,
        SessionTriageGroup,
        SessionHandlingGroup,
        PresenceGroup,
        RepliesGroup,
        PrivateRepliesGroup,
        SessionScheduledGroup,
        UploadsGroup
      )
      .add(TemplatesGroup, MembersGroup, ChannelsGroup, SignupsGroup, UsageGroup, SettingsGroup)
      .add(ApiKeysGroup, WebhookGroup, SessionEndpointsGroup, DeliveriesGroup, FeedGroup, SessionLogsGroup)
  )
    // The group concerns the user, so it has no organization.
    .add(OrganizationsGroup)
)

/**
 * The contract of the Session interface (contract: Session contacts; Session conversations; Session messages; Roles of
 * the console's endpoints; API keys of the console; The webhook of the console; The secret of the webhook; Deliveries
 * of the console; Events of the console; Request logs of the console; Usage; Connected accounts; Templates of the
 * console; Members of the console; Reopening a conversation; Reading a conversation). OpenAPI and the typed client come
 * from it.
 */
export class SessionApi extends groups
  .annotate(OpenApi.Title, "effect-parley: Session interface")
  .annotate(OpenApi.Version, "1")
  .annotate(OpenApi.Summary, "Contacts, conversations and messages for dashboards")
  .annotate(OpenApi.Description, description)
  .annotate(OpenApi.License, { name: "MIT", url: "https://opensource.org/license/mit" })
  .annotate(OpenApi.Servers, [{ url: "/", description: "The server that this document comes from" }])
  .annotate(OpenApi.Transform, (spec) => documented(documentedFailures(groups))(openRequests(plainSchemas(spec)))) {}
