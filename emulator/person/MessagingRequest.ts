import { Schema } from "effect"
import { appRoles, change, messagingHandover } from "./PlatformRequest.ts"
import { anyText, common, File, name, text, verbatim } from "./personFields.ts"

const Person = Schema.String.check(Schema.isPattern(/^\d{1,30}$/))

/** Fields of every request on these channels. */
const ofEither = {
  channel: Schema.Literals(["messenger", "instagram"]),
  ...common,
  /** The person's id with the account, in digits: PSID or IGSID. */
  from: Person,
  /** The new name in the person's profile. On Instagram it is also the username, unless `username` is set. */
  name: Schema.optionalKey(name),
  /** Instagram only: the new username, which lists of conversations show. */
  username: Schema.optionalKey(name),
  /** Whether another app owns the conversation. */
  standby: Schema.optionalKey(Schema.Boolean)
}

const address = Schema.String.check(
  Schema.makeFilter((url) => /^https?:\/\//i.test(url) && URL.canParse(url), { message: "must be an http(s) URL" })
)

const messageId = Schema.NonEmptyString
const referral = Schema.optionalKey(verbatim)

const message = {
  ...ofEither,
  /** The message that is replied to. */
  replyTo: Schema.optionalKey(Schema.NonEmptyString),
  /** The advertisement or link that it came from, in the platform's format. */
  referral
}

const file = {
  /** The address of the file. Without `url` it is `media`; without both, a small sample file. */
  url: Schema.optionalKey(address),
  media: Schema.optionalKey(File)
}

/** A file and its caption. */
const attachment = { ...message, ...file, text: Schema.optionalKey(text) }

const location = Schema.Struct({
  latitude: Schema.Finite.check(Schema.isBetween({ minimum: -90, maximum: 90 })),
  longitude: Schema.Finite.check(Schema.isBetween({ minimum: -180, maximum: 180 })),
  name: Schema.optionalKey(text)
})

/** Actions on both channels, by type. */
const actions = [
  Schema.Struct({ ...message, type: Schema.Literal("text"), text }),
  Schema.Struct({ ...attachment, type: Schema.Literal("image") }),
  Schema.Struct({ ...attachment, type: Schema.Literal("video") }),
  Schema.Struct({ ...attachment, type: Schema.Literal("audio") }),
  Schema.Struct({ ...attachment, type: Schema.Literal("file") }),
  Schema.Struct({
    ...message,
    ...file,
    type: Schema.Literal("sticker"),
    stickerId: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThan(0)))
  }),
  /** A link or post that the person shares. */
  Schema.Struct({ ...message, type: Schema.Literal("share"), url: address, title: Schema.optionalKey(text) }),
  /** A tap on a quick reply. */
  Schema.Struct({ ...message, type: Schema.Literal("quick_reply"), text, payload: text }),
  Schema.Struct({ ...message, type: Schema.Literal("unsupported") }),
  /** A tap on a button, or on an ice breaker. */
  Schema.Struct({ ...ofEither, type: Schema.Literal("postback"), title: text, payload: text, referral }),
  /** A reaction; an empty `emoji` removes it. `reaction` replaces the platform's usual word for the emoji. */
  Schema.Struct({
    ...ofEither,
    type: Schema.Literal("reaction"),
    messageId,
    emoji: anyText,
    reaction: Schema.optionalKey(text)
  }),
  /** An edit; the first one has the `editNumber` 1. */
  Schema.Struct({
    ...ofEither,
    type: Schema.Literal("edit"),
    messageId,
    text,
    editNumber: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)))
  }),
  /** The person reads the conversation up to this message, or all of it. */
  Schema.Struct({ ...ofEither, type: Schema.Literal("read"), messageId: Schema.optionalKey(messageId) }),
  Schema.Struct({ ...ofEither, type: Schema.Literal("referral"), referral: verbatim }),
  /** A message of the business to the person, sent with another app. */
  Schema.Struct({
    ...ofEither,
    type: Schema.Literal("echo"),
    text,
    /** The id of that app; by default the platform's own inbox. Instagram reports none. */
    appId: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThan(0))),
    metadata: Schema.optionalKey(text)
  }),
  /** A public comment below a post, which one private reply may answer. It is in no thread and causes no webhook. */
  Schema.Struct({
    ...ofEither,
    type: Schema.Literal("comment"),
    text,
    commentId: Schema.optionalKey(Schema.NonEmptyString)
  }),
  Schema.Struct({ ...ofEither, ...messagingHandover }),
  Schema.Struct({ ...ofEither, ...appRoles }),
  Schema.Struct({ ...ofEither, from: Schema.optionalKey(Person), ...change })
] as const

const messengerOnly = [
  Schema.Struct({ ...message, type: Schema.Literal("location"), location, text: Schema.optionalKey(text) }),
  Schema.Struct({ ...ofEither, type: Schema.Literal("optin"), optin: verbatim })
] as const

const instagramOnly = [
  /** The person deletes a message. */
  Schema.Struct({ ...ofEither, type: Schema.Literal("deletion"), messageId }),
  Schema.Struct({ ...message, type: Schema.Literal("like_heart") }),
  /** An answer to a story of the account; `url` and `media` are the story's. */
  Schema.Struct({ ...ofEither, ...file, type: Schema.Literal("story_reply"), text, storyId: Schema.optionalKey(name) }),
  /** The person mentions the account in a story. */
  Schema.Struct({ ...ofEither, ...file, type: Schema.Literal("story_mention") })
] as const

/** An action of a person on Messenger or Instagram. */
export const MessagingRequest = Schema.Union([...actions, ...messengerOnly, ...instagramOnly])
export type MessagingRequest = typeof MessagingRequest.Type

const typesOf = (schemas: ReadonlyArray<(typeof MessagingRequest.members)[number]>) =>
  schemas.map((schema) => schema.fields.type.literal)

export const messengerTypes = typesOf([...actions, ...messengerOnly])
export const instagramTypes = typesOf([...actions, ...instagramOnly])
