import { DateTime } from "effect"
import { isInWindow, neverOpened, openWindow, windowEnd } from "../../../src/domain/conversations/MessagingWindow.ts"
import { Laws } from "../../../testing/laws/Laws.ts"
import type { WindowRules } from "../../../testing/laws/windowLaws.ts"
import { findsDefects } from "./findsDefects.ts"

const rules: WindowRules = { openWindow, isInWindow, windowEnd }
const at1970 = DateTime.makeUnsafe(0)
const isAgents = (tag: string | null | undefined) => tag?.toUpperCase() === "HUMAN_AGENT"

/** Our rules, with another answer to whether an instant is within the window. */
const within = (change: (isOpen: boolean, ...given: Parameters<typeof isInWindow>) => boolean): WindowRules => ({
  ...rules,
  isInWindow: (...given) => change(isInWindow(...given), ...given)
})

const earlier = (end: DateTime.Utc | null, millis: number): DateTime.Utc | null =>
  end === null ? null : DateTime.subtract(end, { milliseconds: millis })

findsDefects("windows", Laws.windows, [
  ["follows what was reported last", { ...rules, openWindow: (_, at) => ({ openedAt: at }) }],
  ["follows what was reported first", { ...rules, openWindow: ({ openedAt }, at) => ({ openedAt: openedAt ?? at }) }],
  [
    "follows the earliest",
    { ...rules, openWindow: ({ openedAt }, at) => ({ openedAt: openedAt === null ? at : DateTime.min(openedAt, at) }) }
  ],
  [
    "is shut by a second message",
    { ...rules, openWindow: ({ openedAt }, at) => (openedAt === null ? { openedAt: at } : neverOpened) }
  ],
  [
    "includes its end",
    within((_, channel, window, use, at) =>
      isInWindow(channel, window, use, DateTime.subtract(at, { milliseconds: 1 }))
    )
  ],
  [
    "is a millisecond short",
    within((_, channel, window, use, at) => isInWindow(channel, window, use, DateTime.add(at, { milliseconds: 1 })))
  ],
  [
    "knows no tag",
    within((_, channel, window, { template }, at) =>
      isInWindow(channel, window, template === undefined ? {} : { template }, at)
    )
  ],
  ["refuses every tag", within((isOpen, _channel, _window, { tag }) => isOpen && (tag === undefined || tag === null))],
  [
    "refuses the tag on Instagram",
    within((isOpen, channel, _, { tag }) => isOpen && !(channel === "instagram" && isAgents(tag)))
  ],
  [
    "is for agents after a day only",
    within((isOpen, channel, window, { tag }, at) => isOpen && !(isAgents(tag) && isInWindow(channel, window, {}, at)))
  ],
  [
    "takes templates on every channel",
    within((isOpen, _channel, _window, { template }) => isOpen || template === true)
  ],
  [
    "needs an open window for templates",
    within((_, channel, window, { tag }, at) => isInWindow(channel, window, tag === undefined ? {} : { tag }, at))
  ],
  ["is open before anything was done", within((isOpen, _, { openedAt }) => isOpen || openedAt === null)],
  [
    "opens again now and then",
    within((isOpen, _channel, _window, _use, at) => isOpen || at.epochMilliseconds % 7 === 0)
  ],
  [
    "opens again after a week",
    within(
      (isOpen, _channel, { openedAt }, _use, at) =>
        isOpen || (openedAt !== null && at.epochMilliseconds - openedAt.epochMilliseconds > 604_800_000)
    )
  ],
  [
    "is not open before it was opened",
    within(
      (isOpen, _channel, { openedAt }, _use, at) =>
        isOpen && (openedAt === null || DateTime.isGreaterThanOrEqualTo(at, openedAt))
    )
  ],
  ["has an end before it began", { ...rules, windowEnd: (...given) => windowEnd(...given) ?? at1970 }],
  ["names an end a millisecond early", { ...rules, windowEnd: (...given) => earlier(windowEnd(...given), 1) }],
  ["names an end a day late", { ...rules, windowEnd: (...given) => earlier(windowEnd(...given), -86_400_000) }],
  ["names no end", { ...rules, windowEnd: () => null }]
])
