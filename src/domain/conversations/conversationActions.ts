import { DateTime, Result, Schema } from "effect"
import { queued, settled } from "./assignment.ts"
import { type Conversation, ConversationStatus } from "./Conversation.ts"
import type { UserId } from "../Ids.ts"
import type { Named } from "../Named.ts"

/** The actions on a conversation, beside messages. */
export const ConversationAction = Schema.Literals(["close", "assign", "reopen", "handOverToAi", "escalate"])
export type ConversationAction = Named<typeof ConversationAction.Type>

type Always = Readonly<Record<ConversationStatus, ConversationStatus>>
type Sometimes = Readonly<Partial<Always>>

/**
 * The next status of each action, by the status before it. Absent transitions are refused (contract: Transitions of a
 * conversation; Reopening a conversation).
 */
export const transitions: Readonly<
  Record<"close" | "assign" | "reopen", Always> & Record<"handOverToAi" | "escalate", Sometimes>
> = {
  close: { open: "closed", ai_handling: "closed", escalated: "closed", closed: "closed" },
  assign: { open: "open", ai_handling: "open", escalated: "open", closed: "open" },
  reopen: { open: "open", ai_handling: "ai_handling", escalated: "escalated", closed: "open" },
  handOverToAi: { open: "ai_handling" },
  escalate: { ai_handling: "escalated" }
}

/** The action leads nowhere from where the conversation is. */
export class ConversationActionRefused extends Schema.TaggedError<ConversationActionRefused>()(
  "ConversationActionRefused",
  { action: ConversationAction, status: ConversationStatus }
) {}

/** A conversation after an action, and what the action did to it. */
export interface ChangedConversation {
  readonly conversation: Conversation
  readonly isChanged: boolean
  /** Whether a closed conversation was opened again. */
  readonly isReopened: boolean
  /** The conversation has another assignee. */
  readonly isReassigned: boolean
}

type Change = Partial<Omit<Conversation, "id" | "organizationId" | "contactId" | "createdAt" | "updatedAt">>

/** Fields of a conversation that is not snoozed and was not warned. */
export const awake = { snoozedAt: null, snoozedUntil: null, warnedAt: null } as const

/**
 * Who closed it, when and how only comes and goes with the status: without a change of status or assignee everything
 * stays as it is. A clock that went back does not move the time of the last change.
 */
const changed = (before: Conversation, change: Change, at: DateTime.Utc): ChangedConversation => {
  const after: Conversation = { ...before, ...change }
  const isReassigned = after.assigneeId !== before.assigneeId
  const isChanged = isReassigned || after.status !== before.status
  return {
    conversation: isChanged ? settled({ ...after, updatedAt: DateTime.max(before.updatedAt, at) }) : before,
    isChanged,
    isReopened: before.status === "closed" && after.status !== "closed",
    isReassigned
  }
}

/** Closes it, which ends a snooze. Of several closings the first one counts: who, when and how it was resolved stay. */
export const close = (
  conversation: Conversation,
  by: string,
  resolution: string | null,
  at: DateTime.Utc
): ChangedConversation =>
  changed(
    conversation,
    { ...awake, status: transitions.close[conversation.status], closedAt: at, closedBy: by, resolution },
    at
  )

/** Assigns the conversation to a user. AI handling ends, and a closed conversation is open again. */
export const assign = (conversation: Conversation, assigneeId: UserId, at: DateTime.Utc): ChangedConversation =>
  changed(
    conversation,
    {
      status: transitions.assign[conversation.status],
      assigneeId,
      closedAt: null,
      closedBy: null,
      resolution: null
    },
    at
  )

/** Takes the conversation from its assignee. Its status stays (contract: Taking a conversation from its assignee). */
export const unassign = (conversation: Conversation, at: DateTime.Utc): ChangedConversation =>
  changed(conversation, { assigneeId: null }, at)

/** The change of a conversation, which waits for an assignee then if it has none. */
const waiting = (change: ChangedConversation, at: DateTime.Utc): ChangedConversation =>
  change.isChanged ? { ...change, conversation: queued(change.conversation, at) } : change

/** Opens a closed conversation again, for the assignee that it had. One that is not closed stays as it is. */
export const reopen = (conversation: Conversation, at: DateTime.Utc): ChangedConversation =>
  waiting(
    changed(
      conversation,
      { status: transitions.reopen[conversation.status], closedAt: null, closedBy: null, resolution: null },
      at
    ),
    at
  )

const moved = (
  action: "handOverToAi" | "escalate",
  conversation: Conversation,
  at: DateTime.Utc
): Result.Result<ChangedConversation, ConversationActionRefused> => {
  const status = transitions[action][conversation.status]
  return status === undefined
    ? Result.fail(new ConversationActionRefused({ action, status: conversation.status }))
    : Result.succeed(changed(conversation, { status }, at))
}

/** Lets an AI agent handle it. */
export const handOverToAi = (conversation: Conversation, at: DateTime.Utc) => moved("handOverToAi", conversation, at)

/** The AI agent asks for a human. */
export const escalate = (conversation: Conversation, at: DateTime.Utc) =>
  Result.map(moved("escalate", conversation, at), (change) => waiting(change, at))
