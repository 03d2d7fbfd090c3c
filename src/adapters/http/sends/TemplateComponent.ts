import { Schema } from "effect"
import { StorableObject } from "../interfaces/requestFields.ts"
import { documentedByName, namedSchema } from "../openapi/namedSchema.ts"

const text = (description: string) => Schema.optionalKey(Schema.String.annotate({ description }))

const file = (kind: string, fields = {}) =>
  Schema.optionalKey(
    Schema.Struct({
      link: text("Public address of the file; the platform fetches it"),
      id: text("The platform's id of an uploaded file"),
      ...fields
    }).annotate({ description: `For type ${kind}` })
  )

const Parameter = Schema.Struct({
  type: Schema.String.annotate({
    description:
      "What the value is: text, image, document, video, currency, date_time, payload, coupon_code, action or limited_time_offer"
  }),
  text: text("For type text: the value"),
  parameter_name: text("The placeholder, where placeholders have names"),
  image: file("image"),
  document: file("document", { filename: text("Name shown") }),
  video: file("video"),
  currency: Schema.optionalKey(
    Schema.Struct({
      fallback_value: Schema.String.annotate({ description: "The text that recipients read" }),
      code: Schema.String.annotate({ description: "Currency, ISO 4217" }),
      amount_1000: Schema.Int.annotate({ description: "Amount times 1000" })
    }).annotate({ description: "For type currency" })
  ),
  date_time: Schema.optionalKey(
    Schema.Struct({
      fallback_value: Schema.String.annotate({ description: "The text that recipients read" })
    }).annotate({
      description: "For type date_time"
    })
  ),
  payload: text("For type payload: what the webhook of a quick reply carries"),
  coupon_code: text("For type coupon_code: the code that is copied"),
  limited_time_offer: Schema.optionalKey(
    Schema.Struct({
      expiration_time_ms: Schema.Int.annotate({ description: "When the offer ends, in milliseconds since 1970" })
    }).annotate({ description: "For type limited_time_offer" })
  )
})

const identifier = "TemplateComponent"

/** A component of a carousel card. */
const CardComponent = Schema.Record(Schema.String, Schema.Json).check(documentedByName(identifier))

const Component = Schema.Struct({
  type: Schema.String.annotate({
    description: "Which part of the template: header, body, button, carousel or limited_time_offer"
  }),
  sub_type: text(
    "The kind of a button: quick_reply, url, copy_code, flow, catalog, mpm, order_details, reminder or booking_confirmation"
  ),
  index: Schema.optionalKey(
    Schema.Union([Schema.Int, Schema.String]).annotate({ description: "Which button, from 0" })
  ),
  parameters: Schema.optionalKey(
    Schema.Array(Parameter).annotate({ description: "The values of the part, in the order of its placeholders" })
  ),
  cards: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        card_index: Schema.Int.annotate({ description: "Which card, from 0" }),
        components: Schema.Array(CardComponent).annotate({ description: "The values of the card" })
      })
    ).annotate({ description: "For a carousel: the values of each card" })
  )
})

/**
 * Values for one part of a template. The document lists Meta's documented fields; other fields are passed on. Required
 * values are checked against the template itself (contract: Template sends are not checked before the call).
 */
export const TemplateComponent = StorableObject.check(documentedByName<typeof StorableObject.Type>(identifier))

/** The documented schema of the reference. */
export const templateSchemas = () =>
  namedSchema(
    identifier,
    Component.annotate({
      description: "The values of one part of a template. Fields that are not listed are passed on to the platform"
    })
  )
