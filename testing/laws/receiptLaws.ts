import { DateTime, Equal, Schema } from "effect"
import { type MessageFailure, PublicMessageStatus } from "../../src/domain/messages/Message.ts"
import type { announcedReceipts, Receipt, Received } from "../../src/domain/messages/messageReceipts.ts"
import type { MessagePricing } from "../../src/domain/messages/MessagePricing.ts"
import { between, inputs } from "./inputs.ts"
import { law } from "./Law.ts"

/** The message after a receipt, and its announced receipts. */
export interface ReceiptRules {
  /** The message after a receipt. */
  withReceipt(message: Received, receipt: Receipt): Received
  /** The announced receipts of a change. */
  readonly announcedReceipts: typeof announcedReceipts
}

const beginning = DateTime.makeUnsafe("2026-11-20T12:00:00.007Z")
const second = (seconds: number) => DateTime.add(beginning, { seconds })

const rejected = (code: number): MessageFailure => ({ _tag: "Rejected", code, title: "Title", message: "Message" })
const unknown: MessageFailure = { _tag: "OutcomeUnknown", detail: "lost" }

const messageWith = (status: Received["status"]): Received => ({
  status,
  failure: status === "failed" ? unknown : null,
  deliveredAt: null,
  readAt: null,
  annotations: {}
})

const ReportedStatus = Schema.Struct({
  status: PublicMessageStatus,
  at: between(0, 4),
  code: between(0, 4),
  price: between(0, 4)
})
const Receipts = Schema.Array(ReportedStatus).check(Schema.isMaxLength(8))
const Before = Schema.Literals(["pending", "sent", "failed"])

/** The price of a report; some reports have none. */
const pricingOf = ({ price }: typeof ReportedStatus.Type): MessagePricing | undefined =>
  price === 0 ? undefined : { billable: price % 2 === 1, category: price < 3 ? "marketing" : "utility" }

const receipt = (reported: typeof ReportedStatus.Type): Receipt => ({
  status: reported.status,
  at: second(reported.at),
  failure: rejected(reported.code),
  pricing: pricingOf(reported)
})

const fold = (rules: ReceiptRules, message: Received, all: typeof Receipts.Type): Received =>
  all.reduce((before, report) => rules.withReceipt(before, receipt(report)), message)

/** The message before and after each receipt, and its announced receipts. */
const walk = (rules: ReceiptRules, message: Received, all: typeof Receipts.Type) => {
  let current = message
  return all.map((report) => {
    const from = current
    current = rules.withReceipt(from, receipt(report))
    return { from, to: current, announced: rules.announcedReceipts(from, current) }
  })
}

const ranks: ReadonlyArray<Received["status"]> = ["pending", "sent", "failed", "delivered", "read"]

export const receiptLaws = [
  law({
    name: "receipts: two commute",
    inputs: inputs({ from: Before, all: Receipts, one: ReportedStatus, other: ReportedStatus }),
    holds: (rules: ReceiptRules, { all, from, one, other }) => {
      const reached = fold(rules, messageWith(from), all)
      return Equal.equals(fold(rules, reached, [one, other]), fold(rules, reached, [other, one]))
    }
  }),
  law({
    name: "receipts: any order and repetition has the same result",
    inputs: inputs({ from: Before, one: Receipts, other: Receipts }),
    holds: (rules: ReceiptRules, { from, one, other }) => {
      const once = fold(rules, messageWith(from), [...one, ...other])
      return (
        Equal.equals(fold(rules, messageWith(from), [...other, ...one, ...other].toReversed()), once) &&
        Equal.equals(fold(rules, once, [...one, ...other]), once)
      )
    }
  }),
  law({
    name: "receipts: a status never moves back, nor a time forwards",
    inputs: inputs({ from: Before, all: Receipts }),
    holds: (rules: ReceiptRules, { all, from }) =>
      walk(rules, messageWith(from), all).every(
        (step) =>
          ranks.indexOf(step.to.status) >= ranks.indexOf(step.from.status) &&
          (["deliveredAt", "readAt"] as const).every((time) => {
            const [earlier, later] = [step.from[time], step.to[time]]
            return earlier === null || (later !== null && DateTime.isLessThanOrEqualTo(later, earlier))
          })
      )
  }),
  law({
    name: "receipts: the message has the furthest reported status and its first time",
    inputs: inputs({ all: Receipts }),
    holds: (rules: ReceiptRules, { all }) => {
      const after = fold(rules, messageWith("sent"), all)
      const first = (...statuses: ReadonlyArray<PublicMessageStatus>) => {
        const times = all.filter(({ status }) => statuses.includes(status)).map(({ at }) => at)
        return times.length === 0 ? null : second(Math.min(...times))
      }
      const has = (status: PublicMessageStatus) => all.some((one) => one.status === status)
      const unless = has("failed") ? "failed" : "sent"
      const arrived = has("delivered") ? "delivered" : unless
      return (
        after.status === (has("read") ? "read" : arrived) &&
        Equal.equals(after.deliveredAt, first("delivered", "read")) &&
        Equal.equals(after.readAt, first("read")) &&
        Equal.equals(after.annotations.failure?.at ?? null, first("failed"))
      )
    }
  }),
  law({
    name: "receipts: a message has a failure exactly if it failed",
    inputs: inputs({ from: Before, all: Receipts }),
    holds: (rules: ReceiptRules, { all, from }) =>
      walk(rules, messageWith(from), all).every(({ to }) => (to.failure !== null) === (to.status === "failed"))
  }),
  law({
    name: "receipts: the price is the latest reported one; at the same time, that of the further status",
    inputs: inputs({ from: Before, all: Receipts }),
    holds: (rules: ReceiptRules, { all, from }) => {
      const priced = all.filter(({ price }) => price > 0)
      const latest = Math.max(...priced.map(({ at }) => at))
      const last = priced.filter(({ at }) => at === latest)
      const furthest = Math.max(...last.map(({ status }) => ranks.indexOf(status)))
      const { pricing } = fold(rules, messageWith(from), all).annotations
      return priced.length === 0
        ? pricing === undefined
        : last.some((one) => ranks.indexOf(one.status) === furthest && Equal.equals(pricingOf(one), pricing?.value))
    }
  }),
  law({
    name: "receipts: each step is announced once, and delivered before read",
    inputs: inputs({ from: Before, all: Receipts }),
    holds: (rules: ReceiptRules, { all, from }) => {
      const events = walk(rules, messageWith(from), all).flatMap(({ announced }) => announced)
      const after = fold(rules, messageWith(from), all)
      return (
        new Set(events).size === events.length &&
        (!events.includes("read") || events.indexOf("read") > events.indexOf("delivered")) &&
        events.includes("delivered") === (after.deliveredAt !== null) &&
        events.includes("read") === (after.readAt !== null)
      )
    }
  }),
  law({
    name: "receipts: a failure is announced alone, and only if the message was not delivered",
    inputs: inputs({ from: Before, all: Receipts }),
    holds: (rules: ReceiptRules, { all, from }) =>
      walk(rules, messageWith(from), all).every(
        (step) => !step.announced.includes("failed") || (step.announced.length === 1 && step.from.deliveredAt === null)
      )
  })
]
