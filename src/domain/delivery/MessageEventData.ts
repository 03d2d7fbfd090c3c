import { Schema } from "effect"
import { Channel } from "../conversation/Channel.ts"
import { ContactId, ConversationId, PlatformMessageId } from "../Ids.ts"
import { MessageContent } from "../message/MessageContent.ts"

/** ISO 8601 UTC with milliseconds. */
const Timestamp = Schema.String

export const MessageSentData = Schema.Struct({
  channel: Channel,
  message_id: PlatformMessageId,
  to: Schema.String,
  type: Schema.String,
  content: MessageContent,
  status: Schema.Literal("sent"),
  timestamp: Timestamp
})

/** `type` is one of the six of the contract; `content` has its fields, and beside them the platform's own. */
export const MessageReceivedData = Schema.Struct({
  channel: Channel,
  message_id: PlatformMessageId,
  conversation_id: ConversationId,
  contact_id: ContactId,
  from: Schema.String,
  type: Schema.String,
  content: MessageContent,
  timestamp: Timestamp
})

const receipt = { channel: Channel, message_id: PlatformMessageId, to: Schema.String }

export const MessageReceiptData = Schema.Struct({
  ...receipt,
  status: Schema.Literals(["delivered", "read"]),
  timestamp: Timestamp
})

export const MessageFailedData = Schema.Struct({
  ...receipt,
  status: Schema.Literal("failed"),
  timestamp: Timestamp,
  error: Schema.Struct({ code: Schema.Int, title: Schema.String, message: Schema.String })
})

export const PostbackData = Schema.Struct({
  channel: Channel,
  from: Schema.String,
  title: Schema.String,
  payload: Schema.NullOr(Schema.String),
  message_id: Schema.optionalKey(PlatformMessageId),
  timestamp: Timestamp
})

/** The message that it is about. `from` is who did it, as `message.received` has it; null for the business. */
const afterwards = {
  channel: Channel,
  message_id: PlatformMessageId,
  conversation_id: ConversationId,
  contact_id: ContactId,
  from: Schema.NullOr(Schema.String)
}

/** Whether no later report of the same kind is known; one that comes late is announced all the same. */
const latest = { latest: Schema.Boolean }

export const MessageReactionData = Schema.Struct({
  ...afterwards,
  /** The emoji, or the platform's word for it; null when the reaction is taken back. */
  emoji: Schema.NullOr(Schema.String),
  ...latest,
  timestamp: Timestamp
})

/** `type` and `content` are as in `message.received`, by this edit. */
export const MessageEditedData = Schema.Struct({
  ...afterwards,
  type: Schema.String,
  content: MessageContent,
  ...latest,
  timestamp: Timestamp
})

export const MessageDeletedData = Schema.Struct({ ...afterwards, timestamp: Timestamp })
