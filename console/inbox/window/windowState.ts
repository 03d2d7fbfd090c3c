import { DateTime, Option } from "effect"
import type { Channel } from "../../../src/domain/conversations/Channel.ts"
import {
  isInWindow,
  type MessagingWindow,
  neverOpened,
  openWindow,
  windowEnd,
  type WindowUse
} from "../../../src/domain/conversations/MessagingWindow.ts"

/** The fields of a message that affect the window. */
export interface WindowMessage {
  readonly direction: "inbound" | "outbound"
  readonly timestamp: string
  readonly reactions?: ReadonlyArray<{ readonly from: string | null; readonly at: string }>
}

/** Messages that are permitted now. */
export interface WindowState {
  /**
   * never: the contact has not written yet. open: all messages. humanAgent: replies of agents with the tag of Messenger
   * and Instagram. closed: templates on WhatsApp, none on the other channels.
   */
  readonly kind: "never" | "open" | "humanAgent" | "closed"
  /** Milliseconds until this changes; null if only the contact can change it. */
  readonly left: number | null
}

/** Instants at which the contact opened the window, as far as messages contain them. */
const openingInstants = ({ direction, reactions = [], timestamp }: WindowMessage): ReadonlyArray<string> => [
  ...(direction === "inbound" ? [timestamp] : []),
  ...reactions.flatMap(({ at, from }) => (from === null ? [] : [at]))
]

/** Messaging window that messages of a conversation opened, regardless of their order. */
export const windowOf = (messages: ReadonlyArray<WindowMessage>): MessagingWindow =>
  messages.flatMap(openingInstants).reduce(
    (window, at) =>
      Option.match(DateTime.make(at), {
        onNone: () => window,
        onSome: (instant) => openWindow(window, DateTime.toUtc(instant))
      }),
    neverOpened
  )

const humanAgent: WindowUse = { tag: "HUMAN_AGENT" }

/** State of the window at an instant, in milliseconds since 1970. */
export const windowState = (channel: Channel, window: MessagingWindow, now: number): WindowState => {
  const at = DateTime.toUtc(DateTime.makeUnsafe(now))
  const leftOf = (use: WindowUse): number | null => {
    const end = windowEnd(channel, window, use)
    return end === null ? null : DateTime.toEpochMillis(end) - now
  }
  if (window.openedAt === null) return { kind: "never", left: null }
  if (isInWindow(channel, window, {}, at)) return { kind: "open", left: leftOf({}) }
  if (isInWindow(channel, window, humanAgent, at)) return { kind: "humanAgent", left: leftOf(humanAgent) }
  return { kind: "closed", left: null }
}

/** Tag that a reply needs now: none within 24 hours. */
export const replyTag = (state: WindowState | null): "HUMAN_AGENT" | null =>
  state?.kind === "humanAgent" ? "HUMAN_AGENT" : null

/**
 * Whether the channel accepts texts and files now. Otherwise WhatsApp accepts templates. An unknown window permits a
 * try.
 */
export const isWritable = (channel: Channel, state: WindowState | null): boolean =>
  state === null || state.kind === "open" || (state.kind === "humanAgent" && channel !== "whatsapp")

/** Remaining milliseconds below which the countdown shows seconds. */
const secondsFrom = 10 * 60_000

const unitOf = (language: string, unit: "day" | "hour" | "minute" | "second", count: number): string =>
  new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "narrow" }).format(count)

/** Remaining time of the window: days and hours, hours and minutes, or minutes and seconds. */
export const formatLeft = (language: string, millis: number): string => {
  const seconds = Math.max(0, Math.ceil(millis / 1_000))
  const parts = (large: "day" | "hour" | "minute", small: "hour" | "minute" | "second", size: number, inner: number) =>
    [Math.floor(seconds / size), Math.floor((seconds % size) / inner)]
      .map((count, index) => (count === 0 && index === 0 ? "" : unitOf(language, index === 0 ? large : small, count)))
      .filter((part) => part !== "")
      .join(" ")
  if (seconds * 1_000 <= secondsFrom) return parts("minute", "second", 60, 1)
  return seconds < 24 * 3_600 ? parts("hour", "minute", 3_600, 60) : parts("day", "hour", 24 * 3_600, 3_600)
}
