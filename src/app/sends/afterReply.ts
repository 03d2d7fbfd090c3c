import { DateTime, Effect, Option } from "effect"
import { actorOf, type SessionAccess } from "../../domain/access/SessionAccess.ts"
import { isUnassigned } from "../../domain/conversations/assignment.ts"
import { assign } from "../../domain/conversations/conversationActions.ts"
import { type ConversationId, EventId, generated } from "../../domain/Ids.ts"
import type { Message } from "../../domain/messages/Message.ts"
import { conversationAssigned } from "../../domain/webhooks/conversationEvents.ts"
import { Organizations } from "../../ports/access/Organizations.ts"
import { ConversationStore } from "../../ports/conversations/ConversationStore.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { EventLog } from "../../ports/webhooks/EventLog.ts"
import { logFailure } from "../../telemetry/failureLog.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { offerReadReceipt } from "../messages/readReceipts.ts"
import { IsAutomatic } from "./dispatch.ts"

/**
 * Assigns the conversation to the member who answered in it, if it has no assignee and the organization's setting says so
 * (contract: Assignment to the member who answers). A failure is only logged: the answer was sent.
 */
const assignToReplier = Effect.fnUntraced(
  function* (access: SessionAccess, id: ConversationId) {
    const { membership, organizationId } = access
    if (membership === null) return
    const { assignOnReply } = yield* (yield* Organizations).recentSettings(organizationId)
    if (!assignOnReply) return
    const conversations = yield* ConversationStore
    const events = yield* EventLog
    const ids = yield* IdSource
    yield* (yield* Transaction).atomically(
      Effect.gen(function* () {
        const present = Option.getOrNull(yield* conversations.lock(organizationId, id))
        if (present === null || !isUnassigned(present)) return
        const at = yield* DateTime.now
        const { conversation } = assign(present, membership.userId, at)
        yield* conversations.save(conversation)
        const change = { by: actorOf(access), previousId: null }
        yield* events.append(conversationAssigned(EventId.make(yield* ids.uuid, generated), conversation, change, at))
      })
    )
  },
  Effect.catchCause((cause) =>
    logFailure({ level: "Warn", text: "a conversation was not assigned to the member who answered" }, cause)
  ),
  spanned("assignToReplier")
)

/** Assigns the conversation of a member's answer to them, if the setting says so. */
export const withReplyAssignment = <A extends Pick<Message, "conversationId">, E, R>(
  access: SessionAccess,
  reply: Effect.Effect<A, E, R>
) => Effect.tap(reply, ({ conversationId }) => assignToReplier(access, conversationId))

/** A reply, after which the contact sees that their message was read, and the member has the conversation, if the settings say so. */
export const afterReply = <A extends Pick<Message, "conversationId">, E, R>(
  access: SessionAccess,
  reply: Effect.Effect<A, E, R>
) =>
  Effect.tap(withReplyAssignment(access, reply), ({ conversationId }) =>
    Effect.flatMap(IsAutomatic, (isAutomatic) =>
      isAutomatic ? Effect.void : offerReadReceipt(access.organizationId, conversationId, "on_reply")
    )
  )
