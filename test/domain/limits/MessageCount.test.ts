import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { CountryCode } from "../../../src/domain/contacts/PhoneNumber.ts"
import { CampaignId, CampaignRecipientId, ChannelAccountId } from "../../../src/domain/Ids.ts"
import {
  Day,
  type MessageCount,
  type Priced,
  byCategory,
  countChanges,
  dayOf,
  daysBetween,
  daysOf,
  sumCounts
} from "../../../src/domain/limits/MessageCount.ts"
import { PublicMessageStatus } from "../../../src/domain/messages/Message.ts"
import { type Received, withReceipt } from "../../../src/domain/messages/messageReceipts.ts"

const beginning = DateTime.makeUnsafe("2026-11-20T23:59:58.000Z")
const accounts = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"].map((id) =>
  ChannelAccountId.make(id)
)

const campaigns = accounts.map((id) => CampaignId.make(id))
const recipientId = CampaignRecipientId.make("00000000-0000-4000-8000-000000000003")

const below = (limit: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: limit - 1 }))

/** A report on one of some messages. A message has one country, which every report on it has. */
const Report = Schema.Struct({
  message: below(6),
  status: PublicMessageStatus,
  at: below(4),
  price: below(5)
})
const Reports = Schema.Array(Report).check(Schema.isMaxLength(20))

const countries = [null, CountryCode.make("US"), CountryCode.make("BR")]

type Counted = Received & Priced

const newMessage = (index: number): Counted => ({
  status: "sent",
  failure: null,
  deliveredAt: null,
  readAt: null,
  annotations: index % 3 === 0 ? {} : { campaign: { id: campaigns[index % 2] ?? CampaignId.make(""), recipientId } },
  channelAccountId: accounts[index % 2] ?? ChannelAccountId.make(""),
  createdAt: DateTime.add(beginning, { seconds: index })
})

const after = (message: Counted, { at, message: index, price, status }: typeof Report.Type): Counted =>
  withReceipt(message, {
    status,
    at: DateTime.add(beginning, { seconds: at }),
    failure: { _tag: "OutcomeUnknown", detail: "" },
    pricing: price === 0 ? undefined : { billable: price % 2 === 1, ...(price < 3 ? { category: "marketing" } : {}) },
    country: countries[index % 3] ?? null
  })

const newMessages = Array.from({ length: 6 }, (_, index) => newMessage(index))

/** The counts after each report changed them, and the messages. */
const counted = (reports: ReadonlyArray<typeof Report.Type>) => {
  const messages = [...newMessages]
  let counts: ReadonlyArray<MessageCount> = []
  for (const report of reports) {
    const former = messages[report.message]
    if (former === undefined) continue
    const now = after(former, report)
    counts = sumCounts([...counts, ...countChanges([{ former, now }])])
    messages[report.message] = now
  }
  return { counts, messages }
}

/** The counts of messages as they are. */
const recomputed = (messages: ReadonlyArray<Counted>) => countChanges(messages.map((now) => ({ former: null, now })))

describe("countChanges", () => {
  it.prop(
    "counts equal a recomputation from the messages, for any order and repetition of reports",
    { reports: Reports },
    ({ reports }) => {
      const { counts, messages } = counted(reports)
      assert.deepStrictEqual(counts, recomputed(messages))
      assert.isTrue(counts.every((count) => count.messages > 0))
      assert.deepStrictEqual(counted([...reports, ...reports.toReversed()]).counts, counts)
      assert.deepStrictEqual(counted(reports.toReversed()).counts, counts)
    }
  )

  it.prop(
    "counts of several messages that change together equal those of single changes",
    { reports: Reports },
    ({ reports }) => {
      const { counts, messages } = counted(reports)
      const together = messages.flatMap((now, index) => {
        const former = newMessages[index]
        return former === undefined ? [] : [{ former, now }]
      })
      assert.deepStrictEqual(countChanges(together), counts)
      assert.deepStrictEqual(countChanges(together.toReversed()), counts)
    }
  )

  it("a message without a price and a failed message are not counted", () => {
    const sent = newMessage(0)
    assert.deepStrictEqual(countChanges([{ former: null, now: sent }]), [])
    const priced = after(sent, { message: 0, status: "sent", at: 1, price: 1 })
    const count: MessageCount = {
      day: Day.make("2026-11-20"),
      channelAccountId: sent.channelAccountId,
      category: "marketing",
      country: "unknown",
      campaignId: null,
      billable: true,
      messages: 1
    }
    assert.deepStrictEqual(countChanges([{ former: sent, now: priced }]), [count])
    const failed = after(priced, { message: 0, status: "failed", at: 2, price: 0 })
    assert.deepStrictEqual(countChanges([{ former: priced, now: failed }]), [{ ...count, messages: -1 }])
  })
})

describe("byCategory", () => {
  it("sums over days, accounts and countries, and omits a category without messages", () => {
    const [account = ChannelAccountId.make("")] = accounts
    const count = {
      day: dayOf(beginning),
      channelAccountId: account,
      category: "utility",
      country: "US",
      campaignId: null,
      billable: true,
      messages: 2
    }
    const all = [
      count,
      { ...count, country: "BR", billable: false },
      { ...count, category: "a", campaignId: campaigns[0] ?? null, messages: 1 },
      { ...count, category: "a", messages: -1 }
    ]
    assert.deepStrictEqual(byCategory(all), [{ category: "utility", messages: 4, billable: 2 }])
  })
})

describe("days", () => {
  it.each(["2026-02-29", "2026-13-01", "2026-00-10", "2026-11-31", "26-11-01", "2026-11-01T00:00:00Z"])(
    "%s is not a day",
    (text) => {
      assert.isFalse(Schema.is(Day)(text))
    }
  )

  it("daysOf returns every day once, including the end of a year and a leap day", () => {
    const [first, last] = [Day.make("2023-12-30"), Day.make("2024-03-01")]
    const days = daysOf(first, last)
    assert.lengthOf(days, daysBetween(first, last))
    assert.deepStrictEqual([days[0], days.at(-1), days.includes(Day.make("2024-02-29"))], [first, last, true])
    assert.deepStrictEqual([daysOf(first, first), daysOf(last, first)], [[first], []])
  })
})
