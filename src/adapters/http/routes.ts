import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import * as ApiKeys from "./access/apiKeys.ts"
import * as Channels from "./access/channels.ts"
import * as Members from "./access/members.ts"
import * as Notifications from "./access/notifications.ts"
import * as Organizations from "./access/organizations.ts"
import * as RequestLogs from "./access/requestLogs.ts"
import * as Signups from "./access/signups.ts"
import * as Settings from "./access/settings.ts"
import * as Campaigns from "./campaigns/campaigns.ts"
import * as Import from "./contacts/contactImport.ts"
import * as AuditLog from "./access/auditLog.ts"
import * as Consents from "./contacts/consents.ts"
import * as Erasures from "./contacts/erasures.ts"
import * as DeveloperContacts from "./contacts/developerContacts.ts"
import * as SessionContacts from "./contacts/sessionContacts.ts"
import * as Conversations from "./conversations/conversations.ts"
import * as Handling from "./conversations/handling.ts"
import * as Labels from "./conversations/labels.ts"
import * as Notes from "./conversations/notes.ts"
import * as Triage from "./conversations/triage.ts"
import * as Presence from "./conversations/presence.ts"
import * as SavedReplies from "./conversations/savedReplies.ts"
import * as Workloads from "./access/workloads.ts"
import * as MessageImport from "./messages/messageImport.ts"
import * as Teams from "./conversations/teams.ts"
import * as Administration from "./administration/routes.ts"
import { AdminApi } from "./administration/Api.ts"
import { AdminKeys } from "./administration/middleware.ts"
import { DeveloperApi } from "./interfaces/developer/Api.ts"
import * as DeveloperGuards from "./interfaces/developer/guards.ts"
import { SessionApi } from "./interfaces/session/Api.ts"
import * as SessionGuards from "./interfaces/session/guards.ts"
import * as Usage from "./limits/usage.ts"
import * as Media from "./media/media.ts"
import * as Uploads from "./media/uploads.ts"
import * as DeveloperMessages from "./messages/developerMessages.ts"
import * as Messages from "./messages/messages.ts"
import * as SessionMessage from "./messages/sessionMessage.ts"
import * as RequestLog from "./requestlog/recordRequests.ts"
import * as DirectMessages from "./sends/developerDirectMessages.ts"
import * as WhatsApp from "./sends/developerWhatsApp.ts"
import * as PrivateReplies from "./sends/privateReplies.ts"
import * as Reports from "./reports/reports.ts"
import * as Replies from "./sends/replies.ts"
import * as Scheduled from "./sends/scheduled.ts"
import * as Documents from "./server/documents.ts"
import * as Health from "./server/health.ts"
import { requestHeaders } from "./server/requestHeaders.ts"
import { unrouted } from "./server/unrouted.ts"
import * as Templates from "./templates/templates.ts"
import * as DeveloperDeliveries from "./webhooks/developerDeliveries.ts"
import * as DeveloperWebhook from "./webhooks/developerWebhook.ts"
import * as Endpoints from "./webhooks/endpoints.ts"
import * as EventFeed from "./webhooks/eventFeed.ts"
import * as EventStream from "./webhooks/eventStream.ts"
import * as SessionDeliveries from "./webhooks/sessionDeliveries.ts"
import * as SessionWebhook from "./webhooks/sessionWebhook.ts"

const developerEndpoints = HttpApiBuilder.layer(DeveloperApi).pipe(
  Layer.provide([
    WhatsApp.layer,
    DirectMessages.layer,
    DeveloperMessages.layer,
    Scheduled.developerLayer,
    Campaigns.developerLayer,
    AuditLog.developerLayer,
    Consents.developerLayer,
    Erasures.developerLayer,
    Handling.developerLayer,
    DeveloperContacts.layer,
    Labels.developerLayer,
    Teams.developerLayer,
    Workloads.developerLayer,
    MessageImport.developerLayer,
    SavedReplies.developerLayer,
    DeveloperWebhook.layer,
    DeveloperDeliveries.layer,
    Endpoints.developerLayer,
    EventFeed.developerLayer,
    Triage.developerLayer,
    Media.developerLayer,
    Reports.developerLayer,
    RequestLogs.developerLayer,
    Usage.developerLayer,
    Templates.developerLayer
  ]),
  Layer.provide([DeveloperGuards.layer, RequestLog.layer])
)

const ofContacts = Layer.mergeAll(
  SessionContacts.layer,
  Consents.sessionLayer,
  Erasures.sessionLayer,
  Campaigns.sessionLayer,
  Import.layer
)

const ofConversations = Layer.mergeAll(
  Conversations.layer,
  Messages.layer,
  SessionMessage.layer,
  Labels.sessionLayer,
  Notes.layer,
  Triage.sessionLayer,
  Handling.sessionLayer,
  PrivateReplies.layer,
  Replies.layer,
  SavedReplies.sessionLayer,
  Scheduled.sessionLayer,
  Media.sessionLayer,
  Teams.sessionLayer,
  Workloads.sessionLayer,
  MessageImport.sessionLayer,
  Uploads.layer,
  Layer.provide(Presence.layer, Presence.memory)
)

const ofOrganizations = Layer.mergeAll(
  ApiKeys.layer,
  AuditLog.sessionLayer,
  Channels.layer,
  Endpoints.sessionLayer,
  Members.layer,
  Notifications.layer,
  Organizations.layer,
  SessionDeliveries.layer,
  EventFeed.sessionLayer,
  Reports.sessionLayer,
  RequestLogs.sessionLayer,
  SessionWebhook.layer,
  Settings.layer,
  Signups.layer,
  Templates.sessionLayer,
  Usage.sessionLayer
)

const sessionEndpoints = HttpApiBuilder.layer(SessionApi).pipe(
  Layer.provide([ofContacts, ofConversations, ofOrganizations, EventStream.layer]),
  Layer.provide(SessionGuards.layer),
  // A stop of the service closes the streams.
  Layer.provideMerge(EventStream.streams)
)

/** Routes of the Developer interface, its OpenAPI document and its page. */
export const developer = Layer.merge(developerEndpoints, Documents.layer(DeveloperApi, "/api/developer"))

/** Routes of the Session interface, its OpenAPI document and its page. */
const session = Layer.merge(sessionEndpoints, Documents.layer(SessionApi, "/api/whatsapp"))

/** Middleware of all requests to a process with both interfaces. */
const everyRequest = HttpRouter.middleware(
  Effect.gen(function* () {
    const withHeaders = yield* requestHeaders
    const contracts = (yield* AdminKeys).length > 0 ? [DeveloperApi, SessionApi, AdminApi] : [DeveloperApi, SessionApi]
    const routed = unrouted(contracts, yield* RequestLog.unroutedLog)
    return (answer) => withHeaders(routed(answer))
  }),
  { global: true }
)

/** Middleware of all requests to a process without the interfaces. */
const withoutInterfaces = HttpRouter.middleware(
  Effect.map(requestHeaders, (withHeaders) => {
    const routed = unrouted([], () => Effect.void)
    return (answer) => withHeaders(routed(answer))
  }),
  { global: true }
)

/** The routes of the interfaces and of `/health` and `/ready`. They require ports. */
export const layer = Layer.mergeAll(developer, session, Administration.layer, Health.layer, everyRequest)

/** The routes of `/health` and `/ready`, for a process without an interface. */
export const healthOnly = Layer.merge(Health.layer, withoutInterfaces)
