import { DateTime, Duration, Schema } from "effect"
import { maxBulkConversations } from "../../../domain/conversations/BulkAction.ts"
import type { Conversation } from "../../../domain/conversations/Conversation.ts"
import { longestSnooze } from "../../../domain/conversations/snooze.ts"
import { UserId } from "../../../domain/Ids.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { instant, optional, RequiredText, Text } from "../interfaces/requestFields.ts"
import {
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

/** Days of the longest snooze. */
export const snoozeDays = Duration.toDays(longestSnooze)

const until = optional(
  instant(
    `When the snooze ends: in the future, at most ${snoozeDays} days ahead. Null, or left out: with the next message of the contact, which ends every snooze`
  )
)

export const SnoozeRequest = Schema.Struct({ until }).pipe(
  Schema.annotateEncoded({
    identifier: "SnoozeConversationRequest",
    description: "May be left out as a whole",
    examples: [{ until: "2026-11-23T08:00:00.000Z" }]
  })
)

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
  }).annotate({ identifier: "AdjustedConversation", description: "A conversation with its snooze and its priority" })
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

export const adjustedConversation = (conversation: Conversation) =>
  ok({
    id: conversation.id,
    status: conversation.status,
    assigneeId: conversation.assigneeId,
    priority: conversation.priority,
    snoozed: snoozedView(conversation),
    updatedAt: DateTime.formatIso(conversation.updatedAt)
  })

const actions = ["assign", "unassign", "close", "reopen", "snooze", "unsnooze", "priority"] as const

const idCount = `1 to ${maxBulkConversations} ids`

/** A bulk action. Fields of other actions are ignored. */
export const BulkRequest = Schema.Struct({
  ids: Schema.Array(RequiredText)
    .check(
      Schema.isMinLength(1, { expected: idCount }),
      Schema.isMaxLength(maxBulkConversations, { expected: idCount })
    )
    .annotate({ description: `Ids of conversations, ${idCount}; repeated ids count once` }),
  action: Schema.Literals(actions).annotate({ description: actions.join(", ") }),
  userId: optional(RequiredText.annotate({ description: "The user to assign; required for assign" })),
  resolution: optional(
    Text.check(Schema.isMaxLength(longestResolution, { expected: `at most ${longestResolution} characters` })).annotate(
      { description: `How they were resolved, for close; at most ${longestResolution} characters` }
    )
  ),
  until,
  priority: optional(priority.annotate({ description: "The priority to set; required for priority" }))
}).pipe(
  Schema.annotateEncoded({
    identifier: "ChangeConversationsRequest",
    description: "The conversations, and the action on each",
    examples: [{ ids: [exampleId], action: "close", resolution: "Refunded" }]
  })
)

/** The result for each conversation. */
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
      }).annotate({ identifier: "ConversationResult", description: "The result of an action on a conversation" })
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
