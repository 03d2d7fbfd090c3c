import type { OrganizationId } from "../../../domain/Ids.ts"
import { messagePreview } from "../../../domain/message/messagePreview.ts"
import { monthOf } from "../../../domain/quota/MonthlyLimit.ts"
import type { SendIntent } from "../../../ports/stores/SendLedger.ts"
import { contactRecord } from "../contacts/contactRecord.ts"

/** The columns and the event of a new contact. The statement ignores them when the contact is known. */
const newContact = ({ contact, contactEvent }: SendIntent) =>
  JSON.stringify({ ...contactRecord(contact), event_id: contactEvent.id, event: contactEvent.data })

/**
 * One intent as columns. `unit` is the organization and the charged month, and `identity` is the recipient, each as one
 * key.
 */
export const reserveRow = (organizationId: OrganizationId, intent: SendIntent) => {
  const { contact, conversation, conversationEvent, identity } = intent
  return {
    organizationId,
    unit: `${organizationId.toLowerCase()} ${monthOf(intent.at)}`,
    at: intent.at,
    messageId: intent.messageId,
    identity: `${organizationId} ${identity.kind} ${identity.scope.length} ${identity.scope} ${identity.value}`,
    identityKind: identity.kind,
    identityScope: identity.scope,
    identityValue: identity.value,
    check: intent.check,
    peer: intent.peer,
    contactId: contact.id,
    contact: newContact(intent),
    conversationId: conversation.id,
    conversationStatus: conversation.status,
    conversationSource: conversation.source,
    conversationAt: conversation.createdAt,
    conversationEventId: conversationEvent.id,
    conversationEvent: JSON.stringify(conversationEvent.data),
    channel: conversation.channel,
    channelAccountId: conversation.channelAccountId,
    type: intent.type,
    content: JSON.stringify(intent.content),
    preview: messagePreview(intent.type, intent.content)
  }
}
export type ReserveRow = ReturnType<typeof reserveRow>
