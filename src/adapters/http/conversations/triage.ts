import { DateTime, Duration, Effect, Option, Schema } from "effect"
import { type ChangeFailure, changeConversations } from "../../../app/conversations/changeConversations.ts"
import { prioritizeConversation, snoozeConversation, unsnoozeConversation } from "../../../app/conversations/snoozes.ts"
import { NotAMember, type SessionAccess } from "../../../domain/access/SessionAccess.ts"
import { BulkAction, maxBulkConversations } from "../../../domain/conversations/BulkAction.ts"
import { type Conversation, ConversationNotFound } from "../../../domain/conversations/Conversation.ts"
import { longestSnooze } from "../../../domain/conversations/snooze.ts"
import { ConversationId, UserId } from "../../../domain/Ids.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { idIn, idOr, instant, optional, RequiredText, Text } from "../interfaces/requestFields.ts"
import {
  conversationIdOf,
  exampleAssignee,
  exampleId,
  id,
  longestResolution,
  priority,
  Snoozed,
  snoozedView,
  status,
  updatedAt
} from "./ConversationViews.ts"

const days = Duration.toDays(longestSnooze)

/** The end of a snooze. */
const until = optional(
  instant(
    `When the snooze ends: in the future, at most ${days} days ahead. Null, or left out: with the next message of the contact, which ends every snooze`
  )
)

export const SnoozeRequest = Schema.Struct({ until }).annotate({
  identifier: "SnoozeConversationRequest",
  description: "May be left out as a whole",
  examples: [{ until: DateTime.makeUnsafe("2026-11-23T08:00:00.000Z") }]
})

export const PriorityRequest = Schema.Struct({ priority }).annotate({
  identifier: "PrioritizeConversationRequest",
  description: "The priority to set",
  examples: [{ priority: "high" }]
})

/** A conversation after its snooze or its priority changed. */
export const AdjustedConversation = Data(
  Schema.Struct({
    id,
    status: status.annotate({ description: "As before" }),
    assigneeId: Schema.NullOr(UserId).annotate({ description: "The assigned user, as before; null when unassigned" }),
    priority,
    snoozed: Schema.NullOr(Snoozed).annotate({ description: "The snooze; null while it is not snoozed" }),
    updatedAt
  })
).annotate({
  examples: [
    ok({
      id: exampleId,
      status: "open",
      assigneeId: exampleAssignee.id,
      priority: "high",
      snoozed: { at: "2026-11-21T10:00:00.000Z", until: "2026-11-23T08:00:00.000Z" },
      updatedAt: "2026-11-21T10:00:00.000Z"
    })
  ]
})

const adjusted = (conversation: Conversation) =>
  ok({
    id: conversation.id,
    status: conversation.status,
    assigneeId: conversation.assigneeId,
    priority: conversation.priority,
    snoozed: snoozedView(conversation),
    updatedAt: DateTime.formatIso(conversation.updatedAt)
  })

/** Snoozes the conversation, for a caller of either interface. */
export const snoozeFor = Effect.fnUntraced(function* (
  access: SessionAccess,
  conversationId: string,
  request: typeof SnoozeRequest.Type | void
) {
  const conversation = yield* conversationIdOf(conversationId)
  return adjusted(yield* snoozeConversation(access, conversation, (request ?? {}).until ?? null))
})

/** Ends the snooze of the conversation, for a caller of either interface. */
export const unsnoozeFor = Effect.fnUntraced(function* (access: SessionAccess, conversationId: string) {
  return adjusted(yield* unsnoozeConversation(access, yield* conversationIdOf(conversationId)))
})

/** Sets the priority of the conversation, for a caller of either interface. */
export const prioritizeFor = Effect.fnUntraced(function* (
  access: SessionAccess,
  conversationId: string,
  request: typeof PriorityRequest.Type
) {
  return adjusted(yield* prioritizeConversation(access, yield* conversationIdOf(conversationId), request.priority))
})

/** The text about the end of a snooze that cannot be. */
export const snoozeEndTexts = {
  past: "Expected a time in the future",
  "too far": `Expected a time at most ${days} days ahead`
} as const

/** The text about a snooze of a closed conversation. */
export const closedText = "Conversation is closed"

const actions = ["assign", "unassign", "close", "reopen", "snooze", "unsnooze", "priority"] as const

/** A bulk action. Fields of other actions are ignored. */
export const BulkRequest = Schema.Struct({
  ids: Schema.Array(RequiredText)
    .check(
      Schema.isMinLength(1, { expected: `1 to ${maxBulkConversations} ids` }),
      Schema.isMaxLength(maxBulkConversations, { expected: `1 to ${maxBulkConversations} ids` })
    )
    .annotate({ description: `Ids of conversations, 1 to ${maxBulkConversations}; repeated ids count once` }),
  action: Schema.Literals(actions).annotate({ description: actions.join(", ") }),
  userId: optional(RequiredText.annotate({ description: "The user to assign; required for assign" })),
  resolution: optional(
    Text.check(Schema.isMaxLength(longestResolution, { expected: `at most ${longestResolution} characters` }))
  ).annotate({ description: `How they were resolved, for close; at most ${longestResolution} characters` }),
  until,
  priority: optional(priority).annotate({ description: "The priority to set; required for priority" })
}).annotate({
  identifier: "ChangeConversationsRequest",
  description: "The conversations, and the action on each",
  examples: [{ ids: [exampleId], action: "close", resolution: "Refunded" }]
})

/** What became of each conversation. */
export const BulkAnswer = Data(
  Schema.Struct({
    results: Schema.Array(
      Schema.Struct({
        id: Schema.String.annotate({ description: "The id as it was given" }),
        success: Schema.Boolean.annotate({
          description: "Whether the conversation is now as the action leaves it, changed or not"
        }),
        error: Schema.optionalKey(
          Schema.String.annotate({ description: "Why the conversation stays as it is; absent on success" })
        )
      })
    ).annotate({ description: "A result for each id, in the order of the request" }),
    succeeded: Schema.Int.annotate({ description: "Results with success" }),
    failed: Schema.Int.annotate({ description: "Results without success" })
  })
).annotate({
  examples: [
    ok({
      results: [
        { id: exampleId, success: true },
        { id: "0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1c", success: false, error: "Conversation not found" }
      ],
      succeeded: 1,
      failed: 1
    })
  ]
})

/** A field that the action needs is missing. */
export class ActionFieldMissing extends Schema.TaggedError<ActionFieldMissing>()("ActionFieldMissing", {
  field: Schema.Literals(["userId", "priority"])
}) {}

const memberIdOf = idOr(UserId, () => new NotAMember())

const actionOf = Effect.fnUntraced(function* (request: typeof BulkRequest.Type) {
  const { cases } = BulkAction
  switch (request.action) {
    case "assign": {
      const { userId = null } = request
      if (userId === null) return yield* new ActionFieldMissing({ field: "userId" })
      return cases.Assign.make({ userId: yield* memberIdOf(userId) })
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
      const { priority: level = null } = request
      return level === null
        ? yield* new ActionFieldMissing({ field: "priority" })
        : cases.Prioritize.make({ priority: level })
    }
  }
})

/** Why a conversation of a bulk action stays as it is. */
const failureText = (failure: ChangeFailure): string => {
  switch (failure._tag) {
    case "ConversationNotFound":
      return "Conversation not found"
    case "Forbidden":
      return "Forbidden"
    case "AnotherConversationOpen":
      return "Conversation is closed and another one is open"
    case "NotAMember":
      return "User is not a member of this organization"
    case "SnoozeRefused":
      return failure.reason === "closed" ? closedText : `Invalid field until: ${snoozeEndTexts[failure.reason]}`
  }
}

const readId = idIn(ConversationId)

/** Performs the action on each conversation, for a caller of either interface. */
export const changeFor = Effect.fnUntraced(function* (access: SessionAccess, request: typeof BulkRequest.Type) {
  const action = yield* actionOf(request)
  const asked = [...new Set(request.ids)].map((text) => [text, Option.getOrNull(readId(text))] as const)
  const failures = yield* changeConversations(
    access,
    asked.flatMap(([, known]) => (known === null ? [] : [known])),
    action
  )
  const results = asked.map(([text, known]) => {
    const failure = known === null ? new ConversationNotFound() : (failures.get(known) ?? null)
    return failure === null ? { id: text, success: true } : { id: text, success: false, error: failureText(failure) }
  })
  const failed = results.filter(({ success }) => !success).length
  return ok({ results, succeeded: results.length - failed, failed })
})

export const descriptions = {
  snooze:
    "`conversation.updated` is dispatched. The next message of the contact ends the snooze, as its time does. A snooze of a snoozed conversation replaces its end.",
  unsnooze: "`conversation.updated` is dispatched. A conversation that is not snoozed stays as it is.",
  prioritize: "`conversation.updated` is dispatched if the priority changes.",
  change: `The same action on at most ${maxBulkConversations} conversations. Each conversation has its result, and none keeps another one from its change. To repeat a request changes nothing more.`
}
