import { Schema } from "effect"
import { Channel } from "../conversations/Channel.ts"
import { PhoneNumber } from "../contacts/PhoneNumber.ts"
import { phoneIdentity } from "../contacts/phoneIdentity.ts"
import type { Named } from "../Named.ts"
import { ThreadHolder } from "../conversations/threadControl.ts"
import { MessageId, PlatformMessageId } from "../Ids.ts"
import { MessageContent, PublicMessageStatus } from "../messages/Message.ts"
import { MessagePricing } from "../messages/MessagePricing.ts"

/**
 * One of the ids by which a platform reports a person: a number in the reported form, or an id of the account for the
 * person (WhatsApp's business-scoped user id, Messenger's PSID, Instagram's IGSID).
 */
export const PersonId = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("phone"), value: PhoneNumber }),
  Schema.Struct({ kind: Channel, value: Schema.NonEmptyString })
])
export type PersonId = Named<typeof PersonId.Type>

/** A person in a platform's report. The first id is the one to write to. */
export class InboundPerson extends Schema.Opaque<InboundPerson>()(
  Schema.Struct({
    ids: Schema.NonEmptyArray(PersonId),
    name: Schema.NullOr(Schema.NonEmptyString),
    username: Schema.NullOr(Schema.NonEmptyString)
  })
) {}

/**
 * Whether two ids are one person's, as far as they tell: the forms of one number are one id (contract: Forms of one
 * number are matched, never rewritten).
 */
export const isSamePersonId = (one: PersonId, other: PersonId): boolean =>
  one.kind === "phone" && other.kind === "phone"
    ? phoneIdentity(one.value) === phoneIdentity(other.value)
    : one.kind === other.kind && one.value === other.value

/** A file of a message, before it is fetched: by its id, by its address, or by either. */
export class InboundMedia extends Schema.Opaque<InboundMedia>()(
  Schema.Struct({
    platformMediaId: Schema.NullOr(Schema.NonEmptyString),
    url: Schema.NullOr(Schema.NonEmptyString),
    mimeType: Schema.NullOr(Schema.NonEmptyString),
    filename: Schema.NullOr(Schema.NonEmptyString),
    sha256: Schema.NullOr(Schema.NonEmptyString),
    /** Which of the message's attachments it is, from 0. */
    index: Schema.Int
  })
) {}

/** An error that a platform reports. */
export class PlatformProblem extends Schema.Opaque<PlatformProblem>()(
  Schema.Struct({
    /** 0 when the platform gives none. */
    code: Schema.Int,
    title: Schema.String,
    message: Schema.String,
    details: Schema.NullOr(Schema.String)
  })
) {}

const reported = {
  /** Equal for every report of the same thing, and for nothing else, on whichever account. */
  key: Schema.NonEmptyString,
  /** When it happened; when that cannot be read, when the platform reported it, or else when the report came in. */
  at: Schema.DateTimeUtcFromString
}

/** Reported of one number, Page or Instagram account. */
const ofAccount = { ...reported, channel: Channel, accountExternalId: Schema.NonEmptyString }

/** Fields of every report, as far as they are known. */
const ofAnything = {
  ...reported,
  channel: Schema.NullOr(Channel),
  accountExternalId: Schema.NullOr(Schema.NonEmptyString),
  businessAccountId: Schema.NullOr(Schema.NonEmptyString),
  /** The platform's field name: `messages`, `account_update`, `messaging.postback`. */
  field: Schema.NonEmptyString,
  raw: Schema.Json
}

const messageFields = {
  type: Schema.NonEmptyString,
  /** In the words that messages are shown from, with everything else that the platform says of it. */
  content: MessageContent,
  media: Schema.Array(InboundMedia)
}

/**
 * The send that the platform returns as the data of the sender (contract: A report that names its send). Null without
 * such data, or with data in a different form, which other software set. An id in this form may belong to other
 * software too.
 */
const sendId = Schema.NullOr(MessageId)

/**
 * Facts of an earlier message, which a phone's history or an import reports (contract: Messages of the past). A report
 * with them announces no message.
 */
export const PastFacts = Schema.Struct({
  /** The last known status of a message of the business; null if unknown. */
  status: Schema.NullOr(PublicMessageStatus),
  /** The name of the person who wrote it for the business; null if unknown. */
  author: Schema.NullOr(Schema.NonEmptyString)
})
export type PastFacts = typeof PastFacts.Type

const ofPast = { past: Schema.optionalKey(PastFacts) }

/** Free-form details from the platform about a person's origin or consent. */
const Particulars = Schema.Record(Schema.String, Schema.Json)

/** A change of an account, in the platform's words. */
const changed = { what: Schema.NonEmptyString, values: Particulars }

/** A single report of a platform (platforms P5, P11, P13). */
export const Inbound = Schema.TaggedUnion({
  MessageReceived: {
    ...ofAccount,
    /** The author; for an echo, the recipient. */
    person: InboundPerson,
    /** The business itself sent it, through us, another app or the platform's own. */
    echo: Schema.Boolean,
    platformMessageId: PlatformMessageId,
    sendId,
    ...messageFields,
    replyTo: Schema.NullOr(PlatformMessageId),
    referral: Schema.NullOr(Particulars),
    /** A different app owns the conversation. */
    standby: Schema.Boolean,
    raw: Schema.Json,
    ...ofPast
  },
  Reacted: {
    ...ofAccount,
    ...ofPast,
    person: InboundPerson,
    /** The business itself reacted; `person` is the other side. */
    byBusiness: Schema.Boolean,
    /** The message that was reacted to. */
    platformMessageId: PlatformMessageId,
    /** The emoji, or the platform's word when it gives none; null when the reaction is taken back. */
    reaction: Schema.NullOr(Schema.NonEmptyString)
  },
  MessageEdited: {
    ...ofAccount,
    ...ofPast,
    platformMessageId: PlatformMessageId,
    /** The number of edits including this one, where the platform counts them. */
    editNumber: Schema.NullOr(Schema.Int),
    ...messageFields
  },
  MessageDeleted: { ...ofAccount, ...ofPast, platformMessageId: PlatformMessageId },
  PostbackTapped: {
    ...ofAccount,
    person: InboundPerson,
    title: Schema.String,
    payload: Schema.NullOr(Schema.String),
    platformMessageId: Schema.NullOr(PlatformMessageId),
    referral: Schema.NullOr(Particulars),
    standby: Schema.Boolean
  },
  OptedIn: { ...ofAccount, person: InboundPerson, optIn: Particulars },
  Referred: { ...ofAccount, person: InboundPerson, referral: Particulars },
  StatusReported: {
    ...ofAccount,
    /** The message of ours that it is about. */
    platformMessageId: PlatformMessageId,
    sendId,
    status: PublicMessageStatus,
    /** Why it failed, when it did and the platform says so. */
    failure: Schema.NullOr(PlatformProblem),
    /** The price of the message, if the report has it. */
    pricing: Schema.optionalKey(MessagePricing),
    /** The recipient, if the report names one. */
    person: Schema.NullOr(InboundPerson)
  },
  /** All messages to the person up to this instant were delivered. */
  DeliveredUpTo: { ...ofAccount, person: InboundPerson, upTo: Schema.DateTimeUtcFromString },
  /** All messages to the person up to this instant were read. */
  ReadUpTo: { ...ofAccount, person: InboundPerson, upTo: Schema.DateTimeUtcFromString },
  /** This message was read, and with it every earlier message to the person. */
  SeenUpTo: { ...ofAccount, person: InboundPerson, platformMessageId: PlatformMessageId },
  PersonChanged: {
    ...ofAccount,
    /** Former ids of the person; empty if the platform does not report them. */
    previous: Schema.Array(PersonId),
    person: InboundPerson
  },
  /** The phone of the business has another name for the person in its address book; null if the entry was removed. */
  AddressBookChanged: { ...ofAccount, person: InboundPerson, name: Schema.NullOr(Schema.NonEmptyString) },
  /** The progress of the history of the business's phone, or that the business does not share it. */
  HistoryReported: {
    ...ofAccount,
    /** 0 for the last day, 1 for the 90 days before, 2 for the 90 days before those. */
    phase: Schema.NullOr(Schema.Int),
    /** In percent. */
    progress: Schema.NullOr(Schema.Int),
    isDeclined: Schema.Boolean
  },
  /** The thread of the person has another holder. */
  ControlChanged: {
    ...ofAccount,
    person: InboundPerson,
    holder: ThreadHolder,
    /** The platform's word, and its own fields. */
    ...changed
  },
  MarketingPreferred: { ...ofAccount, person: InboundPerson, wanted: Schema.Boolean },
  /** A null field was not reported. With only null fields, the template changed in another way. */
  TemplateChanged: {
    ...reported,
    channel: Schema.Literal("whatsapp"),
    businessAccountId: Schema.NonEmptyString,
    templateId: Schema.NonEmptyString,
    name: Schema.NullOr(Schema.NonEmptyString),
    language: Schema.NullOr(Schema.NonEmptyString),
    status: Schema.NullOr(Schema.NonEmptyString),
    reason: Schema.NullOr(Schema.NonEmptyString),
    quality: Schema.NullOr(Schema.NonEmptyString),
    category: Schema.NullOr(Schema.NonEmptyString),
    ...changed
  },
  /** The platform changed something about an account: one that it names, else those of the business account. */
  AccountChanged: {
    ...reported,
    channel: Channel,
    accountExternalId: Schema.NullOr(Schema.NonEmptyString),
    businessAccountId: Schema.NullOr(Schema.NonEmptyString),
    /** The number that it is about, as people write it. */
    displayNumber: Schema.NullOr(Schema.NonEmptyString),
    ...changed
  },
  /** A problem of the account that concerns no message. */
  AccountTroubled: { ...ofAccount, problem: PlatformProblem },
  /** Understood, and nothing follows from it. */
  Ignored: { ...ofAnything, reason: Schema.NonEmptyString },
  /** A field or an event that this version does not know. Nothing follows from it but a log line and a count. */
  FieldUnknown: ofAnything,
  /** An example that the platform's dashboard sends on request. It is about no account, person or message. */
  TestDelivered: ofAnything,
  /** Not understood. Stored unchanged, for operators to inspect and for a later version to read. */
  Unreadable: { ...ofAnything, error: Schema.NonEmptyString }
})
export type Inbound = Named<typeof Inbound.Type>

/** Whether the report is about an earlier message. */
export const isPast = (item: Inbound): boolean => "past" in item && item.past !== undefined
