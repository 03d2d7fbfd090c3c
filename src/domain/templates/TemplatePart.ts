import { Schema } from "effect"

const optionalText = Schema.optionalKey(Schema.String)

/** A button as it was approved. */
export const TemplateButton = Schema.Struct({
  type: Schema.String,
  text: optionalText,
  url: optionalText,
  phone_number: optionalText,
  otp_type: optionalText,
  flow_id: optionalText,
  flow_name: optionalText,
  flow_action: optionalText,
  navigate_screen: optionalText,
  example: Schema.optionalKey(Schema.Json)
})
export type TemplateButton = typeof TemplateButton.Type

/** A header, body, footer or row of buttons as it was approved; of a template, or of one card of its carousel. */
export const TemplatePart = Schema.Struct({
  type: Schema.String,
  format: optionalText,
  text: optionalText,
  example: Schema.optionalKey(Schema.Json),
  buttons: Schema.optionalKey(Schema.Array(TemplateButton)),
  add_security_recommendation: Schema.optionalKey(Schema.Boolean),
  code_expiration_minutes: Schema.optionalKey(Schema.Int),
  limited_time_offer: Schema.optionalKey(
    Schema.Struct({ text: optionalText, has_expiration: Schema.optionalKey(Schema.Boolean) })
  )
})
export type TemplatePart = typeof TemplatePart.Type

/** A product of the business's catalogue. */
const Product = Schema.Struct({ product_retailer_id: optionalText, catalog_id: optionalText })

/** Parameters of a button that shows products: the picture of one, and the selection if not all are shown. */
const ProductAction = Schema.Struct({
  thumbnail_product_retailer_id: optionalText,
  sections: Schema.optionalKey(Schema.Array(Schema.Struct({ product_items: Schema.Array(Product) })))
})

/** A parameter of a send. */
export const TemplateParameter = Schema.Struct({
  type: Schema.String,
  text: optionalText,
  parameter_name: optionalText,
  product: Schema.optionalKey(Product),
  action: Schema.optionalKey(ProductAction)
})
export type TemplateParameter = typeof TemplateParameter.Type

/** The values that a send gives for one part; a button is named by its index. */
export const PartValues = Schema.Struct({
  type: Schema.String,
  sub_type: optionalText,
  index: Schema.optionalKey(Schema.Union([Schema.Int, Schema.String])),
  parameters: Schema.optionalKey(Schema.Array(TemplateParameter))
})
export type PartValues = typeof PartValues.Type
