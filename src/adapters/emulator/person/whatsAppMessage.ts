import { DateTime, Effect, type Schema } from "effect"
import type { SeededPhoneNumber } from "../EmulatorSeed.ts"
import { digitsOf } from "../EmulatorState.ts"
import { messageKey } from "../graph/randomIds.ts"
import type { ReportBody } from "../webhooks/PlatformReport.ts"
import { wamidOfPerson } from "../whatsapp/wamid.ts"
import { keepFile, knownFile } from "./personFile.ts"
import { type FileRequest, fileContent, type WordsRequest, wordsContent } from "./whatsAppContent.ts"
import { contactOf, fromOf, idsOf, type PersonalRequest, type WhatsAppSender } from "./whatsAppSender.ts"

/** Something that a person did to a number. */
export interface WhatsAppDoing<Request extends PersonalRequest = PersonalRequest> {
  readonly number: SeededPhoneNumber
  readonly sender: WhatsAppSender
  readonly at: DateTime.Utc
  readonly request: Request
}

/** What the platform makes of it. */
export interface Reported {
  readonly body: ReportBody
  /** Null when it is no message, nor anything else that has an id of its own. */
  readonly messageId: string | null
  readonly opensWindow: boolean
}

export const secondsOf = (at: DateTime.Utc): number => Math.floor(DateTime.toEpochMillis(at) / 1000)

export const metadataOf = ({ displayPhoneNumber, id }: SeededPhoneNumber) => ({
  display_phone_number: digitsOf(displayPhoneNumber),
  phone_number_id: id
})

/** The id of a message from the person. */
export const newMessageId = ({ sender }: WhatsAppDoing): Effect.Effect<string> =>
  Effect.map(messageKey, (key) => wamidOfPerson(idsOf(sender.person)[0] ?? "", key))

/** What people do that opens the window of the business (contract C17). */
const opensWindow = (request: FileRequest | WordsRequest): boolean => {
  switch (request.type) {
    case "edit":
    case "revoke":
    case "request_welcome":
      return false
    case "reaction":
      return request.emoji !== ""
    default:
      return true
  }
}

/** The message that is replied to is taken for one of the business, as most are. */
const contextOf = ({ number, request }: WhatsAppDoing<FileRequest | WordsRequest>): Schema.JsonObject => {
  if (!("replyTo" in request || "context" in request)) return {}
  const { context, replyTo } = request
  const reply = replyTo === undefined ? {} : { from: digitsOf(number.displayPhoneNumber), id: replyTo }
  return { context: { ...reply, ...context } }
}

const fileOf = ({ media, mediaId, type }: FileRequest, { id }: SeededPhoneNumber) =>
  mediaId === undefined ? keepFile(media, type, id) : knownFile(mediaId)

const contentOf = (request: FileRequest | WordsRequest, number: SeededPhoneNumber) => {
  switch (request.type) {
    case "audio":
    case "document":
    case "image":
    case "sticker":
    case "video":
      return Effect.map(fileOf(request, number), (file) => fileContent(request, file))
    default:
      return Effect.succeed(wordsContent(request))
  }
}

/** An item of `messages` with everything that stands in each of them. */
export const whatsAppMessage = Effect.fnUntraced(function* (doing: WhatsAppDoing<FileRequest | WordsRequest>) {
  const { at, number, request, sender } = doing
  const content = yield* contentOf(request, number)
  const id = yield* newMessageId(doing)
  const referral = "referral" in request ? request.referral : undefined
  const reported: Reported = {
    body: {
      _tag: "OfNumber",
      field: "messages",
      list: "messages",
      metadata: metadataOf(number),
      contact: contactOf(sender),
      item: {
        ...contextOf(doing),
        ...(referral === undefined ? {} : { referral }),
        ...fromOf(sender),
        id,
        timestamp: String(secondsOf(at)),
        type: request.type,
        ...content
      }
    },
    messageId: id,
    opensWindow: opensWindow(request)
  }
  return reported
})
