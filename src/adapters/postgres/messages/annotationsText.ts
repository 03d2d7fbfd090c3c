import { DateTime, Option, Predicate, Schema } from "effect"
import { MessageAnnotations } from "../../../domain/messages/Message.ts"
import { PricingReport } from "../../../domain/messages/MessagePricing.ts"

const encode = Schema.encodeSync(Schema.fromJsonString(MessageAnnotations))

/**
 * Text of annotations for their column. Most annotated messages have a price alone. Such annotations are written and read
 * without the schema of all annotations, which takes longer than the database.
 */
export const annotationsText = (annotations: MessageAnnotations): string => {
  const { pricing, ...others } = annotations
  if (pricing === undefined || Object.keys(others).length > 0) return encode(annotations)
  const { at, status, value } = pricing
  return JSON.stringify({ pricing: { at: DateTime.formatIso(at), status, value } })
}

const noAnnotations: MessageAnnotations = {}

const decodePricing = Schema.decodeUnknownOption(PricingReport)

/** No annotations or a price alone; null for others, which the schema decodes. */
export const plainAnnotations = (text: string): MessageAnnotations | null => {
  if (text === "{}") return noAnnotations
  const parsed: unknown = JSON.parse(text)
  if (!Predicate.hasProperty(parsed, "pricing") || Object.keys(parsed).length > 1) return null
  return Option.match(decodePricing(parsed.pricing), { onNone: () => null, onSome: (pricing) => ({ pricing }) })
}
