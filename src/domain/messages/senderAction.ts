import { Result, Schema } from "effect"
import { channelRules } from "../conversations/Channel.ts"
import type { PlatformMessageId } from "../Ids.ts"
import type { Named } from "../Named.ts"
import type { Message } from "./Message.ts"

/** Signs of the business beside messages: at least one of the two is true. */
export interface Signs {
  /** The business has read their messages up to one. */
  readonly read: boolean
  /** The business is typing, until it answers or the platform's time for it is over. */
  readonly typing: boolean
}

/** Signs for the person who wrote a message. */
export interface SenderAction extends Signs {
  /** The platform's id of the person. */
  readonly to: string
  readonly platformMessageId: PlatformMessageId
}

/** The business wrote the message itself, so the person has nothing to see of it. */
export class MessageNotInbound extends Schema.TaggedError<MessageNotInbound>()("MessageNotInbound", {}) {}

/** The action that shows the signs. It shows the message as read where the platform does that with each sign. */
export const senderAction = (
  message: Pick<Message, "channel" | "direction" | "peer" | "platformMessageId">,
  { read, typing }: Signs
): Result.Result<SenderAction, MessageNotInbound> => {
  const { channel, direction, peer: to, platformMessageId } = message
  return direction === "outbound" || platformMessageId === null
    ? Result.fail(new MessageNotInbound())
    : Result.succeed({ to, platformMessageId, read: read || channelRules[channel].typingShowsRead, typing })
}

/** Cases in which the service sends read receipts without a request. */
export const ReadReceipts = Schema.Literals(["off", "on_read", "on_reply"])
export type ReadReceipts = typeof ReadReceipts.Type

/** The occasions on which the service may send a read receipt. */
export type ReadOccasion = Named<Exclude<ReadReceipts, "off">>
