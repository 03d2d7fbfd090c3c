import { Schema } from "effect"
import { Channel, channelsInWords } from "../conversations/Channel.ts"
import { ConversationStatus } from "../conversations/Conversation.ts"
import { ContactId, ConversationId, NoteId, UserId } from "../Ids.ts"

/** A conversation is open, for the first time or again (contract C67). */
export const ConversationOpenedData = Schema.Struct({
  conversation: Schema.Struct({
    id: ConversationId.annotate({ description: "The conversation's id" }),
    contact_id: ContactId.annotate({ description: "The contact whom it is with" }),
    channel: Channel.annotate({ description: channelsInWords }),
    status: ConversationStatus.annotate({ description: "open, ai_handling, escalated or closed" })
  }).annotate({ description: "The conversation as it is now" })
})

/** A conversation was closed (contract C67). */
export const ConversationClosedData = Schema.Struct({
  ...ConversationOpenedData.fields,
  closed_by: Schema.NullOr(Schema.String).annotate({ description: "Id of the user, or service_role" }),
  resolution: Schema.NullOr(Schema.String).annotate({ description: "The text given; null when there was none" })
})

/** Without the text: a note that is removed is not kept in the events of it (contract C266). */
export const NoteData = Schema.Struct({
  note_id: NoteId.annotate({ description: "The note's id" }),
  conversation_id: ConversationId.annotate({ description: "The conversation that it is about" }),
  author_id: Schema.NullOr(UserId).annotate({ description: "The user who wrote it; null for the service role" })
})

/** A conversation has another assignee (contract C268). */
export const AssignedData = Schema.Struct({
  conversation_id: ConversationId.annotate({ description: "The conversation" }),
  assignee_id: Schema.NullOr(UserId).annotate({
    description: "The user who looks after it now; null when it was taken away from a user"
  }),
  previous_assignee_id: Schema.NullOr(UserId).annotate({
    description: "The user who looked after it until now; null when there was none"
  }),
  assigned_by: Schema.String.annotate({ description: "Id of the user who assigned it, or service_role" })
})

/** A member read a conversation, or marked it as unread (contract C306). */
export const UnreadData = Schema.Struct({
  conversation_id: ConversationId.annotate({ description: "The conversation" }),
  unread_count: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotate({
    description: "Its messages of the person that no member has read yet"
  }),
  changed_by: Schema.String.annotate({ description: "Id of the user who did it, or service_role" })
})

/** The status of a conversation changed, and it is not closed (contract C332). */
export const ConversationUpdatedData = Schema.Struct({
  ...ConversationOpenedData.fields,
  previous_status: ConversationStatus.annotate({ description: "The status before the change" }),
  changed_by: Schema.String.annotate({ description: "platform, the id of a user, or service_role" }),
  reason: Schema.NullOr(Schema.String).annotate({
    description: "The platform's word for a handover, such as control_passed; otherwise the text given, or null"
  }),
  details: Schema.Record(Schema.String, Schema.Json).annotate({
    description: "The platform's own fields of the handover; empty without one"
  }),
  timestamp: Schema.String.annotate({ description: "When it changed, by the platform's clock; ISO 8601 UTC" })
})
