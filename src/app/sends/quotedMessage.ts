import { Effect, Option } from "effect"
import type { ContactIdentity } from "../../domain/contacts/ContactIdentity.ts"
import type { ChannelAccount } from "../../domain/conversations/Channel.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import { type MessageReference, QuotedMessageRefused } from "../../domain/messages/quotedMessages.ts"
import { ContactStore } from "../../ports/contacts/ContactStore.ts"
import { MessageStore } from "../../ports/messages/MessageStore.ts"
import { spanned } from "../../telemetry/spanned.ts"

/** Recipient and account of a send. */
export interface QuotingSend {
  readonly from: Pick<ChannelAccount, "id">
  readonly identity: ContactIdentity
}

/**
 * The message that a send answers or reacts to, by the id of this service or the platform's. It has to be a message of
 * the same person and account. `field` is the dotted name of the field with the id: `replyTo`, `reaction.messageId`.
 */
export const quotedMessage = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  { from, identity }: QuotingSend,
  field: string,
  id: string
): Effect.fn.Return<MessageReference, QuotedMessageRefused, ContactStore | MessageStore> {
  const { findByAnyId } = yield* MessageStore
  const message = id.includes("\0") ? null : Option.getOrNull(yield* findByAnyId(organizationId, id))
  if (message === null) return yield* new QuotedMessageRefused({ field, reason: "unknown" })
  const contact = Option.getOrNull(yield* (yield* ContactStore).findByIdentity(organizationId, identity))
  if (message.channelAccountId !== from.id || message.contactId !== contact?.id) {
    return yield* new QuotedMessageRefused({ field, reason: "elsewhere" })
  }
  const { conversationId, platformMessageId } = message
  if (platformMessageId === null) return yield* new QuotedMessageRefused({ field, reason: "unsent" })
  return { platformMessageId, conversationId }
}, spanned("quotedMessage"))
