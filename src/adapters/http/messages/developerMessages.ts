import { Effect } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { getMessage, messageHistory } from "../../../app/messages/messages.ts"
import { showSigns } from "../../../app/messages/senderActions.ts"
import { backendAccess } from "../../../domain/access/SessionAccess.ts"
import { ContactId, ConversationId, MessageId } from "../../../domain/Ids.ts"
import type { Signs } from "../../../domain/messages/senderAction.ts"
import { defaultPageSize } from "../../../domain/text/Page.ts"
import { BadGateway, BadRequest, NotFound, Unavailable } from "../interfaces/developer/Failures.ts"
import { developerFailure } from "../interfaces/developer/developer.ts"
import { Caller, IdempotencyGuard, developerApi } from "../interfaces/developer/middleware.ts"
import { ok } from "../interfaces/envelope.ts"
import { refusal } from "../openapi/documented.ts"
import { tokenUnreadable } from "../sends/developerDirectMessages.ts"
import { accountDisconnected, lookupRefusals } from "../sends/sendRefusals.ts"
import {
  DeveloperMessageAnswer,
  DeveloperMessagePage,
  developerMessage,
  historyQuery,
  messageIdParam
} from "./DeveloperMessageViews.ts"
import { readDescription, ReadRequest, SignsAnswer, signsAnswer, typingDescription, withOptionalBody } from "./signs.ts"

const inbound = "Expected the id of a message from a contact"

/** Responses to a message that cannot be shown or acted on, for `Effect.catchTags`. */
export const developerMessageFailures = {
  MessageNotFound: refusal("No message has the id", new NotFound({ message: "Message not found", code: "NOT_FOUND" })),
  MessageNotInbound: refusal(
    "The message is one of the business",
    new BadRequest({ message: `Invalid field messageId: ${inbound}` })
  ),
  ConversationDisconnected: accountDisconnected("message")
}

export const severalFilters = refusal(
  "Both a contact and a conversation are given",
  new BadRequest({ message: "Give only one of contactId and conversationId" })
)

export const unknownBefore = refusal(
  "The message to go on before is not there",
  new BadRequest({ message: "Invalid field before: Expected next of the previous answer" })
)

/** Endpoints of messages (contract: Messages for backends; Read receipts and typing). */
export const DeveloperMessagesGroup = HttpApiGroup.make("messages")
  .add(
    HttpApiEndpoint.get("list", "/v1/messages", { query: historyQuery, success: DeveloperMessagePage })
      .annotate(OpenApi.Summary, "List messages")
      .annotate(
        OpenApi.Description,
        "Messages of a conversation or of a contact, the last one first. Without either, messages of the organization, the one that the service learned of last first: to catch up, go on with next until it is null. A send is there once the platform has answered. Messages of deleted contacts are not listed."
      ),
    HttpApiEndpoint.get("get", "/v1/messages/:messageId", {
      params: messageIdParam,
      success: DeveloperMessageAnswer,
      error: [NotFound]
    })
      .annotate(OpenApi.Summary, "Get a message")
      .annotate(
        OpenApi.Description,
        "A message in either direction with its status, the times of each step, its price, and why it failed. `waMessageId` of a send is a valid id."
      ),
    HttpApiEndpoint.post("read", "/v1/messages/:messageId/read", {
      params: messageIdParam,
      payload: [ReadRequest, HttpApiSchema.NoContent],
      success: SignsAnswer,
      error: [NotFound, BadGateway, Unavailable]
    })
      .middleware(IdempotencyGuard)
      .annotate(OpenApi.Transform, withOptionalBody)
      .annotate(OpenApi.Summary, "Mark a message as read")
      .annotate(OpenApi.Description, readDescription),
    HttpApiEndpoint.post("typing", "/v1/messages/:messageId/typing", {
      params: messageIdParam,
      success: SignsAnswer,
      error: [NotFound, BadGateway, Unavailable]
    })
      .middleware(IdempotencyGuard)
      .annotate(OpenApi.Summary, "Show that an answer is being written")
      .annotate(OpenApi.Description, typingDescription)
  )
  .annotate(OpenApi.Title, "Messages")
  .annotate(OpenApi.Description, "Messages in both directions, read receipts and typing")

const signal = Effect.fnUntraced(
  function* (id: string, signs: Signs) {
    const { organizationId } = yield* Caller
    const access = backendAccess(organizationId)
    const found = yield* getMessage(access, id)
    const action = yield* Effect.catchTags(showSigns(access, found, signs), {
      ...lookupRefusals(found.message.channel),
      ...tokenUnreadable(found.message.channel),
      ConversationDisconnected: developerMessageFailures.ConversationDisconnected,
      MessageNotInbound: developerMessageFailures.MessageNotInbound
    })
    return signsAnswer(found.message, action)
  },
  Effect.catchTags({ MessageNotFound: developerMessageFailures.MessageNotFound, Forbidden: Effect.die }),
  Effect.catchTag("Refused", (refused) => Effect.fail(developerFailure(refused)))
)

const filterOf = ({ contactId, conversationId }: { readonly contactId?: string; readonly conversationId?: string }) => {
  if (contactId !== undefined) return { _tag: "Contact", id: ContactId.make(contactId.toLowerCase()) } as const
  return conversationId === undefined
    ? null
    : ({ _tag: "Conversation", id: ConversationId.make(conversationId.toLowerCase()) } as const)
}

export const layer = HttpApiBuilder.group(developerApi(DeveloperMessagesGroup), "messages", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(
      function* ({ query }) {
        const { organizationId } = yield* Caller
        if (query.contactId !== undefined && query.conversationId !== undefined) return yield* severalFilters()
        const { before, limit = defaultPageSize, since = null } = query
        const { next, rows } = yield* messageHistory(organizationId, {
          of: filterOf(query),
          since,
          before: before === undefined ? null : MessageId.make(before.toLowerCase()),
          limit
        })
        return ok({ messages: rows.map(({ message, quoted }) => developerMessage(message, quoted)), next })
      },
      Effect.catchTag("MessageNotFound", unknownBefore)
    ),
    get: Effect.fnUntraced(
      function* ({ params }) {
        const { organizationId } = yield* Caller
        const { message, quoted } = yield* getMessage(backendAccess(organizationId), params.messageId)
        return ok(developerMessage(message, quoted))
      },
      Effect.catchTags({ MessageNotFound: developerMessageFailures.MessageNotFound, Forbidden: Effect.die })
    ),
    read: ({ params, payload }) => signal(params.messageId, { read: true, typing: payload?.typing ?? false }),
    typing: ({ params }) => signal(params.messageId, { read: false, typing: true })
  })
)
