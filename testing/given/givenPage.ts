import { type DateTime, Effect } from "effect"
import { personIdentity } from "../../src/domain/contacts/ContactIdentity.ts"
import type { OrganizationId } from "../../src/domain/Ids.ts"
import { seconds } from "./era.ts"
import { givenAccount, type IntentChanges, sendIntent } from "./given.ts"

/** A Messenger Page of the organization, or an Instagram account, and the sends from it to its people. */
export const givenPage = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  at: DateTime.Utc,
  channel: "messenger" | "instagram" = "messenger"
) {
  const account = yield* givenAccount(organizationId, { channel, businessAccountId: null })
  return {
    account,
    /** A send to the person with this id, so many seconds later. */
    intentTo: (personId: string, changes: Partial<IntentChanges> = {}, later = 0) =>
      sendIntent(organizationId, account.id, {
        at: seconds(at, later),
        phone: null,
        identity: personIdentity(channel, account, personId),
        type: "text",
        content: { text: "Hello" },
        ...changes,
        conversation: { channel, ...changes.conversation }
      })
  }
})
