import { Result, type Schema } from "effect"
import { messagingContent } from "./messagingContent.ts"
import type { MessagingParties } from "./messagingParties.ts"
import { intAt, messageIdAt, objectAt, textAt, valueAt } from "./PlatformJson.ts"
import { ignored, type Items, ofAccount, required } from "./Source.ts"

/** One event of a conversation: who takes part, the whole item, and the part that is named after the event. */
export interface MessagingEvent extends MessagingParties {
  readonly item: Schema.JsonObject
  readonly part: Schema.JsonObject
  /** Another app owns the conversation. */
  readonly standby: boolean
}

const noMid = "it does not say which message it is about"

/** Where the person came from; beside the event, or inside it. */
export const referralOf = ({ item, part }: MessagingEvent) => objectAt(part, "referral") ?? objectAt(item, "referral")

export const message = (event: MessagingEvent): Items =>
  Result.gen(function* () {
    const { byBusiness, item, part, person, source, standby } = event
    const { of } = ofAccount(source, valueAt(item, "timestamp"))
    const platformMessageId = yield* required(messageIdAt(part, "mid"), "a message without an id")
    if (valueAt(part, "is_deleted") === true) {
      return [{ _tag: "MessageDeleted", ...of("deletion", platformMessageId), platformMessageId }]
    }
    return [
      {
        _tag: "MessageReceived",
        ...of("message", platformMessageId),
        person: yield* required(person, "a message without a person"),
        echo: byBusiness,
        platformMessageId,
        ...messagingContent(part),
        replyTo: messageIdAt(objectAt(part, "reply_to"), "mid"),
        referral: referralOf(event) ?? null,
        standby,
        raw: item
      }
    ]
  })

export const messageEdit = ({ item, part, source }: MessagingEvent): Items =>
  Result.gen(function* () {
    const time = valueAt(item, "timestamp")
    const platformMessageId = yield* required(messageIdAt(part, "mid"), noMid)
    const editNumber = intAt(part, "num_edit")
    // Instagram reports new messages in this form too, without a person and without content.
    if (editNumber === 0) return [ignored(source, "an edit before the first", item, time)]
    const text = yield* required(textAt(part, "text"), "an edit without the new text")
    const at = ofAccount(source, time)
    const key = at.of("edit", platformMessageId, editNumber, text, at.stamp)
    return [
      { _tag: "MessageEdited", ...key, platformMessageId, editNumber, type: "text", content: { text }, media: [] }
    ]
  })

export const reaction = ({ byBusiness, item, part, person, source }: MessagingEvent): Items =>
  Result.gen(function* () {
    const platformMessageId = yield* required(messageIdAt(part, "mid"), noMid)
    const other = yield* required(person, "a reaction without a person")
    const told = textAt(part, "emoji") ?? textAt(part, "reaction")
    const isTakenBack = textAt(part, "action") === "unreact"
    const reaction = isTakenBack ? null : yield* required(told, "a reaction that is none")
    const at = ofAccount(source, valueAt(item, "timestamp"))
    const key = at.of("reaction", platformMessageId, other.ids, byBusiness, reaction, at.stamp)
    return [{ _tag: "Reacted", ...key, person: other, byBusiness, platformMessageId, reaction }]
  })
