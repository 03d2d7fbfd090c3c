import { DateTime, Effect, HashMap } from "effect"
import { CountryCode } from "../../../../src/domain/contacts/PhoneNumber.ts"
import { CampaignId, CampaignRecipientId, ChannelAccountId, type OrganizationId } from "../../../../src/domain/Ids.ts"
import { type InboxMessage, withMessage } from "../../../../src/domain/inbound/InboxState.ts"
import type { Message } from "../../../../src/domain/messages/Message.ts"
import type { MessagePricing } from "../../../../src/domain/messages/MessagePricing.ts"
import {
  type MessageCount,
  byCategory,
  dayOf,
  isOfMonth,
  sumCounts,
  unknownCategory,
  unknownCountry
} from "../../../../src/domain/limits/MessageCount.ts"
import { type Month, monthOf } from "../../../../src/domain/limits/MonthlyLimit.ts"
import { OrganizationDeletion, Organizations } from "../../../../src/ports/access/Organizations.ts"
import { seconds } from "../../../given/era.ts"
import { uuid } from "../../../given/given.ts"
import { changed, loaded, messageKey, saidIn } from "../../../given/inbox.ts"
import { messageOf } from "../../../given/seen.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"
import { givenConversations } from "./savingMessages.ts"

const marketing: MessagePricing = { billable: true, category: "marketing", model: "PMP", type: "regular" }
const free: MessagePricing = { billable: false, category: "utility", model: "PMP", type: "free_customer_service" }

const undeliverable = { _tag: "Rejected", code: 131026, title: "Undeliverable", message: "No" } as const

/** Annotations of a message whose price was reported at the instant. */
const priced = (value: MessagePricing, at: DateTime.Utc): Pick<Message, "annotations"> => ({
  annotations: { pricing: { at, status: "delivered", value } }
})

const counts = Effect.fnUntraced(function* (id: OrganizationId, month: Month) {
  return yield* (yield* Organizations).pricedMessages(id, month)
})

/** Saves the messages with these changes. */
const save = Effect.fnUntraced(function* (
  id: OrganizationId,
  at: DateTime.Utc,
  messages: ReadonlyArray<InboxMessage>,
  changes: Partial<Message>
) {
  yield* changed(id, at, { messages: messages.map(messageKey) }, (state) =>
    [...HashMap.values(state.messages)].reduce(
      (before, stored) => withMessage(before, { ...stored, message: { ...stored.message, ...changes } }),
      state
    )
  )
})

/** Counts of messages with a price (contract: Usage by category). */
export const countingPrices = (it: Tests<StorePorts>) => {
  it.effect("pricing: a message counts once in the category of its price, also after another price and a failure", () =>
    Effect.gen(function* () {
      const { at, thread: conversation, id } = yield* givenConversations
      const other = yield* givenConversations
      const month = monthOf(at)
      const outbound = yield* Effect.forEach([1, 2, 3], (second) =>
        saidIn(conversation, seconds(at, second), "outbound")
      )
      yield* changed(id, at, {}, (state) => outbound.reduce(withMessage, state))
      assert.deepStrictEqual(yield* counts(id, month), [])

      yield* save(id, at, outbound, priced(marketing, at))
      yield* save(id, at, outbound, { ...priced(marketing, seconds(at, 1)), deliveredAt: seconds(at, 1) })
      assert.deepStrictEqual(yield* counts(id, month), [{ category: "marketing", messages: 3, billable: 3 }])

      yield* save(id, at, outbound.slice(0, 1), priced(free, seconds(at, 2)))
      yield* save(id, at, outbound.slice(1, 2), priced({ ...marketing, billable: false }, seconds(at, 2)))
      assert.deepStrictEqual(yield* counts(id, month), [
        { category: "marketing", messages: 2, billable: 1 },
        { category: "utility", messages: 1, billable: 0 }
      ])

      yield* save(id, at, outbound.slice(0, 2), { status: "failed", failure: undeliverable })
      assert.deepStrictEqual(yield* counts(id, month), [{ category: "marketing", messages: 1, billable: 1 }])
      yield* save(id, at, outbound.slice(1, 2), { status: "delivered", failure: null })
      assert.deepStrictEqual(yield* counts(id, month), [{ category: "marketing", messages: 2, billable: 1 }])
      assert.deepStrictEqual(yield* counts(other.id, month), [])
    })
  )

  it.effect("pricing: a new message with a price counts in the month of the message", () =>
    Effect.gen(function* () {
      const { at, thread: conversation, id } = yield* givenConversations
      const earlier = DateTime.subtract(at, { months: 1 })
      const prices = [marketing, free, { category: "漢 '\"\\" }, { type: "regular" }, { billable: false }]
      const outbound = yield* Effect.forEach(prices, (price) => saidIn(conversation, at, "outbound", priced(price, at)))
      const before = yield* saidIn(conversation, earlier, "outbound", priced(marketing, at))
      yield* changed(id, at, {}, (state) => [...outbound, before].reduce(withMessage, state))
      assert.deepStrictEqual(yield* counts(id, monthOf(at)), [
        { category: "marketing", messages: 1, billable: 1 },
        { category: unknownCategory, messages: 2, billable: 1 },
        { category: "utility", messages: 1, billable: 0 },
        { category: "漢 '\"\\", messages: 1, billable: 0 }
      ])
      assert.deepStrictEqual(yield* counts(id, monthOf(earlier)), [{ category: "marketing", messages: 1, billable: 1 }])
    })
  )

  it.effect("pricing: counts have the day, account, country and category of each message, over spans of days", () =>
    Effect.gen(function* () {
      const {
        account: { id: account },
        at,
        thread: conversation,
        id
      } = yield* givenConversations
      const other = yield* givenConversations
      const second = ChannelAccountId.make(yield* uuid)
      const earlier = DateTime.subtract(at, { days: 2 })
      const [day, before] = [dayOf(at), dayOf(earlier)]
      const inCountry = (country: string, value = marketing): Pick<Message, "annotations"> => ({
        annotations: { pricing: { at, status: "sent", value, country: CountryCode.make(country) } }
      })
      const messages = [
        yield* saidIn(conversation, at, "outbound", inCountry("US")),
        yield* saidIn(conversation, at, "outbound", inCountry("US")),
        yield* saidIn(conversation, at, "outbound", inCountry("US", { ...marketing, billable: false })),
        yield* saidIn(conversation, at, "outbound", inCountry("BR")),
        yield* saidIn(conversation, at, "outbound", priced(marketing, at)),
        yield* saidIn(conversation, at, "outbound", { ...inCountry("US"), channelAccountId: second }),
        yield* saidIn(conversation, earlier, "outbound", inCountry("US"))
      ]
      yield* changed(id, at, {}, (state) => messages.reduce(withMessage, state))
      const { messageCounts } = yield* Organizations
      const count = (changes: Partial<MessageCount>): MessageCount => ({
        day,
        channelAccountId: account,
        category: "marketing",
        country: "US",
        campaignId: null,
        billable: true,
        messages: 1,
        ...changes
      })
      const today = [
        count({ country: "BR" }),
        count({ billable: false }),
        count({ messages: 2 }),
        count({ country: unknownCountry }),
        count({ channelAccountId: second })
      ]
      const inOrder = account < second ? today : [...today.slice(-1), ...today.slice(0, -1)]
      const each = { since: before, until: day, spans: [before, day], perCampaign: true }
      assert.deepStrictEqual(yield* messageCounts(id, each, 10), [count({ day: before }), ...inOrder])
      assert.deepStrictEqual(yield* messageCounts(id, each, 2), [count({ day: before }), ...inOrder.slice(0, 1)])
      assert.deepStrictEqual(yield* messageCounts(id, { ...each, since: day, spans: [day] }, 10), inOrder)
      assert.deepStrictEqual(yield* messageCounts(id, { ...each, until: before }, 10), [count({ day: before })])
      assert.deepStrictEqual(yield* messageCounts(other.id, each, 10), [])
      const all = yield* messageCounts(id, each, 10)
      assert.deepStrictEqual(
        yield* messageCounts(id, { ...each, spans: [before] }, 10),
        sumCounts(all.map((one) => Object.assign({}, one, { day: before })))
      )
      assert.deepStrictEqual(
        yield* counts(id, monthOf(at)),
        byCategory(all.filter((one) => isOfMonth(one.day, monthOf(at))))
      )

      yield* save(id, at, messages.slice(0, 1), { status: "failed", failure: undeliverable })
      yield* save(id, at, messages.slice(1, 2), inCountry("US", free))
      assert.deepStrictEqual(
        yield* messageCounts(id, { ...each, since: day, spans: [day] }, 10),
        inOrder
          .flatMap((one) => (one.messages === 2 ? [] : [one]))
          .toSpliced(
            inOrder.findIndex((one) => one.country === "US" && !one.billable && one.channelAccountId === account) + 1,
            0,
            count({ category: "utility", billable: false })
          )
      )
    })
  )

  it.effect("pricing: messages of a campaign have counts of their own, which other reports sum up", () =>
    Effect.gen(function* () {
      const { account, at, thread: conversation, id } = yield* givenConversations
      const [day, campaignId] = [dayOf(at), CampaignId.make(yield* uuid)]
      const campaign = { id: campaignId, recipientId: CampaignRecipientId.make(yield* uuid) }
      const ofCampaign = (value: MessagePricing) => ({ annotations: { ...priced(value, at).annotations, campaign } })
      const messages = [
        yield* saidIn(conversation, at, "outbound", priced(marketing, at)),
        yield* saidIn(conversation, at, "outbound", { annotations: { campaign } }),
        yield* saidIn(conversation, at, "outbound", { annotations: { campaign } })
      ]
      yield* changed(id, at, {}, (state) => messages.reduce(withMessage, state))
      yield* save(id, at, messages.slice(1), ofCampaign(marketing))
      yield* save(id, at, messages.slice(1), ofCampaign(marketing))
      const { messageCounts } = yield* Organizations
      const days = { since: day, until: day, spans: [day], perCampaign: true }
      const count = {
        day,
        channelAccountId: account.id,
        category: "marketing",
        country: unknownCountry,
        campaignId: null,
        billable: true,
        messages: 1
      }
      assert.deepStrictEqual(yield* messageCounts(id, days, 10), [count, { ...count, campaignId, messages: 2 }])
      assert.deepStrictEqual(yield* messageCounts(id, { ...days, perCampaign: false }, 10), [{ ...count, messages: 3 }])

      yield* save(id, at, messages.slice(1, 2), { status: "failed", failure: undeliverable })
      yield* save(id, at, messages.slice(2), ofCampaign({ ...marketing, billable: false }))
      assert.deepStrictEqual(yield* messageCounts(id, days, 10), [count, { ...count, campaignId, billable: false }])
    })
  )

  it.effect("pricing: the counts of a deleted organization are deleted, those of another one stay", () =>
    Effect.gen(function* () {
      const tenants = [yield* givenConversations, yield* givenConversations] as const
      for (const { at, thread: conversation, id } of tenants) {
        const outbound = yield* saidIn(conversation, at, "outbound", priced(marketing, at))
        yield* changed(id, at, {}, (state) => withMessage(state, outbound))
      }
      const [{ at, id }, other] = tenants
      const { begin, deleteRows } = yield* OrganizationDeletion
      yield* begin(id, at)
      while ((yield* deleteRows(id)) > 0) yield* Effect.yieldNow
      assert.deepStrictEqual(yield* counts(id, monthOf(at)), [])
      assert.lengthOf(yield* counts(other.id, monthOf(other.at)), 1)
    })
  )

  it.effect("pricing: a price alone and beside other annotations is read as it was saved", () =>
    Effect.gen(function* () {
      const { at, thread: conversation, id } = yield* givenConversations
      const pricing = { at: seconds(at, 1), status: "sent", value: marketing } as const
      const failure = { at: seconds(at, 4), failure: { _tag: "OutcomeUnknown", detail: "x" } } as const
      for (const annotations of [
        { pricing },
        { pricing: { ...pricing, value: {} } },
        { pricing: { ...pricing, country: CountryCode.make("BR") } },
        { pricing, failure }
      ]) {
        const outbound = yield* saidIn(conversation, at, "outbound")
        yield* changed(id, at, {}, (state) => withMessage(state, outbound))
        yield* save(id, at, [outbound], { annotations })
        const expected = { ...outbound.message, annotations }
        assert.deepStrictEqual(yield* messageOf(id, outbound.message.id), expected)
        const { messages } = yield* loaded(id, { messages: [messageKey(outbound)] })
        assert.deepStrictEqual(
          [...HashMap.values(messages)].map(({ message }) => message),
          [expected]
        )
      }
    })
  )
}
