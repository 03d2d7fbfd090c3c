import { Context, type DateTime, type Effect } from "effect"
import type { Conversation } from "../../domain/conversations/Conversation.ts"
import type { ConversationId, OrganizationId, TeamId } from "../../domain/Ids.ts"

/** A conversation with a due change. The caller locks it and decides again: another process may have been faster. */
export type DueConversation = Pick<Conversation, "id" | "organizationId">

/** Conversations of an organization that wait for an assignee: those of a team, or those without a team (null). */
export interface AssignmentQueue {
  readonly organizationId: OrganizationId
  readonly teamId: TeamId | null
}

/**
 * Finds conversations of all organizations that change at a time: snoozed ones, and ones that close automatically. Those
 * of deleted contacts are not found.
 */
export class ConversationAgenda extends Context.Service<
  ConversationAgenda,
  {
    /** Snoozed conversations whose time is over, at most `limit`, the longest over first. */
    endedSnoozes(now: DateTime.Utc, limit: number): Effect.Effect<ReadonlyArray<DueConversation>>
    /** The earliest end of a snooze; null without one. */
    readonly nextSnoozeEnd: Effect.Effect<DateTime.Utc | null>
    /**
     * Conversations with a due step of automatic closing, at most `limit` of each organization and status, the longest quiet
     * first.
     */
    dueClosings(now: DateTime.Utc, limit: number): Effect.Effect<ReadonlyArray<DueConversation>>
    /**
     * The queues of organizations with a policy of assignment that have waiting conversations. Snoozed conversations do not
     * wait.
     */
    readonly assignmentQueues: Effect.Effect<ReadonlyArray<AssignmentQueue>>
    /** Waiting conversations of the queue, the longest waiting first, at most `limit`. */
    queued(queue: AssignmentQueue, limit: number): Effect.Effect<ReadonlyArray<ConversationId>>
    /** The time of the latest message of the contact in the conversation; null if there is none. */
    contactWroteAt(organizationId: OrganizationId, id: ConversationId): Effect.Effect<DateTime.Utc | null>
  }
>()("effect-parley/ports/ConversationAgenda") {}
