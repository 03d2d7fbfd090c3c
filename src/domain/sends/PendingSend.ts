import { DateTime, Schema } from "effect"
import { Channel } from "../conversations/Channel.ts"
import {
  ContactId,
  ConversationId,
  MessageId,
  OrganizationId,
  PendingSendId,
  PlatformMessageId,
  UserId
} from "../Ids.ts"
import type { Named } from "../Named.ts"
import { IdempotencyKey } from "./IdempotencyKey.ts"

/** How long a recorded send is stored after its outcome. */
export const pendingSendRetention = "7 days"

/** Time after the due time during which a send beyond its pace is retried. */
export const pendingSendPatience = "24 hours"

/** Maximum characters of the recipient of a recorded send. */
export const maxPendingRecipient = 256

/** How a recorded send ended. A message that was sent is stored and announced like every other. */
export const PendingOutcome = Schema.TaggedUnion({
  Sent: { messageId: MessageId, platformMessageId: PlatformMessageId },
  /**
   * `reason` is the `_tag` of the failure, such as `PlatformRejected`, and `detail` its text. `code` is that of the
   * platform; null if the platform gave none.
   */
  NotSent: { reason: Schema.String, code: Schema.NullOr(Schema.Int), detail: Schema.String },
  /** A caller cancelled the send before its time. */
  Cancelled: {}
})
export type PendingOutcome = Named<typeof PendingOutcome.Type>

/**
 * `commit`: recorded in a transaction of the program. `automatic`: an answer of the service itself. The others are
 * scheduled, over the interface of that name.
 */
export const SendOrigin = Schema.Literals(["commit", "automatic", "developer", "session"])
export type SendOrigin = typeof SendOrigin.Type

/** Whether a caller scheduled the send. */
export const isScheduled = ({ origin }: { readonly origin: SendOrigin }): boolean =>
  origin === "developer" || origin === "session"

/** A send that was recorded in a transaction of the program and leaves after its commit, or that is scheduled. */
export class PendingSend extends Schema.Opaque<PendingSend>()(
  Schema.Struct({
    id: PendingSendId,
    organizationId: OrganizationId,
    origin: SendOrigin,
    channel: Channel,
    /** A number, a business-scoped user id, or the platform's id of a person. */
    recipient: Schema.String,
    /** The number, Page or account that sends; null for the one that a send would choose. */
    sender: Schema.NullOr(Schema.String),
    /** The contact of a scheduled send, if there was one when it was scheduled. */
    contactId: Schema.NullOr(ContactId),
    /** The conversation that a scheduled send answers in; null for a send that names none. */
    conversationId: Schema.NullOr(ConversationId),
    /** The member who scheduled it; null for a backend. */
    scheduledBy: Schema.NullOr(UserId),
    /** Null once it was sent: the message has the content. */
    content: Schema.NullOr(Schema.Json),
    key: Schema.NullOr(Schema.String),
    createdAt: Schema.DateTimeUtc,
    dueAt: Schema.DateTimeUtc,
    /** When the attempt began whose outcome is not recorded; null before it and after it. */
    begunAt: Schema.NullOr(Schema.DateTimeUtc),
    attempts: Schema.Int,
    endedAt: Schema.NullOr(Schema.DateTimeUtc),
    outcome: Schema.NullOr(PendingOutcome)
  })
) {}

/** The organization has no recorded send with this id, or it ended longer ago than `pendingSendRetention`. */
export class PendingSendNotFound extends Schema.TaggedError<PendingSendNotFound>()("PendingSendNotFound", {}) {}

/** The recipient as messages have it: a number without its plus. */
export const recipientName = (recipient: string): string => recipient.replace(/^\+/, "")

/** The idempotency key of the call to the platform: the id of the recorded send. */
export const keyOfPending = ({ id }: Pick<PendingSend, "id">) => IdempotencyKey.make(id)

/** Half of the time for which a key is taken. */
const longestAttempt = "12 hours"

/** Whether an attempt began so long ago that its key may soon be free: another one could send twice. */
export const isAttemptLost = ({ begunAt }: Pick<PendingSend, "begunAt">, now: DateTime.Utc): boolean =>
  begunAt !== null && DateTime.isGreaterThanOrEqualTo(now, DateTime.addDuration(begunAt, longestAttempt))
