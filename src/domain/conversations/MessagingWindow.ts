import { DateTime, Duration, Schema } from "effect"
import type { Channel } from "./Channel.ts"
import type { Inbound } from "../inbound/Inbound.ts"

/** For how long after a person's doing anything may be sent to her. */
export const standardWindow = Duration.hours(24)

/** For how long people of the business may answer her, on the channels that have the tag. */
export const humanAgentWindow = Duration.days(7)

/**
 * What a person allows an account by what she does (contract C17). Each of her doings opens the window anew, and the
 * latest of them tells until when it is open, in whatever order they become known.
 */
export class MessagingWindow extends Schema.Opaque<MessagingWindow>()(
  Schema.Struct({
    /** Her latest doing that opened the window; null when there was none. */
    openedAt: Schema.NullOr(Schema.DateTimeUtcFromString)
  })
) {}

/** How a message is to be sent. */
export interface WindowUse {
  /** A message made from an approved template; only WhatsApp has those. */
  readonly template?: boolean
  /** The tag of Messenger and Instagram, in whatever case it is written. */
  readonly tag?: string | null
}

/** The person never did anything that opens a window. */
export const neverOpened: MessagingWindow = { openedAt: null }

/** The window after a doing at the instant. */
export const openWindow = ({ openedAt }: MessagingWindow, at: DateTime.Utc): MessagingWindow => ({
  openedAt: openedAt === null ? at : DateTime.max(openedAt, at)
})

/**
 * Whether the report opens the window at its instant: a message (a reply to a
 * story is one), a tap on a button, a reaction. What the business did opens nothing, nor does taking something back.
 */
export const opensWindow = (item: Inbound): boolean => {
  switch (item._tag) {
    case "MessageReceived":
      return !item.echo
    case "Reacted":
      return !item.byBusiness && item.reaction !== null
    case "PostbackTapped":
      return true
    default:
      return false
  }
}

const isHumanAgent = (tag: string | null | undefined): boolean => tag?.toUpperCase() === "HUMAN_AGENT"

/** How long the window is for such a message. WhatsApp has no tags. */
const lengthFor = (channel: Channel, { tag }: WindowUse): Duration.Duration =>
  channel !== "whatsapp" && isHumanAgent(tag) ? humanAgentWindow : standardWindow

/**
 * From when on such a message is refused; null when it never was allowed. Templates on WhatsApp are not limited by it.
 */
export const windowEnd = (channel: Channel, { openedAt }: MessagingWindow, use: WindowUse): DateTime.Utc | null =>
  openedAt === null ? null : DateTime.addDuration(openedAt, lengthFor(channel, use))

/**
 * Whether such a message may be sent at the instant. Templates of WhatsApp always may: they are there to begin with.
 */
export const isInWindow = (channel: Channel, window: MessagingWindow, use: WindowUse, at: DateTime.Utc): boolean => {
  if (channel === "whatsapp" && use.template === true) return true
  const end = windowEnd(channel, window, use)
  return end !== null && DateTime.isLessThan(at, end)
}
