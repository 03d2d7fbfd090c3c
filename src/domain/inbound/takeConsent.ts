import { type ConsentChange, latestConsent } from "../contacts/Consent.ts"
import { messageChoice } from "../contacts/StopWords.ts"
import type { MessageContent } from "../messages/Message.ts"
import { consentChanged } from "../webhooks/Event.ts"
import { type InboxContact, withConsent } from "./InboxContact.ts"
import { type InboxContext, type InboxState, announcing } from "./InboxState.ts"
import { changeContact } from "./resolveContact.ts"

/** Records the change, and announces it if the contact's choice on the channel is another one afterwards. */
export const takeConsent = (
  state: InboxState,
  entry: InboxContact,
  change: ConsentChange,
  context: InboxContext
): InboxState => {
  const after = withConsent(entry, change)
  const changed = changeContact(state, entry, after, context)
  const { contact } = entry
  return latestConsent(entry.consents, change.channel)?.state === latestConsent(after.consents, change.channel)?.state
    ? changed
    : announcing(changed, (id) => consentChanged(id, contact, change, context.now))
}

/**
 * Applies a message of the person that is a stop word, or a word that takes it back (contract: Stop words).
 */
export const takeWord = (
  state: InboxState,
  entry: InboxContact,
  { at, by, content }: Pick<ConsentChange, "at" | "by"> & { readonly content: MessageContent },
  context: InboxContext
): InboxState => {
  const choice = messageChoice(context.words, content)
  if (choice === null) return state
  return takeConsent(state, entry, { channel: context.account.channel, state: choice, at, source: "word", by }, context)
}
