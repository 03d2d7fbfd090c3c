import { Effect, Redacted, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { checkAccounts, listChannels } from "../../../app/access/channelAccounts.ts"
import { connectChannel, disconnectChannel, renewChannelToken } from "../../../app/access/connectChannel.ts"
import type { AccountIdWrong, AccountRefused } from "../../../domain/access/AccessFailures.ts"
import { Channel, channelsInWords, type ChannelAccount } from "../../../domain/conversations/Channel.ts"
import { ChannelAccountId } from "../../../domain/Ids.ts"
import { maxListedAccounts } from "../../../ports/access/ChannelAccounts.ts"
import { ChannelItem, channelItem } from "../access/channels.ts"
import { conflict, invalidField, notFound, Refusals, Refused } from "../interfaces/Refusal.ts"
import { AnswersConflict, AnswersNotFound } from "../interfaces/developer/middleware.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { idOr, optional, RequiredText } from "../interfaces/requestFields.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"
import { forOrganization, unknownOrganization } from "./guards.ts"
import { adminApi, AdminIdempotency, OrganizationGuard } from "./middleware.ts"
import { nameField } from "./personFields.ts"

/** Maximum characters of a platform's token. */
const longestToken = 8_192

const example: typeof ChannelItem.Type = {
  id: ChannelAccountId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e41"),
  channel: "whatsapp",
  accountId: "106540352242922",
  name: "+1 555-000-1111",
  businessAccountId: "102290129340398",
  pageId: null,
  health: "ok",
  problem: null,
  history: null,
  createdAt: "2026-11-20T12:00:00.000Z"
}

const Answer = Data(ChannelItem).annotate({ examples: [ok(example)] })

const ChannelList = Data(
  Schema.Struct({
    channels: Schema.Array(ChannelItem).annotate({
      description: `The account that was connected first comes first; at most ${maxListedAccounts}`
    })
  })
).annotate({ examples: [ok({ channels: [example] })] })

const token = RequiredText.check(
  Schema.isMaxLength(longestToken, { expected: `at most ${longestToken} characters` })
).annotate({ description: "The platform's access token of the account. No answer repeats it" })

const ConnectRequest = Schema.Struct({
  channel: Channel.annotate({ description: channelsInWords }),
  accountId: nameField("The platform's id of the number, Page or account"),
  name: nameField("The display phone number, or a name"),
  businessAccountId: optional(
    nameField("WhatsApp Business Account of the number; WhatsApp requires it at the first connection")
  ),
  pageId: optional(
    nameField("Page that the Instagram account is linked to; without one it is reached by Instagram Login")
  ),
  token,
  skipCheck: optional(Schema.Boolean.annotate({ description: "Stores the token without asking the platform" }))
}).annotate({
  identifier: "ConnectChannelRequest",
  description: "The account and its token",
  examples: [
    {
      channel: "whatsapp",
      accountId: "106540352242922",
      name: "+1 555-000-1111",
      businessAccountId: "102290129340398",
      token: "EAAexample"
    }
  ]
})

const TokenRequest = Schema.Struct({ token }).annotate({
  identifier: "RenewTokenRequest",
  description: "The new token",
  examples: [{ token: "EAAexample" }]
})

const Checked = Data(
  Schema.Struct({
    channels: Schema.Array(
      Schema.Struct({
        id: ChannelAccountId.annotate({ description: "The id of the connected account" }),
        works: Schema.Boolean.annotate({ description: "Whether the platform accepts its token" }),
        problem: Schema.NullOr(Schema.String).annotate({ description: "Why it does not work; null if it does" })
      }).annotate({ identifier: "CheckedChannel", description: "The result of a check" })
    )
  })
).annotate({ examples: [ok({ channels: [{ id: example.id, works: true, problem: null }] })] })

const Disconnected = Data(Schema.Struct({ id: ChannelItem.fields.id })).annotate({ examples: [ok({ id: example.id })] })

const channelUnknown = refusal("No connected account has the id", notFound("Channel not found"))
const businessAccountMissing = refusal(
  "A WhatsApp number has no business account",
  invalidField("businessAccountId", "Expected the id of the WhatsApp Business Account")
)
const accountTaken = refusal(
  "Another organization has connected the account",
  conflict("Another organization has connected this account", "Disconnect it there first")
)
const idWrong = refusalFor(
  "Webhooks name the account by another id",
  ({ webhookIds }: Pick<AccountIdWrong, "webhookIds">) =>
    invalidField("accountId", `Expected the id that webhooks name: ${webhookIds.join(" or ")}`),
  { webhookIds: ["106540352242922"] }
)
const tokenRefused = refusalFor(
  "The platform refuses the token",
  ({ reason }: Pick<AccountRefused, "reason">) => invalidField("token", `the platform refuses it: ${reason}`),
  { reason: "190 Error validating access token" }
)
const notReached = refusalFor(
  "The platform gives no answer",
  ({ reason }: Pick<AccountRefused, "reason">) =>
    new Refused("Unavailable", {
      text: `The account was not connected: ${reason}`,
      fix: "Try again, or store the token without a check by skipCheck"
    }),
  { reason: "the platform cannot be reached: connection refused" }
)

const params = { organizationId: Schema.String.annotate({ description: "The organization's id, a UUID" }) }
const ofChannel = {
  ...params,
  channelId: Schema.String.annotate({ description: "The id of the connected account, a UUID" })
}

const connecting = [
  businessAccountMissing,
  idWrong,
  tokenRefused,
  unknownOrganization,
  accountTaken,
  notReached
] as const

/** Channels of an organization (contract: Members, keys and channels of the administration interface). */
export const AdminChannelsGroup = HttpApiGroup.make("channels")
  .add(
    HttpApiEndpoint.get("list", "/v1/organizations/:organizationId/channels", { params, success: ChannelList })
      .annotate(Refusals, [unknownOrganization])
      .annotate(OpenApi.Summary, "List channels")
      .annotate(OpenApi.Description, "The connected accounts with the health of their tokens."),
    HttpApiEndpoint.post("connect", "/v1/organizations/:organizationId/channels", {
      params,
      payload: ConnectRequest,
      success: Answer
    })
      .middleware(AdminIdempotency)
      .middleware(AnswersConflict)
      .annotate(Refusals, connecting)
      .annotate(OpenApi.Summary, "Connect a channel")
      .annotate(
        OpenApi.Description,
        "Connects a number, Page or account once the platform accepts the token. A connected one stays the same and gets this token and name."
      ),
    HttpApiEndpoint.post("check", "/v1/organizations/:organizationId/channels/check", { params, success: Checked })
      .middleware(AdminIdempotency)
      .annotate(Refusals, [unknownOrganization])
      .annotate(OpenApi.Summary, "Check the channels")
      .annotate(OpenApi.Description, "Asks the platforms with the token of each account."),
    HttpApiEndpoint.post("renew", "/v1/organizations/:organizationId/channels/:channelId/token", {
      params: ofChannel,
      payload: TokenRequest,
      success: Answer
    })
      .middleware(AdminIdempotency)
      .middleware(AnswersNotFound)
      .middleware(AnswersConflict)
      .annotate(Refusals, [...connecting, channelUnknown])
      .annotate(OpenApi.Summary, "Renew a token")
      .annotate(OpenApi.Description, "Replaces the token of a connected account once the platform accepts it."),
    HttpApiEndpoint.delete("disconnect", "/v1/organizations/:organizationId/channels/:channelId", {
      params: ofChannel,
      success: Disconnected
    })
      .middleware(AnswersNotFound)
      .annotate(Refusals, [unknownOrganization, channelUnknown])
      .annotate(OpenApi.Summary, "Disconnect a channel")
      .annotate(
        OpenApi.Description,
        "Its token is forgotten, and nothing is sent or received over it. Contacts, conversations and messages stay."
      )
  )
  .middleware(OrganizationGuard)
  .annotate(OpenApi.Title, "Channels")
  .annotate(OpenApi.Description, "Connected numbers, Pages and accounts")

/** A connected account whose token was stored now. */
const connectedView = (account: ChannelAccount) =>
  ok(channelItem({ account, tokenState: "ok", problem: null, history: null }))

const accountRefused = (error: AccountRefused) =>
  error.isReached ? Effect.fail(tokenRefused(error)) : Effect.fail(notReached(error))

const failures = {
  AccountIdWrong: idWrong,
  AccountRefused: accountRefused,
  BusinessAccountMissing: businessAccountMissing,
  ChannelAccountTaken: accountTaken,
  OrganizationUnknown: unknownOrganization
}

const channelIdOf = idOr(ChannelAccountId, channelUnknown)

export const layer = HttpApiBuilder.group(adminApi(AdminChannelsGroup), "channels", (handlers) =>
  handlers.handleAll({
    list: forOrganization(
      Effect.fnUntraced(function* ({ id }) {
        return ok({ channels: (yield* listChannels(id)).map(channelItem) })
      })
    ),
    connect: forOrganization(
      Effect.fnUntraced(function* ({ id }, { payload }) {
        const { accountId, businessAccountId, channel, name, pageId, skipCheck, token: text } = payload
        const request = {
          channel,
          externalId: accountId,
          displayName: name,
          businessAccountId: businessAccountId ?? null,
          pageId: pageId ?? null,
          token: Redacted.make(text)
        }
        return connectedView((yield* connectChannel(id, request, skipCheck !== true)).account)
      }, Effect.catchTags(failures))
    ),
    check: forOrganization(
      Effect.fnUntraced(
        function* ({ id }) {
          const checked = yield* checkAccounts(id)
          return ok({
            channels: checked.map(({ account, problem }) => ({ id: account.id, works: problem === null, problem }))
          })
        },
        Effect.catchTags({ OrganizationUnknown: unknownOrganization })
      )
    ),
    renew: forOrganization(
      Effect.fnUntraced(
        function* ({ id }, { params: { channelId }, payload }) {
          const channel = yield* channelIdOf(channelId)
          return connectedView((yield* renewChannelToken(id, channel, Redacted.make(payload.token))).account)
        },
        Effect.catchTags({ ...failures, ChannelNotConnected: channelUnknown })
      )
    ),
    disconnect: forOrganization(
      Effect.fnUntraced(
        function* (organization, { params: { channelId } }) {
          const id = yield* channelIdOf(channelId)
          yield* disconnectChannel(organization.id, id)
          return ok({ id })
        },
        Effect.catchTags({
          AccountUnknown: channelUnknown,
          ChannelNotConnected: channelUnknown,
          OrganizationUnknown: unknownOrganization
        })
      )
    )
  })
)
