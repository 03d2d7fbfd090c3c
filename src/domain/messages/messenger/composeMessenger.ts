import { Array as Arr, Result } from "effect"
import type { MessengerChannel } from "../../conversations/Channel.ts"
import { composeButtons, composeElements, composeQuickReplies, invalid, oneOf } from "./composeParts.ts"
import { AttachmentKind, MessageTag, MessengerContent } from "./MessengerContent.ts"
import type { MessengerDraft } from "./MessengerDraft.ts"
import {
  type MessagePartInvalid,
  MessagePartMissing,
  type MessengerRefused,
  MessageTypeUnknown,
  PartProblem
} from "./MessengerRefused.ts"
import { maxPersonIdLength, type MessengerRules, messengerRules, type PersonalMessageType } from "./MessengerRules.ts"
import { notBlank } from "../../text/notBlank.ts"
import { isWithin } from "../../text/textLimits.ts"

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

/** The requested message, or the first reason why it cannot be sent (contract C61, C69). */
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
