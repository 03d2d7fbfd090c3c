import { Result, type Schema } from "effect"
import type { InboundPerson } from "../../../domain/InboundPerson.ts"
import { idAt, objectAt, textAt, valueAt } from "./PlatformJson.ts"
import { type AccountSource, required, type Source } from "./Source.ts"

/** The account id of entries from the test button of the platform's dashboard. */
const testAccountId = "0"

/** The account and the person of an item of Messenger or Instagram. */
export interface MessagingParties {
  readonly source: AccountSource
  /** Null when the platform does not say, or knows her as a guest only. */
  readonly person: InboundPerson | null
  readonly byBusiness: boolean
  readonly isGuest: boolean
}

/**
 * Tells the account from the person. The account is the entry's, and the person who else takes part: sender and
 * recipient of an echo have been seen either way round (platforms P11).
 */
export const messagingParties = (
  source: Source,
  channel: "messenger" | "instagram",
  item: Schema.JsonObject
): Result.Result<MessagingParties, string> => {
  const [from, to] = [objectAt(item, "sender"), objectAt(item, "recipient")]
  const [sender, recipient] = [idAt(from, "id"), idAt(to, "id")]
  const isEcho = valueAt(objectAt(item, "message"), "is_echo") === true
  const ofEntry = source.accountExternalId === testAccountId ? null : source.accountExternalId
  const account = ofEntry ?? (isEcho ? sender : recipient) ?? source.accountExternalId
  return Result.map(required(account, "it does not say which account it belongs to"), (accountExternalId) => {
    const byBusiness = isEcho || sender === accountExternalId
    const other = byBusiness && recipient !== accountExternalId ? to : from
    const id = idAt(other, "id")
    return {
      source: { ...source, channel, accountExternalId },
      person:
        id === null
          ? null
          : { ids: [{ kind: channel, value: id }], name: textAt(other, "name"), username: textAt(other, "username") },
      byBusiness,
      isGuest: idAt(from, "user_ref") !== null
    }
  })
}
