import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import * as Documents from "../server/documents.ts"
import { SessionApi } from "./Api.ts"
import * as Bulk from "./contacts/bulk.ts"
import * as Contacts from "./contacts/contacts.ts"
import * as Conversations from "./conversations.ts"
import * as Guards from "./guards.ts"
import * as Media from "./media.ts"
import * as Messages from "./messages.ts"
import * as Notifications from "./notifications.ts"

const api = HttpApiBuilder.layer(SessionApi).pipe(
  Layer.provide([Contacts.layer, Bulk.layer, Conversations.layer, Messages.layer, Media.layer, Notifications.layer]),
  Layer.provide(Guards.layer)
)

/** The endpoints, the document of their contract, and a page to read it on. */
export const layer = Layer.merge(api, Documents.layer(SessionApi, "/api/whatsapp"))
