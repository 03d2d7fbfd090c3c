import { DateTime, Schema } from "effect"
import type { Conversation } from "../../../domain/Conversation.ts"
import { UserId } from "../../../domain/Ids.ts"
import type { Member } from "../../../ports/Memberships.ts"
import { Data, ok } from "../envelope.ts"
import { Assignee, exampleAssignee, exampleId, id, status, updatedAt } from "./ConversationViews.ts"
import { timestamp } from "./timestamp.ts"

/** Whatever is closed says when and by whom; the schema of conversations alone does not say so. */
export const closedConversation = ({ closedAt, closedBy, id, updatedAt }: Conversation) => ({
  id,
  status: "closed" as const,
  closedAt: DateTime.formatIso(closedAt ?? updatedAt),
  closedBy: closedBy ?? ""
})

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
