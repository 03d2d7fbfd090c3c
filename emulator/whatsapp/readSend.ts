import { Option, Result, Schema } from "effect"
import { PhoneNumber } from "../../src/domain/contacts/PhoneNumber.ts"
import { isWhatsAppUserId } from "../../src/domain/contacts/ContactIdentity.ts"
import { sentButtonTypes } from "../../src/domain/templates/readTemplateValues.ts"
import type { TemplateUse } from "../../src/domain/templates/Template.ts"
import { type GraphError, refusal } from "../graph/GraphError.ts"
import { decoder } from "../graph/fields.ts"
import { boundedText, oneOf, someText } from "../graph/parameters.ts"
import { type ContentReader, contentReaders, Location, Media } from "./contentSchemas.ts"
import { interactiveReaders } from "./interactiveSchemas.ts"

const Currency = Schema.Struct({ fallback_value: someText, code: someText, amount_1000: Schema.Int })

/** Requires the value under the name of its type. */
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
    "product",
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
  product: Schema.optionalKey(Schema.JsonObject),
  action: Schema.optionalKey(Schema.JsonObject)
}).check(valueIsThere)

const part = {
  parameters: Schema.optionalKey(Schema.Array(Parameter)),
  sub_type: Schema.optionalKey(oneOf(sentButtonTypes)),
  /** A string in the platform's examples, a number in its catalog example and in clients. */
  index: Schema.optionalKey(Schema.Union([Schema.Int, Schema.String.check(Schema.isPattern(/^\d+$/))]))
}

const CardPart = Schema.Struct({ type: oneOf(["header", "body", "button"]), ...part })

const Component = Schema.Struct({
  type: oneOf(["header", "body", "footer", "button", "carousel", "limited_time_offer"]),
  ...part,
  cards: Schema.optionalKey(Schema.Array(Schema.Struct({ card_index: Schema.Int, components: Schema.Array(CardPart) })))
})

/** A template in a send. The domain checks whether its values match. */
const TemplateContent = Schema.Struct({
  name: someText,
  language: Schema.Struct({ code: someText, policy: Schema.optionalKey(oneOf(["deterministic"])) }),
  components: Schema.optionalKey(Schema.Array(Component))
})

/** The recipient of a send: a number with its digits, a business-scoped user id, or a group. */
export const Recipient = Schema.TaggedUnion({
  Phone: { input: Schema.String, digits: Schema.String },
  User: { input: Schema.String },
  Group: { input: Schema.String }
})
export type Recipient = typeof Recipient.Type

/** A valid send. Its content stays among the parameters, under the name of its type. */
export interface Send {
  readonly recipient: Recipient
  readonly type: string
  readonly template: TemplateUse | null
  readonly callbackData: string | null
}

type Read<A> = Result.Result<A, GraphError>

/** Platform types that the emulator does not support; it refuses them like content that cannot be sent. */
const notEmulated = ["gif", "link_preview", "pin"]
const types = [...Object.keys(contentReaders), ...notEmulated, "interactive", "template"].toSorted()

const Envelope = Schema.Struct({
  messaging_product: oneOf(["whatsapp"]),
  recipient_type: Schema.optionalKey(oneOf(["individual", "group"])),
  to: Schema.optionalKey(Schema.String),
  recipient: Schema.optionalKey(Schema.String),
  type: Schema.optionalKey(oneOf(types)),
  context: Schema.optionalKey(Schema.Struct({ message_id: someText })),
  biz_opaque_callback_data: Schema.optionalKey(boundedText(512))
})
type Envelope = typeof Envelope.Type
const readEnvelope = decoder(Envelope)

const required = (params: Schema.JsonObject, name: string): Read<void> =>
  params[name] === undefined || params[name] === ""
    ? Result.fail(refusal(100, { message: `(#100) The parameter ${name} is required.` }))
    : Result.void

const isPhone = Schema.is(PhoneNumber)

const malformed = refusal(131009, {
  details: "The phone number is malformed: Please use the format: +1234567890."
})

/** Reads the recipient; `to` takes precedence over `recipient`. */
const readRecipient = ({ recipient = "", recipient_type: kind = "", to = "" }: Envelope): Read<Recipient> => {
  if (to === "" && recipient !== "") {
    return isWhatsAppUserId(recipient)
      ? Result.succeed(Recipient.cases.User.make({ input: recipient }))
      : Result.fail(refusal(131009, { details: "The recipient is not a business-scoped user id" }))
  }
  if (kind.toLowerCase() === "group") return Result.succeed(Recipient.cases.Group.make({ input: to }))
  const digits = to.replace(/^\s*\+/, "").replaceAll(/[\s().-]/g, "")
  return isPhone(digits) ? Result.succeed(Recipient.cases.Phone.make({ input: to, digits })) : Result.fail(malformed)
}

const readInteractiveType = decoder(
  Schema.Struct({ interactive: Schema.Struct({ type: oneOf(Object.keys(interactiveReaders).toSorted()) }) })
)

/** The decoder of the content under the name of its type. */
const readerOf = (params: Schema.JsonObject, type: string): Read<ContentReader | undefined> =>
  type === "interactive"
    ? Result.map(readInteractiveType(params), ({ interactive }) => interactiveReaders[interactive.type.toLowerCase()])
    : Result.succeed(contentReaders[type])

const readTemplateContent = decoder(Schema.Struct({ template: TemplateContent }))

const readTemplate = (params: Schema.JsonObject): Read<TemplateUse> =>
  Result.map(readTemplateContent(params), ({ template }) => ({
    name: template.name,
    languageCode: template.language.code,
    components: template.components ?? null
  }))

/** The template of a template message; null for valid content of another type. */
const readContent = (params: Schema.JsonObject, type: string): Read<TemplateUse | null> =>
  Result.gen(function* () {
    if (notEmulated.includes(type)) return yield* Result.fail(refusal(131051))
    const content = params[type]
    if (content === undefined) {
      return yield* Result.fail(refusal(100, { details: `Parameter '${type}' is mandatory for type '${type}'` }))
    }
    if (type === "template") return yield* readTemplate(params)
    const read = yield* readerOf(params, type)
    if (read !== undefined) yield* read({ [type]: content })
    return null
  })

/** Reads a send from the parameters of a call, checked in the platform's order: envelope, recipient, content. */
export const readSend = (params: Schema.JsonObject): Read<Send> =>
  Result.gen(function* () {
    yield* required(params, "messaging_product")
    if (params["recipient"] === undefined) yield* required(params, "to")
    const envelope = yield* readEnvelope(params)
    const recipient = yield* readRecipient(envelope)
    const type = (envelope.type ?? "text").toLowerCase()
    const template = yield* readContent(params, type)
    return { recipient, type, template, callbackData: envelope.biz_opaque_callback_data ?? null }
  })

const Receipt = Schema.Struct({
  messaging_product: oneOf(["whatsapp"]),
  status: oneOf(["read"]),
  message_id: someText,
  typing_indicator: Schema.optionalKey(Schema.Struct({ type: oneOf(["text"]) }))
})
const decodeReceipt = decoder(Receipt)

/** A read receipt, which uses the same edge as sends; none if the call is a send. */
export const readReceipt = (params: Schema.JsonObject): Option.Option<Read<typeof Receipt.Type>> =>
  params["status"] === undefined
    ? Option.none()
    : Option.some(
        Result.gen(function* () {
          yield* required(params, "messaging_product")
          yield* required(params, "message_id")
          return yield* decodeReceipt(params)
        })
      )
