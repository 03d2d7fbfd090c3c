import { Arbitrary, Equal, Schema } from "effect"
import type { InboxState } from "../../src/domain/inbound/InboxState.ts"
import { type InboundHistory, inboundHistoryOf, reactionHistory } from "../arbitraries/inboundHistory.ts"
import { conversationsIn, messagesIn } from "../inbound/given.ts"
import { eventsPicture, messageEvents, picture, unreadIn } from "../inbound/picture.ts"
import { announced, run, type TakeInbound } from "../inbound/world.ts"
import { law } from "./Law.ts"

/** An inbound history, and the seconds between its reports. */
export interface Given {
  readonly history: InboundHistory
  /** Seconds between one report and the next. */
  readonly tick: 0 | 1
}

const ticking = (history: Arbitrary.Arbitrary<InboundHistory>): Arbitrary.Arbitrary<Given> =>
  Arbitrary.all({ history, tick: Arbitrary.schema(Schema.Literals([0, 1])) })

const histories = (isLoose: boolean, isContradictory: boolean) =>
  ticking(inboundHistoryOf({ isLoose, isContradictory }))

/** A history as it happened, and as it arrived. */
const both = (rule: TakeInbound, { history: { arrived, before, reports }, tick }: Given) => ({
  straight: run(before, reports, tick, rule),
  other: run(before, arrived, tick, rule)
})

/** Two taps without an id may look the same. */
const isOfMessage = (event: Schema.Json) => JSON.stringify(event).includes("message_id")

/** The last reaction that was announced of each side of each message is the one that stands. */
const showsStanding = (state: InboxState): boolean => {
  const reactions = announced(state).flatMap((event) =>
    event.type === "message.reaction" && event.data.latest ? [event.data] : []
  )
  return messagesIn(state).every(({ message }) =>
    (["business", "contact"] as const).every((by) => {
      const own = reactions.filter(
        ({ from, message_id }) => message_id === message.platformMessageId && (by === "business") === (from === null)
      )
      return own.at(-1)?.emoji === message.annotations.reactions?.find((reaction) => reaction.by === by)?.reaction
    })
  )
}

export const inboundLaws = [
  law({
    name: "comes to the same in any order and with any repetition",
    inputs: histories(false, false),
    holds: (rule: TakeInbound, given) => {
      const { other, straight } = both(rule, given)
      return (
        straight.merges.length + other.merges.length === 0 &&
        Equal.equals(picture(other), picture(straight)) &&
        Equal.equals(eventsPicture(other), eventsPicture(straight))
      )
    }
  }),
  law({
    name: "comes to the same when people turn out to be one person",
    inputs: histories(true, false),
    holds: (rule: TakeInbound, given) => {
      const { other, straight } = both(rule, given)
      return (
        Equal.equals(picture(other), picture(straight)) && Equal.equals(messageEvents(other), messageEvents(straight))
      )
    }
  }),
  law({
    name: "comes to the same when a message fails and arrives",
    inputs: histories(true, true),
    holds: (rule: TakeInbound, given) => {
      const { other, straight } = both(rule, given)
      return Equal.equals(picture(other), picture(straight))
    }
  }),
  law({
    name: "announces nothing twice",
    inputs: histories(true, false),
    holds: (rule: TakeInbound, given) => {
      const events = messageEvents(both(rule, given).other)
        .filter(isOfMessage)
        .map((event) => JSON.stringify(event))
      return new Set(events).size === events.length
    }
  }),
  law({
    name: "announces as the latest reaction what stands in the end",
    inputs: ticking(reactionHistory),
    holds: (rule: TakeInbound, given) => showsStanding(both(rule, given).other)
  }),
  law({
    name: "counts unread messages",
    inputs: histories(true, false),
    holds: (rule: TakeInbound, given) => {
      const { other } = both(rule, given)
      return conversationsIn(other).every(
        (held) => unreadIn(other, held) === unreadIn(other, { ...held, isRecounted: true })
      )
    }
  })
]
