import { Effect, Layer, Option } from "effect"
import type { ConversationId, MessageId, OrganizationId } from "../../domain/Ids.ts"
import { withinPageBytes } from "../../domain/text/withinPageBytes.ts"
import { type MessageSlice, MessageStore } from "../../ports/stores/MessageStore.ts"
import { pick } from "./newest.ts"
import { listedMessages, type State } from "./State.ts"
import { World } from "./World.ts"

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
  return Option.some({ rows, newer: cursor + 1, total: all.length })
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
