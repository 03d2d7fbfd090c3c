import { channelRules } from "../../domain/conversations/Channel.ts"
import { DateTime, Effect } from "effect"
import type { OrganizationSuspended } from "../../domain/access/AccessFailures.ts"
import type { RecipientRefused } from "../../domain/contacts/RecipientCheck.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { MonthlyLimitReached } from "../../domain/limits/MonthlyLimit.ts"
import {
  type IdempotencyKeyTaken,
  RecipientChecks,
  type Reservation,
  type SendIntent,
  SendLedger
} from "../../ports/sends/SendLedger.ts"
import { logFailure } from "../../telemetry/failureLog.ts"
import { outcomeDeadline } from "../../domain/messages/Message.ts"
import type { IdSource } from "../../ports/process/IdSource.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { matchSends } from "../inbound/completeSends.ts"

type Reserved = Effect.Effect<
  Reservation,
  MonthlyLimitReached | OrganizationSuspended | RecipientRefused | IdempotencyKeyTaken
>

const warning: Readonly<Record<RecipientRefused["_tag"], string>> = {
  RecipientBlocked: "a message goes to a blocked contact, since RECIPIENT_CHECKS is warn",
  RecipientOptedOut: "a marketing template goes to a contact who opted out, since RECIPIENT_CHECKS is warn"
}

/** The answer to a refusal: the refusal itself, or a warning and a send without a check. */
const orWarn = (refused: RecipientRefused, unchecked: Reserved): Reserved =>
  Effect.flatMap(RecipientChecks, (checks) =>
    checks === "refuse"
      ? Effect.fail(refused)
      : Effect.andThen(
          logFailure(
            { level: "Warn", text: warning[refused._tag], subject: refused.contactId },
            { contactId: refused.contactId }
          ),
          unchecked
        )
  )

/**
 * Reserves a send, except to recipients who must not receive it (contract: Blocked and opted-out recipients). The
 * ledger checks the recipient in the reserving statement, so the check costs no extra round trip.
 *
 * `isMarketing` is whether a template is for marketing; null for a message without a template. It may call the
 * platform, so it runs only if the recipient opted out, before anything is recorded.
 */
export const reserveSend = (
  { reserve }: SendLedger["Service"],
  organizationId: OrganizationId,
  intent: Omit<SendIntent, "check">,
  isMarketing: Effect.Effect<boolean> | null
): Reserved => {
  const reserveWith = (check: SendIntent["check"]): Reserved =>
    Effect.catchTags(reserve(organizationId, { ...intent, check }), {
      RecipientBlocked: (refused) => orWarn(refused, reserveWith("none")),
      RecipientOptedOut: (refused) =>
        isMarketing === null
          ? reserveWith("blocked")
          : Effect.flatMap(Effect.interruptible(isMarketing), (isOffer) =>
              isOffer ? orWarn(refused, reserveWith("none")) : reserveWith("blocked")
            )
    })
  return reserveWith(isMarketing === null ? "blocked" : "blockedOrOptedOut")
}

/** Maximum intents that a pass expires. */
const batch = 500

/**
 * Expires intents whose process ended before it recorded an outcome (contract: Intent first, outcome after), except
 * those whose echo is stored (contract: Echoes that name no send). Returns the number of expired intents.
 */
export const expireSends = Effect.fnUntraced(function* (): Effect.fn.Return<number, never, IdSource | SendLedger> {
  const ledger = yield* SendLedger
  const now = yield* DateTime.now
  const before = DateTime.subtractDuration(now, outcomeDeadline)
  const overdue = yield* ledger.overdue(before, batch)
  yield* Effect.forEach(
    overdue.filter(({ channel }) => !channelRules[channel].hasNamedEchoes),
    ({ channelAccountId, contactId, createdAt, organizationId, peer }) =>
      matchSends(organizationId, { contactId, channelAccountId, peer, at: createdAt }, before).pipe(
        Effect.catchCause((cause) =>
          logFailure({ level: "Error", text: "an overdue send could not be matched with its echo" }, cause)
        )
      ),
    { discard: true }
  )
  const expired = yield* ledger.expire(before, now, batch)
  if (expired > 0) yield* Effect.logWarning("sends without an outcome were given up", { expired })
  return expired
}, spanned("expireSends"))
