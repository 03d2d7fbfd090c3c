import { DateTime, Schema } from "effect"
import type { Conversation } from "../../../domain/conversations/Conversation.ts"
import { UserId } from "../../../domain/Ids.ts"
import type { Member } from "../../../ports/access/Memberships.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { timestamp } from "../interfaces/pagination.ts"
import { optional, RequiredText, Text } from "../interfaces/requestFields.ts"
import { Assignee, exampleAssignee, exampleId, id, longestResolution, status, updatedAt } from "./ConversationViews.ts"

/** The response for a closed conversation. `closedAt` and `closedBy` are always set. */
export const closedConversation = ({ closedAt, closedBy, id, updatedAt }: Conversation) => ({
  id,
  status: "closed" as const,
  closedAt: DateTime.formatIso(closedAt ?? updatedAt),
  closedBy: closedBy ?? ""
})

/** The answer with a closed conversation. */
export const ClosedConversation = Data(
  Schema.Struct({
    id,
    status: Schema.Literal("closed").annotate({ description: "Always closed" }),
    closedAt: timestamp("When it was closed; the first time, when it was closed before"),
    closedBy: Schema.String.annotate({ description: "The user who closed it, or service_role" })
  })
).annotate({
  examples: [
    ok({ id: exampleId, status: "closed", closedAt: "2026-11-21T10:00:00.000Z", closedBy: exampleAssignee.id })
  ]
})

/** A conversation after its assignment. */
export const assignedConversation = ({ id, status, updatedAt }: Conversation, assignee: Member["user"]) => ({
  id,
  assigneeId: assignee.id,
  assignee,
  status,
  updatedAt: DateTime.formatIso(updatedAt)
})

/** The answer with an assigned conversation. */
export const AssignedConversation = Data(
  Schema.Struct({
    id,
    assigneeId: UserId.annotate({ description: "The user who looks after it" }),
    assignee: Assignee,
    status: status.annotate({ description: "open" }),
    updatedAt
  })
).annotate({
  examples: [
    ok({
      id: exampleId,
      assigneeId: exampleAssignee.id,
      assignee: exampleAssignee,
      status: "open",
      updatedAt: "2026-11-21T10:00:00.000Z"
    })
  ]
})

/** A conversation after its status or its assignee changed. */
export const changedConversation = ({ assigneeId, id, status, updatedAt }: Conversation) => ({
  id,
  status,
  assigneeId,
  updatedAt: DateTime.formatIso(updatedAt)
})

/** The answer with a conversation that was opened again. */
export const ReopenedConversation = Data(
  Schema.Struct({
    id,
    status: status.annotate({ description: "open, or as it was when it was not closed" }),
    assigneeId: Schema.NullOr(UserId).annotate({ description: "The assigned user, as before; null when unassigned" }),
    updatedAt
  })
).annotate({
  examples: [
    ok({ id: exampleId, status: "open", assigneeId: exampleAssignee.id, updatedAt: "2026-11-21T10:00:00.000Z" })
  ]
})

/** The answer with a conversation without an assignee. */
export const UnassignedConversation = Data(
  Schema.Struct({
    id,
    status: status.annotate({ description: "As before" }),
    assigneeId: Schema.Null.annotate({ description: "Always null" }),
    updatedAt
  })
).annotate({
  examples: [ok({ id: exampleId, status: "open", assigneeId: null, updatedAt: "2026-11-21T10:00:00.000Z" })]
})

/** The answer with a read conversation. */
export const ReadConversation = Data(
  Schema.Struct({ id, unreadCount: Schema.Literal(0).annotate({ description: "Always 0" }) })
).annotate({ examples: [ok({ id: exampleId, unreadCount: 0 })] })

/** The answer with an unread conversation. */
export const UnreadConversation = Data(
  Schema.Struct({
    id,
    unreadCount: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)).annotate({
      description: "Unread messages; 1 when all had been read"
    })
  })
).annotate({ examples: [ok({ id: exampleId, unreadCount: 1 })] })

/** The request of a closing. */
export const CloseConversationRequest = Schema.Struct({
  resolution: optional(
    Text.check(Schema.isMaxLength(longestResolution, { expected: `at most ${longestResolution} characters` })).annotate(
      {
        description: `How the conversation was resolved, at most ${longestResolution} characters`
      }
    )
  )
}).annotate({
  identifier: "CloseConversationRequest",
  description: "May be left out as a whole",
  examples: [{ resolution: "Refunded" }]
})

/** The request of an assignment. */
export const AssignConversationRequest = Schema.Struct({
  userId: RequiredText.annotate({ description: "The user to assign; a member of the organization" })
}).annotate({
  identifier: "AssignConversationRequest",
  description: "The member to assign",
  examples: [{ userId: "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e10" }]
})
