import { DateTime, Effect, Option } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import { needsOf } from "../../domain/inbound/InboxNeeds.ts"
import { messageByPlatformId } from "../../domain/inbound/InboxState.ts"
import type { SentReaction } from "../../domain/inbound/sentReaction.ts"
import { takeReaction } from "../../domain/inbound/takeReceipt.ts"
import { Inbox } from "../../ports/inbound/Inbox.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { logFailure } from "../../telemetry/failureLog.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { afterConflict, announceAll } from "./announceAll.ts"

/**
 * Shows a reaction of the business at its message, as the echo of a reaction is shown, and announces it (contract:
 * Reactions of the business). Once only, also if it runs again. The reaction was sent in any case, so a failure is
 * logged.
 */
export const applyReaction = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  { account, item }: SentReaction
) {
  const inbox = yield* Inbox
  const { atomically } = yield* Transaction
  const change = Effect.gen(function* () {
    const now = yield* DateTime.now
    const before = yield* inbox.load(organizationId, needsOf([{ account, item }]))
    const entry = messageByPlatformId(before, account.id, item.platformMessageId)
    if (Option.isNone(entry)) return
    const after = takeReaction(before, entry.value, item, { now })
    if (after === before) return
    yield* inbox.save(organizationId, before, after, now)
    yield* announceAll(organizationId, after)
  })
  yield* atomically(change).pipe(
    Effect.retry(afterConflict),
    Effect.catchCause((cause) =>
      logFailure({ level: "Error", text: "a reaction that was sent is not shown at its message" }, cause)
    )
  )
}, spanned("applyReaction"))
