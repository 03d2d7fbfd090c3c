import { DateTime, Order } from "effect"
import type { CountryCode } from "../contacts/PhoneNumber.ts"
import type { Message, MessageFailure, PublicMessageStatus } from "./Message.ts"
import { laterPricing, type MessagePricing } from "./MessagePricing.ts"

/** A platform's report of the status of an outbound message. */
export interface Receipt {
  readonly status: PublicMessageStatus
  readonly at: DateTime.Utc
  /** Why it failed, when it did. */
  readonly failure: MessageFailure
  /** The price of the message, if the platform reports it. */
  readonly pricing?: MessagePricing | undefined
  /** The country of the recipient, beside a price; null or absent if unknown. */
  readonly country?: CountryCode | null
}

/** The part of a message that receipts change. */
export type Received = Pick<Message, "status" | "deliveredAt" | "readAt" | "failure" | "annotations">

const earlier = (one: DateTime.Utc | null, other: DateTime.Utc): DateTime.Utc =>
  one === null ? other : DateTime.min(one, other)

/**
 * Order of failures: the earlier one wins; of two at the same instant, the one that sorts first as text, regardless of
 * arrival order.
 */
const byTime = Order.combine(
  Order.mapInput(Order.Number, ({ at }: Failed) => DateTime.toEpochMillis(at)),
  Order.mapInput(Order.String, ({ failure }: Failed) => JSON.stringify(failure))
)
type Failed = NonNullable<Message["annotations"]["failure"]>

/**
 * `sent < delivered < read`, and `failed` is above `sent` only. What the ledger says of the send itself stays below.
 */
const statusOf = ({ annotations, deliveredAt, readAt, status }: Received): Message["status"] => {
  if (readAt !== null) return "read"
  if (deliveredAt !== null) return "delivered"
  return annotations.failure === undefined ? status : "failed"
}

const joined = <M extends Received>(received: M): M => {
  const status = statusOf(received)
  const noted = received.annotations.failure?.failure
  // What failed when it was sent keeps its own reason.
  return { ...received, status, failure: status === "failed" ? (noted ?? received.failure) : null }
}

const withPricing = <M extends Received>(message: M, { at, country = null, pricing, status }: Receipt): M => {
  if (pricing === undefined) return message
  const stored = message.annotations.pricing
  const report = { at, status, value: pricing, ...(country === null ? {} : { country }) }
  const latest = stored === undefined ? report : laterPricing(stored, report)
  return latest === stored ? message : { ...message, annotations: { ...message.annotations, pricing: latest } }
}

/**
 * The message after a receipt (contract: Message status is a join): a join, so that receipts may come in any order and
 * any number of times. A read message has arrived, at that time at the latest.
 */
export const withReceipt = <M extends Received>(before: M, receipt: Receipt): M => {
  const { at, failure, status } = receipt
  const message = withPricing(before, receipt)
  switch (status) {
    case "sent":
      return message
    case "delivered":
      return joined({ ...message, deliveredAt: earlier(message.deliveredAt, at) })
    case "read":
      return joined({ ...message, deliveredAt: earlier(message.deliveredAt, at), readAt: earlier(message.readAt, at) })
    case "failed": {
      const stored = message.annotations.failure
      const reported: Failed = { at, failure }
      const first = stored === undefined ? reported : Order.min(byTime)(stored, reported)
      return joined({ ...message, annotations: { ...message.annotations, failure: first } })
    }
  }
}

/** The events of a change of receipts, in order: each of them once in the life of a message. */
export const announcedReceipts = (
  before: Received,
  after: Received
): ReadonlyArray<Exclude<PublicMessageStatus, "sent">> => {
  if (before.status !== "failed" && after.status === "failed") return ["failed"]
  return [
    ...(before.deliveredAt === null && after.deliveredAt !== null ? (["delivered"] as const) : []),
    ...(before.readAt === null && after.readAt !== null ? (["read"] as const) : [])
  ]
}
