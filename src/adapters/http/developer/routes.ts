import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { DeveloperApi } from "./Api.ts"
import * as Guards from "./guards.ts"
import * as Webhooks from "./webhooks.ts"
import * as WhatsApp from "./whatsapp.ts"

export const layer = HttpApiBuilder.layer(DeveloperApi, { openapiPath: "/api/developer/openapi.json" }).pipe(
  Layer.provide([WhatsApp.layer, Webhooks.layer]),
  Layer.provide(Guards.layer)
)
