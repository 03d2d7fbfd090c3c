import { Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { escalateConversation, type HandlingChange, handOverConversation } from "../../../app/conversations/handling.ts"
import { shownConversation } from "../../../app/conversations/shownConversation.ts"
import { ConversationStatus } from "../../../domain/conversations/Conversation.ts"
import type { ConversationActionRefused } from "../../../domain/conversations/conversationActions.ts"
import type { ContentRefused } from "../../../domain/messages/ContentRefused.ts"
import { UserId } from "../../../domain/Ids.ts"
import type { TextLimit } from "../../../domain/text/textLimits.ts"
import type { Interface, InterfaceGuards, Prefix, Requester } from "../interfaces/Interface.ts"
import { conflict, invalidField, Refusals } from "../interfaces/Refusal.ts"
import { developer, inDeveloper } from "../interfaces/developer/developer.ts"
import { developerApi } from "../interfaces/developer/middleware.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { limitText, optional, Text, textWithin } from "../interfaces/requestFields.ts"
import { sessionApi } from "../interfaces/session/middleware.ts"
import { inSession, session } from "../interfaces/session/session.ts"
import { withOptionalBody } from "../messages/signs.ts"
import { refusalFor } from "../openapi/documented.ts"
import { accountDisconnected, lookupRefusals } from "../sends/sendRefusals.ts"
import { agentField } from "../sends/senderName.ts"
import { ConversationIdText, conversationIdOf, exampleAssignee, exampleId, id, updatedAt } from "./ConversationViews.ts"
import { conversationForbidden, conversationNotFound } from "./conversationRefusals.ts"
import { changedConversation } from "./changedConversation.ts"

const reasonLimit: TextLimit = { limit: 2_000, unit: "characters" }

const HandlingRequest = Schema.Struct({
  agent: agentField.annotate({ description: "The AI agent that takes the conversation, or asks for people" }),
  reason: optional(
    textWithin(reasonLimit).annotate({ description: `Why, for people who read it; ${limitText(reasonLimit)}` })
  )
}).annotate({
  identifier: "HandlingRequest",
  description: "May be left out as a whole",
  examples: [{ agent: { name: "Acme bot" }, reason: "Asks for a refund" }]
})
type HandlingRequest = typeof HandlingRequest.Type

const HandOverRequest = Schema.Struct({
  ...HandlingRequest.fields,
  appId: optional(
    Text.annotate({
      description:
        "On Messenger and Instagram: the platform's id of another app, which gets the thread. Without it, the agent is one of this app"
    })
  )
}).annotate({
  identifier: "HandOverRequest",
  description: "May be left out as a whole",
  examples: [{ agent: { name: "Acme bot" }, reason: "Asks for a refund" }, { appId: "123456789012345" }]
})
type HandOverRequest = typeof HandOverRequest.Type

const HandledConversation = Data(
  Schema.Struct({
    id,
    status: ConversationStatus.annotate({ description: "ai_handling or escalated" }),
    assigneeId: Schema.NullOr(UserId).annotate({ description: "The assigned user, as before; null when unassigned" }),
    updatedAt
  })
).annotate({
  examples: [
    ok({
      id: exampleId,
      status: "ai_handling",
      assigneeId: exampleAssignee.id,
      updatedAt: "2026-11-21T10:00:00.000Z"
    })
  ]
})

type Status = Pick<ConversationActionRefused, "status">

const notOpen = refusalFor(
  "The conversation is not open",
  ({ status }: Status) => conflict(`Conversation is ${status}; only an open one is handed over to an agent`),
  { status: "escalated" }
)

const notWithAgent = refusalFor(
  "No agent handles the conversation",
  ({ status }: Status) => conflict(`Conversation is ${status}; only one in ai_handling is escalated to people`),
  { status: "open" }
)

const appRefused = refusalFor(
  "The app is none, or the conversation is on WhatsApp",
  ({ expectation, field }: Pick<ContentRefused, "expectation" | "field">) =>
    invalidField(field, expectation ?? "Expected the id of an app"),
  { field: "appId", expectation: "Expected the id of an app, 1 to 20 digits" }
)

const disconnected = accountDisconnected("conversation")

/** Examples of refusals of the platform. */
const calls = lookupRefusals("messenger")

const announced = "`conversation.updated` is dispatched with the previous status, the caller, the agent and the reason."

/** Endpoints of AI agents and people (contract: AI agents and people). */
const groupOf = <P extends Prefix, G extends InterfaceGuards, Params extends Schema.Struct.Fields>(
  on: Interface<P, G>,
  params: Params
) =>
  HttpApiGroup.make("handling")
    .add(
      HttpApiEndpoint.post("handOver", `${on.prefix}/conversations/:conversationId/hand-over`, {
        params,
        payload: [HandOverRequest, HttpApiSchema.NoContent],
        success: HandledConversation
      })
        .middleware(on.Idempotency)
        .middleware(on.NotFound)
        .middleware(on.Conflict)
        .middleware(on.BadGateway)
        .annotate(Refusals, [
          appRefused,
          calls.ChannelTokenMissing,
          conversationNotFound,
          disconnected,
          notOpen,
          calls.PlatformRejected,
          calls.PlatformNotReached,
          calls.PlatformOutcomeUnknown,
          calls.ChannelTokenUnreadable
        ])
        .annotate(OpenApi.Transform, withOptionalBody)
        .annotate(OpenApi.Summary, "Hand a conversation over to an AI agent")
        .annotate(
          OpenApi.Description,
          `An open conversation gets the status \`ai_handling\`. With \`appId\` the platform passes the thread to that app first; if it refuses, nothing is changed. ${announced}`
        ),
      HttpApiEndpoint.post("escalate", `${on.prefix}/conversations/:conversationId/escalate`, {
        params,
        payload: [HandlingRequest, HttpApiSchema.NoContent],
        success: HandledConversation
      })
        .middleware(on.Idempotency)
        .middleware(on.NotFound)
        .middleware(on.Conflict)
        .middleware(on.BadGateway)
        .annotate(Refusals, [
          calls.ChannelTokenMissing,
          conversationNotFound,
          notWithAgent,
          calls.PlatformRejected,
          calls.PlatformNotReached,
          calls.PlatformOutcomeUnknown,
          calls.ChannelTokenUnreadable
        ])
        .annotate(OpenApi.Transform, withOptionalBody)
        .annotate(OpenApi.Summary, "Escalate a conversation to people")
        .annotate(
          OpenApi.Description,
          `A conversation that an AI agent handles gets the status \`escalated\`, until it is assigned or closed. A thread of Messenger or Instagram that another app holds is taken from it first; if the platform refuses, nothing is changed. ${announced}`
        )
    )
    .annotate(OpenApi.Title, "AI agents and people")
    .annotate(OpenApi.Description, "Who answers a conversation")

const changeOf = ({ actor }: Requester, request: HandlingRequest | void): HandlingChange => ({
  by: actor.by,
  agent: request?.agent?.name ?? null,
  reason: request?.reason ?? null
})

interface Request<Payload> {
  readonly params: { readonly conversationId: string }
  readonly payload: Payload | void
}

const refusals = { ConversationNotFound: conversationNotFound, Forbidden: conversationForbidden }

const handOver = Effect.fnUntraced(
  function* (requester: Requester, { params, payload }: Request<HandOverRequest>) {
    const conversationId = yield* conversationIdOf(params.conversationId)
    const change = changeOf(requester, payload)
    const { channel } = yield* shownConversation(requester.access, conversationId)
    const handedOver = handOverConversation(requester.access, conversationId, change, payload?.appId ?? null)
    return ok(changedConversation(yield* Effect.catchTags(handedOver, lookupRefusals(channel))))
  },
  Effect.catchTags({
    ...refusals,
    ConversationActionRefused: notOpen,
    ContentRefused: appRefused,
    ConversationDisconnected: disconnected,
    ContactNotFound: conversationNotFound
  })
)

const escalate = Effect.fnUntraced(
  function* (requester: Requester, { params, payload }: Request<HandlingRequest>) {
    const conversationId = yield* conversationIdOf(params.conversationId)
    const change = changeOf(requester, payload)
    const { channel } = yield* shownConversation(requester.access, conversationId)
    const escalated = escalateConversation(requester.access, conversationId, change)
    return ok(changedConversation(yield* Effect.catchTags(escalated, lookupRefusals(channel))))
  },
  Effect.catchTags({ ...refusals, ConversationActionRefused: notWithAgent })
)

export const DeveloperHandlingGroup = groupOf(developer, {
  conversationId: Schema.String.annotate({ description: "The conversation's id, a UUID" })
})

export const developerLayer = HttpApiBuilder.group(developerApi(DeveloperHandlingGroup), "handling", (handlers) =>
  handlers.handleAll({ handOver: inDeveloper(handOver), escalate: inDeveloper(escalate) })
)

export const SessionHandlingGroup = groupOf(session, { conversationId: ConversationIdText })

export const sessionLayer = HttpApiBuilder.group(sessionApi(SessionHandlingGroup), "handling", (handlers) =>
  handlers.handleAll({ handOver: inSession(handOver), escalate: inSession(escalate) })
)
