import { Effect, Option, Result } from "effect"
import { accountOfConversation } from "../sends/chooseSender.ts"
import type { ConversationId, OrganizationId } from "../../domain/Ids.ts"
import { type ReadOccasion, senderAction } from "../../domain/messages/senderAction.ts"
import { Organizations } from "../../ports/access/Organizations.ts"
import { ConversationStore } from "../../ports/conversations/ConversationStore.ts"
import { MessageStore } from "../../ports/messages/MessageStore.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { SenderActions } from "../../ports/sends/SenderActions.ts"
import { logFailure } from "../../telemetry/failureLog.ts"
import { spanned } from "../../telemetry/spanned.ts"

/** The last message, and the answer to it that may have just been sent. */
const lastTwo = 2

/**
 * Queues the read receipt of the conversation's last message of the person, if the organization's setting names this
 * occasion (contract: Read receipts of the console). The caller does not wait for the platform, and a failure is only logged.
 */
export const offerReadReceipt = Effect.fnUntraced(
  function* (organizationId: OrganizationId, conversationId: ConversationId, occasion: ReadOccasion) {
    const { readReceipts } = yield* (yield* Organizations).recentSettings(organizationId)
    if (readReceipts !== occasion) return
    const found = yield* (yield* ConversationStore).find(organizationId, conversationId)
    const slice = yield* (yield* MessageStore).list(organizationId, conversationId, lastTwo, null)
    if (Option.isNone(found) || Option.isNone(slice)) return
    const message = slice.value.rows.find(({ direction }) => direction === "inbound")
    const action = message && Result.getOrNull(senderAction(message, { read: true, typing: false }))
    if (action === undefined || action === null) return
    const from = yield* accountOfConversation(found.value)
    const { offer } = yield* SenderActions
    yield* (yield* Transaction).afterCommit(offer(from, action))
  },
  (offered, organizationId) =>
    Effect.catchCause(offered, (cause) =>
      logFailure({ level: "Warn", text: "a read receipt was not queued" }, cause)
    ).pipe(Effect.annotateLogs({ organizationId })),
  spanned("offerReadReceipt")
)
