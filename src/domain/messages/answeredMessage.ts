import { Schema } from "effect"
import { PlatformMessageId } from "../Ids.ts"
import { isJsonObject } from "../text/isJsonObject.ts"
import type { Message } from "./Message.ts"

/** The target of a reply: another message, or a story of the business. */
export interface Answered {
  /** Null for a story. */
  readonly platformMessageId: PlatformMessageId | null
  /** The platform's address of the story, which it keeps for a day; null for a message. */
  readonly storyUrl: string | null
}

/** The answered message as a list shows it beside the answer. */
export interface QuotedMessage extends Pick<Message, "id" | "direction" | "conversationId"> {
  /** Its preview. */
  readonly text: string
}

const isPlatformMessageId = Schema.is(PlatformMessageId)

/** The target that the message replies to; null if it is no reply. */
export const answeredBy = ({ content }: Pick<Message, "content">): Answered | null => {
  const answered = content["reply_to"]
  if (!isJsonObject(answered)) return null
  const { message_id: id, story } = answered
  const url = isJsonObject(story) ? story["url"] : undefined
  const platformMessageId = isPlatformMessageId(id) ? id : null
  const storyUrl = typeof url === "string" && url !== "" ? url : null
  return platformMessageId === null && storyUrl === null ? null : { platformMessageId, storyUrl }
}
