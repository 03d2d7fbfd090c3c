import { Schema } from "effect"
import { maxReceiptItems } from "../../../domain/messages/messenger/MessengerRules.ts"
import { Text, optional } from "../interfaces/requestFields.ts"

/** An optional text; the domain checks required parts. */
const part = (description: string) => optional(Text.annotate({ description }))
const amount = (description: string) => optional(Schema.Finite.annotate({ description }))

const item = Schema.Struct({
  title: part("Required: the name of the item"),
  subtitle: part("Text below the name"),
  quantity: optional(Schema.Int.annotate({ description: "Number of items" })),
  price: amount("Required: the price, 0 for a free item"),
  currency: part("Currency of the price, if it differs"),
  imageUrl: part("Public address of an image")
})

const address = Schema.Struct({
  street1: part("Required"),
  street2: part("Second line of the street"),
  city: part("Required"),
  postalCode: part("Required"),
  state: part("Required: the state, region or province"),
  country: part("Required: two letters, such as US")
})

const summary = Schema.Struct({
  subtotal: amount("Sum of the items"),
  shippingCost: amount("Cost of shipping"),
  totalTax: amount("Sum of taxes"),
  totalCost: amount("Required: the amount that was paid")
})

const adjustment = Schema.Struct({
  name: part("Required: the reason, such as a discount"),
  amount: amount("Required")
})

/** The receipt of a Messenger message. Amounts are in units of the currency, such as 19.99. */
export const receiptField = optional(
  Schema.Struct({
    recipientName: part("Required: the name of the person"),
    merchantName: part("The name of the shop"),
    orderNumber: part("Required: unique for each order"),
    currency: part("Required: ISO 4217, such as EUR"),
    paymentMethod: part("Required: in words, such as Visa 2345"),
    orderUrl: part("Address of a page about the order"),
    timestamp: optional(Schema.Int.annotate({ description: "Time of the order, in seconds since 1970" })),
    items: optional(Schema.Array(item).annotate({ description: `The items, at most ${maxReceiptItems}` })),
    address: optional(address.annotate({ description: "Where the order is shipped to" })),
    summary: optional(summary.annotate({ description: "Required: the amounts of the order" })),
    adjustments: optional(
      Schema.Array(adjustment).annotate({ description: "Discounts and other changes of the price" })
    )
  }).annotate({ description: "Required for type receipt_template" })
)
