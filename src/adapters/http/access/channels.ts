import { DateTime, Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { listChannels } from "../../../app/access/channelAccounts.ts"
import { ChannelAccountId } from "../../../domain/Ids.ts"
import { HistoryStatus } from "../../../domain/conversations/AccountHistory.ts"
import { Channel, channelsInWords } from "../../../domain/conversations/Channel.ts"
import { type ListedAccount, maxListedAccounts } from "../../../ports/access/ChannelAccounts.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { timestamp } from "../interfaces/pagination.ts"
import { Access, ManagementGuard, sessionApi } from "../interfaces/session/middleware.ts"

export const ChannelItem = Schema.Struct({
  id: ChannelAccountId.annotate({ description: "The id of the connected account" }),
  channel: Channel.annotate({ description: channelsInWords }),
  accountId: Schema.String.annotate({ description: "The platform's id of the number, Page or account" }),
  name: Schema.String.annotate({ description: "The display phone number, or a name" }),
  businessAccountId: Schema.NullOr(Schema.String).annotate({
    description: "The WhatsApp Business Account of a number; null on the other channels"
  }),
  pageId: Schema.NullOr(Schema.String).annotate({
    description: "The Page over which an Instagram account is reached; null for others"
  }),
  health: Schema.Literals(["ok", "missing", "reconnect", "unreadable"]).annotate({
    description:
      "ok: the token is used. missing: no token is stored. reconnect: the platform refuses the token. unreadable: the service cannot open the stored token. Connecting the account again helps against the last three"
  }),
  problem: Schema.NullOr(
    Schema.Struct({
      code: Schema.Int.annotate({ description: "The platform's code" }),
      message: Schema.String.annotate({ description: "The platform's text" }),
      since: timestamp("When the platform first refused the token")
    })
  ).annotate({ description: "Why the platform refuses the token; null unless health is reconnect" }),
  history: Schema.NullOr(
    Schema.Struct({
      status: HistoryStatus.annotate({
        description:
          "syncing: parts have arrived. completed: all of it was reported. declined: the business does not share it"
      }),
      phase: Schema.NullOr(Schema.Int).annotate({
        description: "The latest phase: 0 for the last day, 1 and 2 for the 90 days before each; null before the first"
      }),
      progress: Schema.Int.annotate({ description: "In percent" }),
      at: timestamp("When the platform last reported a part")
    })
  ).annotate({ description: "The history of the WhatsApp Business app with this number; null if none was reported" }),
  createdAt: timestamp("When the account was connected")
}).annotate({
  identifier: "ConnectedChannel",
  description: "A connected number, Page or account with the health of its token"
})

export const channelItem = ({ account, history, problem, tokenState }: ListedAccount): typeof ChannelItem.Type => ({
  id: account.id,
  channel: account.channel,
  accountId: account.externalId,
  name: account.displayName,
  businessAccountId: account.businessAccountId,
  pageId: account.pageId,
  health: tokenState,
  problem:
    problem === null ? null : { code: problem.code, message: problem.message, since: DateTime.formatIso(problem.at) },
  history: history && { ...history, at: DateTime.formatIso(history.at) },
  createdAt: DateTime.formatIso(account.createdAt)
})

/** Endpoints of channels (contract: Connected accounts). */
export const ChannelsGroup = HttpApiGroup.make("channels")
  .add(
    HttpApiEndpoint.get("list", "/channels", {
      success: Data(
        Schema.Struct({
          channels: Schema.Array(ChannelItem).annotate({
            description: `The account that was connected first comes first; at most ${maxListedAccounts}`
          })
        })
      ).annotate({
        examples: [
          ok({
            channels: [
              {
                id: ChannelAccountId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e41"),
                channel: "whatsapp" as const,
                accountId: "106540352242922",
                name: "+1 555-000-1111",
                businessAccountId: "102290129340398",
                pageId: null,
                health: "reconnect" as const,
                problem: {
                  code: 190,
                  message: "Error validating access token: Session has expired",
                  since: "2026-11-21T07:08:09.123Z"
                },
                history: {
                  status: "syncing" as const,
                  phase: 1,
                  progress: 55,
                  at: "2026-11-20T12:03:00.000Z"
                },
                createdAt: "2026-11-20T12:00:00.000Z"
              }
            ]
          })
        ]
      })
    })
      .annotate(OpenApi.Summary, "List connected accounts")
      .annotate(
        OpenApi.Description,
        "The numbers, Pages and accounts that the organization has connected, with the health of their tokens. No answer has a token."
      )
  )
  .middleware(ManagementGuard)
  .annotate(OpenApi.Title, "Connected accounts")
  .annotate(OpenApi.Description, "Connected numbers, Pages and accounts")

export const layer = HttpApiBuilder.group(sessionApi(ChannelsGroup), "channels", (handlers) =>
  handlers.handle(
    "list",
    Effect.fnUntraced(function* () {
      const { organizationId } = yield* Access
      return ok({ channels: (yield* listChannels(organizationId)).map(channelItem) })
    })
  )
)
