import { Result, Schema } from "effect"
import { type GraphError, refusal } from "../graph/GraphError.ts"
import { actionReaders, messageReaders, reactionReaders, readEnvelope, readMedia, readShare } from "./messageSchemas.ts"
import type { Inbox } from "./Sender.ts"
import { templateParam, templateReaders } from "./templateSchemas.ts"

/** A send that is well formed. */
export interface Send {
  readonly to: string
  /** The snippet of a message in a list of conversations. Null for an action, which is no message. */
  readonly snippet: string | null
}

type Read<A> = Result.Result<A, GraphError>
type Channel = Inbox["channel"]

const invalid = (text: string, subcode?: number) => Result.fail(refusal(100, { message: `(#100) ${text}`, subcode }))

const eitherOr = invalid("Must send either message or state", 2018015)
const empty = invalid("Message cannot be empty, must provide valid attachment or text", 2018034)

/** The one that is documented today and those that went before it; on Instagram there was never another. */
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

/** The attachments that can be sent as a part of the form, named `filedata`. */
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
    const { attachment, text = "" } = message
    if (attachment === undefined) return text === "" ? yield* empty : text
    if (text !== "") return yield* invalid("Param message must have exactly one of 'text' and 'attachment'")
    const type = attachment.type.toLowerCase()
    yield* readAttachment(channel, type, attachment.payload, comesWithFile)
    return "You sent an attachment."
  })

const readAction = (channel: Channel, params: Schema.JsonObject): Read<null> =>
  Result.gen(function* () {
    const { sender_action: action } = yield* actionReaders[channel](params)
    const read = reactionReaders[action.toLowerCase()]
    if (read !== undefined) yield* read(params)
    return null
  })

/** The send that the parameters of a call ask for, checked in the platform's order: recipient, envelope, content. */
export const readSend = (channel: Channel, params: Schema.JsonObject): Read<Send> =>
  Result.gen(function* () {
    const { messaging_type, recipient, tag } = yield* readEnvelope(params)
    const { filedata, message, sender_action: action } = params
    if ((message === undefined) === (action === undefined)) return yield* eitherOr
    yield* checkTag(channel, messaging_type, tag)
    const snippet =
      message === undefined
        ? yield* readAction(channel, params)
        : yield* readMessage(channel, message, isFile(filedata))
    return { to: String(recipient.id), snippet }
  })
