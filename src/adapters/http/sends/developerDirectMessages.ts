import { DateTime, Effect, Layer, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { platformConversations, sendDirectMessage, sendPrivateReply } from "../../../app/sends/directMessages.ts"
import { scheduleSend } from "../../../app/sends/scheduledSends.ts"
import type { Channel, MessengerChannel } from "../../../domain/conversations/Channel.ts"
import type { PlatformConversation } from "../../../domain/conversations/Conversation.ts"
import type { MessengerDraft } from "../../../domain/messages/messenger/MessengerDraft.ts"
import {
  composeDirect,
  notWithComment,
  type PrivateReplyDraft
} from "../../../domain/messages/messenger/privateReply.ts"
import { withoutPerson } from "../../../domain/sends/pendingContent.ts"
import {
  BadGateway,
  Conflict,
  Internal,
  keyOutcomes,
  NotFound,
  suspended,
  TooManyRequests,
  Unavailable
} from "../interfaces/developer/Failures.ts"
import { developerFailure } from "../interfaces/developer/developer.ts"
import { Caller, IdempotencyGuard, developerApi } from "../interfaces/developer/middleware.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { BodyLimit, maxSendBytes } from "../interfaces/readJsonBody.ts"
import { refusal } from "../openapi/documented.ts"
import { InstagramSendRequest, MessengerSendRequest, messageSentResponse } from "./MessengerMessage.ts"
import { ScheduledResponse, scheduledAnswer } from "./ScheduledViews.ts"
import { contentRefused, messengerRefusals, quotedRefused } from "./messageRefusals.ts"
import { scheduleRefusals } from "./scheduleRefusals.ts"
import { lookupRefusals, senderRefusals, sendRefusals, unreadableToken } from "./sendRefusals.ts"
import { accountQuery, noAgentLater, sentFor } from "./senderName.ts"

/** Conversation list of both channels, with the fields that each adds. */
const conversations = <Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Schema.Struct({
    data: Schema.Array(
      Schema.Struct({
        id: Schema.String.annotate({ description: "The platform's id of the conversation" }),
        updated_time: Schema.String.annotate({ description: "When something was last said; ISO 8601 UTC" }),
        ...fields
      })
    ).annotate({ description: "The conversations, the newest first" })
  })

const MessengerConversations = conversations({
  unread_count: Schema.Int.annotate({ description: "Messages that the Page has not read" }),
  participants: Schema.Array(
    Schema.Struct({
      id: Schema.String.annotate({ description: "Page-scoped id of a person, or the id of the Page" }),
      name: Schema.String.annotate({ description: "Name of the person or Page" })
    })
  ).annotate({ description: "Who takes part, the Page included" })
})

const InstagramConversations = conversations({
  participants: Schema.Array(
    Schema.Struct({
      id: Schema.String.annotate({ description: "Instagram-scoped id of a person, or the id of the account" }),
      username: Schema.String.annotate({ description: "Name on Instagram" })
    })
  ).annotate({ description: "Who takes part, the account included" })
})

const windows = `The platform takes messages
within 24 hours of the person's last one, and within 7 days with the tag \`HUMAN_AGENT\`.`

const toComments =
  "With `commentId` in place of the person it is a private reply to a comment, whose author becomes the contact."

const withSendAt = "With `sendAt` the message is scheduled: it is checked at once, and sent and counted at that time."

/** Endpoints of Messenger (contract: Developer Messenger). */
export const MessengerGroup = HttpApiGroup.make("messenger")
  .add(
    HttpApiEndpoint.post("sendMessage", "/v1/messenger/send-message", {
      payload: MessengerSendRequest,
      success: [messageSentResponse("m_qr6G9PHeVXpO").pipe(HttpApiSchema.status(201)), ScheduledResponse],
      error: [NotFound, Conflict, TooManyRequests, BadGateway]
    })
      .middleware(IdempotencyGuard)
      .annotate(BodyLimit, maxSendBytes)
      .annotate(OpenApi.Summary, "Send a Messenger message")
      .annotate(
        OpenApi.Description,
        `Sends a message to a person of the connected Page, and dispatches \`message.sent\`. ${windows} ${toComments} ${withSendAt}`
      ),
    HttpApiEndpoint.get("listConversations", "/v1/conversations/messenger", {
      query: accountQuery("messenger"),
      success: Data(MessengerConversations).annotate({
        examples: [
          ok({
            data: [
              {
                id: "t_587956915396498",
                updated_time: "2026-11-20T12:00:00.000Z",
                unread_count: 2,
                participants: [
                  { id: "5275811702471834", name: "Ada Lovelace" },
                  { id: "2121008874780932", name: "Acme" }
                ]
              }
            ]
          })
        ]
      }),
      error: [NotFound, BadGateway]
    })
      .annotate(OpenApi.Summary, "List Messenger conversations")
      .annotate(OpenApi.Description, "The conversations of the connected Page, as Messenger itself lists them now.")
  )
  .annotate(OpenApi.Title, "Messenger")
  .annotate(OpenApi.Description, "Messages and conversations of the connected Facebook Page.")

/** Endpoints of Instagram (contract: Developer Instagram; Instagram sends; Instagram conversations). */
export const InstagramGroup = HttpApiGroup.make("instagram")
  .add(
    HttpApiEndpoint.post("sendMessage", "/v1/instagram/send-message", {
      payload: InstagramSendRequest,
      success: [messageSentResponse("aWdfZAG1faXRlbToxOklH").pipe(HttpApiSchema.status(201)), ScheduledResponse],
      error: [NotFound, Conflict, TooManyRequests, BadGateway, Unavailable]
    })
      .middleware(IdempotencyGuard)
      .annotate(BodyLimit, maxSendBytes)
      .annotate(OpenApi.Summary, "Send an Instagram message")
      .annotate(
        OpenApi.Description,
        `Sends a direct message from the connected account, and dispatches \`message.sent\`. ${windows} ${toComments} ${withSendAt}`
      ),
    HttpApiEndpoint.get("listConversations", "/v1/conversations/instagram", {
      query: accountQuery("instagram"),
      success: Data(InstagramConversations).annotate({
        examples: [
          ok({
            data: [
              {
                id: "aWdfZAG06MTpJR01lc3NhZA2VUaHJlYWQ6",
                updated_time: "2026-11-20T12:00:00.000Z",
                participants: [
                  { id: "6742963515757843", username: "ada" },
                  { id: "17841405309211844", username: "acme" }
                ]
              }
            ]
          })
        ]
      }),
      error: [NotFound, BadGateway, Unavailable]
    })
      .annotate(OpenApi.Summary, "List Instagram conversations")
      .annotate(OpenApi.Description, "The conversations of the connected account, as Instagram itself lists them now.")
  )
  .annotate(OpenApi.Title, "Instagram")
  .annotate(OpenApi.Description, "Messages and conversations of the connected Instagram account.")

/** The refusal of an unreadable token. The contract gives Messenger's a status of its own (contract: Developer errors). */
export const tokenUnreadable = (channel: Channel) => {
  const { ChannelTokenUnreadable } = lookupRefusals(channel)
  const onMessenger = new Internal({ message: unreadableToken.messenger, fix: "Connect the Page again" })
  return {
    ChannelTokenUnreadable: refusal<Internal | typeof ChannelTokenUnreadable.example>(
      ChannelTokenUnreadable.when,
      channel === "messenger" ? onMessenger : ChannelTokenUnreadable.example
    )
  }
}

interface SendOptions {
  readonly agent?: { readonly name: string } | null
  readonly from?: string | null
  readonly sendAt?: DateTime.Utc | null
}

const send = (channel: MessengerChannel) =>
  Effect.fnUntraced(
    function* (
      draft: PrivateReplyDraft & Pick<MessengerDraft, "to">,
      { agent = null, from = null, sendAt = null }: SendOptions
    ) {
      const { organizationId } = yield* Caller
      const message = yield* Effect.fromResult(composeDirect(channel, draft))
      if ("commentId" in message) {
        if (sendAt !== null) return yield* notWithComment("sendAt")
        const reply = sendPrivateReply(organizationId, channel, message, from)
        const { platformMessageId } = yield* sentFor(agent, reply)
        return ok({ messageId: platformMessageId })
      }
      if (sendAt !== null) {
        if (agent !== null) return yield* noAgentLater()
        const content = withoutPerson(message)
        return scheduledAnswer(yield* scheduleSend(organizationId, message.to, { channel, content }, { from, sendAt }))
      }
      const { platformMessageId } = yield* sentFor(agent, sendDirectMessage(organizationId, channel, message, from))
      return ok({ messageId: platformMessageId })
    },
    Effect.catchTags({
      ...messengerRefusals,
      ContentRefused: contentRefused,
      QuotedMessageRefused: quotedRefused,
      ...senderRefusals(channel),
      ...sendRefusals(channel),
      ...tokenUnreadable(channel),
      ...scheduleRefusals,
      OrganizationSuspended: suspended,
      ...keyOutcomes,
      // Only WhatsApp has numbers.
      InvalidPhoneNumber: Effect.die
    }),
    Effect.catchTag("Refused", (refused) => Effect.fail(developerFailure(refused)))
  )

/** Lists the conversations of the channel, each mapped by `view`. */
const list = <View>(channel: MessengerChannel, view: (conversation: PlatformConversation) => View) =>
  Effect.fnUntraced(
    function* ({ query: { from = null } }: { readonly query: { readonly from?: string | null } }) {
      const { organizationId } = yield* Caller
      const conversations = yield* platformConversations(organizationId, channel, from)
      return ok({ data: conversations.map(view) })
    },
    Effect.catchTags({ ...senderRefusals(channel), ...lookupRefusals(channel), ...tokenUnreadable(channel) }),
    Effect.catchTag("Refused", (refused) => Effect.fail(developerFailure(refused)))
  )

const messenger = HttpApiBuilder.group(developerApi(MessengerGroup), "messenger", (handlers) => {
  const sendMessenger = send("messenger")
  return handlers.handleAll({
    sendMessage: ({ payload: { agent = null, from = null, recipientId, sendAt = null, ...draft } }) =>
      sendMessenger({ ...draft, to: recipientId }, { agent, from, sendAt }),
    listConversations: list("messenger", ({ id, participants, unreadCount, updatedAt }) => ({
      id,
      updated_time: DateTime.formatIso(updatedAt),
      unread_count: unreadCount ?? 0,
      participants
    }))
  })
})

const instagram = HttpApiBuilder.group(developerApi(InstagramGroup), "instagram", (handlers) => {
  const sendInstagram = send("instagram")
  return handlers.handleAll({
    sendMessage: ({ payload: { agent = null, from = null, participantId, sendAt = null, ...draft } }) =>
      sendInstagram({ ...draft, to: participantId }, { agent, from, sendAt }),
    listConversations: list("instagram", ({ id, participants, updatedAt }) => ({
      id,
      updated_time: DateTime.formatIso(updatedAt),
      participants: participants.map((person) => ({ id: person.id, username: person.name }))
    }))
  })
})

export const layer = Layer.merge(messenger, instagram)
