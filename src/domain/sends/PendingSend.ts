import { DateTime, Result, Schema } from "effect"
import { Channel, type MessengerChannel } from "../conversations/Channel.ts"
import { MessageId, OrganizationId, PendingSendId, PlatformMessageId } from "../Ids.ts"
import type { MessengerDraft } from "../messages/messenger/MessengerDraft.ts"
import { WhatsAppContent } from "../messages/WhatsAppContent.ts"
import { IdempotencyKey } from "./IdempotencyKey.ts"

/** How long a recorded send is stored after its outcome. */
export const pendingSendRetention = "7 days"

/** Time after the due time during which a send beyond its pace is retried. */
export const pendingSendPatience = "24 hours"

/** Maximum bytes of the content of a recorded send, as JSON. */
export const maxPendingContentBytes = 65_536

/** Maximum characters of the recipient of a recorded send. */
export const maxPendingRecipient = 256

/** How a recorded send ended. A message that was sent is stored and announced like every other. */
export const PendingOutcome = Schema.TaggedUnion({
  Sent: { messageId: MessageId, platformMessageId: PlatformMessageId },
  /** `reason` is the `_tag` of the failure, such as `PlatformRejected`, and `detail` its text. */
  NotSent: { reason: Schema.String, detail: Schema.String }
})
export type PendingOutcome = typeof PendingOutcome.Type

/** A send that was recorded in a transaction of the program, and leaves after its commit. */
export class PendingSend extends Schema.Opaque<PendingSend>()(
  Schema.Struct({
    id: PendingSendId,
    organizationId: OrganizationId,
    channel: Channel,
    /** A number, a business-scoped user id, or the platform's id of a person. */
    recipient: Schema.String,
    /** The number, Page or account that sends; null for the one that a send would choose. */
    sender: Schema.NullOr(Schema.String),
    /** Null once it has ended: the message has the content. */
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

/** The recorded content is of no form that the channel sends. */
export class PendingContentRefused extends Schema.TaggedError<PendingContentRefused>()("PendingContentRefused", {
  detail: Schema.String
}) {}

/** A message to record, in the form that the sends of its channel take. */
export type PendingMessage =
  | { readonly channel: "whatsapp"; readonly content: WhatsAppContent }
  | { readonly channel: MessengerChannel; readonly content: Omit<MessengerDraft, "to"> }

/** A part that may be left out. */
const part = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const text = part(Schema.String)

const buttons = part(Schema.Array(Schema.Struct({ type: text, title: text, url: text, payload: text })))

const Draft = Schema.Struct({
  type: text,
  text,
  quickReplies: part(Schema.Array(Schema.Struct({ title: text, payload: text, imageUrl: text }))),
  buttonTemplateText: text,
  buttons,
  elements: part(
    Schema.Array(
      Schema.Struct({
        title: text,
        subtitle: text,
        imageUrl: text,
        defaultAction: part(Schema.Struct({ type: text, url: text })),
        buttons
      })
    )
  ),
  attachmentUrl: text,
  attachmentType: text,
  tag: text
})

const readWhatsApp = Schema.decodeUnknownResult(WhatsAppContent)
const readDraft = Schema.decodeUnknownResult(Draft)

/** Reads recorded content, which any program may have written. */
export const readPendingMessage = (
  channel: Channel,
  content: unknown
): Result.Result<PendingMessage, PendingContentRefused> => {
  const refused = ({ message }: { readonly message: string }) => new PendingContentRefused({ detail: message })
  return channel === "whatsapp"
    ? Result.mapBoth(readWhatsApp(content), {
        onFailure: refused,
        onSuccess: (read): PendingMessage => ({ channel, content: read })
      })
    : Result.mapBoth(readDraft(content), {
        onFailure: refused,
        onSuccess: (read): PendingMessage => ({ channel, content: read })
      })
}

/** The idempotency key of the call to the platform: the id of the recorded send. */
export const keyOfPending = ({ id }: Pick<PendingSend, "id">) => IdempotencyKey.make(id)

/** Half of the time for which a key is taken. */
const longestAttempt = "12 hours"

/** Whether an attempt began so long ago that its key may soon be free: another one could send twice. */
export const isAttemptLost = ({ begunAt }: Pick<PendingSend, "begunAt">, now: DateTime.Utc): boolean =>
  begunAt !== null && DateTime.isGreaterThanOrEqualTo(now, DateTime.addDuration(begunAt, longestAttempt))
