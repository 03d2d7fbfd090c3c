import { Array, DateTime, Schema } from "effect"
import { ContactId, ConversationId, MessageId } from "../../../domain/Ids.ts"
import {
  Direction,
  PublicMessageStatus,
  type SettledMessage,
  type MessageFailure
} from "../../../domain/messages/Message.ts"
import { MessagePricing } from "../../../domain/messages/MessagePricing.ts"
import { messageCall } from "../../../domain/messages/messageCall.ts"
import {
  answeredBy,
  type QuotedMessage,
  messageContext,
  originalMessage,
  referralOf,
  sentTemplate
} from "../../../domain/messages/messageContext.ts"
import { maxPreviewLength } from "../../../domain/messages/messageText.ts"
import { standardContent, textBeside } from "../../../domain/messages/standardContent.ts"
import { errorOf } from "../../../domain/webhooks/messageEvents.ts"
import { timestamp } from "../interfaces/pagination.ts"
import { notReachedCode, outcomeUnknownCode } from "../sends/sendRefusals.ts"

const known = (what: string) => Schema.String.annotate({ description: `${what}; empty when it is not known` })

/** The interface whose document names the parts of a message: the documents of both are one client. */
type Owner = "Developer" | "Session"

const file = { url: known("Address of the file"), mimeType: known("Media type of the file") }
const caption = Schema.String.annotate({ description: "Text below it; empty when there is none" })

const fields = {
  id: MessageId.annotate({ description: "The message's id" }),
  waMessageId: known("The platform's id of the message"),
  conversationId: ConversationId.annotate({ description: "The conversation that it belongs to" }),
  direction: Direction.annotate({ description: "inbound or outbound" }),
  status: PublicMessageStatus.annotate({ description: "sent, delivered, read or failed" }),
  timestamp: timestamp("When it was said"),
  senderId: Schema.NullOr(ContactId).annotate({ description: "The contact who said it; null when it is outbound" })
}

const Reaction = Schema.Struct({
  emoji: Schema.String.annotate({ description: "The emoji, or the platform's word for it" }),
  from: Schema.NullOr(ContactId).annotate({ description: "The contact who reacted; null for the business" }),
  at: timestamp("When they reacted")
}).annotate({ description: "A reaction to a message" })

const ReplyTo = Schema.Struct({
  waMessageId: known("The platform's id of the answered message"),
  id: Schema.NullOr(MessageId).annotate({
    description: "The answered message's id; null when it is not known, or not of this conversation"
  }),
  direction: Schema.NullOr(Direction).annotate({
    description: "inbound or outbound; null when the answered message is not known"
  }),
  text: Schema.String.annotate({
    description: `What it says, shortened to ${maxPreviewLength} characters; the kind in brackets when it has no text; empty when it is not known`
  }),
  storyUrl: Schema.String.annotate({
    description: "The platform's address of the answered story; empty when a message is answered"
  })
}).annotate({ description: "The message or story that a message answers" })

const ReferralView = Schema.Struct({
  source: known("What it was, in the platform's words: ad or post, ADS or SHORTLINK"),
  sourceId: known("The platform's id of the ad or post"),
  headline: known("Headline of the ad or post"),
  text: known("Text of the ad or post"),
  url: known("Address of the ad, post or page"),
  ref: known("Parameter of the link")
}).annotate({ description: "The ad, post or link that a message came from" })

const ContextView = Schema.Struct({
  forwarded: Schema.Boolean.annotate({ description: "Whether the contact forwarded the message" }),
  frequentlyForwarded: Schema.Boolean.annotate({ description: "Whether it was forwarded more than five times" }),
  product: Schema.NullOr(
    Schema.Struct({
      catalogId: known("The platform's id of the catalog"),
      productId: known("The seller's id of the product")
    })
  ).annotate({ description: "The product that the message is about; null if there is none" })
}).annotate({ description: "The context in which a contact wrote a message" })

const CallView = Schema.Struct({
  direction: Direction.annotate({ description: "inbound if the contact called; outbound if the business called" }),
  answered: Schema.Boolean.annotate({ description: "Whether the other side accepted the call" }),
  seconds: Schema.NullOr(Schema.Int).annotate({
    description: "Duration of the call; null if it was not answered or the platform does not report it"
  })
}).annotate({ description: "A voice call that has ended" })

const TemplateView = Schema.Struct({
  name: Schema.String.annotate({ description: "Name of the template" }),
  language: known("Which of its languages"),
  components: Schema.Array(Schema.JsonObject).annotate({
    description: "The values that it was sent with, as the send had them"
  })
}).annotate({ description: "The template that a message is" })

const Original = Schema.Struct({
  type: Schema.String.annotate({
    description: "interactive, contacts, sticker, quick_replies, button_template or generic_template"
  }),
  content: Schema.JsonObject.annotate({ description: "Its parts as the platform has them" })
}).annotate({
  identifier: "SessionOriginalMessage",
  description: "The message in the platform's form, where its type is none of the six"
})

/**
 * Optional parts of a message. Each field is present only if it has a value (contract: What a message answers; Where a
 * message came from; Sent templates; Text beside a document; Context of a message; Calls).
 */
export const besideFields = (owner: Owner) => ({
  caption: Schema.optionalKey(
    Schema.String.annotate({ description: "Text below a document or a recording, whose content has no field for it" })
  ),
  replyTo: Schema.optionalKey(ReplyTo.annotate({ identifier: `${owner}ReplyTo` })),
  referral: Schema.optionalKey(ReferralView.annotate({ identifier: `${owner}Referral` })),
  context: Schema.optionalKey(ContextView.annotate({ identifier: `${owner}MessageContext` })),
  call: Schema.optionalKey(CallView.annotate({ identifier: `${owner}Call` })),
  template: Schema.optionalKey(TemplateView.annotate({ identifier: `${owner}SentTemplate` })),
  agent: Schema.optionalKey(
    Schema.Struct({ name: Schema.String.annotate({ description: "The name that the backend gave" }) }).annotate({
      description: "The agent that a backend sent the message for"
    })
  )
})

const MessageError = Schema.Struct({
  code: Schema.Int.annotate({
    description:
      "The platform's code; 0 when it gave no reason, -1 when it was not reached, -2 when the outcome is unknown"
  }),
  title: Schema.String.annotate({ description: "The platform's name of the failure; empty when it gave none" }),
  message: Schema.String.annotate({ description: "The platform's text, or the known outcome" })
}).annotate({ description: "Why a message failed" })

/**
 * Later changes of a message. Each field is present only if it has a value (contract: Reactions, edits and deletions).
 */
export const afterwardFields = (owner: Owner) => ({
  reactions: Schema.optionalKey(
    Schema.NonEmptyArray(Reaction.annotate({ identifier: `${owner}Reaction` })).annotate({
      description: "The reactions that stand, one of each side at most"
    })
  ),
  editedAt: Schema.optionalKey(timestamp("When it was last edited; the content is as edited")),
  deletedAt: Schema.optionalKey(timestamp("When it was deleted; the content is gone")),
  error: Schema.optionalKey(
    MessageError.annotate({
      identifier: `${owner}MessageError`,
      description: "Why it failed; there for the status failed only"
    })
  ),
  pricing: Schema.optionalKey(
    MessagePricing.annotate({
      identifier: `${owner}MessagePricing`,
      description: "The price as the platform reports it; absent if it has not reported any"
    })
  )
})

const sessionBeside = { ...besideFields("Session"), original: Schema.optionalKey(Original) }
const sessionAfterwards = afterwardFields("Session")

const variant = <Type extends string, Content extends Schema.Struct.Fields>(type: Type, content: Content) =>
  Schema.Struct({
    ...fields,
    type: Schema.Literal(type).annotate({ description: "The type of message, which says what its content is" }),
    content: Schema.Struct(content).annotate({ description: "What it says" }),
    ...sessionBeside,
    ...sessionAfterwards
  }).annotate({ identifier: `SessionMessage_${type}`, description: `A message of type ${type}` })

/** A message of a conversation (contract: Session message). */
export const SessionMessage = Schema.Union([
  variant("text", {
    text: Schema.String.annotate({
      description: "The text; for kinds of messages that the contract does not know, what they say"
    })
  }),
  variant("image", { ...file, caption }),
  variant("document", { ...file, filename: known("Name of the file") }),
  variant("audio", file),
  variant("video", { ...file, caption }),
  variant("location", {
    latitude: Schema.Finite.annotate({ description: "Degrees north" }),
    longitude: Schema.Finite.annotate({ description: "Degrees east" }),
    name: known("Name of the place"),
    address: known("Address of the place")
  })
])

const reactionsOf = ({ annotations, contactId }: SettledMessage) =>
  (annotations.reactions ?? []).flatMap(({ at, by, reaction }) =>
    reaction === null
      ? []
      : [{ emoji: reaction, from: by === "contact" ? contactId : null, at: DateTime.formatIso(at) }]
  )

/**
 * Error of a message. Without a platform response, the codes are those of the send response (contract: Reason of a
 * failed message).
 */
const errorView = (failure: MessageFailure | null) => {
  const error = errorOf(failure)
  switch (failure?._tag) {
    case "NotReached":
      return { ...error, code: notReachedCode, title: "Not reached" }
    case "OutcomeUnknown":
      return { ...error, code: outcomeUnknownCode, title: "Outcome unknown" }
    default:
      return error
  }
}

/** The values of `afterwardFields`. */
export const afterwardsOf = (message: SettledMessage) => {
  const { deletedAt, edit, pricing } = message.annotations
  const reactions = reactionsOf(message)
  return {
    ...(Array.isReadonlyArrayNonEmpty(reactions) ? { reactions } : {}),
    ...(edit === undefined ? {} : { editedAt: DateTime.formatIso(edit.at) }),
    ...(deletedAt === undefined ? {} : { deletedAt: DateTime.formatIso(deletedAt) }),
    ...(message.status === "failed" ? { error: errorView(message.failure) } : {}),
    ...(pricing === undefined ? {} : { pricing: pricing.value })
  }
}

const replyToOf = (message: SettledMessage, quoted: QuotedMessage | undefined) => {
  const answered = answeredBy(message)
  if (answered === null) return null
  return {
    waMessageId: answered.platformMessageId ?? "",
    id: quoted?.conversationId === message.conversationId ? quoted.id : null,
    direction: quoted?.direction ?? null,
    text: quoted?.text ?? "",
    storyUrl: answered.storyUrl ?? ""
  }
}

const callOf = (message: SettledMessage) => {
  const call = messageCall(message)
  if (call === null) return null
  const direction = call.byBusiness ? ("outbound" as const) : ("inbound" as const)
  return { direction, answered: call.isAnswered, seconds: call.seconds }
}

/** The values of `besideFields`. */
export const besideOf = (message: SettledMessage, quoted: QuotedMessage | undefined) => {
  const replyTo = replyToOf(message, quoted)
  const referral = referralOf(message)
  const context = messageContext(message)
  const call = callOf(message)
  const template = sentTemplate(message)
  const caption = textBeside(message)
  const { agent } = message.annotations
  return {
    ...(caption === "" ? {} : { caption }),
    ...(replyTo === null ? {} : { replyTo }),
    ...(referral === null ? {} : { referral }),
    ...(context === null ? {} : { context }),
    ...(call === null ? {} : { call }),
    ...(template === null ? {} : { template }),
    ...(agent === undefined ? {} : { agent: { name: agent } })
  }
}

/** View of a message. `quoted` is the message that it replies to, if known. */
export const messageView = (message: SettledMessage, quoted: QuotedMessage | undefined): typeof SessionMessage.Type => {
  const original = originalMessage(message)
  return {
    id: message.id,
    waMessageId: message.platformMessageId ?? "",
    conversationId: message.conversationId,
    direction: message.direction,
    status: message.status,
    timestamp: DateTime.formatIso(message.createdAt),
    senderId: message.direction === "inbound" ? message.contactId : null,
    ...standardContent(message),
    ...besideOf(message, quoted),
    ...(original === null ? {} : { original }),
    ...afterwardsOf(message)
  }
}
