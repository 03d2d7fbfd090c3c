import { Result, Schema } from "effect"
import { type GraphError, refusal } from "../graph/GraphError.ts"
import {
  actionReaders,
  messageReaders,
  reactionReaders,
  readEnvelope,
  readMedia,
  readReplyEnvelope,
  readShare
} from "./messageSchemas.ts"
import type { Inbox } from "./Sender.ts"
import { templateParam, templateReaders } from "./templateSchemas.ts"

/** A valid send. */
export interface Send {
  /** The person, or the comment whose author gets a private reply. */
  readonly to: string
  readonly isToComment: boolean
  /** The snippet of a message in a list of conversations; null for an action. */
  readonly snippet: string | null
  /** The id of the message that it answers; null if it answers none. */
  readonly replyTo: string | null
}

type Read<A> = Result.Result<A, GraphError>
type Channel = Inbox["channel"]

const invalid = (text: string, subcode?: number) => Result.fail(refusal(100, { message: `(#100) ${text}`, subcode }))

const eitherOr = invalid("Must send either message or state", 2018015)
const empty = invalid("Message cannot be empty, must provide valid attachment or text", 2018034)

/** The current tag and the tags before it; Instagram has always had only one. */
const tags: Readonly<Record<Channel, ReadonlyArray<string>>> = {
  messenger: ["human_agent", "account_update", "confirmed_event_update", "customer_feedback", "post_purchase_update"],
  instagram: ["human_agent"]
}

const checkTag = (channel: Channel, type: string | undefined, tag: string | undefined): Read<void> => {
  const isTagged = type?.toLowerCase() === "message_tag"
  if (tag === undefined) {
    return isTagged ? invalid("The parameter tag is required for messaging type MESSAGE_TAG") : Result.void
  }
  if (!isTagged) return invalid("Messaging type should be MESSAGE_TAG for tagged messages.")
  return tags[channel].includes(tag.toLowerCase()) ? Result.void : invalid("Invalid tag.")
}

const readTemplate = (channel: Channel, payload: Schema.JsonObject): Read<unknown> => {
  const type = payload["template_type"]
  if (type === undefined) return invalid(`The parameter ${templateParam}[template_type] is required`)
  const read = templateReaders[channel].get(String(type).toLowerCase())
  return read === undefined ? invalid("Invalid template type") : read({ [templateParam]: payload })
}

/** Attachment types that can be a part of the form, named `filedata`. */
const files: ReadonlySet<string> = new Set(["audio", "file", "image", "video"])
const isFile = Schema.is(Schema.Struct({ filename: Schema.String, size: Schema.Number }))

const readAttachment = (
  channel: Channel,
  type: string,
  payload: Schema.JsonObject | undefined,
  comesWithFile: boolean
): Read<unknown> => {
  if (type === "like_heart") return Result.void
  if (comesWithFile && files.has(type)) return Result.void
  if (payload === undefined) return invalid("The parameter message[attachment][payload] is required")
  if (type === "template") return readTemplate(channel, payload)
  return (type === "media_share" ? readShare : readMedia)({ message: { attachment: { payload } } })
}

const readMessage = (channel: Channel, content: Schema.Json, comesWithFile: boolean): Read<string> =>
  Result.gen(function* () {
    const { message } = yield* messageReaders[channel]({ message: content })
    const { attachment, attachments, sticker_id: sticker, text = "" } = message
    if (sticker !== undefined && channel === "instagram") {
      return yield* invalid('Invalid keys "sticker_id" were found in param "message".')
    }
    const parts = [text === "" ? undefined : text, attachment, attachments, sticker]
    const [first, second] = parts.filter((part) => part !== undefined)
    if (first === undefined) return yield* empty
    if (second !== undefined) return yield* invalid("Param message must have exactly one of 'text' and 'attachment'")
    if (sticker !== undefined) return "You sent a sticker."
    if (attachments !== undefined) return `You sent ${attachments.length} photos.`
    if (attachment === undefined) return text
    const type = attachment.type.toLowerCase()
    yield* readAttachment(channel, type, attachment.payload, comesWithFile)
    return "You sent an attachment."
  })

const readAction = (channel: Channel, params: Schema.JsonObject): Read<null> =>
  Result.gen(function* () {
    const { sender_action: action } = yield* actionReaders[channel](params)
    const read = reactionReaders[channel][action.toLowerCase()]
    if (read !== undefined) yield* read(params)
    return null
  })

const isComment = Schema.is(Schema.Struct({ comment_id: Schema.Json }))

/** Reads a private reply. It is a message, never an action. */
const readPrivateReply = (channel: Channel, params: Schema.JsonObject): Read<Send> =>
  Result.gen(function* () {
    const { recipient } = yield* readReplyEnvelope(params)
    const { filedata, message } = params
    if (message === undefined) return yield* empty
    const snippet = yield* readMessage(channel, message, isFile(filedata))
    return { to: recipient.comment_id, isToComment: true, snippet, replyTo: null }
  })

/** Reads a send from the parameters of a call, checked in the platform's order: recipient, envelope, content. */
export const readSend = (channel: Channel, params: Schema.JsonObject): Read<Send> =>
  Result.gen(function* () {
    if (isComment(params["recipient"])) return yield* readPrivateReply(channel, params)
    const { messaging_type, recipient, reply_to, tag } = yield* readEnvelope(params)
    const { filedata, message, sender_action: action } = params
    if ((message === undefined) === (action === undefined)) return yield* eitherOr
    yield* checkTag(channel, messaging_type, tag)
    const snippet =
      message === undefined
        ? yield* readAction(channel, params)
        : yield* readMessage(channel, message, isFile(filedata))
    return { to: String(recipient.id), isToComment: false, snippet, replyTo: reply_to?.mid ?? null }
  })
