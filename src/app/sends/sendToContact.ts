import { Effect, Option } from "effect"
import { ContactNotFoundByPhone } from "../../domain/contact/Contact.ts"
import type { ChannelAccountId, ContactId } from "../../domain/Ids.ts"
import { Forbidden, maySee, type SessionAccess, visibleTo } from "../../domain/access/SessionAccess.ts"
import type { WhatsAppContent } from "../../domain/message/WhatsAppContent.ts"
import { ChannelAccounts } from "../../ports/stores/ChannelAccounts.ts"
import { ContactStore } from "../../ports/stores/ContactStore.ts"
import { ConversationStore } from "../../ports/stores/ConversationStore.ts"
import { PhoneNumbers } from "../../ports/policies/PhoneNumbers.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { dispatchWhatsApp } from "./dispatch.ts"
import { readRecipient } from "./readRecipient.ts"
import { sendOnce } from "./sendOnce.ts"

/** A caller may write only into conversations that they may see. A caller who sees all needs no look-up. */
export const checkRunning = Effect.fnUntraced(function* (
  access: SessionAccess,
  contactId: ContactId,
  channelAccountId: ChannelAccountId
) {
  if (visibleTo(access) === null) return
  const running = yield* (yield* ConversationStore).findRunning(access.organizationId, contactId, channelAccountId)
  if (Option.isSome(running) && !maySee(access, running.value)) return yield* new Forbidden()
})

/**
 * Sends a WhatsApp message to a contact, found by any form of their number or by their business-scoped user id. Unknown
 * ones are refused (contract C18).
 */
export const sendToContact = Effect.fnUntraced(
  function* (access: SessionAccess, recipient: string, content: WhatsAppContent) {
    const { organizationId } = access
    const read = yield* Effect.fromResult(readRecipient(yield* PhoneNumbers, recipient))
    const contact = yield* (yield* ContactStore).findByIdentity(organizationId, read.identity)
    if (Option.isNone(contact)) return yield* new ContactNotFoundByPhone()
    const from = yield* (yield* ChannelAccounts).connected(organizationId, "whatsapp")
    yield* checkRunning(access, contact.value.id, from.account.id)
    return yield* dispatchWhatsApp(from, read, content)
  },
  (send, { organizationId }) => sendOnce(organizationId, send),
  spanned("sendToContact")
)
