import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import * as Documents from "../../server/documents.ts"
import { SessionApi } from "./Api.ts"
import * as Bulk from "../../contacts/contactImportHandlers.ts"
import * as Contacts from "../../contacts/sessionContactHandlers.ts"
import * as Notes from "../../conversations/noteHandlers.ts"
import * as Presence from "../../conversations/presenceHandlers.ts"
import * as Replies from "../../sends/replyHandlers.ts"
import * as Conversations from "../../conversations/conversationHandlers.ts"
import * as Events from "../../webhooks/eventStreamHandlers.ts"
import * as Guards from "./guards.ts"
import * as Media from "../../media/sessionMediaHandlers.ts"
import * as Messages from "../../messages/messageHandlers.ts"
import * as Notifications from "../../access/notificationHandlers.ts"
import * as ApiKeys from "../../access/apiKeyHandlers.ts"
import * as Deliveries from "../../webhooks/sessionDeliveryHandlers.ts"
import * as Feed from "../../webhooks/sessionEventHandlers.ts"
import * as Logs from "../../access/sessionLogHandlers.ts"
import * as Webhook from "../../webhooks/sessionWebhookHandlers.ts"
import * as Channels from "../../access/channelHandlers.ts"
import * as Organizations from "../../access/organizationHandlers.ts"
import * as Members from "../../access/memberHandlers.ts"
import * as Settings from "../../access/settingHandlers.ts"
import * as Templates from "../../templates/templateHandlers.ts"
import * as Usage from "../../limits/usageHandlers.ts"
import * as Uploads from "../../media/uploadHandlers.ts"

const managed = Layer.mergeAll(
  Templates.layer,
  Members.layer,
  Organizations.layer,
  Channels.layer,
  Usage.layer,
  Settings.layer,
  ApiKeys.layer,
  Webhook.layer,
  Deliveries.layer,
  Feed.layer,
  Logs.layer
)

const api = HttpApiBuilder.layer(SessionApi).pipe(
  Layer.provide([Contacts.layer, Bulk.layer, Conversations.layer, Messages.layer, Media.layer, Notifications.layer]),
  Layer.provide([Notes.layer, Replies.layer, Uploads.layer, Layer.provide(Presence.layer, Presence.memory)]),
  Layer.provide(managed),
  Layer.provide(Events.layer),
  Layer.provide(Guards.layer),
  Layer.provideMerge(Events.streams)
)

/** Routes of the endpoints, their OpenAPI document and documentation page, and the streams that a stop closes. */
export const layer = Layer.merge(api, Documents.layer(SessionApi, "/api/whatsapp"))
