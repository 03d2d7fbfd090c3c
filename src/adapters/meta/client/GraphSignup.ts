import { DateTime, Effect, Layer, Redacted, Schema } from "effect"
import type { ConnectedAccount } from "../../../ports/access/ChannelAccounts.ts"
import { SignupPlatform } from "../../../ports/access/ChannelSignups.ts"
import { ChannelAccountId, OrganizationId } from "../../../domain/Ids.ts"
import { PlatformRejected } from "../../../domain/messages/PlatformError.ts"
import * as GraphApi from "./GraphApi.ts"
import { GraphId } from "./GraphAnswer.ts"
import { TokenHealth } from "./TokenHealth.ts"

const Exchanged = Schema.Struct({ access_token: Schema.NonEmptyString })
const Done = Schema.Struct({ success: Schema.optionalKey(Schema.Boolean) })

const Inspected = Schema.Struct({
  data: Schema.Struct({
    app_id: Schema.optionalKey(GraphId),
    is_valid: Schema.Boolean,
    granular_scopes: Schema.optionalKey(
      Schema.Array(Schema.Struct({ scope: Schema.String, target_ids: Schema.optionalKey(Schema.Array(GraphId)) }))
    )
  })
})

const Numbers = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      id: GraphId,
      display_phone_number: Schema.String,
      status: Schema.optionalKey(Schema.String),
      platform_type: Schema.optionalKey(Schema.String)
    })
  )
})

/** The scopes whose targets are WhatsApp Business Accounts. */
const businessScopes: ReadonlySet<string> = new Set(["whatsapp_business_management", "whatsapp_business_messaging"])

/** Numbers of a business account that are read. */
const maxNumbers = "100"

const nobody = "00000000-0000-0000-0000-000000000000"

/** The account of a call whose token belongs to no connected account. */
const calling = (token: Redacted.Redacted): ConnectedAccount => ({
  account: {
    id: ChannelAccountId.make(nobody),
    organizationId: OrganizationId.make(nobody),
    channel: "whatsapp",
    externalId: "signup",
    displayName: "",
    businessAccountId: null,
    pageId: null,
    createdAt: DateTime.makeUnsafe(0)
  },
  token
})

const foreign = new PlatformRejected({
  code: 190,
  title: "Invalid token",
  message: "The token is not valid, or belongs to another app",
  subcode: null,
  details: null
})

/** The app in calls about itself. */
export interface SignupCredentials {
  readonly appId: string
  readonly appSecret: Redacted.Redacted
}

const make = Effect.fnUntraced(function* (options: GraphApi.GraphOptions, { appId, appSecret }: SignupCredentials) {
  const graph = yield* GraphApi.make(options)
  const exchange = graph.post(Exchanged)
  const inspect = graph.get(Inspected)
  const numbers = graph.get(Numbers)
  const change = graph.post(Done)
  const app = calling(Redacted.make(`${appId}|${Redacted.value(appSecret)}`))

  return SignupPlatform.of({
    exchange: (code, redirectUrl) =>
      Effect.map(
        exchange(app, "oauth", "access_token", {
          client_id: appId,
          client_secret: Redacted.value(appSecret),
          grant_type: "authorization_code",
          code,
          ...(redirectUrl === null ? {} : { redirect_uri: redirectUrl })
        }),
        ({ access_token }) => Redacted.make(access_token)
      ),
    businessAccounts: Effect.fnUntraced(function* (token) {
      const { data } = yield* inspect(app, "debug_token", "", { input_token: Redacted.value(token) })
      if (!data.is_valid || (data.app_id !== undefined && data.app_id !== appId)) return yield* foreign
      const targets = (data.granular_scopes ?? []).filter(({ scope }) => businessScopes.has(scope))
      return [...new Set(targets.flatMap(({ target_ids: ids = [] }) => ids))]
    }),
    numbers: (token, businessAccountId) =>
      Effect.map(
        numbers(calling(token), businessAccountId, "phone_numbers", {
          fields: "id,display_phone_number,status,platform_type",
          limit: maxNumbers
        }),
        ({ data }) =>
          data.map(({ display_phone_number: displayPhoneNumber, id, platform_type: type, status }) => ({
            id,
            displayPhoneNumber,
            isRegistered: status === "CONNECTED" && type === "CLOUD_API"
          }))
      ),
    subscribe: (token, businessAccountId) =>
      Effect.asVoid(change(calling(token), businessAccountId, "subscribed_apps", {})),
    register: (token, phoneNumberId, pin) =>
      Effect.asVoid(change(calling(token), phoneNumberId, "register", { messaging_product: "whatsapp", pin }))
  })
})

/** Embedded signup over the Graph API (platforms P29). */
export const layer = (options: GraphApi.GraphOptions, credentials: SignupCredentials) =>
  Layer.effect(SignupPlatform, make(options, credentials)).pipe(
    Layer.provide(Layer.succeed(TokenHealth, TokenHealth.of({ track: (_, call) => call })))
  )
