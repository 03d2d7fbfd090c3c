import { DateTime, Effect, Option } from "effect"
import { automaticActor } from "../../domain/access/SessionAccess.ts"
import { type AutoClose, closingStep } from "../../domain/conversations/automaticClosing.ts"
import type { Conversation } from "../../domain/conversations/Conversation.ts"
import { close } from "../../domain/conversations/conversationActions.ts"
import { isInWindow } from "../../domain/conversations/MessagingWindow.ts"
import { EventId } from "../../domain/Ids.ts"
import { conversationClosed } from "../../domain/webhooks/conversationEvents.ts"
import { Organizations } from "../../ports/access/Organizations.ts"
import { ConversationAgenda, type DueConversation } from "../../ports/conversations/ConversationAgenda.ts"
import { ConversationStore } from "../../ports/conversations/ConversationStore.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { EventLog } from "../../ports/webhooks/EventLog.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { recordAutomatic } from "./recordAutomatic.ts"

/** Conversations of all organizations with a due step of automatic closing. The caller takes each step. */
export const dueClosings = Effect.fnUntraced(function* (limit: number) {
  return yield* (yield* ConversationAgenda).dueClosings(yield* DateTime.now, limit)
}, spanned("dueClosings"))

/**
 * Records that the warning was due, and sends it if the messaging window is open and the contact can be reached. Otherwise
 * the conversation closes without a warning.
 */
const warn = Effect.fnUntraced(function* (
  conversation: Conversation,
  warning: NonNullable<AutoClose["warning"]>,
  at: DateTime.Utc
) {
  const { channel, id, organizationId } = conversation
  yield* Effect.catchTag(
    (yield* ConversationStore).save({ ...conversation, warnedAt: at }),
    "AnotherConversationOpen",
    Effect.die
  )
  const openedAt = yield* (yield* ConversationAgenda).contactWroteAt(organizationId, id)
  if (!isInWindow(channel, { openedAt }, {}, at)) return
  yield* Effect.ignore(recordAutomatic(conversation, warning.text, null, at))
})

/**
 * Takes the due step of automatic closing: the warning, or the close (contract: Automatic closing). A conversation that
 * changed meanwhile stays as it is.
 */
export const takeClosingStep = Effect.fnUntraced(function* ({ id, organizationId }: DueConversation) {
  const conversations = yield* ConversationStore
  const events = yield* EventLog
  const ids = yield* IdSource
  const { atomically } = yield* Transaction
  const { autoClose } = yield* (yield* Organizations).settings(organizationId)
  if (autoClose === null) return
  yield* atomically(
    Effect.gen(function* () {
      const conversation = Option.getOrNull(yield* conversations.lock(organizationId, id))
      if (conversation === null) return
      const at = yield* DateTime.now
      const step = closingStep(conversation, autoClose, at)
      if (step === null) return
      if (step === "warn") {
        return autoClose.warning === null ? undefined : yield* warn(conversation, autoClose.warning, at)
      }
      const closed = close(conversation, automaticActor, null, at).conversation
      yield* Effect.catchTag(conversations.save(closed), "AnotherConversationOpen", Effect.die)
      yield* events.append(conversationClosed(EventId.make(yield* ids.uuid), closed, at))
    })
  )
}, spanned("takeClosingStep"))
