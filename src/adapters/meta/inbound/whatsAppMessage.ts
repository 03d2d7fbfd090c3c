import { Result, type Schema } from "effect"
import type { InboundMedia } from "../../../domain/inbound/Inbound.ts"
import type { PersonId } from "../../../domain/inbound/InboundPerson.ts"
import type { MessageContent } from "../../../domain/messages/MessageContent.ts"
import { idAt, isList, isObject, messageIdAt, objectAt, sendIdAt, textAt, valueAt } from "./PlatformJson.ts"
import { type AccountSource, given, ignored, type Items, ofAccount, required, type Said } from "./Source.ts"
import { personIdsAt, type WhatsAppPeople, withOwnNumber } from "./whatsAppPerson.ts"
import { whatsAppSystem } from "./whatsAppSystem.ts"

/** The kinds that are a file. A voice note is audio; old reports call it `voice`. */
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

/** What the message holds under the name of its type, in the words that messages are shown from. */
const contentOf = (type: string, part: Schema.Json | undefined): MessageContent => {
  if (type === "text") return given({ text: valueAt(part, "body") })
  if (type === "template" || type === "unsupported") return given({ [type]: part })
  if (isObject(part)) return part
  return isList(part) ? { [type]: part } : {}
}

/** Keys of a context that name the answered message, which `replyTo` has. */
const answeredKeys: ReadonlySet<string> = new Set(["from", "id", "message_id", "user_id", "from_user_id"])

/** The context of a message without the answered message: whether it was forwarded, which product it is about. */
const contextOf = (message: Schema.Json): MessageContent | null => {
  const parts = Object.entries(objectAt(message, "context") ?? {}).filter(([key]) => !answeredKeys.has(key))
  return parts.length === 0 ? null : Object.fromEntries(parts)
}

/** The content of a WhatsApp message. A malformed part is never refused, since a person wrote the message. */
const whatsAppContent = (message: Schema.Json): Said => {
  const type = textAt(message, "type") ?? "unknown"
  const part = valueAt(message, type)
  // What the platform does not pass on, and what got lost on the way to it, has errors in its place.
  // Beside what a person wrote into a group stands which one it is.
  const beside = given({
    errors: valueAt(message, "errors"),
    group_id: idAt(message, "group_id"),
    context: contextOf(message),
    identity: objectAt(message, "identity"),
    conversation_context: valueAt(message, "conversation_context")
  })
  const content = { ...contentOf(type, part), ...beside }
  return { type, content, media: mediaOf(type, part) }
}

/** Who wrote a message; of an echo, who was written to. */
export const peerIds = (message: Schema.Json, echo: boolean): ReadonlyArray<PersonId> =>
  echo
    ? personIdsAt(message, "to", "to_user_id", "to_parent_user_id")
    : personIdsAt(message, "from", "from_user_id", "from_parent_user_id")

/** An item of `messages`, or of what the business itself sent from its phone. */
export interface WhatsAppMessage {
  readonly source: AccountSource
  readonly people: WhatsAppPeople
  readonly message: Schema.JsonObject
  readonly echo: boolean
}

const noId = "a message without an id"

/** The id of the message that an edit, a deletion or a reaction is about. */
const aboutAt = (part: Schema.Json | undefined, key: string) =>
  required(messageIdAt(part, key), "it does not say which message it is about")

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
 * What WhatsApp reports of a person's doing. What she writes into a group is hers (contract C297); what the business
 * wrote into one has no person.
 */
export const whatsAppMessage = (item: WhatsAppMessage): Items => {
  const { echo, message, people, source } = item
  if ((echo && textAt(message, "group_id") !== null) || valueAt(message, "recipient_type") === "group") {
    return Result.succeed([ignored(source, "groups are not taken", message, valueAt(message, "timestamp"))])
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
