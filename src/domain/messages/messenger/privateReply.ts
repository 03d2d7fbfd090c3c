import { Result } from "effect"
import type { MessengerChannel } from "../../conversations/Channel.ts"
import type { MessageContent } from "../Message.ts"
import { notBlank } from "../../text/textLimits.ts"
import {
  composeDraft,
  composeMessenger,
  composeReply,
  fileTypes,
  type PersonalFile,
  type PersonalMessage,
  type ReplyDraft
} from "./composeMessenger.ts"
import { bounded } from "./composeParts.ts"
import { storedMessengerMessage } from "./MessengerContent.ts"
import {
  MessagePartInvalid,
  MessagePartMissing,
  type MessengerDraft,
  type MessengerRefused,
  PartProblem
} from "./MessengerDraft.ts"
import { messengerRules } from "./MessengerRules.ts"

/** Maximum characters of the id of a comment. Ids of the platforms have at most some sixty. */
export const maxCommentIdLength = 128

/**
 * A message to the author of a public comment below a post of the Page or account (contract: Private replies). The
 * platform takes one for each comment, within 7 days of it.
 */
export interface PrivateReply extends Pick<PersonalMessage, "content" | "type"> {
  /** The platform's id of the comment. */
  readonly commentId: string
}

/** A private reply, not yet checked. */
export interface PrivateReplyDraft extends Omit<MessengerDraft, "to"> {
  readonly commentId?: string | null | undefined
}

/** A part that a private reply cannot have: it belongs to a person or a conversation, which a comment is not. */
export const notWithComment = (field: string) =>
  new MessagePartInvalid({
    field,
    problem: PartProblem.cases.Malformed.make({ expected: `no ${field} with commentId` })
  })

const refuse = (field: string) => Result.fail(notWithComment(field))

const composeWith = (
  { commentId: named, ...draft }: Pick<PrivateReplyDraft, "commentId" | "replyTo" | "tag" | "type">,
  compose: (commentId: string) => Result.Result<PersonalMessage, MessengerRefused>
): Result.Result<PrivateReply, MessengerRefused> =>
  Result.gen(function* () {
    const comment = notBlank(named)
    if (comment === null) return yield* Result.fail(new MessagePartMissing({ field: "commentId" }))
    const commentId = yield* bounded(comment, maxCommentIdLength, "commentId")
    if (notBlank(draft.replyTo) !== null) return yield* refuse("replyTo")
    if (notBlank(draft.tag) !== null) return yield* refuse("tag")
    const { content, type } = yield* compose(commentId)
    if (content._tag === "Reaction") return yield* refuse("reaction")
    return { commentId, type, content }
  })

/** The requested private reply, with the types of the channel's sends, or the first reason why it cannot be sent. */
export const composePrivateReply = (
  channel: MessengerChannel,
  draft: PrivateReplyDraft
): Result.Result<PrivateReply, MessengerRefused> => {
  // The platform has to get the file before the person is known.
  const file = fileTypes.find((type) => type === draft.type && (draft[type]?.mediaId ?? null) !== null)
  if (file !== undefined) return refuse(`${file}.mediaId`)
  return composeWith(draft, (to) => composeMessenger(channel, { ...draft, to }))
}

/** The requested private reply, with the types of replies in conversations. */
export const composePrivateAnswer = (
  channel: MessengerChannel,
  draft: ReplyDraft & Pick<PrivateReplyDraft, "commentId">
): Result.Result<PrivateReply, MessengerRefused> => composeWith(draft, (to) => composeReply(channel, to, draft))

/** The message to a person or, with `commentId`, to the author of a comment. Exactly one of them is named. */
export const composeDirect = (
  channel: MessengerChannel,
  { to, ...draft }: PrivateReplyDraft & Pick<MessengerDraft, "to">
): Result.Result<PersonalFile | PersonalMessage | PrivateReply, MessengerRefused> => {
  const { commentId, ...message } = draft
  if (commentId === null || commentId === undefined) return composeDraft(channel, { ...message, to })
  return notBlank(to) === null ? composePrivateReply(channel, draft) : refuse(messengerRules[channel].recipientField)
}

/** The stored content of a private reply: that of the message, and the comment that it answers. */
export const storedPrivateReply = ({ commentId, content }: PrivateReply): MessageContent => ({
  ...storedMessengerMessage(content),
  comment_id: commentId
})

/** The comment that the stored message answers; null for a message that is no private reply. */
export const answeredComment = (content: MessageContent): string | null => {
  const comment = content["comment_id"]
  return typeof comment === "string" ? comment : null
}
