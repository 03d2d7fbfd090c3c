import { Schema } from "effect"
import { oneOf, someText } from "../graph/parameters.ts"
import { Location, Media } from "./contentSchemas.ts"

const Currency = Schema.Struct({ fallback_value: someText, code: someText, amount_1000: Schema.Int })

/** A value is under the name of its type, and has to be there. */
const valueIsThere = Schema.makeFilter((parameter: Readonly<Record<string, unknown>> & { readonly type: string }) => {
  const type = parameter.type.toLowerCase()
  if (type === "text" && parameter["text"] === "") return "[131008] Parameter of type text is missing text value"
  return parameter[type] === undefined
    ? `[100] Parameter '${type}' is mandatory for component parameter type '${type}'`
    : undefined
})

const Parameter = Schema.Struct({
  type: oneOf([
    "text",
    "currency",
    "date_time",
    "image",
    "video",
    "document",
    "location",
    "payload",
    "coupon_code",
    "limited_time_offer",
    "action"
  ]),
  parameter_name: Schema.optionalKey(Schema.String),
  text: Schema.optionalKey(Schema.String),
  currency: Schema.optionalKey(Currency),
  date_time: Schema.optionalKey(Schema.Struct({ fallback_value: someText })),
  image: Schema.optionalKey(Media),
  video: Schema.optionalKey(Media),
  document: Schema.optionalKey(Media),
  location: Schema.optionalKey(Location),
  payload: Schema.optionalKey(Schema.String),
  coupon_code: Schema.optionalKey(Schema.String),
  limited_time_offer: Schema.optionalKey(Schema.Struct({ expiration_time_ms: Schema.Int })),
  action: Schema.optionalKey(Schema.JsonObject)
}).check(valueIsThere)

const buttonTypes = ["quick_reply", "url", "copy_code", "flow", "catalog", "mpm", "spm", "voice_call"]

const part = {
  parameters: Schema.optionalKey(Schema.Array(Parameter)),
  sub_type: Schema.optionalKey(oneOf(buttonTypes)),
  /** A string in the platform's examples, a number in its catalog example and in clients. */
  index: Schema.optionalKey(Schema.Union([Schema.Int, Schema.String.check(Schema.isPattern(/^\d+$/))]))
}

const CardPart = Schema.Struct({ type: oneOf(["header", "body", "button"]), ...part })

const Component = Schema.Struct({
  type: oneOf(["header", "body", "footer", "button", "carousel", "limited_time_offer"]),
  ...part,
  cards: Schema.optionalKey(Schema.Array(Schema.Struct({ card_index: Schema.Int, components: Schema.Array(CardPart) })))
})

/** A template as a send carries it. Whether its values fit is the domain's to say. */
export const TemplateContent = Schema.Struct({
  name: someText,
  language: Schema.Struct({ code: someText, policy: Schema.optionalKey(oneOf(["deterministic"])) }),
  components: Schema.optionalKey(Schema.Array(Component))
})
