import { Context, Schema } from "effect"
import {
  HttpApi,
  HttpApiEndpoint,
  HttpApiGroup,
  HttpApiMiddleware,
  HttpApiSchema,
  HttpApiSecurity,
  OpenApi
} from "effect/http-api"
import { SubscribableType, WebhookStatus } from "../../../domain/Webhook.ts"
import { WebhookId } from "../../../domain/Ids.ts"
import type { ApiCaller } from "../../../ports/ApiKeys.ts"
import { RequiredText, Text } from "../Storable.ts"
import {
  BadGateway,
  BadRequest,
  Data,
  Internal,
  LimitReached,
  NotFound,
  TooLarge,
  Unauthorized,
  UnsupportedMedia
} from "./Failures.ts"
import { SendMessageRequest, SendMessageResponse } from "./SendMessage.ts"

/** Characters that a signing secret may have. */
const longestSecret = 512

/** Which backend is calling, and for which organization. */
export class Caller extends Context.Service<Caller, ApiCaller>()("effect-parley/http/developer/Caller") {}

export class ApiKeyAuth extends HttpApiMiddleware.Service<ApiKeyAuth, { provides: Caller }>()(
  "effect-parley/http/developer/ApiKeyAuth",
  {
    security: { apiKey: HttpApiSecurity.apiKey({ key: "x-api-key", in: "header" }) },
    error: Unauthorized,
    requiredForClient: true
  }
) {}

/** Reads the body within its limit, and only when it is JSON. */
export class BodyGuard extends HttpApiMiddleware.Service<BodyGuard>()("effect-parley/http/developer/BodyGuard", {
  error: [BadRequest, TooLarge, UnsupportedMedia]
}) {}

/** Answers an undecodable request with the envelope of this interface. */
export class DecodingGuard extends HttpApiMiddleware.Service<DecodingGuard>()(
  "effect-parley/http/developer/DecodingGuard",
  { error: BadRequest }
) {}

/** Answers a defect with the envelope of this interface. */
export class DefectGuard extends HttpApiMiddleware.Service<DefectGuard>()("effect-parley/http/developer/DefectGuard", {
  error: Internal
}) {}

const webhook = {
  id: WebhookId,
  url: Schema.String,
  events: Schema.Array(SubscribableType),
  status: WebhookStatus
}

/** It travels in a header, which carries no control characters and is not endless. */
const SigningSecretText = RequiredText.check(
  Schema.isPattern(/^\P{Cc}*$/u, { expected: "text without control characters" }),
  Schema.isMaxLength(longestSecret)
)

const WebhookRequest = Schema.Struct({
  url: RequiredText.annotate({ description: "Where events are sent to; HTTPS" }),
  events: Schema.Array(Text).annotate({ description: "Types of the events to be sent" }),
  signing_secret: Schema.optionalKey(
    Schema.NullOr(SigningSecretText.annotate({ description: "Sent on each delivery in X-Webhook-Secret" }))
  )
}).annotate({ identifier: "WebhookRequest" })

const whatsapp = HttpApiGroup.make("whatsapp").add(
  HttpApiEndpoint.post("sendMessage", "/v1/send-message", {
    payload: SendMessageRequest,
    success: Data(SendMessageResponse).pipe(HttpApiSchema.status(201)),
    error: [NotFound, LimitReached, BadGateway]
  })
)

const webhooks = HttpApiGroup.make("webhooks").add(
  HttpApiEndpoint.get("find", "/v1/webhooks", {
    success: Data(Schema.Struct({ webhook: Schema.NullOr(Schema.Struct({ ...webhook, secret: Schema.String })) }))
  }),
  HttpApiEndpoint.post("register", "/v1/webhooks", {
    payload: WebhookRequest,
    success: Data(Schema.Struct({ webhook: Schema.Struct(webhook) }))
  }),
  HttpApiEndpoint.delete("remove", "/v1/webhooks", {
    success: Schema.Struct({ success: Schema.tag(true), message: Schema.String })
  })
)

/**
 * The contract of the Developer interface (service interface §4.4 to §4.8). Handlers, OpenAPI and the typed client come
 * from it. The guards apply from the last to the first: defects, decoding, key, body.
 */
export class DeveloperApi extends HttpApi.make("developer")
  .add(whatsapp, webhooks)
  .middleware(BodyGuard)
  .middleware(ApiKeyAuth)
  .middleware(DecodingGuard)
  .middleware(DefectGuard)
  .annotate(HttpApi.PayloadParseOptions, { reportInput: true })
  .annotate(OpenApi.Title, "effect-parley: Developer interface")
  .annotate(OpenApi.Version, "v1")
  .prefix("/api/developer") {}
