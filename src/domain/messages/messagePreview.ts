import { Schema } from "effect"
import type { MessageContent } from "./MessageContent.ts"
import { Message } from "./Message.ts"
import { messageText } from "./messageText.ts"
import { truncate } from "../text/truncate.ts"

/** The most code points of a preview. */
export const maxPreviewLength = 256

const { createdAt, direction } = Message.fields

/** A message as lists show it. */
export const MessagePreview = Schema.Struct({ text: Schema.String, direction, createdAt })
export type MessagePreview = typeof MessagePreview.Type

/** The text of a message in one line of a list. */
export const messagePreview = (type: Message["type"], content: MessageContent): string =>
  truncate(messageText({ type, content }), maxPreviewLength)
