import { DateTime, Duration, Schema } from "effect"
import { type Channel, channelRules } from "./Channel.ts"
import type { Inbound } from "../inbound/Inbound.ts"

/** The time after a person's activity during which anything may be sent to them. */
export const standardWindow = Duration.hours(24)

/** The time during which human agents may answer, on the channels that have the tag. */
export const humanAgentWindow = Duration.days(7)

/**
 * The customer-service window (contract: The platform decides about messaging windows). Each activity of the person
 * reopens it; the latest timestamp wins, regardless of arrival order.
 */
export class MessagingWindow extends Schema.Opaque<MessagingWindow>()(
  Schema.Struct({
    /** The latest activity that opened the window; null if there is none. */
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

/** The window after an activity at the instant. */
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

/** How long the window is for such a message. */
const lengthFor = (channel: Channel, { tag }: WindowUse): Duration.Duration =>
  channelRules[channel].hasHumanAgentTag && isHumanAgent(tag) ? humanAgentWindow : standardWindow

/**
 * From when on such a message is refused; null when it never was allowed. Templates on WhatsApp are not limited by it.
 */
export const windowEnd = (channel: Channel, { openedAt }: MessagingWindow, use: WindowUse): DateTime.Utc | null =>
  openedAt === null ? null : DateTime.addDuration(openedAt, lengthFor(channel, use))

/**
 * Whether such a message may be sent at the instant. Templates of WhatsApp always may: they are there to begin with.
 */
export const isInWindow = (channel: Channel, window: MessagingWindow, use: WindowUse, at: DateTime.Utc): boolean => {
  if (channelRules[channel].hasTemplates && use.template === true) return true
  const end = windowEnd(channel, window, use)
  return end !== null && DateTime.isLessThan(at, end)
}
