import { Result } from "effect"
import type { MessengerChannel } from "../conversation/Channel.ts"
import { composeMessenger, type PersonalMessage } from "./composeMessenger.ts"
import { AttachmentKind } from "./MessengerContent.ts"
import type { MessengerDraft } from "./MessengerDraft.ts"
import { type MessengerRefused, MessageTypeUnknown } from "./MessengerRefused.ts"

/** The types of replies. They have the same names on both channels (contract C273). */
export const replyTypes = ["text", ...AttachmentKind.literals] as const

/** A reply to the person of a conversation, not yet checked. */
export type ReplyDraft = Pick<MessengerDraft, "type" | "text" | "attachmentUrl" | "tag">

/** The reply as a message of the channel: Messenger has one type for all files. */
export const composeReply = (
  channel: MessengerChannel,
  to: string,
  reply: ReplyDraft
): Result.Result<PersonalMessage, MessengerRefused> => {
  const asked = reply.type ?? "text"
  const type = replyTypes.find((known) => known === asked)
  if (type === undefined) return Result.fail(new MessageTypeUnknown({ type: asked, supported: replyTypes }))
  const file = channel === "messenger" && type !== "text" ? { type: "attachment_url", attachmentType: type } : { type }
  return composeMessenger(channel, { ...reply, ...file, to })
}
