import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import * as Documents from "../server/documents.ts"
import { SessionApi } from "./Api.ts"
import * as Bulk from "./contacts/bulk.ts"
import * as Contacts from "./contacts/contacts.ts"
import * as Notes from "./conversations/notes.ts"
import * as Presence from "./conversations/presence.ts"
import * as Replies from "./conversations/replies.ts"
import * as Conversations from "./conversations.ts"
import * as Events from "./events/events.ts"
import * as Guards from "./guards.ts"
import * as Media from "./media.ts"
import * as Messages from "./messages.ts"
import * as Notifications from "./notifications.ts"
import * as ApiKeys from "./developer/apiKeys.ts"
import * as Deliveries from "./developer/deliveries.ts"
import * as Feed from "./developer/feed.ts"
import * as Logs from "./developer/logs.ts"
import * as Webhook from "./developer/webhook.ts"
import * as Channels from "./organization/channels.ts"
import * as Organizations from "./organization/organizations.ts"
import * as Members from "./organization/members.ts"
import * as Settings from "./organization/settings.ts"
import * as Templates from "./organization/templates.ts"
import * as Usage from "./organization/usage.ts"
import * as Uploads from "./uploads/uploads.ts"

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
