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

/** What the window of a conversation depends on of a message. */
export interface WindowMessage {
  readonly direction: "inbound" | "outbound"
  readonly timestamp: string
  readonly reactions?: ReadonlyArray<{ readonly from: string | null; readonly at: string }>
}

/** What may be sent now. */
export interface WindowState {
  /**
   * never: the person never wrote. open: everything. humanAgent: answers of people, with the tag of Messenger and Instagram.
   * closed: on WhatsApp only templates, nothing on the other channels.
   */
  readonly kind: "never" | "open" | "humanAgent" | "closed"
  /** Milliseconds until this changes; null: only the person changes it. */
  readonly left: number | null
}

/** The instants at which the person did what opens the window, as far as messages show it. */
const doings = ({ direction, reactions = [], timestamp }: WindowMessage): ReadonlyArray<string> => [
  ...(direction === "inbound" ? [timestamp] : []),
  ...reactions.flatMap(({ at, from }) => (from === null ? [] : [at]))
]

/** The window that messages of a conversation opened, in whatever order they are given. */
export const windowOf = (messages: ReadonlyArray<WindowMessage>): MessagingWindow =>
  messages.flatMap(doings).reduce(
    (window, at) =>
      Option.match(DateTime.make(at), {
        onNone: () => window,
        onSome: (instant) => openWindow(window, DateTime.toUtc(instant))
      }),
    neverOpened
  )

const humanAgent: WindowUse = { tag: "HUMAN_AGENT" }

/** How it is with the window at an instant, in milliseconds since 1970. */
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

/** The tag that a reply of a member needs now: within 24 hours none. */
export const replyTag = (state: WindowState | null): "HUMAN_AGENT" | null =>
  state?.kind === "humanAgent" ? "HUMAN_AGENT" : null

/** Whether the channel takes texts and files now; WhatsApp takes templates otherwise. While it is not known, they are tried. */
export const isWritable = (channel: Channel, state: WindowState | null): boolean =>
  state === null || state.kind === "open" || (state.kind === "humanAgent" && channel !== "whatsapp")

/** From when on the countdown shows seconds, in milliseconds. */
const secondsFrom = 10 * 60_000

const unitOf = (language: string, unit: "day" | "hour" | "minute" | "second", count: number): string =>
  new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "narrow" }).format(count)

/** How long the window is still open: days and hours, hours and minutes, and minutes and seconds at the end. */
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
