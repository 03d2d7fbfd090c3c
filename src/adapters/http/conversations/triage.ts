import { Effect, Option } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { type ChangeFailure, changeConversations } from "../../../app/conversations/changeConversations.ts"
import { prioritizeConversation, snoozeConversation, unsnoozeConversation } from "../../../app/conversations/snoozes.ts"
import { NotAMember } from "../../../domain/access/SessionAccess.ts"
import { BulkAction, maxBulkConversations } from "../../../domain/conversations/BulkAction.ts"
import { ConversationNotFound } from "../../../domain/conversations/Conversation.ts"
import type { SnoozeRefused } from "../../../domain/conversations/snooze.ts"
import { ConversationId, UserId } from "../../../domain/Ids.ts"
import type { Interface, InterfaceGuards, Prefix, Requester } from "../interfaces/Interface.ts"
import { conflict, invalidField, notFound, Refusals, Refused } from "../interfaces/Refusal.ts"
import { developer, inDeveloper } from "../interfaces/developer/developer.ts"
import { developerApi } from "../interfaces/developer/middleware.ts"
import { ok } from "../interfaces/envelope.ts"
import { idIn, idOr } from "../interfaces/requestFields.ts"
import { sessionApi } from "../interfaces/session/middleware.ts"
import { inSession, session } from "../interfaces/session/session.ts"
import { withOptionalBody } from "../messages/signs.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"
import { ConversationIdText, conversationIdOf } from "./ConversationViews.ts"
import {
  AdjustedConversation,
  adjustedConversation,
  BulkAnswer,
  BulkRequest,
  PriorityRequest,
  snoozeDays,
  SnoozeRequest
} from "./TriageViews.ts"

const endTexts = {
  past: "Expected a time in the future",
  "too far": `Expected a time at most ${snoozeDays} days ahead`
} as const

const closedText = "Conversation is closed"
const notFoundText = "Conversation not found"

const conversationNotFound = refusal("No conversation has the id", notFound(notFoundText))
const conversationForbidden = refusal(
  "The user may not see the conversation",
  new Refused("Forbidden", { text: "Forbidden" })
)
const conversationClosed = refusal("The conversation is closed", conflict(closedText))
const endRefused = refusalFor(
  "The end of the snooze is past or too far ahead",
  ({ reason }: { readonly reason: keyof typeof endTexts }) => invalidField("until", endTexts[reason]),
  { reason: "past" }
)
const assigneeUnknown = refusal(
  "The user to assign is no member",
  invalidField("userId", "not a member of this organization")
)
const missing = (field: "userId" | "priority", when: string) =>
  refusal(when, new Refused("BadRequest", { text: `Missing required field: ${field}`, code: "MISSING_FIELD" }))
const userMissing = missing("userId", "The user to assign is missing")
const priorityMissing = missing("priority", "The priority to set is missing")

const params = { conversationId: ConversationIdText }

/** Endpoints of snooze, priority and bulk actions (contract: Snoozing a conversation; Bulk actions). */
const groupOf = <P extends Prefix, G extends InterfaceGuards>(on: Interface<P, G>) =>
  HttpApiGroup.make("triage")
    .add(
      HttpApiEndpoint.post("snooze", `${on.prefix}/conversations/:conversationId/snooze`, {
        params,
        payload: [SnoozeRequest, HttpApiSchema.NoContent],
        success: AdjustedConversation
      })
        .middleware(on.Idempotency)
        .middleware(on.NotFound)
        .middleware(on.Conflict)
        .annotate(Refusals, [endRefused, conversationForbidden, conversationNotFound, conversationClosed])
        .annotate(OpenApi.Transform, withOptionalBody)
        .annotate(OpenApi.Summary, "Snooze a conversation")
        .annotate(
          OpenApi.Description,
          "`conversation.updated` is dispatched. The next message of the contact ends the snooze, as its time does. A snooze of a snoozed conversation replaces its end."
        ),
      HttpApiEndpoint.post("unsnooze", `${on.prefix}/conversations/:conversationId/unsnooze`, {
        params,
        success: AdjustedConversation
      })
        .middleware(on.Idempotency)
        .middleware(on.NotFound)
        .annotate(Refusals, [conversationForbidden, conversationNotFound])
        .annotate(OpenApi.Summary, "End the snooze of a conversation")
        .annotate(
          OpenApi.Description,
          "`conversation.updated` is dispatched. A conversation that is not snoozed stays as it is."
        ),
      HttpApiEndpoint.put("prioritize", `${on.prefix}/conversations/:conversationId/priority`, {
        params,
        payload: PriorityRequest,
        success: AdjustedConversation
      })
        .middleware(on.NotFound)
        .annotate(Refusals, [conversationForbidden, conversationNotFound])
        .annotate(OpenApi.Summary, "Set the priority of a conversation")
        .annotate(OpenApi.Description, "`conversation.updated` is dispatched if the priority changes."),
      HttpApiEndpoint.post("change", `${on.prefix}/conversations/bulk`, { payload: BulkRequest, success: BulkAnswer })
        .middleware(on.Idempotency)
        .annotate(Refusals, [endRefused, assigneeUnknown, userMissing, priorityMissing])
        .annotate(OpenApi.Summary, "Change many conversations")
        .annotate(
          OpenApi.Description,
          `The same action on at most ${maxBulkConversations} conversations. Each conversation has its result, and none keeps another one from its change. To repeat a request changes nothing more.`
        )
    )
    .annotate(OpenApi.Title, "Triage")
    .annotate(OpenApi.Description, "Snooze and priority of conversations, and actions on many of them")

interface OfConversation {
  readonly params: { readonly conversationId: string }
}

const unseen = { ConversationNotFound: conversationNotFound, Forbidden: conversationForbidden }

const snoozeRefused = ({ reason }: SnoozeRefused) =>
  Effect.fail(reason === "closed" ? conversationClosed() : endRefused({ reason }))

const snooze = Effect.fnUntraced(
  function* (
    { access }: Requester,
    { params, payload }: OfConversation & { readonly payload: typeof SnoozeRequest.Type | void }
  ) {
    const { until = null } = payload ?? {}
    return adjustedConversation(
      yield* snoozeConversation(access, yield* conversationIdOf(params.conversationId), until)
    )
  },
  Effect.catchTags({ ...unseen, SnoozeRefused: snoozeRefused })
)

const unsnooze = Effect.fnUntraced(function* ({ access }: Requester, { params }: OfConversation) {
  return adjustedConversation(yield* unsnoozeConversation(access, yield* conversationIdOf(params.conversationId)))
}, Effect.catchTags(unseen))

const prioritize = Effect.fnUntraced(function* (
  { access }: Requester,
  { params, payload }: OfConversation & { readonly payload: typeof PriorityRequest.Type }
) {
  const id = yield* conversationIdOf(params.conversationId)
  return adjustedConversation(yield* prioritizeConversation(access, id, payload.priority))
}, Effect.catchTags(unseen))

const memberIdOf = idOr(UserId, () => new NotAMember())

const actionOf = Effect.fnUntraced(function* (request: typeof BulkRequest.Type) {
  const { cases } = BulkAction
  switch (request.action) {
    case "assign": {
      const { userId = null } = request
      return userId === null ? yield* userMissing() : cases.Assign.make({ userId: yield* memberIdOf(userId) })
    }
    case "unassign":
      return cases.Unassign.make({})
    case "close":
      return cases.Close.make({ resolution: request.resolution ?? null })
    case "reopen":
      return cases.Reopen.make({})
    case "snooze":
      return cases.Snooze.make({ until: request.until ?? null })
    case "unsnooze":
      return cases.Unsnooze.make({})
    case "priority": {
      const { priority = null } = request
      return priority === null ? yield* priorityMissing() : cases.Prioritize.make({ priority })
    }
  }
})

/** Why a conversation of a bulk action stays as it is. */
const failureText = (failure: ChangeFailure): string => {
  switch (failure._tag) {
    case "ConversationNotFound":
      return notFoundText
    case "Forbidden":
      return "Forbidden"
    case "AnotherConversationOpen":
      return "Conversation is closed and another one is open"
    case "NotAMember":
      return "User is not a member of this organization"
    case "SnoozeRefused":
      return failure.reason === "closed" ? closedText : `Invalid field until: ${endTexts[failure.reason]}`
  }
}

const readId = idIn(ConversationId)

const change = Effect.fnUntraced(
  function* ({ access }: Requester, { payload }: { readonly payload: typeof BulkRequest.Type }) {
    const action = yield* actionOf(payload)
    const requested = [...new Set(payload.ids)].map((text) => [text, Option.getOrNull(readId(text))] as const)
    const ids = requested.flatMap(([, id]) => (id === null ? [] : [id]))
    const failures = yield* changeConversations(access, ids, action)
    const results = requested.map(([text, id]) => {
      const failure = id === null ? new ConversationNotFound() : (failures.get(id) ?? null)
      return failure === null ? { id: text, success: true } : { id: text, success: false, error: failureText(failure) }
    })
    const failed = results.filter(({ success }) => !success).length
    return ok({ results, succeeded: results.length - failed, failed })
  },
  Effect.catchTags({
    NotAMember: assigneeUnknown,
    // No conversation is closed before the first change.
    SnoozeRefused: ({ reason }: SnoozeRefused) =>
      reason === "closed"
        ? Effect.die("a snooze was refused without a conversation")
        : Effect.fail(endRefused({ reason }))
  })
)

export const DeveloperTriageGroup = groupOf(developer)

export const developerLayer = HttpApiBuilder.group(developerApi(DeveloperTriageGroup), "triage", (handlers) =>
  handlers.handleAll({
    snooze: inDeveloper(snooze),
    unsnooze: inDeveloper(unsnooze),
    prioritize: inDeveloper(prioritize),
    change: inDeveloper(change)
  })
)

export const SessionTriageGroup = groupOf(session)

export const sessionLayer = HttpApiBuilder.group(sessionApi(SessionTriageGroup), "triage", (handlers) =>
  handlers.handleAll({
    snooze: inSession(snooze),
    unsnooze: inSession(unsnooze),
    prioritize: inSession(prioritize),
    change: inSession(change)
  })
)
