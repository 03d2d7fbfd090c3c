import type { OrganizationId } from "../../../domain/Ids.ts"
import { messagePreview } from "../../../domain/messages/messageText.ts"
import { monthOf } from "../../../domain/limits/MonthlyLimit.ts"
import type { SendIntent } from "../../../ports/sends/SendLedger.ts"
import { contactRecord } from "../contacts/contactRecord.ts"
import { isoOrNull } from "../inbound/inboxRows.ts"

/** The columns of an `opening`, as `json_to_record` takes them. `contact` is a `contactRecord`. */
export const openingColumns = `identity_kind text, identity_scope text, identity_value text, contact_id uuid,
  contact json, contact_event_id uuid, contact_event json, conversation_id uuid, conversation_status text,
  conversation_source text, conversation_at timestamptz, conversation_event_id uuid, conversation_event json,
  answered_id uuid`

/** The contact and conversation that the outcome of a send creates if they are missing, and their events. */
const opening = ({ answered, contact, contactEvent, conversation, conversationEvent, identity }: SendIntent) =>
  JSON.stringify({
    identity_kind: identity.kind,
    identity_scope: identity.scope,
    identity_value: identity.value,
    contact_id: contact.id,
    contact: contactRecord(contact),
    contact_event_id: contactEvent.id,
    contact_event: contactEvent.data,
    conversation_id: conversation.id,
    conversation_status: conversation.status,
    conversation_source: conversation.source,
    conversation_at: isoOrNull(conversation.createdAt),
    conversation_event_id: conversationEvent.id,
    conversation_event: conversationEvent.data,
    answered_id: answered ?? null
  })

/**
 * One intent as columns. `unit` is the organization and the charged month, and `identity` is the recipient, each as one
 * key.
 */
export const reserveRow = (organizationId: OrganizationId, intent: SendIntent) => {
  const { contact, conversation, identity } = intent
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
    conversationId: conversation.id,
    channel: conversation.channel,
    channelAccountId: conversation.channelAccountId,
    type: intent.type,
    content: JSON.stringify(intent.content),
    preview: messagePreview(intent.type, intent.content),
    opening: opening(intent),
    trace: intent.trace ?? null,
    call: intent.call ?? null
  }
}
export type ReserveRow = ReturnType<typeof reserveRow>
