import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import * as Documents from "../../server/documents.ts"
import { DeveloperApi } from "./Api.ts"
import * as Contacts from "../../contacts/developerContactHandlers.ts"
import * as Deliveries from "../../webhooks/developerDeliveryHandlers.ts"
import * as DirectMessages from "../../sends/directMessageHandlers.ts"
import * as Events from "../../webhooks/developerEventHandlers.ts"
import * as Guards from "./guards.ts"
import * as Logs from "../../access/developerLogHandlers.ts"
import * as Media from "../../media/developerMediaHandlers.ts"
import * as RequestLog from "../../requestlog/recordRequests.ts"
import * as Webhooks from "../../webhooks/developerWebhookHandlers.ts"
import * as WhatsApp from "../../sends/developerWhatsAppHandlers.ts"

const api = HttpApiBuilder.layer(DeveloperApi).pipe(
  Layer.provide([
    WhatsApp.layer,
    DirectMessages.layer,
    Contacts.layer,
    Webhooks.layer,
    Deliveries.layer,
    Events.layer,
    Media.layer,
    Logs.layer
  ]),
  Layer.provide([Guards.layer, RequestLog.layer])
)

/** Routes of the endpoints, their OpenAPI document and the documentation page. */
export const layer = Layer.merge(api, Documents.layer(DeveloperApi, "/api/developer"))
