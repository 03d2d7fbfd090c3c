import { Effect } from "effect"
import type { OrganizationSuspended } from "../../domain/access/AccessFailures.ts"
import type { RecipientRefused } from "../../domain/contacts/RecipientCheck.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { MonthlyLimitReached } from "../../domain/limits/MonthlyLimit.ts"
import { RecipientChecks } from "../../ports/contacts/RecipientChecks.ts"
import type { IdempotencyKeyTaken, Reservation, SendIntent, SendLedger } from "../../ports/sends/SendLedger.ts"
import { logFailure } from "../../telemetry/failureLog.ts"

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
 * Reserves a send, except to recipients who are not to get it (contract C44). The ledger checks them in the statement
 * that reserves, so a send to anybody else costs nothing more.
 *
 * `isMarketing` tells whether a template is for offers; null for a message that is no template. It may ask the platform,
 * so it is asked only for a recipient who opted out, before anything is recorded.
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
