import { Schema } from "effect"
import { CampaignPauseReason } from "../campaigns/Campaign.ts"
import { CampaignCounts } from "../campaigns/CampaignCounts.ts"
import { CampaignStatus } from "../campaigns/campaignStates.ts"
import { Channel, channelsInWords } from "../conversations/Channel.ts"
import {
  CampaignId,
  ContactId,
  ConversationId,
  NoteId,
  PendingSendId,
  PlatformMessageId,
  TeamId,
  UserId
} from "../Ids.ts"
import { MessageContent } from "../messages/Message.ts"
import { MessagePricing } from "../messages/MessagePricing.ts"
import { ConversationStatus } from "../conversations/Conversation.ts"

const timestamp = Schema.String.annotate({
  description: "When it happened by the platform's clock; ISO 8601 UTC with milliseconds"
})
const channel = Channel.annotate({ description: channelsInWords })
const messageId = PlatformMessageId.annotate({ description: "The platform's id of the message" })
const conversationId = ConversationId.annotate({ description: "The conversation that the message belongs to" })
const contactId = ContactId.annotate({ description: "The contact whom the conversation is with" })
const to = Schema.String.annotate({ description: "Recipient: phone number, or the platform's id of the person" })
const from = Schema.String.annotate({ description: "Who wrote: phone number, or the platform's id of the person" })
const type = Schema.String.annotate({ description: "The type of message, which says what its content is" })
const content = MessageContent.annotate({ description: "What it says: the fields of the type, and the platform's own" })

/** Data of `message.sent`, with the field names of the webhooks. */
export const MessageSentData = Schema.Struct({
  channel,
  message_id: messageId,
  to,
  type,
  content,
  agent: Schema.optionalKey(
    Schema.Struct({
      name: Schema.NonEmptyString.annotate({ description: "The name that the backend gave" })
    }).annotate({ description: "The agent that a backend sent the message for; absent otherwise" })
  ),
  status: Schema.Literal("sent").annotate({ description: "The platform has accepted the message" }),
  timestamp
})

/** `type` is one of the six of the contract; `content` has its fields, and beside them the platform's own. */
export const MessageReceivedData = Schema.Struct({
  channel,
  message_id: messageId,
  conversation_id: conversationId,
  contact_id: contactId,
  from,
  type,
  content,
  timestamp
})

const receipt = { channel, message_id: messageId, to }

/** Data of `message.delivered` and `message.read`; `timestamp` is the time that the platform reports. */
export const MessageReceiptData = Schema.Struct({
  ...receipt,
  status: Schema.Literals(["delivered", "read"]).annotate({ description: "What became of the message" }),
  timestamp,
  pricing: Schema.optionalKey(
    MessagePricing.annotate({
      description: "The price as the platform reports it; absent if it has not reported any for the message"
    })
  )
})

/** Data of `message.failed`: a failure that the platform reports after it accepted the message. */
export const MessageFailedData = Schema.Struct({
  ...receipt,
  status: Schema.Literal("failed").annotate({ description: "What became of the message" }),
  timestamp,
  error: Schema.Struct({
    code: Schema.Int.annotate({ description: "The platform's code; 0 when it gave no reason" }),
    title: Schema.String.annotate({ description: "The platform's name of the failure; empty when it gave none" }),
    message: Schema.String.annotate({ description: "What failed, in the platform's words" })
  }).annotate({ description: "Why it failed" })
})

/** Data of `message.send_failed`: a recorded or scheduled send that no caller waits for. */
export const SendFailedData = Schema.Struct({
  send_id: PendingSendId.annotate({ description: "The id of the send: scheduledId, or that of sendAfterCommit" }),
  scheduled: Schema.Boolean.annotate({
    description: "Whether it was scheduled; else it was recorded in a transaction"
  }),
  channel,
  to,
  conversation_id: Schema.NullOr(ConversationId).annotate({
    description: "The conversation that it answers in; null for a send that names none"
  }),
  contact_id: Schema.NullOr(ContactId).annotate({
    description: "The contact; null if there was none when the send was scheduled, and for a recorded send"
  }),
  send_at: Schema.String.annotate({ description: "When it was due; ISO 8601 UTC" }),
  error: Schema.Struct({
    reason: Schema.String.annotate({
      description: "The kind of failure, such as PlatformRejected, RecipientBlocked or MonthlyLimitReached"
    }),
    code: Schema.Int.annotate({ description: "The platform's code; 0 when it gave none" }),
    message: Schema.String.annotate({ description: "What failed; in the platform's words if it refused" })
  }).annotate({ description: "Why it failed" }),
  timestamp: Schema.String.annotate({ description: "When it failed; ISO 8601 UTC" })
})

/** Data of `postback`: a tap on a button. A chosen quick reply is a message. */
export const PostbackData = Schema.Struct({
  channel,
  from,
  title: Schema.String.annotate({ description: "The text on the button" }),
  payload: Schema.NullOr(Schema.String).annotate({ description: "The payload of the button; null when it has none" }),
  message_id: Schema.optionalKey(messageId),
  timestamp
})

/** The message that it is about. `from` is who did it, as `message.received` has it; null for the business. */
const afterwards = {
  channel,
  message_id: messageId,
  conversation_id: conversationId,
  contact_id: contactId,
  from: Schema.NullOr(Schema.String).annotate({
    description: "Who did it: phone number, or the platform's id of the person; null for the business"
  })
}

/** Whether no later report of the same kind is known; one that comes late is announced all the same. */
const latest = { latest: Schema.Boolean.annotate({ description: "Whether no later report of the same kind is known" }) }

/** Data of `message.reaction`. `latest` is false for a reaction that a later one has already replaced. */
export const MessageReactionData = Schema.Struct({
  ...afterwards,
  emoji: Schema.NullOr(Schema.String).annotate({
    description: "The emoji, or the platform's word for it; null when the reaction is taken back"
  }),
  ...latest,
  timestamp
})

/** `type` and `content` are as in `message.received`, by this edit. */
export const MessageEditedData = Schema.Struct({
  ...afterwards,
  type,
  content,
  ...latest,
  timestamp
})

/** Data of `message.deleted`; the contents are gone, so it has none. */
export const MessageDeletedData = Schema.Struct({ ...afterwards, timestamp })

/** A conversation is open, for the first time or again (contract: Events). */
export const ConversationOpenedData = Schema.Struct({
  conversation: Schema.Struct({
    id: ConversationId.annotate({ description: "The conversation's id" }),
    contact_id: ContactId.annotate({ description: "The contact whom it is with" }),
    channel: Channel.annotate({ description: channelsInWords }),
    status: ConversationStatus.annotate({ description: "open, ai_handling, escalated or closed" }),
    team_id: Schema.optionalKey(
      TeamId.annotate({ description: "The team that looks after it; present if there is one" })
    ),
    labels: Schema.optionalKey(
      Schema.Array(Schema.String).annotate({ description: "Names of its labels; present if it has some" })
    )
  }).annotate({ description: "The conversation as it is now" })
})

/** A conversation was closed (contract: Events). */
export const ConversationClosedData = Schema.Struct({
  ...ConversationOpenedData.fields,
  closed_by: Schema.NullOr(Schema.String).annotate({ description: "Id of the user, service_role, or automatic" }),
  resolution: Schema.NullOr(Schema.String).annotate({ description: "The text given; null when there was none" })
})

/** Without the text: a note that is removed is not kept in the events of it (contract: Events of notes). */
export const NoteData = Schema.Struct({
  note_id: NoteId.annotate({ description: "The note's id" }),
  conversation_id: ConversationId.annotate({ description: "The conversation that it is about" }),
  author_id: Schema.NullOr(UserId).annotate({ description: "The user who wrote it; null for the service role" })
})

/** A conversation has another assignee (contract: Event of an assignment). */
export const AssignedData = Schema.Struct({
  conversation_id: ConversationId.annotate({ description: "The conversation" }),
  assignee_id: Schema.NullOr(UserId).annotate({
    description: "The user who looks after it now; null when it was taken away from a user"
  }),
  previous_assignee_id: Schema.NullOr(UserId).annotate({
    description: "The user who looked after it until now; null when there was none"
  }),
  assigned_by: Schema.String.annotate({
    description: "Id of the user who assigned it, automatic for a policy, or service_role"
  })
})

/** A member read a conversation, or marked it as unread (contract: Events of reading). */
export const UnreadData = Schema.Struct({
  conversation_id: ConversationId.annotate({ description: "The conversation" }),
  unread_count: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotate({
    description: "Its messages of the person that no member has read yet"
  }),
  changed_by: Schema.String.annotate({ description: "Id of the user who did it, or service_role" })
})

/**
 * The status, the snooze, the priority, the labels or the team of a conversation changed, and it is not closed (contract:
 * Changes of a status; Snoozing a conversation; Priority of a conversation; Labels of conversations and contacts; Team of a
 * conversation).
 */
export const ConversationUpdatedData = Schema.Struct({
  ...ConversationOpenedData.fields,
  previous_status: ConversationStatus.annotate({
    description: "The status before the change; the same for snooze and priority"
  }),
  changed_by: Schema.String.annotate({
    description: "platform, contact, automatic, the id of a user or of an API key, or service_role"
  }),
  reason: Schema.NullOr(Schema.String).annotate({
    description:
      "The platform's word for a handover, such as control_passed; snoozed, unsnoozed or priority_changed; otherwise the text given, or null"
  }),
  details: Schema.Record(Schema.String, Schema.Json).annotate({
    description:
      "The platform's own fields of the handover; snoozed_until of a snooze, cause of its end (time, reply or member), priority and previous_priority; `agent` with the `name` of the agent that a caller named; otherwise empty"
  }),
  labels: Schema.optionalKey(
    Schema.Struct({
      current: Schema.Array(Schema.String).annotate({ description: "Names of the labels now" }),
      previous: Schema.Array(Schema.String).annotate({ description: "Names of the labels before" })
    }).annotate({ description: "Present if the labels changed" })
  ),
  team: Schema.optionalKey(
    Schema.Struct({
      current: Schema.NullOr(TeamId).annotate({ description: "The team now; null for none" }),
      previous: Schema.NullOr(TeamId).annotate({ description: "The team before; null for none" })
    }).annotate({ description: "Present if the team changed" })
  ),
  timestamp: Schema.String.annotate({ description: "When it changed, by the platform's clock; ISO 8601 UTC" })
})

/** Data of `campaign.updated`: the campaign has another status. */
export const CampaignUpdatedData = Schema.Struct({
  campaign_id: CampaignId.annotate({ description: "The campaign's id" }),
  name: Schema.String.annotate({ description: "The name of the campaign" }),
  status: CampaignStatus.annotate({ description: "The status of the campaign" }),
  previous_status: CampaignStatus.annotate({ description: "The status before" }),
  reason: Schema.NullOr(
    Schema.Struct({
      reason: CampaignPauseReason.annotate({ description: "Why it is paused; requested by a caller, or a fault" }),
      code: Schema.NullOr(Schema.Int).annotate({ description: "The platform's code; null if it gave none" }),
      detail: Schema.String.annotate({ description: "The reason in words" })
    })
  ).annotate({ description: "The reason of a pause; null otherwise" }),
  counts: CampaignCounts.annotate({ description: "The counts at the change" }),
  timestamp: Schema.String.annotate({ description: "When it changed; ISO 8601 UTC" })
})
