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

/** When a window opens, and until when it allows what. */
export interface WindowRules {
  /** The window after something that a person did at the instant. */
  readonly openWindow: typeof openWindow
  /** Whether an instant is within the window. */
  readonly isInWindow: typeof isInWindow
  /** When the window closes; null if it was never opened. */
  readonly windowEnd: typeof windowEnd
}

const beginning = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
const at = (millis: number): DateTime.Utc => DateTime.add(beginning, { milliseconds: millis })

/** Around a week and a day on either side, in milliseconds. */
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
    name: "is open from what the person did, and no longer than its length",
    inputs: inputs({ channel: Channel, since: Offset, use: Use }),
    holds: (rules: WindowRules, { channel, since, use }) => {
      const isAgents = channel !== "whatsapp" && use.tag?.toUpperCase() === "HUMAN_AGENT"
      const isTemplate = channel === "whatsapp" && use.template === true
      const length = Duration.toMillis(isAgents ? humanAgentWindow : standardWindow)
      return rules.isInWindow(channel, openedAt(rules, [0]), use, at(since)) === (isTemplate || since < length)
    }
  }),
  law({
    name: "is never open before the person did something, but for a template of WhatsApp",
    inputs: inputs({ channel: Channel, when: Offset, use: Use }),
    holds: ({ isInWindow, windowEnd }: WindowRules, { channel, use, when }) =>
      isInWindow(channel, neverOpened, use, at(when)) === (channel === "whatsapp" && use.template === true) &&
      windowEnd(channel, neverOpened, use) === null
  }),
  law({
    name: "follows the latest thing that was done, in whatever order and however often it becomes known",
    inputs: inputs({ offsets: Schema.NonEmptyArray(Offset) }),
    holds: (rules: WindowRules, { offsets }) => {
      const orders = [offsets, offsets.toReversed(), [...offsets, ...offsets]]
      return orders.every((order) => isOpenedAt(openedAt(rules, order), Math.max(...offsets)))
    }
  }),
  law({
    name: "is never shut by something else that is done",
    inputs: inputs({ channel: Channel, offsets: Schema.Array(Offset), more: Offset, when: Offset, use: Use }),
    holds: (rules: WindowRules, { channel, more, offsets, use, when }) =>
      !rules.isInWindow(channel, openedAt(rules, offsets), use, at(when)) ||
      rules.isInWindow(channel, openedAt(rules, [...offsets, more]), use, at(when))
  }),
  law({
    name: "once over, stays over",
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
    name: "is open for people of the business whenever it is for everything",
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
    name: "ends at the reported instant",
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
