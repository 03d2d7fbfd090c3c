import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration, Order, Schema } from "effect"
import { MessageId } from "../../../src/domain/Ids.ts"
import {
  clockUncertainty,
  inConversation,
  learnedAfter,
  listedAt,
  reportedListedAt
} from "../../../src/domain/messages/messageOrder.ts"
import { type ConversationClock, isUnread, type Timed, unstarted } from "../../../src/domain/messages/unread.ts"
import { beginning, uuidOf } from "../../../testing/inbound/world.ts"

const upTo = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))
const second = (seconds: number): DateTime.Utc => DateTime.add(beginning, { milliseconds: Math.round(seconds * 1_000) })

/** Seconds that are close to each other and to the bounds of the uncertainty. */
const Moment = Schema.Struct({ said: upTo(45), learned: upTo(45), id: upTo(3) })
type Moment = typeof Moment.Type

const timed = ({ id, learned, said }: Moment) => {
  const moment = { createdAt: second(said), learnedAt: second(learned) }
  return { id: MessageId.make(uuidOf(`message ${id}`)), ...moment, listedAt: listedAt(moment) }
}

const uncertain = Duration.toSeconds(clockUncertainty)
const isPrompt = ({ learned, said }: Moment) => Math.abs(learned - said) <= uncertain
const isBefore = Order.isLessThan(inConversation)
const many = { arbitrary: { runs: 2_000 } }

describe("the order of sends and reported messages", () => {
  it.prop(
    "is total and transitive",
    { one: Moment, other: Moment, third: Moment },
    (given) => {
      const [a, b, c] = [timed(given.one), timed(given.other), timed(given.third)]
      assert.strictEqual(inConversation(a, b) + inConversation(b, a), 0)
      assert.strictEqual(inConversation(a, b) === 0, a.id === b.id && DateTime.Equivalence(a.listedAt, b.listedAt))
      if (isBefore(a, b) && isBefore(b, c)) assert.isTrue(isBefore(a, c))
    },
    many
  )

  it.prop(
    "follows arrival if clock differences can explain the deviation from the platform's times",
    { one: Moment, other: Moment },
    ({ one, other }) => {
      if (isPrompt(one) && isPrompt(other) && one.learned < other.learned)
        assert.isTrue(isBefore(timed(one), timed(other)))
    },
    many
  )

  it.prop(
    "follows the platform's times if clock differences cannot explain the distance between them",
    { one: Moment, other: Moment },
    ({ one, other }) => {
      if (other.said - one.said > 2 * uncertain) assert.isTrue(isBefore(timed(one), timed(other)))
    },
    many
  )

  it.prop(
    "follows the platform's times for late messages, in any order of arrival",
    { one: Moment, other: Moment },
    ({ one, other }) => {
      const late = (moment: Moment) => timed({ ...moment, learned: moment.learned + 60 })
      if (one.said < other.said) assert.isTrue(isBefore(late(one), late(other)))
    },
    many
  )

  it.prop(
    "places a message at its arrival, but within the clock tolerance of its own time",
    { one: Moment },
    ({ one }) => {
      const at = DateTime.toEpochMillis(listedAt(timed(one))) - DateTime.toEpochMillis(beginning)
      const expected = Math.min(Math.max(one.learned, one.said - uncertain), one.said + uncertain)
      assert.strictEqual(at, expected * 1_000)
    }
  )

  it.each([
    ["in the same second, as WhatsApp's times have no fraction", 0.4, 0, 0.9],
    ["in the second that the send is of, with a platform clock a little ahead", 0.4, 0.2, 0.9],
    ["with a platform clock five seconds behind", 0.4, -4, 0.9],
    ["with a platform clock five seconds ahead", 6.5, 6, 0.9],
    ["with a platform clock far ahead of ours", 0.4, 9, 0.9]
  ])(
    "places a reply after the send that it answers, and the next send after the reply, %s",
    (_, learned, said, next) => {
      const id = (name: string) => MessageId.make(uuidOf(name))
      const sent = (at: number) => ({ createdAt: second(at), learnedAt: second(at) })
      const reply = { createdAt: second(said), learnedAt: second(learned), direction: "inbound" } as const
      const answered = { id: id("reply"), listedAt: reportedListedAt(reply, { lastWrittenAt: second(0.1) }) }
      assert.isTrue(isBefore({ id: id("send"), listedAt: listedAt(sent(0.1)) }, answered))
      const question = { ...sent(next), learnedAt: second(Math.max(next, learned + 0.1)) }
      assert.isTrue(isBefore(answered, { id: id("next"), listedAt: listedAt(question) }))
    }
  )

  it.prop(
    "places a report after the send before its arrival if clocks allow it, and never after a later send",
    { said: upTo(45), sent: upTo(45), delay: upTo(20), isEcho: Schema.Boolean, fraction: Schema.Literals([0, 0.5]) },
    ({ delay, fraction, isEcho, said, sent }) => {
      const learned = sent + 0.001 + delay
      const direction = isEcho ? "outbound" : "inbound"
      const one = { createdAt: second(said + fraction), learnedAt: second(learned), direction } as const
      const at = reportedListedAt(one, { lastWrittenAt: second(sent) })
      if (Math.abs(learned - said - fraction) <= uncertain) assert.isTrue(DateTime.isGreaterThan(at, second(sent)))
      if (learned >= said + fraction - uncertain) {
        assert.isTrue(DateTime.isLessThanOrEqualTo(at, second(learned)))
      }
    },
    many
  )
})

describe("the order of messages reported between two sends", () => {
  const reported = (
    createdAt: number,
    learned: number,
    direction: "inbound" | "outbound" = "inbound",
    lastWrittenAt: number | null = null
  ) => {
    const clock = { lastWrittenAt: lastWrittenAt === null ? null : second(lastWrittenAt) }
    return reportedListedAt({ createdAt: second(createdAt), learnedAt: second(learned), direction }, clock)
  }
  const said = (at: number, order: number) => ({ id: MessageId.make(uuidOf(`message ${order}`)), listedAt: second(at) })

  it.prop(
    "follows the platform's times, in any order of arrival",
    {
      one: Moment,
      other: Moment,
      lastWrittenAt: Schema.NullOr(upTo(45)),
      echoes: Schema.Tuple([Schema.Boolean, Schema.Boolean])
    },
    ({ echoes: [isEcho, isOtherEcho], lastWrittenAt, one, other }) => {
      const written = lastWrittenAt === null ? -1 : lastWrittenAt
      // The platform's times lie between the send and the reports.
      if (one.said >= other.said || one.said <= written) return
      const listed = ({ said, learned }: Moment, isOurs: boolean) =>
        reported(said, 45 + learned, isOurs ? "outbound" : "inbound", lastWrittenAt)
      assert.isTrue(DateTime.isLessThan(listed(one, isEcho), listed(other, isOtherEcho)))
    },
    many
  )

  it("places a message of the contact before an answer from a phone in the same second, in any order of arrival", () => {
    const [question, answer] = [reported(5, 5.9), reported(5, 5.4, "outbound")]
    assert.isTrue(DateTime.isLessThan(question, answer))
    assert.isTrue(DateTime.isLessThan(reported(5, 7), reported(5, 6, "outbound")))
    // With times of milliseconds there is nothing to guess.
    assert.deepStrictEqual(reported(5.25, 6, "outbound"), second(5.25))
  })

  it("follows arrival within a second, by id", () => {
    const [first, next] = [reported(5, 6), reported(5, 6.001)]
    assert.deepStrictEqual([first, next], [second(5), second(5)])
    assert.strictEqual(isBefore(said(5, 1), said(5, 2)), uuidOf("message 1") < uuidOf("message 2"))
  })

  it("follows arrival if the platform's clock is ahead of ours", () => {
    assert.deepStrictEqual([reported(9, 5), reported(8, 5.1)], [second(5), second(5.1)])
    assert.deepStrictEqual(reported(30, 5), second(20))
  })
})

describe("the arrival time of a message in a conversation", () => {
  it.prop(
    "is later than that of every earlier message, and not earlier than now",
    { nows: Schema.Array(upTo(5)) },
    ({ nows }) => {
      let clock: ConversationClock = unstarted
      for (const now of nows) {
        const learned = learnedAfter(clock, second(now))
        assert.isTrue(clock.lastLearnedAt === null || DateTime.isGreaterThan(learned, clock.lastLearnedAt))
        assert.isTrue(DateTime.isGreaterThanOrEqualTo(learned, second(now)))
        clock = { ...unstarted, lastLearnedAt: learned }
      }
    }
  )

  it("is now, unless one clock is behind another", () => {
    assert.deepStrictEqual(learnedAfter(unstarted, second(1)), second(1))
    assert.deepStrictEqual(learnedAfter({ ...unstarted, lastLearnedAt: second(0) }, second(1)), second(1))
    assert.deepStrictEqual(learnedAfter({ ...unstarted, lastLearnedAt: second(1) }, second(1)), second(1.001))
    assert.deepStrictEqual(learnedAfter({ ...unstarted, lastLearnedAt: second(2) }, second(1)), second(2.001))
  })
})

describe("the unread messages of a conversation", () => {
  const said = (createdAt: number, learnedAt: number): Timed => ({
    createdAt: second(createdAt),
    learnedAt: second(learnedAt)
  })
  const wrote = { lastSentAt: second(5), lastEchoAt: null }
  const wroteElsewhere = { lastSentAt: null, lastEchoAt: second(5) }

  it("are those that arrived after the latest send, whatever their own time", () => {
    const learned = [4, 5, 5.001, 6].map((at) => [0, 5, 60].map((createdAt) => isUnread(said(createdAt, at), wrote)))
    assert.deepStrictEqual(learned, [
      [false, false, false],
      [false, false, false],
      [true, true, true],
      [true, true, true]
    ])
  })

  it("are those after the latest message that the business sent elsewhere, in any order of arrival", () => {
    const of = [4, 5, 6].map((createdAt) => [1, 9].map((at) => isUnread(said(createdAt, at), wroteElsewhere)))
    assert.deepStrictEqual(of, [
      [false, false],
      [true, true],
      [true, true]
    ])
  })

  it("are all messages if the business has not written", () => {
    assert.isTrue(isUnread(said(1, 1), { lastSentAt: null, lastEchoAt: null }))
  })
})
