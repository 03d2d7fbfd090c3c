import { OpenApi } from "effect/http-api"
import { DeveloperLogsGroup } from "../../access/requestLogs.ts"
import { DeveloperCampaignsGroup } from "../../campaigns/campaigns.ts"
import { DeveloperAuditLogGroup } from "../../access/auditLog.ts"
import { DeveloperReportsGroup } from "../../reports/reports.ts"
import { DeveloperConsentsGroup } from "../../contacts/consents.ts"
import { DeveloperErasuresGroup } from "../../contacts/erasures.ts"
import { DeveloperHandlingGroup } from "../../conversations/handling.ts"
import { ContactsGroup } from "../../contacts/developerContacts.ts"
import { DeveloperTriageGroup } from "../../conversations/triage.ts"
import { DeveloperLabelsGroup } from "../../conversations/labels.ts"
import { DeveloperSavedRepliesGroup } from "../../conversations/savedReplies.ts"
import { DeveloperWorkloadsGroup } from "../../access/workloads.ts"
import { DeveloperMessageImportGroup } from "../../messages/messageImport.ts"
import { DeveloperTeamsGroup } from "../../conversations/teams.ts"
import { DeveloperUsageGroup } from "../../limits/usage.ts"
import { DeveloperMediaGroup } from "../../media/media.ts"
import { DeveloperMessagesGroup } from "../../messages/developerMessages.ts"
import { documented } from "../../openapi/documented.ts"
import { openRequests } from "../../openapi/openRequests.ts"
import { plainSchemas } from "../../openapi/plainSchemas.ts"
import { InstagramGroup, MessengerGroup } from "../../sends/developerDirectMessages.ts"
import { DeveloperScheduledGroup } from "../../sends/scheduled.ts"
import { WhatsAppGroup } from "../../sends/developerWhatsApp.ts"
import { DeveloperTemplatesGroup } from "../../templates/templates.ts"
import { DeliveriesGroup } from "../../webhooks/developerDeliveries.ts"
import { DeveloperEndpointsGroup } from "../../webhooks/endpoints.ts"
import { WebhooksGroup } from "../../webhooks/developerWebhook.ts"
import { eventDocuments } from "../../webhooks/eventDocuments.ts"
import { EventsGroup } from "../../webhooks/eventFeed.ts"
import { documentedFailures } from "./documentedFailures.ts"
import { developerApi } from "./middleware.ts"

const description = `Sends messages, keeps contacts, and manages the one webhook of an organization.

Every request needs an API key in the header \`x-api-key\`. The answer is \`{"success": true, "data": …}\`, but for files, or
\`{"success": false, "message": …}\` with a \`code\` for programs and a \`fix\` for people where there is more to say. Every
response names its request in \`x-request-id\`, and those that were counted say in \`RateLimit-Limit\`,
\`RateLimit-Remaining\` and \`RateLimit-Reset\` the rest of the tier; a refused one says in \`Retry-After\` when to try again:
after 60 seconds, or after 1 second for a send.

A POST may have an \`Idempotency-Key\`: 1 to 255 printable ASCII characters, a new one for each request, such as a UUID. The same
request with the same key has no second effect within 24 hours and gets the first answer, with \`Idempotent-Replayed: true\`.

HEAD works where GET does, and answers without a body.`

const groups = developerApi(
  WhatsAppGroup,
  MessengerGroup,
  InstagramGroup,
  DeveloperMessagesGroup,
  DeveloperScheduledGroup,
  ContactsGroup,
  DeveloperConsentsGroup,
  DeveloperErasuresGroup,
  DeveloperCampaignsGroup,
  DeveloperHandlingGroup,
  DeveloperLabelsGroup,
  DeveloperTeamsGroup,
  DeveloperWorkloadsGroup,
  DeveloperMessageImportGroup,
  DeveloperSavedRepliesGroup,
  DeveloperAuditLogGroup,
  DeveloperReportsGroup,
  WebhooksGroup,
  DeliveriesGroup,
  DeveloperEndpointsGroup,
  EventsGroup,
  DeveloperMediaGroup,
  DeveloperLogsGroup,
  DeveloperUsageGroup,
  DeveloperTriageGroup,
  DeveloperTemplatesGroup
)

/**
 * The contract of the Developer interface (contract: Developer WhatsApp; Developer Messenger; Developer Instagram;
 * Developer contacts; Developer webhooks and logs). OpenAPI and the typed client come from it.
 */
export class DeveloperApi extends groups
  .annotate(OpenApi.Title, "effect-parley: Developer interface")
  .annotate(OpenApi.Version, "v1")
  .annotate(OpenApi.Summary, "WhatsApp, Messenger and Instagram for backends")
  .annotate(OpenApi.Description, description)
  .annotate(OpenApi.License, { name: "MIT", url: "https://opensource.org/license/mit" })
  .annotate(OpenApi.Servers, [{ url: "/", description: "The server that this document comes from" }])
  .annotate(OpenApi.Transform, (spec) =>
    documented(documentedFailures(groups))(openRequests(plainSchemas(eventDocuments(spec))))
  ) {}
