import { Effect, Layer, Option } from "effect"
import type { ConversationId, MessageId, OrganizationId } from "../../domain/Ids.ts"
import { answeredBy, type QuotedMessage } from "../../domain/message/answeredMessage.ts"
import type { Message } from "../../domain/message/Message.ts"
import { messagePreview } from "../../domain/message/messagePreview.ts"
import { withinPageBytes } from "../../domain/text/withinPageBytes.ts"
import { type MessageSlice, MessageStore } from "../../ports/stores/MessageStore.ts"
import { pick } from "./newest.ts"
import { listedMessages, type State } from "./State.ts"
import { World } from "./World.ts"

/** The message of the conversation that a message answers. */
const quotedBy = (message: Message, all: ReadonlyArray<Message>): QuotedMessage | null => {
  const platformMessageId = answeredBy(message)?.platformMessageId ?? null
  const found = all.find(
    (other) =>
      platformMessageId !== null &&
      other.platformMessageId === platformMessageId &&
      other.channelAccountId === message.channelAccountId
  )
  if (found === undefined) return null
  const { content, direction, id, type } = found
  return { id, direction, text: messagePreview(type, content) }
}

const list = (
  state: State,
  organizationId: OrganizationId,
  conversationId: ConversationId,
  limit: number,
  before: MessageId | null
): Option.Option<MessageSlice> => {
  const all = listedMessages(
    state,
    (message) => message.organizationId === organizationId && message.conversationId === conversationId
  )
  const cursor = before === null ? -1 : all.findIndex(({ id }) => id === before)
  if (before !== null && cursor === -1) return Option.none()
  const rows = withinPageBytes(all.slice(cursor + 1, cursor + 1 + limit), ({ content }) => content)
  const quotes = rows.flatMap((row) => {
    const quoted = quotedBy(row, all)
    return quoted === null ? [] : [[row.id, quoted] as const]
  })
  return Option.some({ rows, quoted: new Map(quotes), newer: cursor + 1, total: all.length })
}

export const layer = Layer.effect(
  MessageStore,
  Effect.map(World, ({ read }) =>
    MessageStore.of({
      find: (organizationId, id) => read("MessageStore.find", ({ messages }) => pick(messages, organizationId, id)),
      list: (organizationId, conversationId, limit, before) =>
        read("MessageStore.list", (state) => list(state, organizationId, conversationId, limit, before))
    })
  )
)
