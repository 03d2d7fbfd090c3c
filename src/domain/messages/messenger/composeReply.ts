import { Result } from "effect"
import type { MessengerChannel } from "../../conversations/Channel.ts"
import { composeMessenger, type PersonalMessage } from "./composeMessenger.ts"
import type { FileKind } from "../../media/fileTypes.ts"
import type { SentFile } from "../../media/SentFile.ts"
import { invalid } from "./composeParts.ts"
import { AttachmentKind } from "./MessengerContent.ts"
import type { MessengerDraft } from "./MessengerDraft.ts"
import { type MessengerRefused, MessageTypeUnknown, PartProblem } from "./MessengerRefused.ts"

/** The types of replies. They have the same names on both channels (contract C273). */
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
  const file = channel === "messenger" && type !== "text" ? { type: "attachment_url", attachmentType: type } : { type }
  return composeMessenger(channel, { ...reply, ...file, to })
}
