import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration, Order, Schema } from "effect"
import { MessageId } from "../../../src/domain/Ids.ts"
import {
  clockUncertainty,
  type ConversationClock,
  inConversation,
  isUnread,
  learnedAfter,
  listedAt,
  type Timed,
  unstarted
} from "../../../src/domain/message/messageOrder.ts"
import { beginning, uuidOf } from "../../../src/testing/inbound/world.ts"

const upTo = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))
const second = (seconds: number): DateTime.Utc => DateTime.add(beginning, { milliseconds: Math.round(seconds * 1_000) })

/** Seconds that are close to each other and to the bounds of the uncertainty. */
const Moment = Schema.Struct({ said: upTo(45), learned: upTo(45), id: upTo(3) })
type Moment = typeof Moment.Type

const timed = ({ id, learned, said }: Moment) => ({
  id: MessageId.make(uuidOf(`message ${id}`)),
  createdAt: second(said),
  learnedAt: second(learned)
})

const uncertain = Duration.toSeconds(clockUncertainty)
const isPrompt = ({ learned, said }: Moment) => Math.abs(learned - said) <= uncertain
const isBefore = Order.isLessThan(inConversation)
const many = { arbitrary: { runs: 2_000 } }

describe("the order of the messages of a conversation", () => {
  it.prop(
    "is total: of two messages one comes first, and what comes first among three does so among any two of them",
    { one: Moment, other: Moment, third: Moment },
    (given) => {
      const [a, b, c] = [timed(given.one), timed(given.other), timed(given.third)]
      assert.strictEqual(inConversation(a, b) + inConversation(b, a), 0)
      assert.strictEqual(inConversation(a, b) === 0, a.id === b.id && DateTime.Equivalence(listedAt(a), listedAt(b)))
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
    ["with a platform clock five seconds behind", 0.4, -4, 0.9],
    ["with a platform clock five seconds ahead", 6.5, 6, 0.9]
  ])("puts a reply after the send that it answers, %s", (_, learned, said, sent) => {
    const id = (name: string) => MessageId.make(uuidOf(name))
    const send = { id: id("send"), createdAt: second(0.1), learnedAt: second(0.1) }
    const reply = { id: id("reply"), createdAt: second(said), learnedAt: second(learned) }
    const question = { id: id("next"), createdAt: second(sent), learnedAt: second(Math.max(sent, learned + 0.1)) }
    assert.isTrue(isBefore(send, reply))
    assert.isTrue(isBefore(reply, question))
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
        clock = { lastLearnedAt: learned, lastSentAt: null, lastEchoAt: null }
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

  it("is what was not said before the business last wrote elsewhere, whenever it was learned of", () => {
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
