import { Result, type Schema } from "effect"
import type { PersonId } from "../../../domain/InboundPerson.ts"
import { messageIdAt, objectAt, textAt, valueAt } from "./PlatformJson.ts"
import { type AccountSource, ignored, type Items, ofAccount, required } from "./Source.ts"
import { whatsAppContent } from "./whatsAppContent.ts"
import { personIdsAt, type WhatsAppPeople } from "./whatsAppPerson.ts"
import { whatsAppSystem } from "./whatsAppSystem.ts"

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
    const person = yield* required(people.known(peerIds(message, echo)), "a message without a person")
    const { of } = ofAccount(source, valueAt(message, "timestamp"))
    return [
      {
        _tag: "MessageReceived",
        ...of("message", platformMessageId),
        person,
        echo,
        platformMessageId,
        ...whatsAppContent(message),
        replyTo: messageIdAt(objectAt(message, "context"), "id"),
        referral: objectAt(message, "referral") ?? null,
        standby: false,
        raw: message
      }
    ]
  })

/** What WhatsApp reports of a person's doing. */
export const whatsAppMessage = (item: WhatsAppMessage): Items => {
  const { message, people, source } = item
  if (textAt(message, "group_id") !== null || valueAt(message, "recipient_type") === "group") {
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
