import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import * as Documents from "../server/documents.ts"
import { DeveloperApi } from "./Api.ts"
import * as Contacts from "./contacts.ts"
import * as Deliveries from "./webhooks/deliveries.ts"
import * as DirectMessages from "./directMessages.ts"
import * as Events from "./webhooks/events.ts"
import * as Guards from "./guards.ts"
import * as Logs from "./logs.ts"
import * as Media from "./media.ts"
import * as RequestLog from "./requestLog.ts"
import * as Webhooks from "./webhooks/webhooks.ts"
import * as WhatsApp from "./whatsapp.ts"

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
