import { DateTime, Duration, Schema } from "effect"
import { Channel } from "../../src/domain/conversations/Channel.ts"
import {
  humanAgentWindow,
  type isInWindow,
  type MessagingWindow,
  neverOpened,
  type openWindow,
  standardWindow,
  type windowEnd
} from "../../src/domain/conversations/MessagingWindow.ts"
import { between, inputs } from "./inputs.ts"
import { law } from "./Law.ts"

/** The opening of a messaging window, and its end by purpose. */
export interface WindowRules {
  /** The window after an action of a person at the time. */
  readonly openWindow: typeof openWindow
  /** Whether a time is within the window. */
  readonly isInWindow: typeof isInWindow
  /** The end of the window; null if it was never opened. */
  readonly windowEnd: typeof windowEnd
}

const beginning = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
const at = (millis: number): DateTime.Utc => DateTime.add(beginning, { milliseconds: millis })

/** Times around a week and a day, in milliseconds. */
const Offset = Schema.Union([
  between(-700_000_000, 700_000_000),
  Schema.Literals([0, 1, 86_399_999, 86_400_000, 86_400_001, 604_799_999, 604_800_000, 604_800_001])
])

const Use = Schema.Struct({
  template: Schema.optionalKey(Schema.Boolean),
  tag: Schema.optionalKey(Schema.NullOr(Schema.Literals(["HUMAN_AGENT", "human_agent", "ACCOUNT_UPDATE", ""])))
})

const openedAt = ({ openWindow }: WindowRules, offsets: ReadonlyArray<number>): MessagingWindow =>
  offsets.reduce((window, offset) => openWindow(window, at(offset)), neverOpened)

const isOpenedAt = ({ openedAt }: MessagingWindow, millis: number): boolean =>
  openedAt?.epochMilliseconds === at(millis).epochMilliseconds

export const windowLaws = [
  law({
    name: "messaging window: opens with an action of the person, for at most its length",
    inputs: inputs({ channel: Channel, since: Offset, use: Use }),
    holds: (rules: WindowRules, { channel, since, use }) => {
      const isAgents = channel !== "whatsapp" && use.tag?.toUpperCase() === "HUMAN_AGENT"
      const isTemplate = channel === "whatsapp" && use.template === true
      const length = Duration.toMillis(isAgents ? humanAgentWindow : standardWindow)
      return rules.isInWindow(channel, openedAt(rules, [0]), use, at(since)) === (isTemplate || since < length)
    }
  }),
  law({
    name: "messaging window: is closed before an action of the person, except for WhatsApp templates",
    inputs: inputs({ channel: Channel, when: Offset, use: Use }),
    holds: ({ isInWindow, windowEnd }: WindowRules, { channel, use, when }) =>
      isInWindow(channel, neverOpened, use, at(when)) === (channel === "whatsapp" && use.template === true) &&
      windowEnd(channel, neverOpened, use) === null
  }),
  law({
    name: "messaging window: follows the latest action, in any order and repetition",
    inputs: inputs({ offsets: Schema.NonEmptyArray(Offset) }),
    holds: (rules: WindowRules, { offsets }) => {
      const orders = [offsets, offsets.toReversed(), [...offsets, ...offsets]]
      return orders.every((order) => isOpenedAt(openedAt(rules, order), Math.max(...offsets)))
    }
  }),
  law({
    name: "messaging window: another action never closes it",
    inputs: inputs({ channel: Channel, offsets: Schema.Array(Offset), more: Offset, when: Offset, use: Use }),
    holds: (rules: WindowRules, { channel, more, offsets, use, when }) =>
      !rules.isInWindow(channel, openedAt(rules, offsets), use, at(when)) ||
      rules.isInWindow(channel, openedAt(rules, [...offsets, more]), use, at(when))
  }),
  law({
    name: "messaging window: once closed, it stays closed",
    inputs: inputs({ channel: Channel, offsets: Schema.Array(Offset), when: Offset, wait: Offset, use: Use }),
    holds: (rules: WindowRules, { channel, offsets, use, wait, when }) => {
      const window = openedAt(rules, offsets)
      return (
        !rules.isInWindow(channel, window, use, at(when + Math.abs(wait))) ||
        rules.isInWindow(channel, window, use, at(when))
      )
    }
  }),
  law({
    name: "messaging window: is open for human agents whenever it is open for everything",
    inputs: inputs({ channel: Channel, offsets: Schema.Array(Offset), when: Offset }),
    holds: (rules: WindowRules, { channel, offsets, when }) => {
      const window = openedAt(rules, offsets)
      return (
        !rules.isInWindow(channel, window, {}, at(when)) ||
        rules.isInWindow(channel, window, { tag: "HUMAN_AGENT" }, at(when))
      )
    }
  }),
  law({
    name: "messaging window: ends at the reported time",
    inputs: inputs({ channel: Channel, offsets: Schema.NonEmptyArray(Offset), use: Use }),
    holds: (rules: WindowRules, { channel, offsets, use }) => {
      const plain = { tag: use.tag ?? null }
      const window = openedAt(rules, offsets)
      const end = rules.windowEnd(channel, window, plain)
      return (
        end !== null &&
        !rules.isInWindow(channel, window, plain, end) &&
        rules.isInWindow(channel, window, plain, DateTime.subtract(end, { milliseconds: 1 }))
      )
    }
  })
]
