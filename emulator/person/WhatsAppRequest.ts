import { Schema } from "effect"
import { call, change, history, stateSync, whatsAppHandover } from "./PlatformRequest.ts"
import { anyText, common, File, name, text, verbatim } from "./personFields.ts"

/** Whether the text is a phone number in any notation. */
const phone = (value: string): boolean =>
  /^\+?[\d\s().-]+$/.test(value) && /^[1-9]\d{6,14}$/.test(value.replaceAll(/\D/g, ""))

/** Whether the text is a business-scoped user id: the country, a point, and up to 128 letters and digits. */
export const isUserId = (value: string): boolean => /^[A-Z]{2}\.[A-Za-z0-9.]{1,128}$/.test(value)

const PhoneText = Schema.String.check(Schema.makeFilter(phone, { message: "must be a phone number" }))
const UserId = Schema.String.check(Schema.makeFilter(isUserId, { message: "must be a business-scoped user id" }))

const From = Schema.String.check(
  Schema.makeFilter((value) => phone(value) || isUserId(value), {
    message: "must be a phone number or a business-scoped user id"
  })
)

const ofChannel = { channel: Schema.Literal("whatsapp"), ...common }

const ofPerson = {
  ...ofChannel,
  /** The person's number, or the business-scoped user id if the business does not know the number. */
  from: From,
  /** The name in the person's profile, stored from then on. */
  name: Schema.optionalKey(name),
  username: Schema.optionalKey(name),
  /** The person's business-scoped user id, stored from then on. */
  userId: Schema.optionalKey(UserId),
  /**
   * The ids of the person in the webhook. By default both if `userId` is set, else the kind of `from`. A required id
   * that is absent is generated once and stays the person's.
   */
  identify: Schema.optionalKey(Schema.Literals(["phone", "userId", "both"])),
  /** Whether another responder owns the thread: the message is then in the field `standby`. */
  standby: Schema.optionalKey(Schema.Boolean)
}

const message = {
  ...ofPerson,
  /** The message that is replied to. */
  replyTo: Schema.optionalKey(Schema.NonEmptyString),
  /** Further fields of the platform's `context`: `forwarded`, `referred_product`. */
  context: Schema.optionalKey(verbatim),
  /** The advertisement or post that it came from, in the platform's format. */
  referral: Schema.optionalKey(verbatim)
}

const messageId = Schema.NonEmptyString

const file = {
  ...message,
  /** A new file; without this and `mediaId`, a small sample file. */
  media: Schema.optionalKey(File),
  /** A file that the platform already has. */
  mediaId: Schema.optionalKey(Schema.NonEmptyString)
}

const captioned = { ...file, caption: Schema.optionalKey(text) }

const reply = { id: Schema.NonEmptyString, title: text }

const Interactive = Schema.Union([
  Schema.Struct({ type: Schema.Literal("button_reply"), button_reply: Schema.Struct(reply) }),
  Schema.Struct({
    type: Schema.Literal("list_reply"),
    list_reply: Schema.Struct({ ...reply, description: Schema.optionalKey(text) })
  }),
  Schema.Struct({
    type: Schema.Literal("nfm_reply"),
    nfm_reply: Schema.Struct({
      name: Schema.optionalKey(text),
      body: Schema.optionalKey(text),
      /** The answers of the form, as JSON text. */
      response_json: text
    })
  })
])

const location = Schema.Struct({
  latitude: Schema.Finite.check(Schema.isBetween({ minimum: -90, maximum: 90 })),
  longitude: Schema.Finite.check(Schema.isBetween({ minimum: -180, maximum: 180 })),
  name: Schema.optionalKey(text),
  address: Schema.optionalKey(text),
  url: Schema.optionalKey(text)
})

const order = Schema.Struct({
  catalog_id: Schema.NonEmptyString,
  text: Schema.optionalKey(anyText),
  product_items: Schema.NonEmptyArray(
    Schema.Struct({
      product_retailer_id: Schema.NonEmptyString,
      quantity: Schema.Int,
      item_price: Schema.Finite,
      currency: Schema.String
    })
  )
})

const body = Schema.optionalKey(text)

/** A notice; its default `body` is the platform's text. */
const System = Schema.Union([
  Schema.Struct({ type: Schema.Literal("user_changed_number"), wa_id: PhoneText, body }),
  Schema.Struct({ type: Schema.Literal("user_changed_user_id"), user_id: UserId, body }),
  Schema.Struct({ type: Schema.Literal("customer_identity_changed"), body })
])

/** Actions of a person on WhatsApp, by type; in the platform's format unless that is too long. */
const schemas = [
  Schema.Struct({ ...message, type: Schema.Literal("text"), text }),
  Schema.Struct({ ...captioned, type: Schema.Literal("image") }),
  Schema.Struct({ ...captioned, type: Schema.Literal("video") }),
  Schema.Struct({ ...captioned, type: Schema.Literal("document"), filename: Schema.optionalKey(name) }),
  /** An audio file; a voice note by default. */
  Schema.Struct({ ...file, type: Schema.Literal("audio"), voice: Schema.optionalKey(Schema.Boolean) }),
  Schema.Struct({ ...file, type: Schema.Literal("sticker"), animated: Schema.optionalKey(Schema.Boolean) }),
  Schema.Struct({ ...message, type: Schema.Literal("location"), location }),
  Schema.Struct({ ...message, type: Schema.Literal("contacts"), contacts: Schema.NonEmptyArray(verbatim) }),
  /**
   * The person shares their number: on request, after which the business knows it, or unasked. The default `phone` is
   * the number that the platform knows.
   */
  Schema.Struct({
    ...message,
    type: Schema.Literal("contact_info"),
    phone: Schema.optionalKey(PhoneText),
    origin: Schema.optionalKey(Schema.Literals(["contact_request", "other"]))
  }),
  /** A reaction; an empty `emoji` removes it. */
  Schema.Struct({ ...ofPerson, type: Schema.Literal("reaction"), messageId, emoji: anyText }),
  /** A tap on a quick reply of a template. */
  Schema.Struct({ ...message, type: Schema.Literal("button"), text, payload: Schema.optionalKey(text) }),
  Schema.Struct({ ...message, type: Schema.Literal("interactive"), interactive: Interactive }),
  Schema.Struct({ ...message, type: Schema.Literal("order"), order }),
  /** A message that the platform does not pass on; `kind` is its type. */
  Schema.Struct({ ...message, type: Schema.Literal("unsupported"), kind: Schema.optionalKey(text) }),
  Schema.Struct({ ...ofPerson, type: Schema.Literal("request_welcome") }),
  /** An edit to another text, or with `message` to any content: `{type:"image", image:{…}}`. */
  Schema.Struct({
    ...ofPerson,
    type: Schema.Literal("edit"),
    messageId,
    text: Schema.optionalKey(text),
    message: Schema.optionalKey(verbatim)
  }).check(
    Schema.makeFilter(({ message: other, text: words }) =>
      (other === undefined) === (words === undefined) ? { path: ["text"], issue: "is required, or message" } : undefined
    )
  ),
  Schema.Struct({ ...ofPerson, type: Schema.Literal("revoke"), messageId }),
  /** The person opens the chat and reads up to this message, or all messages. */
  Schema.Struct({ ...ofPerson, type: Schema.Literal("read"), messageId: Schema.optionalKey(messageId) }),
  /** A notice of the platform about a person. The new ids identify them from then on. */
  Schema.Struct({ ...ofPerson, type: Schema.Literal("system"), system: System }),
  /** The person has another business-scoped user id, reported in its own field. */
  Schema.Struct({ ...ofPerson, type: Schema.Literal("user_id_update"), newUserId: UserId }),
  /** The person opts out of marketing messages, or in again. */
  Schema.Struct({
    ...ofPerson,
    type: Schema.Literal("user_preferences"),
    value: Schema.Literals(["stop", "resume", "signup"])
  }),
  /** A message that the business sends to the person from its phone. */
  Schema.Struct({ ...ofPerson, type: Schema.Literal("echo"), text }),
  Schema.Struct({ ...ofPerson, ...whatsAppHandover }),
  Schema.Struct({ ...ofPerson, ...call }),
  Schema.Struct({ ...ofPerson, ...history }),
  Schema.Struct({ ...ofPerson, ...stateSync }),
  Schema.Struct({ ...ofChannel, ...change }),
  /** The platform's rating of a template: `GREEN`, `YELLOW`, `RED` or `UNKNOWN`. */
  Schema.Struct({
    ...ofChannel,
    type: Schema.Literal("template_quality"),
    name,
    language: Schema.NonEmptyString,
    score: Schema.Literals(["GREEN", "YELLOW", "RED", "UNKNOWN"])
  }),
  /** The platform's decision about a template. `event` is its word: `APPROVED`, `PAUSED`, `FLAGGED`. */
  Schema.Struct({
    ...ofChannel,
    type: Schema.Literal("template_status"),
    name,
    language: Schema.NonEmptyString,
    event: Schema.String.check(Schema.isPattern(/^[A-Z_]{1,64}$/)),
    reason: Schema.optionalKey(text)
  })
] as const

export const WhatsAppRequest = Schema.Union(schemas)
export type WhatsAppRequest = typeof WhatsAppRequest.Type

export const whatsAppTypes = schemas.map((schema) => schema.fields.type.literal)
