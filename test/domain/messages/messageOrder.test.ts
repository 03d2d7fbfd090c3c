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

describe("the order of sends and of what is reported across them", () => {
  it.prop(
    "is total: of two messages one comes first, and what comes first among three does so among any two of them",
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
    "is that in which they were learned of, where the clocks explain the difference to their own times",
    { one: Moment, other: Moment },
    ({ one, other }) => {
      if (isPrompt(one) && isPrompt(other) && one.learned < other.learned)
        assert.isTrue(isBefore(timed(one), timed(other)))
    },
    many
  )

  it.prop(
    "is that of their own times, where the clocks cannot explain the difference between those",
    { one: Moment, other: Moment },
    ({ one, other }) => {
      if (other.said - one.said > 2 * uncertain) assert.isTrue(isBefore(timed(one), timed(other)))
    },
    many
  )

  it.prop(
    "is that of their own times, for what was learned of late, whatever order it came in",
    { one: Moment, other: Moment },
    ({ one, other }) => {
      const late = (moment: Moment) => timed({ ...moment, learned: moment.learned + 60 })
      if (one.said < other.said) assert.isTrue(isBefore(late(one), late(other)))
    },
    many
  )

  it.prop(
    "lists a message near its own time and, as far as that allows, when it was learned of",
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
  ])("puts a reply after the send that it answers, and the next send after the reply, %s", (_, learned, said, next) => {
    const id = (name: string) => MessageId.make(uuidOf(name))
    const sent = (at: number) => ({ createdAt: second(at), learnedAt: second(at) })
    const reply = { createdAt: second(said), learnedAt: second(learned), direction: "inbound" } as const
    const answered = { id: id("reply"), listedAt: reportedListedAt(reply, { lastWrittenAt: second(0.1) }) }
    assert.isTrue(isBefore({ id: id("send"), listedAt: listedAt(sent(0.1)) }, answered))
    const question = { ...sent(next), learnedAt: second(Math.max(next, learned + 0.1)) }
    assert.isTrue(isBefore(answered, { id: id("next"), listedAt: listedAt(question) }))
  })

  it.prop(
    "puts what is reported after the send that was there before, where the clocks explain it, and never after a later one",
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

describe("the order of what is reported between two sends", () => {
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
    "is that of the platform's times, in whatever order the reports arrive",
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

  it("has the person's message before an answer of a phone in the same second, whichever is reported first", () => {
    const [question, answer] = [reported(5, 5.9), reported(5, 5.4, "outbound")]
    assert.isTrue(DateTime.isLessThan(question, answer))
    assert.isTrue(DateTime.isLessThan(reported(5, 7), reported(5, 6, "outbound")))
    // With times of milliseconds there is nothing to guess.
    assert.deepStrictEqual(reported(5.25, 6, "outbound"), second(5.25))
  })

  it("is that of arrival within a second, which ids follow", () => {
    const [first, next] = [reported(5, 6), reported(5, 6.001)]
    assert.deepStrictEqual([first, next], [second(5), second(5)])
    assert.strictEqual(isBefore(said(5, 1), said(5, 2)), uuidOf("message 1") < uuidOf("message 2"))
  })

  it("is that of arrival where the platform's clock is ahead of ours", () => {
    assert.deepStrictEqual([reported(9, 5), reported(8, 5.1)], [second(5), second(5.1)])
    assert.deepStrictEqual(reported(30, 5), second(20))
  })
})

describe("when a conversation learns of a message", () => {
  it.prop(
    "is later than of every message before it, and not earlier than now",
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

  it("is now, unless a clock is behind another one", () => {
    assert.deepStrictEqual(learnedAfter(unstarted, second(1)), second(1))
    assert.deepStrictEqual(learnedAfter({ ...unstarted, lastLearnedAt: second(0) }, second(1)), second(1))
    assert.deepStrictEqual(learnedAfter({ ...unstarted, lastLearnedAt: second(1) }, second(1)), second(1.001))
    assert.deepStrictEqual(learnedAfter({ ...unstarted, lastLearnedAt: second(2) }, second(1)), second(2.001))
  })
})

describe("what is unread", () => {
  const said = (createdAt: number, learnedAt: number): Timed => ({
    createdAt: second(createdAt),
    learnedAt: second(learnedAt)
  })
  const wrote = { lastSentAt: second(5), lastEchoAt: null }
  const wroteElsewhere = { lastSentAt: null, lastEchoAt: second(5) }

  it("is what was learned of after the business last sent something, whatever its time", () => {
    const learned = [4, 5, 5.001, 6].map((at) => [0, 5, 60].map((createdAt) => isUnread(said(createdAt, at), wrote)))
    assert.deepStrictEqual(learned, [
      [false, false, false],
      [false, false, false],
      [true, true, true],
      [true, true, true]
    ])
  })

  it("counts messages after the latest one that the business sent elsewhere, in any order of arrival", () => {
    const of = [4, 5, 6].map((createdAt) => [1, 9].map((at) => isUnread(said(createdAt, at), wroteElsewhere)))
    assert.deepStrictEqual(of, [
      [false, false],
      [true, true],
      [true, true]
    ])
  })

  it("is everything while the business has not written", () => {
    assert.isTrue(isUnread(said(1, 1), { lastSentAt: null, lastEchoAt: null }))
  })
})
