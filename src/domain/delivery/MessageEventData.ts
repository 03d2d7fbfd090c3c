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
