import { Schema } from "effect"
import { Channel } from "./Channel.ts"
import { ChannelAccountId, ContactId, ConversationId, OrganizationId } from "./Ids.ts"

export const ConversationStatus = Schema.Literals(["open", "ai_handling", "escalated", "closed"])
export type ConversationStatus = typeof ConversationStatus.Type

/** What one contact and one channel account say to each other. At most one that is not closed exists for the two. */
export class Conversation extends Schema.Opaque<Conversation>()(
  Schema.Struct({
    id: ConversationId,
    organizationId: OrganizationId,
    contactId: ContactId,
    channel: Channel,
    channelAccountId: ChannelAccountId,
    status: ConversationStatus,
    createdAt: Schema.DateTimeUtcFromString
  })
) {}
