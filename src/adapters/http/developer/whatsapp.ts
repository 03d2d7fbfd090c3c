import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { sendWhatsApp } from "../../../app/sendWhatsApp.ts"
import { channelName } from "../../../domain/Channel.ts"
import { Caller, DeveloperApi } from "./Api.ts"
import { BadGateway, BadRequest, Internal, LimitReached, NotFound, ok } from "./Failures.ts"
import { contentOf } from "./SendMessage.ts"

export const layer = HttpApiBuilder.group(DeveloperApi, "whatsapp", (handlers) =>
  handlers.handle(
    "sendMessage",
    Effect.fn(
      function* ({ payload }) {
        const { organizationId } = yield* Caller
        const content = yield* Effect.fromResult(contentOf(payload))
        const sent = yield* sendWhatsApp(organizationId, payload.to, content)
        return ok({
          waMessageId: sent.platformMessageId,
          status: "sent" as const,
          conversationId: sent.conversationId,
          contactId: sent.contactId
        })
      },
      Effect.catchTags({
        InvalidPhoneNumber: () =>
          new BadRequest({
            message: "Invalid field to: not a phone number",
            fix: "Give the number in E.164 without +, for example 15551234567"
          }),
        ChannelNotConnected: ({ channel }) =>
          new NotFound({ message: `${channelName[channel]} not connected; connect the number first` }),
        ChannelTokenMissing: ({ channel }) =>
          new BadRequest({ message: `${channelName[channel]} token not stored, reconnect the account` }),
        ChannelTokenUnreadable: ({ channel }) =>
          new Internal({ message: `Failed to decrypt ${channelName[channel]} token` }),
        MonthlyLimitReached: ({ allowed, used }) =>
          new LimitReached({
            message: `Monthly event limit reached: ${used} of ${allowed} used`,
            code: "API_LIMIT_REACHED"
          }),
        PlatformRejected: ({ message }) => new BadGateway({ message }),
        PlatformNotReached: () =>
          new BadGateway({ message: "WhatsApp could not be reached; the message was not sent" }),
        PlatformOutcomeUnknown: () =>
          new BadGateway({ message: "WhatsApp gave no usable answer; the message may have been sent" })
      })
    )
  )
)
