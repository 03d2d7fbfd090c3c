import { Schema } from "effect"
import { call, change, history, stateSync, whatsAppHandover } from "./PlatformRequest.ts"
import { anyText, common, File, name, text, verbatim } from "./personFields.ts"

/** A phone number in any notation. */
const phone = (value: string): boolean =>
  /^\+?[\d\s().-]+$/.test(value) && /^[1-9]\d{6,14}$/.test(value.replaceAll(/\D/g, ""))

/** A business-scoped user id: the country, a point, and up to 128 letters and digits. */
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
  /** The person's number, or her business-scoped user id when the business does not know the number. */
  from: From,
  /** Her profile's, remembered from then on. */
  name: Schema.optionalKey(name),
  username: Schema.optionalKey(name),
  /** Her business-scoped user id, remembered from then on. */
  userId: Schema.optionalKey(UserId),
  /**
   * By what the webhook names her. Without it: by both when `userId` is given, else by what `from` is. One that she has
   * to have and that the request omits is generated once, and stays hers.
   */
  identify: Schema.optionalKey(Schema.Literals(["phone", "userId", "both"])),
  /** Another responder owns the thread: the message comes in the field `standby`. */
  standby: Schema.optionalKey(Schema.Boolean)
}

const message = {
  ...ofPerson,
  /** The message that is replied to. */
  replyTo: Schema.optionalKey(Schema.NonEmptyString),
  /** What else stands in the platform's `context`: `forwarded`, `referred_product`. */
  context: Schema.optionalKey(verbatim),
  /** The advertisement or post that it came from, in the platform's words. */
  referral: Schema.optionalKey(verbatim)
}

const messageId = Schema.NonEmptyString

const file = {
  ...message,
  /** A new file; with neither this nor `mediaId` a small one that comes with the emulator. */
  media: Schema.optionalKey(File),
  /** A file that the platform has. */
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
      /** The answers of the form, JSON in a text. */
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

/** Without a `body` there is one in the platform's words. */
const System = Schema.Union([
  Schema.Struct({ type: Schema.Literal("user_changed_number"), wa_id: PhoneText, body }),
  Schema.Struct({ type: Schema.Literal("user_changed_user_id"), user_id: UserId, body }),
  Schema.Struct({ type: Schema.Literal("customer_identity_changed"), body })
])

/** What a person does on WhatsApp, by type; in the platform's words where those are not too long. */
const schemas = [
  Schema.Struct({ ...message, type: Schema.Literal("text"), text }),
  Schema.Struct({ ...captioned, type: Schema.Literal("image") }),
  Schema.Struct({ ...captioned, type: Schema.Literal("video") }),
  Schema.Struct({ ...captioned, type: Schema.Literal("document"), filename: Schema.optionalKey(name) }),
  /** `voice` is what it is unless it says otherwise. */
  Schema.Struct({ ...file, type: Schema.Literal("audio"), voice: Schema.optionalKey(Schema.Boolean) }),
  Schema.Struct({ ...file, type: Schema.Literal("sticker"), animated: Schema.optionalKey(Schema.Boolean) }),
  Schema.Struct({ ...message, type: Schema.Literal("location"), location }),
  Schema.Struct({ ...message, type: Schema.Literal("contacts"), contacts: Schema.NonEmptyArray(verbatim) }),
  /**
   * She shares her number: as the answer to a request for it, after which the business knows it, or of her own accord.
   * Without a `phone` it is the one that the platform knows.
   */
  Schema.Struct({
    ...message,
    type: Schema.Literal("contact_info"),
    phone: Schema.optionalKey(PhoneText),
    origin: Schema.optionalKey(Schema.Literals(["contact_request", "other"]))
  }),
  /** An empty `emoji` takes the reaction back. */
  Schema.Struct({ ...ofPerson, type: Schema.Literal("reaction"), messageId, emoji: anyText }),
  /** A tap on a quick reply of a template. */
  Schema.Struct({ ...message, type: Schema.Literal("button"), text, payload: Schema.optionalKey(text) }),
  Schema.Struct({ ...message, type: Schema.Literal("interactive"), interactive: Interactive }),
  Schema.Struct({ ...message, type: Schema.Literal("order"), order }),
  /** `kind` is what the message is that the platform does not pass on. */
  Schema.Struct({ ...message, type: Schema.Literal("unsupported"), kind: Schema.optionalKey(text) }),
  Schema.Struct({ ...ofPerson, type: Schema.Literal("request_welcome") }),
  /** Another text, or with `message` whatever else: `{type:"image", image:{…}}`. */
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
  /** She opens the chat and reads: up to this message, or everything. */
  Schema.Struct({ ...ofPerson, type: Schema.Literal("read"), messageId: Schema.optionalKey(messageId) }),
  /** A notice of the platform about a person. The new ids identify her from then on. */
  Schema.Struct({ ...ofPerson, type: Schema.Literal("system"), system: System }),
  /** She has another business-scoped user id, told in the field of its own. */
  Schema.Struct({ ...ofPerson, type: Schema.Literal("user_id_update"), newUserId: UserId }),
  /** She does not want to hear of offers any more, or again. */
  Schema.Struct({
    ...ofPerson,
    type: Schema.Literal("user_preferences"),
    value: Schema.Literals(["stop", "resume", "signup"])
  }),
  /** What the business itself sent to her from its phone. */
  Schema.Struct({ ...ofPerson, type: Schema.Literal("echo"), text }),
  Schema.Struct({ ...ofPerson, ...whatsAppHandover }),
  Schema.Struct({ ...ofPerson, ...call }),
  Schema.Struct({ ...ofPerson, ...history }),
  Schema.Struct({ ...ofPerson, ...stateSync }),
  Schema.Struct({ ...ofChannel, ...change }),
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
