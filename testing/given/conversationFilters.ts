import type { Channel } from "../../src/domain/conversations/Channel.ts"
import { type ConversationFilter, everyConversation } from "../../src/ports/conversations/ConversationStore.ts"

export { everyConversation }

export const onChannel = (channel: Channel): ConversationFilter => ({ ...everyConversation, channel })
