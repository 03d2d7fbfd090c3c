import type { Message } from "../conversationTypes.ts"
import { mediaIdIn } from "../thread/mediaIdIn.ts"
import type { Outgoing, OutgoingContent } from "./Outgoing.ts"

/** Whether a message of the thread has the content of a send. */
const hasContent = (content: OutgoingContent, message: Message): boolean => {
  switch (content.kind) {
    case "text":
      return message.type === "text" && message.template === undefined && message.content.text === content.text
    case "template":
      return message.template?.name === content.name && message.template.language === content.language
    case "location": {
      const { latitude, longitude } = content
      return (
        message.type === "location" && message.content.latitude === latitude && message.content.longitude === longitude
      )
    }
    case "sticker":
    case "contacts":
    case "interactive":
      return message.original?.type === content.kind
    default: {
      const { kind, upload, url } = content
      if (message.type !== kind) return false
      return upload === undefined ? message.content.url === url : mediaIdIn(message.content.url) === upload.mediaId
    }
  }
}

/** The failed message of the thread that belongs to a refused send; undefined without one. */
const failedMessageOf = (
  { after, content, conversationId, messageId, otherFailed, state }: Outgoing,
  messages: ReadonlyArray<Message>
): Message | undefined =>
  messageId === null && (state === "failed" || state === "doubtful")
    ? messages.findLast(
        (message) =>
          message.direction === "outbound" &&
          message.status === "failed" &&
          message.conversationId === conversationId &&
          (after === null || message.id > after) &&
          !otherFailed.includes(message.id) &&
          hasContent(content, message)
      )
    : undefined

const withOtherFailed = (outgoing: Outgoing, ids: ReadonlyArray<string>): Outgoing => ({
  ...outgoing,
  otherFailed: [...outgoing.otherFailed, ...ids]
})

/**
 * Removes outgoing messages that the thread (newest first) already shows: sent ones by id, refused ones by their failed
 * message. Each failed message matches one send.
 */
export const withoutShown = (
  all: ReadonlyArray<Outgoing>,
  messages: ReadonlyArray<Message>
): ReadonlyArray<Outgoing> => {
  const ids = new Set(messages.map(({ id }) => id))
  const matched: Array<string> = []
  const remaining = all.filter((outgoing) => {
    if (outgoing.messageId !== null) return !ids.has(outgoing.messageId)
    const failed = failedMessageOf({ ...outgoing, otherFailed: [...outgoing.otherFailed, ...matched] }, messages)
    if (failed !== undefined) matched.push(failed.id)
    return failed === undefined
  })
  if (remaining.length === all.length) return all
  return matched.length === 0 ? remaining : remaining.map((one) => withOtherFailed(one, matched))
}
