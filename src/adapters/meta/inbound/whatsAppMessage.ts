import { Result, type Schema } from "effect"
import type { InboundMedia, PersonId } from "../../../domain/inbound/Inbound.ts"
import type { MessageContent } from "../../../domain/messages/Message.ts"
import { idAt, isList, isObject, messageIdAt, objectAt, sendIdAt, textAt, valueAt } from "./PlatformJson.ts"
import {
  type AccountSource,
  present,
  ignored,
  type Items,
  ofAccount,
  required,
  type ReportedContent
} from "./Source.ts"
import { personIdsAt, type WhatsAppPeople, withOwnNumber } from "./whatsAppPerson.ts"
import { whatsAppSystem } from "./whatsAppSystem.ts"

/** Message types that are a file. A voice note is audio; old reports use `voice`. */
const fileTypes: ReadonlySet<string> = new Set(["image", "video", "audio", "voice", "document", "sticker"])

const mediaOf = (type: string, part: Schema.Json | undefined): ReadonlyArray<InboundMedia> => {
  const platformMediaId = idAt(part, "id")
  const url = textAt(part, "url") ?? textAt(part, "link")
  if (!fileTypes.has(type) || (platformMediaId === null && url === null)) return []
  const mimeType = textAt(part, "mime_type")
  return [
    { platformMediaId, url, mimeType, filename: textAt(part, "filename"), sha256: textAt(part, "sha256"), index: 0 }
  ]
}

/** The content under the name of the message type, with the keys that messages are shown from. */
const contentOf = (type: string, part: Schema.Json | undefined): MessageContent => {
  if (type === "text") return present({ text: valueAt(part, "body") })
  if (type === "template" || type === "unsupported") return present({ [type]: part })
  if (isObject(part)) return part
  return isList(part) ? { [type]: part } : {}
}

/** Keys of a context that name the quoted message, which `replyTo` has. */
const answeredKeys: ReadonlySet<string> = new Set(["from", "id", "message_id", "user_id", "from_user_id"])

/** The context without the quoted message: forwarding, referred product. */
const contextOf = (message: Schema.Json): MessageContent | null => {
  const parts = Object.entries(objectAt(message, "context") ?? {}).filter(([key]) => !answeredKeys.has(key))
  return parts.length === 0 ? null : Object.fromEntries(parts)
}

/** The content of a WhatsApp message. A malformed part is never refused, since a person wrote the message. */
const whatsAppContent = (message: Schema.Json): ReportedContent => {
  const type = textAt(message, "type") ?? "unknown"
  const part = valueAt(message, type)
  // Messages that the platform cannot pass on have errors instead of content. Messages in a group name the group.
  const context = present({
    errors: valueAt(message, "errors"),
    group_id: idAt(message, "group_id"),
    context: contextOf(message),
    identity: objectAt(message, "identity"),
    conversation_context: valueAt(message, "conversation_context")
  })
  const content = { ...contentOf(type, part), ...context }
  return { type, content, media: mediaOf(type, part) }
}

/** The ids of the sender of a message; of an echo, the ids of its recipient. */
export const peerIds = (message: Schema.Json, echo: boolean): ReadonlyArray<PersonId> =>
  echo
    ? personIdsAt(message, "to", "to_user_id", "to_parent_user_id")
    : personIdsAt(message, "from", "from_user_id", "from_parent_user_id")

/** An item of `messages`, or a message that the business sent from its phone. */
export interface WhatsAppMessage {
  readonly source: AccountSource
  readonly people: WhatsAppPeople
  readonly message: Schema.JsonObject
  readonly echo: boolean
}

const noId = "a message without an id"

/** The id of the message that an edit, a deletion or a reaction refers to. */
const aboutAt = (part: Schema.Json | undefined, key: string) =>
  required(messageIdAt(part, key), "the id of the message is missing")

const reaction = ({ echo, message, people, source }: WhatsAppMessage): Items =>
  Result.gen(function* () {
    const id = yield* required(messageIdAt(message, "id"), noId)
    const part = objectAt(message, "reaction")
    const platformMessageId = yield* aboutAt(part, "message_id")
    const person = yield* required(people.known(peerIds(message, echo)), "a reaction without a person")
    const { of } = ofAccount(source, valueAt(message, "timestamp"))
    return [
      {
        _tag: "Reacted",
        ...of("reaction", id),
        person,
        byBusiness: echo,
        platformMessageId,
        reaction: textAt(part, "emoji")
      }
    ]
  })

const edit = ({ message, source }: WhatsAppMessage): Items =>
  Result.gen(function* () {
    const id = yield* required(messageIdAt(message, "id"), noId)
    const part = objectAt(message, "edit")
    const platformMessageId = yield* aboutAt(part, "original_message_id")
    const edited = yield* required(objectAt(part, "message"), "an edit without the new message")
    const { of } = ofAccount(source, valueAt(message, "timestamp"))
    return [
      {
        _tag: "MessageEdited",
        ...of("edit", id),
        platformMessageId,
        editNumber: null,
        ...whatsAppContent(edited)
      }
    ]
  })

const revoke = ({ message, source }: WhatsAppMessage): Items =>
  Result.map(aboutAt(objectAt(message, "revoke"), "original_message_id"), (platformMessageId) => {
    const { of } = ofAccount(source, valueAt(message, "timestamp"))
    return [{ _tag: "MessageDeleted", ...of("deletion", platformMessageId), platformMessageId }]
  })

const received = ({ echo, message, people, source }: WhatsAppMessage): Items =>
  Result.gen(function* () {
    const platformMessageId = yield* required(messageIdAt(message, "id"), noId)
    const peer = yield* required(people.known(peerIds(message, echo)), "a message without a person")
    const person = echo ? peer : withOwnNumber(peer, message)
    const { of } = ofAccount(source, valueAt(message, "timestamp"))
    return [
      {
        _tag: "MessageReceived",
        ...of("message", platformMessageId),
        person,
        echo,
        platformMessageId,
        sendId: echo ? sendIdAt(message, "biz_opaque_callback_data") : null,
        ...whatsAppContent(message),
        replyTo: messageIdAt(objectAt(message, "context"), "id"),
        referral: objectAt(message, "referral") ?? null,
        standby: false,
        raw: message
      }
    ]
  })

/**
 * Reads a message or action of a person. Messages that a person sends to a group are theirs (contract: Messages in
 * groups of WhatsApp); messages of the business to a group have no person.
 */
export const whatsAppMessage = (item: WhatsAppMessage): Items => {
  const { echo, message, people, source } = item
  if ((echo && textAt(message, "group_id") !== null) || valueAt(message, "recipient_type") === "group") {
    return Result.succeed([ignored(source, "groups are not supported", message, valueAt(message, "timestamp"))])
  }
  switch (textAt(message, "type")) {
    case "system":
      return whatsAppSystem(source, people, message)
    case "reaction":
      return reaction(item)
    case "edit":
      return edit(item)
    case "revoke":
      return revoke(item)
    case "request_welcome":
      return Result.succeed([ignored(source, "a chat was opened", message, valueAt(message, "timestamp"))])
    default:
      return received(item)
  }
}
