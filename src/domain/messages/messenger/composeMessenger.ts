import { Array as Arr, Result } from "effect"
import type { MessengerChannel } from "../../conversations/Channel.ts"
import { composeButtons, composeElements, composeQuickReplies, invalid, oneOf } from "./composeParts.ts"
import { AttachmentKind, MessageTag, MessengerContent } from "./MessengerContent.ts"
import {
  type MessagePartInvalid,
  MessagePartMissing,
  MessageTypeUnknown,
  type MessengerDraft,
  type MessengerRefused,
  PartProblem
} from "./MessengerDraft.ts"
import { type MessengerRules, type PersonalMessageType, maxPersonIdLength, messengerRules } from "./MessengerRules.ts"
import { isWithin, notBlank } from "../../text/textLimits.ts"
import type { FileKind } from "../../media/fileTypes.ts"
import type { SentFile } from "../../media/SentFile.ts"

/** A message to a person on Messenger or Instagram. `type` is its name on the interface. */
export interface PersonalMessage {
  /** The platform's id of the person. */
  readonly to: string
  readonly type: PersonalMessageType
  readonly content: MessengerContent
  readonly tag: MessageTag | null
}

const { Attachment, ButtonTemplate, GenericTemplate, QuickReplies, Text } = MessengerContent.cases
const { TooLong } = PartProblem.cases

const missing = (field: string) => Result.fail(new MessagePartMissing({ field }))

const requiredText = (text: string | null | undefined, field: string): Result.Result<string, MessagePartMissing> => {
  const value = notBlank(text)
  return value === null ? missing(field) : Result.succeed(value)
}

const requiredList = <Part>(
  parts: ReadonlyArray<Part> | null | undefined,
  field: string
): Result.Result<Arr.NonEmptyReadonlyArray<Part>, MessagePartMissing> =>
  parts !== null && parts !== undefined && Arr.isReadonlyArrayNonEmpty(parts) ? Result.succeed(parts) : missing(field)

const checkText = (text: string, { maxText }: MessengerRules): Result.Result<void, MessagePartInvalid> =>
  isWithin(text, maxText) ? Result.void : invalid("text", TooLong.make(maxText))

type Compose = (draft: MessengerDraft, rules: MessengerRules) => Result.Result<MessengerContent, MessengerRefused>

/** A file that the platform fetches; the type of the message is what it is. */
const media =
  (kind: AttachmentKind): Compose =>
  ({ attachmentUrl }) =>
    Result.map(requiredText(attachmentUrl, "attachmentUrl"), (url) => Attachment.make({ kind, url }))

/** How each type is composed: what it cannot do without comes first, in the order of the contract's table. */
const composers: { readonly [Type in PersonalMessageType]: Compose } = {
  text: (draft, rules) =>
    Result.gen(function* () {
      const text = yield* requiredText(draft.text, "text")
      yield* checkText(text, rules)
      return Text.make({ text })
    }),
  quick_replies: (draft, rules) =>
    Result.gen(function* () {
      const text = yield* requiredText(draft.text, "text")
      const replies = yield* requiredList(draft.quickReplies, "quickReplies")
      yield* checkText(text, rules)
      return QuickReplies.make({ text, quickReplies: yield* composeQuickReplies(replies, "quickReplies") })
    }),
  button_template: (draft, rules) =>
    Result.gen(function* () {
      const text = yield* requiredText(draft.buttonTemplateText, "buttonTemplateText")
      const buttons = yield* requiredList(draft.buttons, "buttons")
      return ButtonTemplate.make({ text, buttons: yield* composeButtons(buttons, "buttons", rules) })
    }),
  generic_template: (draft, rules) =>
    Result.gen(function* () {
      const elements = yield* requiredList(draft.elements, "elements")
      return GenericTemplate.make({ elements: yield* composeElements(elements, "elements", rules) })
    }),
  attachment_url: (draft) =>
    Result.gen(function* () {
      const url = yield* requiredText(draft.attachmentUrl, "attachmentUrl")
      const kind = yield* oneOf(AttachmentKind.literals, draft.attachmentType, "attachmentType", "file")
      return Attachment.make({ kind, url })
    }),
  image: media("image"),
  video: media("video"),
  audio: media("audio"),
  file: media("file")
}

/**
 * The requested message, or the first reason why it cannot be sent (contract: Developer Messenger; Developer errors).
 */
export const composeMessenger = (
  channel: MessengerChannel,
  draft: MessengerDraft
): Result.Result<PersonalMessage, MessengerRefused> =>
  Result.gen(function* () {
    const rules = messengerRules[channel]
    const to = yield* requiredText(draft.to, rules.recipientField)
    const requestedType = draft.type ?? "text"
    const type = rules.types.find((known) => known === requestedType)
    if (type === undefined) {
      return yield* Result.fail(new MessageTypeUnknown({ type: requestedType, supported: rules.types }))
    }
    const content = yield* composers[type](draft, rules)
    if (to.length > maxPersonIdLength) {
      return yield* invalid(rules.recipientField, TooLong.make({ limit: maxPersonIdLength, unit: "characters" }))
    }
    const tag =
      draft.tag === null || draft.tag === undefined ? null : yield* oneOf(MessageTag.literals, draft.tag, "tag")
    return { to, type, content, tag }
  })

/** The types of replies. They have the same names on both channels (contract: Fields of replies). */
export const replyTypes = ["text", ...AttachmentKind.literals] as const

/** A reply to the person of a conversation, not yet checked. */
export type ReplyDraft = Pick<MessengerDraft, "type" | "text" | "attachmentUrl" | "tag">

/** The kind that a reply of the type shows an uploaded file as. */
export const replyFileKind = (type: string): Result.Result<FileKind, MessengerRefused> => {
  const kind = AttachmentKind.literals.find((known) => known === type)
  if (kind === undefined)
    return invalid("type", PartProblem.cases.NotOneOf.make({ supported: AttachmentKind.literals }))
  return Result.succeed(kind === "file" ? "document" : kind)
}

/** The message with the uploaded file that it shows. */
export const withFile = (message: PersonalMessage, file: SentFile): PersonalMessage =>
  message.content._tag === "Attachment" ? { ...message, content: { ...message.content, file } } : message

/** The reply as a message of the channel: Messenger has one type for all files. */
export const composeReply = (
  channel: MessengerChannel,
  to: string,
  reply: ReplyDraft
): Result.Result<PersonalMessage, MessengerRefused> => {
  const requestedType = reply.type ?? "text"
  const type = replyTypes.find((known) => known === requestedType)
  if (type === undefined) return Result.fail(new MessageTypeUnknown({ type: requestedType, supported: replyTypes }))
  const hasOneFileType = messengerRules[channel].types.includes("attachment_url")
  const file = hasOneFileType && type !== "text" ? { type: "attachment_url", attachmentType: type } : { type }
  return composeMessenger(channel, { ...reply, ...file, to })
}
