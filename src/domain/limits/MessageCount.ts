import { Brand, DateTime, Option, Schema } from "effect"
import { CampaignId, ChannelAccountId } from "../Ids.ts"
import type { Message } from "../messages/Message.ts"
import type { Month } from "./MonthlyLimit.ts"

const dayMillis = 24 * 60 * 60 * 1_000

const dateOf = (at: DateTime.Utc): string => DateTime.formatIso(at).slice(0, "2026-11-28".length)

const isDate = (text: string): boolean =>
  Option.exists(DateTime.make(`${text}T00:00:00.000Z`), (at) => dateOf(DateTime.toUtc(at)) === text)

/** A UTC day, written as its date: `2026-11-28`. */
export const Day = Schema.String.check(
  Schema.isPattern(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/),
  Schema.makeFilter((text) => isDate(text) || "Expected a date of the calendar", { toJsonSchema: () => [{}, true] })
).pipe(Schema.brand("Day"))
export type Day = string & Brand.Brand<"Day">

const day = Brand.nominal<Day>()

/** The day that the instant belongs to. */
export const dayOf = (at: DateTime.Utc): Day => day(dateOf(at))

const startOf = (date: Day): number => DateTime.makeUnsafe(`${date}T00:00:00.000Z`).epochMilliseconds

/** The first day of the month of the day. */
export const firstOfMonth = (date: Day): Day => day(`${date.slice(0, "2026-11".length)}-01`)

/** Whether the day belongs to the month. */
export const isOfMonth = (date: Day, month: Month): boolean => date.slice(0, 7) === month.slice(0, 7)

/** The number of days from the first to the last, both included; 0 or less if the last is before the first. */
export const daysBetween = (first: Day, last: Day): number => (startOf(last) - startOf(first)) / dayMillis + 1

/** Every day from the first to the last, both included. */
export const daysOf = (first: Day, last: Day): ReadonlyArray<Day> =>
  Array.from({ length: Math.max(0, daysBetween(first, last)) }, (_, index) =>
    dayOf(DateTime.makeUnsafe(startOf(first) + index * dayMillis))
  )

/** The category of a price that the platform reports without one. */
export const unknownCategory = "unknown"

/** The country of a recipient whose number or id names none. */
export const unknownCountry = "unknown"

/** Messages of a category in a month for which the platform reported a price. */
export class PricedMessages extends Schema.Opaque<PricedMessages>()(
  Schema.Struct({
    category: Schema.NonEmptyString.annotate({
      description: "The category as the platform reports it; unknown for a price without one"
    }),
    messages: Schema.Int.annotate({ description: "Messages of the category; a failed message does not count" }),
    billable: Schema.Int.annotate({ description: "Messages among them that the platform charges for" })
  })
) {}

/**
 * Priced messages of a day with the same account, category, country and campaign that are all billable, or all free. As a
 * change of such a count, `messages` may be negative.
 */
export class MessageCount extends Schema.Opaque<MessageCount>()(
  Schema.Struct({
    day: Day,
    channelAccountId: ChannelAccountId,
    category: Schema.NonEmptyString,
    /** ISO 3166-1 alpha-2, or `unknown`. */
    country: Schema.NonEmptyString,
    /** Null for messages outside of campaigns. */
    campaignId: Schema.NullOr(CampaignId),
    billable: Schema.Boolean,
    messages: Schema.Int
  })
) {}

/** The part of a message that decides where it counts. */
export type Priced = Pick<Message, "annotations" | "channelAccountId" | "createdAt" | "status">

/** A message before and after a change; null for a new message. */
export interface ChangedPriced {
  readonly former: Priced | null
  readonly now: Priced
}

/** Count of one message, on its own day. Null without a price, and for a message that failed. */
const countOf = ({
  annotations: { campaign, pricing },
  channelAccountId,
  createdAt,
  status
}: Priced): MessageCount | null => {
  if (pricing === undefined || status === "failed") return null
  const { country = unknownCountry, value } = pricing
  const { billable, category = unknownCategory, type } = value
  return {
    day: dayOf(createdAt),
    channelAccountId,
    category,
    country,
    campaignId: campaign?.id ?? null,
    billable: billable ?? type === "regular",
    messages: 1
  }
}

/** Whether the message counts as before. Its day, account and campaign never change. */
const isUnchanged = (former: Priced, now: Priced): boolean =>
  former.annotations.pricing === now.annotations.pricing && (former.status === "failed") === (now.status === "failed")

/** Text of everything but the number, which is different for different counts. The category has any characters. */
const keyOf = ({ billable, campaignId, category, channelAccountId, country, day }: MessageCount): string =>
  `${day} ${channelAccountId} ${country} ${campaignId ?? ""} ${billable ? 1 : 0} ${category}`

/**
 * Sums of equal counts in the order of day, account, country, campaign, billable and category, without those of 0 messages.
 * Messages outside of campaigns come first.
 */
export const sumCounts = (counts: ReadonlyArray<MessageCount>): ReadonlyArray<MessageCount> => {
  const sums = new Map<string, MessageCount>()
  for (const count of counts) {
    const key = keyOf(count)
    sums.set(key, { ...count, messages: (sums.get(key)?.messages ?? 0) + count.messages })
  }
  return [...sums.entries()]
    .filter(([, { messages }]) => messages !== 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, sum]) => sum)
}

/**
 * Changes of the counts that follow from changed messages (contract: Usage by category; Counts of messages). They depend
 * on the messages before and after only, so each message counts once, however often its statuses arrive. The order is
 * the same for all changes, so that two transactions never wait for each other.
 */
export const countChanges = (changed: ReadonlyArray<ChangedPriced>): ReadonlyArray<MessageCount> =>
  sumCounts(
    changed.flatMap(({ former, now }) => {
      // The most frequent case: a receipt without another price.
      if (former !== null && isUnchanged(former, now)) return []
      const [before, after] = [former === null ? null : countOf(former), countOf(now)]
      return [...(before === null ? [] : [{ ...before, messages: -1 }]), ...(after === null ? [] : [after])]
    })
  )

/** Counts per category, in the order of categories; a category without messages is omitted. */
export const byCategory = (counts: ReadonlyArray<MessageCount>): ReadonlyArray<PricedMessages> => {
  const sums = new Map<string, PricedMessages>()
  for (const { billable, category, messages } of counts) {
    const sum = sums.get(category) ?? { category, messages: 0, billable: 0 }
    sums.set(category, {
      category,
      messages: sum.messages + messages,
      billable: sum.billable + (billable ? messages : 0)
    })
  }
  return [...sums.values()]
    .filter(({ messages }) => messages > 0)
    .sort((one, other) => (one.category < other.category ? -1 : 1))
}
