import type { Schema } from "effect"
import { isJsonObject } from "../text/isJsonObject.ts"
import type { Message } from "./Message.ts"

/** A product of a catalog that a message is about. Each id is empty if the platform does not report it. */
export interface ReferredProduct {
  readonly catalogId: string
  /** The seller's id of the product. */
  readonly productId: string
}

/** The context in which a person wrote a message of WhatsApp. */
export interface MessageContext {
  readonly forwarded: boolean
  /** Forwarded by more than five people, one after the other. */
  readonly frequentlyForwarded: boolean
  readonly product: ReferredProduct | null
}

const textOf = (part: Schema.Json | undefined): string => {
  const text = typeof part === "number" ? String(part) : part
  return typeof text === "string" ? text : ""
}

const productOf = (part: Schema.Json | undefined): ReferredProduct | null => {
  if (!isJsonObject(part)) return null
  const product = { catalogId: textOf(part["catalog_id"]), productId: textOf(part["product_retailer_id"]) }
  return product.catalogId === "" && product.productId === "" ? null : product
}

/** The context of a message; null if it has none. A message that was forwarded frequently was forwarded too. */
export const messageContext = ({ content }: Pick<Message, "content">): MessageContext | null => {
  const context = content["context"]
  if (!isJsonObject(context)) return null
  const frequentlyForwarded = context["frequently_forwarded"] === true
  const forwarded = frequentlyForwarded || context["forwarded"] === true
  const product = productOf(context["referred_product"])
  return forwarded || product !== null ? { forwarded, frequentlyForwarded, product } : null
}
