import type { Channel } from "../../src/domain/conversations/Channel.ts"
import type { ConversationFilter } from "../../src/ports/conversations/ConversationStore.ts"

export const everyConversation: ConversationFilter = {
  channel: null,
  status: null,
  assigneeId: null,
  priority: null,
  snoozed: null,
  contactId: null,
  search: null,
  visibleTo: null
}

export const onChannel = (channel: Channel): ConversationFilter => ({ ...everyConversation, channel })
