import { DateTime, Duration, Order } from "effect"
import type { Message } from "./Message.ts"
import type { ConversationClock, Timed } from "./unread.ts"

/**
 * How far the clock of a platform and that of this service may be apart, in either direction, with the time that a
 * report takes. WhatsApp's times are whole seconds beside that.
 */
export const clockUncertainty = Duration.seconds(10)

/**
 * When the conversation learns of a message: later than of every message before it, also where the clocks of two
 * processes differ.
 */
export const learnedAfter = ({ lastLearnedAt }: ConversationClock, now: DateTime.Utc): DateTime.Utc =>
  lastLearnedAt === null || DateTime.isGreaterThan(now, lastLearnedAt)
    ? now
    : DateTime.add(lastLearnedAt, { milliseconds: 1 })

/** The instant, as near to the message's own time as the uncertainty of the clocks requires. */
const near = (createdAt: DateTime.Utc, at: DateTime.Utc): DateTime.Utc =>
  DateTime.clamp(at, {
    minimum: DateTime.subtractDuration(createdAt, clockUncertainty),
    maximum: DateTime.addDuration(createdAt, clockUncertainty)
  })

/**
 * The instant at which a send of this service is listed (contract: Unread counts and the order of messages): when it
 * was learned of, as far as the uncertainty of the clocks explains the difference to its own time, else as near to that
 * as its own time allows. It never changes, so messages that arrive late leave the order of the others as it is.
 */
export const listedAt = ({ createdAt, learnedAt }: Timed): DateTime.Utc => near(createdAt, learnedAt)

/** The end of the second, for a time without a fraction, as WhatsApp's are. */
const endOfSecond = (at: DateTime.Utc): DateTime.Utc =>
  DateTime.toEpochMillis(at) % 1_000 === 0 ? DateTime.add(at, { milliseconds: 999 }) : at

/**
 * The instant at which a message is listed that a platform reported (contract: Unread counts and the order of
 * messages). Reports overtake each other, so messages since the last send are listed by the platform's time, which is
 * of one clock. Within one second the person's messages come first: a phone of the business replies automatically
 * within it. If the platform's time is not after the last send, or is after the report itself, the clocks differ. Then
 * the message is listed like a send: no answer comes before its question.
 */
export const reportedListedAt = (
  { createdAt, direction, learnedAt }: Timed & Pick<Message, "direction">,
  { lastWrittenAt }: Pick<ConversationClock, "lastWrittenAt">
): DateTime.Utc => {
  if (lastWrittenAt !== null && DateTime.isLessThanOrEqualTo(createdAt, lastWrittenAt)) {
    return near(createdAt, learnedAt)
  }
  const platformTime = direction === "inbound" ? createdAt : endOfSecond(createdAt)
  return near(createdAt, DateTime.min(platformTime, learnedAt))
}

/** A message as its conversation lists it. */
export interface Listed extends Pick<Message, "id"> {
  readonly listedAt: DateTime.Utc
}

/** The order of the messages of a conversation: total, because no two have one id. Ids follow the order of arrival. */
export const inConversation: Order.Order<Listed> = Order.combine(
  Order.mapInput(DateTime.Order, (message: Listed) => message.listedAt),
  Order.mapInput(Order.String, ({ id }: Listed) => id)
)
