import { DateTime, Schema } from "effect"
import { ChannelAccountId, ContactId, ConversationId, TeamId, UserId } from "../../../domain/Ids.ts"
import { Channel, channelsInWords } from "../../../domain/conversations/Channel.ts"
import {
  type Conversation,
  ConversationNotFound,
  ConversationPriority,
  ConversationStatus,
  type ConversationAccount
} from "../../../domain/conversations/Conversation.ts"
import { Direction } from "../../../domain/messages/Message.ts"
import { maxPreviewLength } from "../../../domain/messages/messageText.ts"
import type { ConversationDetail, ConversationOverview } from "../../../ports/conversations/ConversationStore.ts"
import { shownPhone } from "../contacts/SessionContactViews.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { pageFields, timestamp, timestampOrNull } from "../interfaces/pagination.ts"
import { idOr } from "../interfaces/requestFields.ts"

/** Parses the id of a conversation. A text that is not a valid id fails like an unknown conversation. */
export const ConversationIdText = Schema.String.check(Schema.isGUID()).annotate({
  description: "The conversation's id, a UUID"
})

export const conversationIdOf = idOr(ConversationId, () => new ConversationNotFound())

export const id = ConversationId.annotate({ description: "The conversation's id" })
const assigneeId = Schema.NullOr(UserId).annotate({ description: "The assigned user; null when unassigned" })
export const status = ConversationStatus.annotate({ description: "open, ai_handling, escalated or closed" })
export const updatedAt = timestamp("When something was last said or changed")

export const priority = ConversationPriority.annotate({ description: "none, low, normal, high or urgent" })

/** Maximum characters of a resolution, which is also part of an event. */
export const longestResolution = 2_000

/** The snooze of a conversation. */
export const Snoozed = Schema.Struct({
  at: timestamp("When it was snoozed"),
  until: Schema.NullOr(timestamp("When the snooze ends")).annotate({
    description: "When the snooze ends; null: with the next message of the contact"
  })
})

export const snoozedView = ({ snoozedAt, snoozedUntil }: Conversation): typeof Snoozed.Type | null =>
  snoozedAt === null ? null : { at: DateTime.formatIso(snoozedAt), until: timestampOrNull(snoozedUntil) }

export const Assignee = Schema.Struct({
  id: UserId.annotate({ description: "The user's id" }),
  name: Schema.String.annotate({ description: "Name; empty when it is not known" }),
  email: Schema.String.annotate({ description: "E-mail address" })
}).annotate({ identifier: "Assignee", description: "The member who looks after a conversation" })

const contact = {
  id: ContactId.annotate({ description: "The contact's id" }),
  name: Schema.String.annotate({ description: "Name; empty when it is not known" }),
  phone: Schema.String.annotate({ description: "Phone number, E.164 with +; empty when there is none" }),
  avatar: Schema.NullOr(Schema.String).annotate({ description: "URL of a picture; always null, since none is stored" })
}

const common = {
  id,
  contactId: ContactId.annotate({ description: "The contact of the conversation" }),
  status,
  assigneeId,
  channel: Channel.annotate({ description: channelsInWords }),
  lastMessage: Schema.NullOr(
    Schema.Struct({
      text: Schema.String.annotate({
        description: `The text, shortened to ${maxPreviewLength} characters; the kind in brackets when it has none`
      }),
      timestamp: timestamp("When it was said"),
      direction: Direction.annotate({ description: "inbound or outbound" })
    })
  ).annotate({ description: "The last message in either direction; null when there is none" }),
  unreadCount: Schema.Int.annotate({
    description: "Messages that the service learned of since the business last wrote"
  }),
  aiHandling: Schema.Boolean.annotate({ description: "Whether an AI agent handles it" }),
  createdAt: timestamp("When it began"),
  updatedAt,
  priority: Schema.optionalKey(
    priority.annotate({ description: "low, normal, high or urgent; absent when it is none" })
  ),
  snoozed: Schema.optionalKey(Snoozed.annotate({ description: "The snooze; absent while it is not snoozed" })),
  teamId: Schema.optionalKey(TeamId.annotate({ description: "The team that looks after it; present if there is one" })),
  labels: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({ description: "Names of its labels; present if it has some" })
  ),
  account: Schema.optionalKey(
    Schema.Struct({
      id: ChannelAccountId.annotate({ description: "The id of the connected account; `from` of a send takes it" }),
      accountId: Schema.NullOr(Schema.String).annotate({
        description: "The platform's id of the number, Page or account; null when it is no longer connected"
      }),
      name: Schema.NullOr(Schema.String).annotate({
        description: "The display phone number, or a name; null when it is no longer connected"
      })
    }).annotate({
      description:
        "The number, Page or account that the conversation is on; present if the organization has several on the channel, or if it is no longer connected"
    })
  )
}

const snoozedField = (snoozed: typeof Snoozed.Type | null) => (snoozed === null ? {} : { snoozed })

const commonView = ({ conversation, lastMessage }: ConversationOverview, account: ConversationAccount | undefined) => ({
  id: conversation.id,
  contactId: conversation.contactId,
  status: conversation.status,
  assigneeId: conversation.assigneeId,
  channel: conversation.channel,
  lastMessage:
    lastMessage === null
      ? null
      : {
          text: lastMessage.text,
          timestamp: DateTime.formatIso(lastMessage.createdAt),
          direction: lastMessage.direction
        },
  unreadCount: conversation.unreadCount,
  aiHandling: conversation.status === "ai_handling",
  createdAt: DateTime.formatIso(conversation.createdAt),
  updatedAt: DateTime.formatIso(conversation.updatedAt),
  ...(conversation.priority !== "none" && { priority: conversation.priority }),
  ...snoozedField(snoozedView(conversation)),
  ...(conversation.teamId !== null && { teamId: conversation.teamId }),
  ...(conversation.labels.length > 0 && { labels: conversation.labels }),
  ...(account !== undefined && {
    account: { id: account.id, accountId: account.externalId, name: account.displayName }
  })
})

const contactView = ({ id, name, phone }: ConversationOverview["contact"]) => ({
  id,
  name,
  phone: shownPhone(phone),
  avatar: null
})

export const exampleId = ConversationId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b")
const exampleContact = {
  id: ContactId.make("018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71"),
  name: "Ada Lovelace",
  phone: "+15551234567",
  avatar: null
}
export const exampleAssignee = {
  id: UserId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e10"),
  name: "Grace Hopper",
  email: "grace@example.com"
}
const example = {
  id: exampleId,
  contactId: exampleContact.id,
  status: "open" as const,
  assigneeId: exampleAssignee.id,
  channel: "whatsapp" as const,
  lastMessage: {
    text: "See you at eight",
    timestamp: "2026-11-21T09:30:00.250Z",
    direction: "inbound" as const
  },
  unreadCount: 1,
  aiHandling: false,
  createdAt: "2026-11-20T12:00:00.000Z",
  updatedAt: "2026-11-21T09:30:00.250Z"
}

export const conversationItem = (overview: ConversationOverview, account: ConversationAccount | undefined) => ({
  ...commonView(overview, account),
  contact: contactView(overview.contact)
})

export const ConversationPage = Data(
  Schema.Struct({
    conversations: Schema.Array(
      Schema.Struct({
        ...common,
        contact: Schema.Struct(contact).annotate({ description: "The contact of the conversation" })
      }).annotate({ identifier: "SessionConversationItem", description: "A conversation in a list" })
    ),
    ...pageFields
  })
).annotate({
  examples: [
    ok({ conversations: [{ ...example, contact: exampleContact }], total: 1, page: 1, limit: 20, hasNext: false })
  ]
})

export const conversationDetails = (detail: ConversationDetail, account: ConversationAccount | undefined) => ({
  ...commonView(detail, account),
  contact: { ...contactView(detail.contact), email: detail.contact.email, labels: detail.contact.labels },
  assignee: detail.assignee,
  metadata: {
    source: detail.conversation.source,
    firstMessageAt: detail.firstMessageAt === null ? null : DateTime.formatIso(detail.firstMessageAt)
  }
})

export const ConversationDetails = Data(
  Schema.Struct({
    ...common,
    contact: Schema.Struct({
      ...contact,
      email: Schema.NullOr(Schema.String).annotate({ description: "E-mail address; null when there is none" }),
      labels: Schema.Array(Schema.String).annotate({ description: "Labels" })
    }).annotate({ description: "The contact of the conversation" }),
    assignee: Schema.NullOr(Assignee).annotate({ description: "The assigned user; null when unassigned" }),
    metadata: Schema.Struct({
      source: Schema.String.annotate({ description: "Who began it: api for a send of ours, else the channel" }),
      firstMessageAt: Schema.NullOr(timestamp("When the first message was recorded")).annotate({
        description: "When the first message was recorded; null when none was"
      })
    }).annotate({ description: "How it began" })
  })
).annotate({
  examples: [
    ok({
      ...example,
      contact: { ...exampleContact, email: "ada@example.com", labels: [] },
      assignee: exampleAssignee,
      metadata: { source: "api", firstMessageAt: "2026-11-20T12:00:00.000Z" }
    })
  ]
})
