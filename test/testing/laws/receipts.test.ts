import {
  announcedReceipts,
  type Receipt,
  type Received,
  withReceipt
} from "../../../src/domain/messages/messageReceipts.ts"
import { Laws } from "../../../testing/laws/Laws.ts"
import type { ReceiptRules } from "../../../testing/laws/receiptLaws.ts"
import { Equal } from "effect"
import { findsDefects } from "./findsDefects.ts"

const rules: ReceiptRules = { withReceipt, announcedReceipts }

/** Our rules with another message after a receipt. */
const after = (change: (message: Received, receipt: Receipt, before: Received) => Received): ReceiptRules => ({
  ...rules,
  withReceipt: (before, receipt) => change(withReceipt(before, receipt), receipt, before)
})

/** Our rules with other announced receipts. */
const announcing = (
  change: (
    announced: ReturnType<typeof announcedReceipts>,
    before: Received,
    after: Received
  ) => ReturnType<typeof announcedReceipts>
): ReceiptRules => ({
  ...rules,
  announcedReceipts: (before, after) => change(announcedReceipts(before, after), before, after)
})

findsDefects("receipts", Laws.receipts, [
  [
    "takes the last report for the present one",
    {
      ...rules,
      withReceipt: (message, { at, failure, status }) => ({
        ...message,
        status,
        failure: status === "failed" ? failure : null,
        deliveredAt: status === "delivered" ? at : message.deliveredAt
      })
    }
  ],
  ["makes a failure final", after((message, _, before) => (before.status === "failed" ? before : message))],
  [
    "keeps the last of two failures",
    after((message, { at, failure, status }) =>
      status === "failed" ? { ...message, annotations: { failure: { at, failure } } } : message
    )
  ],
  [
    "keeps the times that were told last",
    after((message, { at, status }) => (status === "read" ? { ...message, readAt: at } : message))
  ],
  [
    "keeps the first time of a delivery that it hears of",
    after((message, _, before) => ({ ...message, deliveredAt: before.deliveredAt ?? message.deliveredAt }))
  ],
  [
    "takes a read message for not delivered",
    after((message, { status }, before) =>
      status === "read" ? { ...message, deliveredAt: before.deliveredAt } : message
    )
  ],
  [
    "takes a sent message for delivered",
    after((message, { at, status }) =>
      status === "sent"
        ? withReceipt(message, { at, status: "delivered", failure: { _tag: "OutcomeUnknown", detail: "" } })
        : message
    )
  ],
  [
    "stores the price that arrives last",
    after((message, { at, pricing, status }) =>
      pricing === undefined
        ? message
        : { ...message, annotations: { ...message.annotations, pricing: { at, status, value: pricing } } }
    )
  ],
  [
    "stores the price that arrives first",
    after((message, _, { annotations: { pricing } }) =>
      pricing === undefined ? message : { ...message, annotations: { ...message.annotations, pricing } }
    )
  ],
  [
    "loses the price with a report without one",
    after((message, { pricing }) => {
      const { pricing: _, ...others } = message.annotations
      return pricing === undefined ? { ...message, annotations: others } : message
    })
  ],
  [
    "prefers the price that arrives first at the same time",
    after((message, { at }, { annotations: { pricing } }) =>
      pricing !== undefined && Equal.equals(pricing.at, at)
        ? { ...message, annotations: { ...message.annotations, pricing } }
        : message
    )
  ],
  ["keeps the reason", after((message, { failure }) => ({ ...message, failure }))],
  ["loses the reason", after((message) => ({ ...message, failure: null }))],
  [
    "keeps the reason of a message that arrived",
    after((message, _, before) => ({ ...message, failure: message.failure ?? before.failure }))
  ],
  [
    "moves back to sent",
    after((message, { status }) => (status === "sent" ? { ...message, status: "sent" } : message))
  ],
  ["announces reports", announcing((_, __, { status }) => (status === "pending" || status === "sent" ? [] : [status]))],
  ["announces read before delivered", announcing((announced) => announced.toReversed())],
  ["announces read alone", announcing((announced) => announced.slice(-1))],
  ["announces no delivery", announcing((announced) => announced.filter((status) => status !== "delivered"))],
  [
    "announces every failure",
    announcing((announced, before, { annotations }) =>
      annotations.failure === before.annotations.failure ? announced : ["failed"]
    )
  ],
  [
    "announces a failure beside a receipt",
    announcing((announced, before) =>
      before.status === "failed" && announced.length > 0 ? ["failed", ...announced] : announced
    )
  ],
  [
    "announces the failure of a message that arrived",
    announcing((announced, before, { annotations }) =>
      before.annotations.failure === undefined && annotations.failure !== undefined ? ["failed"] : announced
    )
  ]
])
