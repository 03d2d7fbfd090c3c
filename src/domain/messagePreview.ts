import type { MessageContent } from "./MessageContent.ts"
import type { Message } from "./Message.ts"
import { messageText } from "./messageText.ts"
import { truncate } from "./truncate.ts"

/** Code points of a preview at most. */
export const maxPreviewLength = 256

/** A message in one line of a list. */
export const messagePreview = (type: Message["type"], content: MessageContent): string =>
  truncate(messageText({ type, content }), maxPreviewLength)
