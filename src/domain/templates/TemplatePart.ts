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

/** Where in a template the values do not fit: header, body, button (with its index), carousel, limited_time_offer. */
const location = {
  component: Schema.String,
  /** 0-based, of a button. */
  index: Schema.optionalKey(Schema.Int),
  /** The type of the template's button, in upper case. */
  buttonType: Schema.optionalKey(Schema.String),
  /** 0-based, of the carousel card that the component belongs to. */
  card: Schema.optionalKey(Schema.Int)
}

/** No template of this name in this language. The name may exist in another language. */
export class TemplateNotFound extends Schema.TaggedError<TemplateNotFound>()("TemplateNotFound", {
  name: Schema.String,
  languageCode: Schema.String
}) {}

/** The template is there, and its status forbids sending it. */
export class TemplateNotApproved extends Schema.TaggedError<TemplateNotApproved>()("TemplateNotApproved", {
  name: Schema.String,
  languageCode: Schema.String,
  status: Schema.String
}) {}

/** The components do not have the form of a send. `problem` is the reason. */
export class TemplateComponentsUnreadable extends Schema.TaggedError<TemplateComponentsUnreadable>()(
  "TemplateComponentsUnreadable",
  {
    problem: Schema.String,
    /** Where in the list of components, as in `[0].parameters[1].text`. */
    path: Schema.optionalKey(Schema.String)
  }
) {}

/** A part of the template has `expected` placeholders, and the send has `given` values. */
export class TemplateParameterCountMismatch extends Schema.TaggedError<TemplateParameterCountMismatch>()(
  "TemplateParameterCountMismatch",
  { ...location, expected: Schema.Int, given: Schema.Int }
) {}

/** A named template was given values without a name, or a template does not know the names it was given. */
export class TemplateParameterNameMismatch extends Schema.TaggedError<TemplateParameterNameMismatch>()(
  "TemplateParameterNameMismatch",
  { ...location, missing: Schema.Array(Schema.String), unknown: Schema.Array(Schema.String) }
) {}

/** A value of another kind than the template asks for: `expected` and `given` in the platform's words, upper case. */
export class TemplateParameterFormatMismatch extends Schema.TaggedError<TemplateParameterFormatMismatch>()(
  "TemplateParameterFormatMismatch",
  { ...location, expected: Schema.String, given: Schema.String }
) {}

/** A text value that no template takes: line breaks, tabs, a run of spaces, or longer than `limit`. */
export class TemplateParameterTextInvalid extends Schema.TaggedError<TemplateParameterTextInvalid>()(
  "TemplateParameterTextInvalid",
  { ...location, parameter: Schema.Int, limit: Schema.NullOr(Schema.Int) }
) {}

/** A value of a kind that names products leaves out what it has to name: `value` is the missing field. */
export class TemplateParameterValueMissing extends Schema.TaggedError<TemplateParameterValueMissing>()(
  "TemplateParameterValueMissing",
  { ...location, parameter: Schema.Int, value: Schema.String }
) {}

/** Why a template cannot be sent as asked. */
export type TemplateRefused =
  | TemplateNotFound
  | TemplateNotApproved
  | TemplateComponentsUnreadable
  | TemplateParameterCountMismatch
  | TemplateParameterNameMismatch
  | TemplateParameterFormatMismatch
  | TemplateParameterTextInvalid
  | TemplateParameterValueMissing
