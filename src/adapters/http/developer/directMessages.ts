import { DateTime, Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { platformConversations, sendDirectMessage } from "../../../app/sends/directMessages.ts"
import type { PlatformConversation } from "../../../domain/conversations/Conversation.ts"
import { composeMessenger } from "../../../domain/messages/messenger/composeMessenger.ts"
import type { MessengerDraft } from "../../../domain/messages/messenger/MessengerDraft.ts"
import type { MessengerChannel } from "../../../domain/conversations/Channel.ts"
import { ok } from "../shared/envelope.ts"
import { DeveloperApi } from "./Api.ts"
import { Caller } from "./ApiKeyAuth.ts"
import { keyOutcomes, lookupFailures, messageRefusals, senderFailures, sendFailures } from "./platformFailures.ts"

const send = (channel: MessengerChannel) =>
  Effect.fnUntraced(
    function* (draft: MessengerDraft, from: string | null = null) {
      const { organizationId } = yield* Caller
      const message = yield* Effect.fromResult(composeMessenger(channel, draft))
      const { platformMessageId } = yield* sendDirectMessage(organizationId, channel, message, from)
      return ok({ messageId: platformMessageId })
    },
    Effect.catchTags({ ...messageRefusals, ...sendFailures(channel), ...senderFailures, ...keyOutcomes })
  )

/** Lists the conversations of the channel, each mapped by `view`. */
const list = <View>(channel: MessengerChannel, view: (conversation: PlatformConversation) => View) =>
  Effect.fnUntraced(
    function* ({ query: { from = null } }: { readonly query: { readonly from?: string | null } }) {
      const { organizationId } = yield* Caller
      const conversations = yield* platformConversations(organizationId, channel, from)
      return ok({ data: conversations.map(view) })
    },
    Effect.catchTags({ ...lookupFailures(channel), ...senderFailures })
  )

const sendMessenger = send("messenger")
const sendInstagram = send("instagram")

const messenger = HttpApiBuilder.group(DeveloperApi, "messenger", (handlers) =>
  handlers.handleAll({
    sendMessage: ({ payload: { from, recipientId, ...draft } }) => sendMessenger({ ...draft, to: recipientId }, from),
    listConversations: list("messenger", ({ id, participants, unreadCount, updatedAt }) => ({
      id,
      updated_time: DateTime.formatIso(updatedAt),
      unread_count: unreadCount ?? 0,
      participants
    }))
  })
)

const instagram = HttpApiBuilder.group(DeveloperApi, "instagram", (handlers) =>
  handlers.handleAll({
    sendMessage: ({ payload: { from, participantId, ...draft } }) =>
      sendInstagram({ ...draft, to: participantId }, from),
    listConversations: list("instagram", ({ id, participants, updatedAt }) => ({
      id,
      updated_time: DateTime.formatIso(updatedAt),
      participants: participants.map((person) => ({ id: person.id, username: person.name }))
    }))
  })
)

export const layer = Layer.merge(messenger, instagram)
