import { DateTime, Order, Schema } from "effect"
import { CountryCode } from "../contacts/PhoneNumber.ts"
import { truncate } from "../text/textLimits.ts"

/** Longest category, model or type of a price, in code points. */
export const maxPricingText = 64

/** A category, model or type as the platform reports it, cut to the limit; undefined if it is empty. */
export const pricingText = (text: string): string | undefined =>
  truncate(text.trim().slice(0, 4 * maxPricingText), maxPricingText).trim() || undefined

/**
 * Price of a message in the words of the platform. Each field is absent if it was not reported (contract: Prices of
 * messages).
 */
export class MessagePricing extends Schema.Opaque<MessagePricing>()(
  Schema.Struct({
    billable: Schema.optionalKey(
      Schema.Boolean.annotate({ description: "Whether the platform charges for the message" })
    ),
    category: Schema.optionalKey(
      Schema.NonEmptyString.annotate({
        description: "The category of the price: service, marketing, utility, authentication or another"
      })
    ),
    model: Schema.optionalKey(
      Schema.NonEmptyString.annotate({
        description: "The pricing model: PMP for a price per message, CBP for one per conversation"
      })
    ),
    type: Schema.optionalKey(
      Schema.NonEmptyString.annotate({
        description: "Why it is charged or free: regular, free_customer_service or free_entry_point"
      })
    )
  })
) {}

/** The price of a message with the status that reported it. */
export const PricingReport = Schema.Struct({
  at: Schema.DateTimeUtcFromString,
  status: Schema.Literals(["sent", "failed", "delivered", "read"]),
  value: MessagePricing,
  /** The country of the recipient, for counts; absent if the number or id names none. */
  country: Schema.optionalKey(CountryCode)
})
export type PricingReport = typeof PricingReport.Type

const ranks: ReadonlyArray<PricingReport["status"]> = ["sent", "failed", "delivered", "read"]

/** Equal for equal prices, regardless of the order of the keys. */
const textOf = ({ billable, category, model, type }: MessagePricing): string =>
  JSON.stringify([billable ?? null, category ?? null, model ?? null, type ?? null])

/** By time. At the same time, the status that is further along is later. */
const inTime: Order.Order<PricingReport> = Order.combineAll([
  Order.mapInput(Order.Number, ({ at }: PricingReport) => DateTime.toEpochMillis(at)),
  Order.mapInput(Order.Number, ({ status }: PricingReport) => ranks.indexOf(status)),
  Order.mapInput(Order.String, ({ country, value }: PricingReport) => `${textOf(value)}${country ?? ""}`)
])

/** Returns the later of two reports, the same for any order of arrival. */
export const laterPricing: (one: PricingReport, other: PricingReport) => PricingReport = Order.max(inTime)
