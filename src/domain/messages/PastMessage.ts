import { DateTime, Option, Result, Schema } from "effect"
import { Channel, type ChannelAccount, channelRules } from "../conversations/Channel.ts"
import { PlatformMessageId } from "../Ids.ts"
import { Inbound, type InboundMedia, type PersonId } from "../inbound/Inbound.ts"
import { expectationText, firstIssue, pathText } from "../text/firstIssue.ts"
import { isWithin } from "../text/textLimits.ts"
import { Direction, type MessageContent, PublicMessageStatus } from "./Message.ts"

/** Maximum bytes of a line of an import: the longest text, and its fields. */
export const maxImportLineBytes = 64 * 1024

/** Maximum lines that an import lists as refused. The others are counted. */
export const maxListedRefusals = 1_000

const expected = "Expected text that can be stored, not only spaces"

const isStorable = (text: string): boolean => text.trim() !== "" && text.isWellFormed() && !text.includes("\0")

const textOf = (limit: number) =>
  Schema.String.check(
    Schema.makeFilter((text) => isStorable(text) || expected),
    Schema.makeFilter((text) => isWithin(text, { limit, unit: "characters" }) || `Expected at most ${limit} characters`)
  )

/** Maximum characters of an id. */
const maxIdLength = 200

/** Maximum characters of a name. */
const maxNameLength = 200

/** Maximum characters of a text: the longest of any platform. */
const maxTextLength = 4_096

/** Maximum characters of the address of a file. */
const maxUrlLength = 2_048

const optional = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const Url = textOf(maxUrlLength).check(
  Schema.makeFilter((text) => URL.parse(text)?.protocol === "https:" || "Expected an address that begins with https:")
)

/** The earliest and the latest time that an import accepts. */
const times = {
  minimum: DateTime.makeUnsafe("2000-01-01T00:00:00.000Z"),
  maximum: DateTime.makeUnsafe("2100-01-01T00:00:00.000Z")
}

const zoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

const isTime = (text: string): boolean =>
  zoned.test(text) && Option.exists(DateTime.make(text), DateTime.between(times))

/** The types of messages that an import has. */
export const PastMessageType = Schema.Literals(["text", "image", "video", "audio", "document", "sticker"])

/**
 * A line of an import: one message from elsewhere (contract: Import of messages). The platform's id, or an id of the
 * source, identifies it.
 */
export const PastMessage = Schema.Struct({
  channel: Channel,
  /** The number, Page or account, as in sends; the only one of the channel if absent. */
  account: optional(textOf(maxIdLength)),
  /** The person on the other side: a phone number or the platform's id. */
  contact: Schema.Struct({ id: textOf(maxIdLength), name: optional(textOf(maxNameLength)) }),
  direction: Direction,
  type: PastMessageType,
  /** The text, or the text below a file. */
  text: optional(textOf(maxTextLength)),
  media: optional(
    Schema.Struct({ url: Url, mimeType: optional(textOf(maxIdLength)), filename: optional(textOf(maxIdLength)) })
  ),
  /** ISO 8601 with its zone. */
  time: Schema.String.check(Schema.makeFilter((text) => isTime(text) || "Expected a time from 2000 on with its zone")),
  /** The last known status of an outbound message. */
  status: optional(PublicMessageStatus),
  platformId: optional(textOf(maxIdLength)),
  externalId: optional(textOf(maxIdLength)),
  /** The name of the person who wrote an outbound message. */
  author: optional(textOf(maxNameLength))
})
export type PastMessage = typeof PastMessage.Type

/** Why a line is refused; `field` is empty if the line is no object. */
export interface LineRefusal {
  readonly field: string
  readonly error: string
}

const refused = (field: string, error: string): Result.Result<never, LineRefusal> => Result.fail({ field, error })

const decode = Schema.decodeUnknownResult(PastMessage)

/** Checks a line against the form of a message, and fields against each other. */
export const readPastMessage = (json: unknown): Result.Result<PastMessage, LineRefusal> => {
  const decoded = decode(json)
  if (Result.isFailure(decoded)) {
    const { issue, path } = firstIssue(decoded.failure.issue)
    return issue._tag === "MissingKey" && path.length > 0
      ? refused(pathText(path), "Missing")
      : refused(pathText(path), expectationText(issue))
  }
  const { externalId, media, platformId, text, type } = decoded.success
  if (platformId == null && externalId == null) return refused("platformId", "Give platformId or externalId")
  if (type === "text" && text == null) return refused("text", "Missing")
  if (type !== "text" && media == null && text == null) return refused("media", "Give the file or its text")
  return Result.succeed(decoded.success)
}

/** The beginning of the ids of messages that no platform has named. Calls to a platform cannot use them. */
export const externalPrefix = "external:"

const idOf = ({ externalId, platformId }: PastMessage): PlatformMessageId =>
  PlatformMessageId.make(platformId ?? `${externalPrefix}${externalId ?? ""}`)

/** Types of files in the words of Messenger and Instagram. */
const attachmentType = (type: string): string => (type === "document" ? "file" : type)

/** The type and content of a message in the form in which its platform would have reported it. */
const reportedContent = ({ channel, media, text, type }: PastMessage) => {
  // A file whose address is lost is shown by its text.
  if (type === "text" || media == null) return { type: "text", content: { text: text ?? "" } }
  const caption = text == null ? {} : { caption: text }
  if (channelRules[channel].form === "whatsapp") {
    const content: MessageContent = {
      ...caption,
      ...(media.mimeType == null ? {} : { mime_type: media.mimeType }),
      ...(media.filename == null ? {} : { filename: media.filename }),
      url: media.url
    }
    return { type, content }
  }
  const attachment = { type: attachmentType(type), payload: { url: media.url, ...caption } }
  return { type: attachment.type, content: { ...(text == null ? {} : { text }), attachment } }
}

const filesOf = ({ media, type }: PastMessage): ReadonlyArray<InboundMedia> =>
  media == null || type === "text"
    ? []
    : [
        {
          platformMediaId: null,
          url: media.url,
          mimeType: media.mimeType ?? null,
          filename: media.filename ?? null,
          sha256: null,
          index: 0
        }
      ]

/** The report of the message of a line, in the form of a history. */
export const pastReport = (account: ChannelAccount, person: PersonId, message: PastMessage): Inbound => {
  const platformMessageId = idOf(message)
  const { author, contact, direction, status } = message
  return Inbound.cases.MessageReceived.make({
    key: `import.${platformMessageId}`,
    at: DateTime.makeUnsafe(message.time),
    channel: account.channel,
    accountExternalId: account.externalId,
    person: { ids: [person], name: contact.name ?? null, username: null },
    echo: direction === "outbound",
    platformMessageId,
    sendId: null,
    ...reportedContent(message),
    media: filesOf(message),
    replyTo: null,
    referral: null,
    standby: false,
    raw: null,
    past: { status: status ?? null, author: direction === "outbound" ? (author ?? null) : null }
  })
}
