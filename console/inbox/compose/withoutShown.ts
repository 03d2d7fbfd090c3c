import type { Message } from "../conversationTypes.ts"
import { mediaIdIn } from "../thread/mediaIdIn.ts"
import type { Outgoing, OutgoingContent } from "./Outgoing.ts"

/** Whether the message of the thread has the content that should be sent. */
const saysSame = (content: OutgoingContent, message: Message): boolean => {
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
    default: {
      const { kind, upload, url } = content
      if (message.type !== kind) return false
      return upload === undefined ? message.content.url === url : mediaIdIn(message.content.url) === upload.mediaId
    }
  }
}

/** The failed message of the thread that the refused send became; undefined while the thread has none. */
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
          saysSame(content, message)
      )
    : undefined

const withOtherFailed = (outgoing: Outgoing, ids: ReadonlyArray<string>): Outgoing => ({
  ...outgoing,
  otherFailed: [...outgoing.otherFailed, ...ids]
})

/**
 * The messages on their way without those that the thread shows, the last one first: a sent one by its id, a refused one as
 * the failed message that it became. Each failed message stands for one send.
 */
export const withoutShown = (
  all: ReadonlyArray<Outgoing>,
  messages: ReadonlyArray<Message>
): ReadonlyArray<Outgoing> => {
  const ids = new Set(messages.map(({ id }) => id))
  const taken: Array<string> = []
  const left = all.filter((outgoing) => {
    if (outgoing.messageId !== null) return !ids.has(outgoing.messageId)
    const failed = failedMessageOf({ ...outgoing, otherFailed: [...outgoing.otherFailed, ...taken] }, messages)
    if (failed !== undefined) taken.push(failed.id)
    return failed === undefined
  })
  if (left.length === all.length) return all
  return taken.length === 0 ? left : left.map((one) => withOtherFailed(one, taken))
}
