import { DateTime, Duration, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { ContactId, ConversationId, MessageId, PendingSendId, PlatformMessageId, UserId } from "../../../domain/Ids.ts"
import { Channel } from "../../../domain/conversations/Channel.ts"
import { MessageContent } from "../../../domain/messages/Message.ts"
import { viewOfPending } from "../../../domain/sends/pendingContent.ts"
import { type PendingSend, recipientName } from "../../../domain/sends/PendingSend.ts"
import {
  longestSchedule,
  type ScheduledFilter,
  ScheduledSendNotFound,
  ScheduledStatus,
  scheduledStatus
} from "../../../domain/sends/ScheduledSend.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { pageQuery, timestamp, timestampOrNull } from "../interfaces/pagination.ts"
import { idOr, instant, optional } from "../interfaces/requestFields.ts"

const days = Duration.toDays(longestSchedule)

/** The time of a send: without it, the message is sent at once (contract: Scheduled sends). */
export const sendAtField = optional(
  instant(`When to send it: in the future, at most ${days} days ahead. Without it, the message is sent at once`)
)

const scheduledId = PendingSendId.annotate({ description: "The id of the scheduled message" })

const exampleId = PendingSendId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a3e")

/** Response to a send with `sendAt`. */
export const ScheduledResponse = Data(
  Schema.Struct({
    scheduledId,
    status: Schema.Literal("scheduled").annotate({ description: "The message is recorded, and leaves at sendAt" }),
    sendAt: timestamp("When it is sent")
  }).annotate({ identifier: "ScheduledSend", description: "A message that is recorded, and leaves at its time" })
)
  .annotate({
    examples: [ok({ scheduledId: exampleId, status: "scheduled" as const, sendAt: "2026-12-24T08:00:00.000Z" })]
  })
  .pipe(HttpApiSchema.status(202))

/** The answer to a send that is scheduled. */
export const scheduledAnswer = ({ dueAt, id }: PendingSend) =>
  ok({ scheduledId: id, status: "scheduled" as const, sendAt: DateTime.formatIso(dueAt) })

const nullable = <S extends Schema.Constraint>(schema: S, description: string) =>
  Schema.NullOr(schema).annotate({ description })

/** A scheduled message (contract: Scheduled sends). */
export const ScheduledItem = Schema.Struct({
  scheduledId,
  status: ScheduledStatus.annotate({
    description:
      "scheduled, sending (the platform is called), sent, failed or cancelled. It is stored for 7 days after its end"
  }),
  sendAt: timestamp("When it is sent"),
  channel: Channel.annotate({ description: "whatsapp, messenger or instagram" }),
  to: Schema.String.annotate({
    description: "Recipient: phone number, or the platform's id of the person"
  }),
  from: nullable(Schema.String, "The sender as it was named; null for the one that a send would choose"),
  type: nullable(Schema.String, "The type of message; null once it was sent"),
  content: nullable(MessageContent, "What it says, as messages have it; null once it was sent: the message has it"),
  conversationId: nullable(ConversationId, "The conversation that it answers in; null for a send that names none"),
  contactId: nullable(ContactId, "The contact; null if there was none when it was scheduled"),
  scheduledBy: nullable(UserId, "The member who scheduled it; null for a backend"),
  createdAt: timestamp("When it was scheduled"),
  endedAt: nullable(timestamp("When it ended"), "When it was sent, failed or was cancelled; null before"),
  vendorMessageId: nullable(MessageId, "The id of the message that was sent; null otherwise"),
  waMessageId: nullable(PlatformMessageId, "The platform's id of the message that was sent; null otherwise"),
  error: nullable(
    Schema.Struct({
      reason: Schema.String.annotate({ description: "The kind of failure, such as PlatformRejected" }),
      code: Schema.Int.annotate({ description: "The platform's code; 0 when it gave none" }),
      message: Schema.String.annotate({ description: "What failed; in the platform's words if it refused" })
    }),
    "Why it failed; null otherwise"
  )
}).annotate({ identifier: "ScheduledMessage", description: "A message that is sent at its time" })

/** A scheduled send on the wire. `to` is the recipient as the interface shows it (contract: One canonical phone form). */
export const scheduledItem = (send: PendingSend, to = recipientName(send.recipient)): typeof ScheduledItem.Type => {
  const { channel, content, outcome } = send
  const view = content === null ? null : viewOfPending(channel, content)
  return {
    scheduledId: send.id,
    status: scheduledStatus(send),
    sendAt: DateTime.formatIso(send.dueAt),
    channel,
    to,
    from: send.sender,
    type: view?.type ?? null,
    content: view?.content ?? null,
    conversationId: send.conversationId,
    contactId: send.contactId,
    scheduledBy: send.scheduledBy,
    createdAt: DateTime.formatIso(send.createdAt),
    endedAt: timestampOrNull(send.endedAt),
    vendorMessageId: outcome?._tag === "Sent" ? outcome.messageId : null,
    waMessageId: outcome?._tag === "Sent" ? outcome.platformMessageId : null,
    error:
      outcome?._tag === "NotSent" ? { reason: outcome.reason, code: outcome.code ?? 0, message: outcome.detail } : null
  }
}

/** Example of a scheduled message. */
export const scheduledExample: typeof ScheduledItem.Type = {
  scheduledId: exampleId,
  status: "scheduled",
  sendAt: "2026-12-24T08:00:00.000Z",
  channel: "whatsapp",
  to: "15551234567",
  from: null,
  type: "text",
  content: { text: "See you at eight" },
  conversationId: null,
  contactId: ContactId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1c"),
  scheduledBy: null,
  createdAt: "2026-11-20T12:00:00.000Z",
  endedAt: null,
  vendorMessageId: null,
  waMessageId: null,
  error: null
}

/** Response with one scheduled message. */
export const OneScheduled = Data(ScheduledItem).annotate({ examples: [ok(scheduledExample)] })

/** Accepts any text: an id that is not a UUID is answered like an unknown one. */
export const scheduledParams = {
  scheduledId: Schema.String.annotate({ description: "The id of the scheduled message, a UUID" })
}

export const scheduledIdOf = idOr(PendingSendId, () => new ScheduledSendNotFound())

/** The query parameters of a list of scheduled messages. */
export const scheduledQuery = {
  ...pageQuery,
  status: Schema.optionalKey(ScheduledStatus.annotate({ description: "Only those with this status" })),
  channel: Schema.optionalKey(Channel.annotate({ description: "Only those on this channel" })),
  contactId: Schema.optionalKey(ContactId.annotate({ description: "Only those to this contact; the contact's UUID" })),
  conversationId: Schema.optionalKey(
    ConversationId.annotate({ description: "Only those in this conversation; the conversation's UUID" })
  )
}

interface ScheduledQuery {
  readonly status?: ScheduledStatus
  readonly channel?: Channel
  readonly contactId?: ContactId
  readonly conversationId?: ConversationId
}

/** The filter of a list of scheduled messages. */
export const scheduledFilter = ({
  channel,
  contactId,
  conversationId,
  status
}: ScheduledQuery): Omit<ScheduledFilter, "visibleTo"> => ({
  status: status ?? null,
  channel: channel ?? null,
  contactId: contactId === undefined ? null : ContactId.make(contactId.toLowerCase()),
  conversationId: conversationId === undefined ? null : ConversationId.make(conversationId.toLowerCase())
})
