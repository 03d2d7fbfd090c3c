import type { Channel } from "../../src/domain/Channel.ts"
import type { ConversationFilter } from "../../src/ports/ConversationStore.ts"

export const everyConversation: ConversationFilter = { channel: null, status: null, assigneeId: null, visibleTo: null }

export const onChannel = (channel: Channel): ConversationFilter => ({ ...everyConversation, channel })
