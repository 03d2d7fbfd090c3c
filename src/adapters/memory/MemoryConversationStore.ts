import { Effect, Layer, Option, Struct } from "effect"
import type { Channel } from "../../domain/Channel.ts"
import type { Conversation } from "../../domain/Conversation.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import { offsetOf, type Page, type PageRequest } from "../../domain/Page.ts"
import { type ConversationOverview, ConversationStore } from "../../ports/ConversationStore.ts"
import { newest } from "./newest.ts"
import { pick } from "./pick.ts"
import type { KeptConversation, State } from "./State.ts"
import { World } from "./World.ts"

/** Without what only the store knows of it. */
const asConversation = (kept: KeptConversation): Conversation => Struct.omit(kept, ["isHidden", "updatedAt"])

/** Of two messages from the same instant, the one that was recorded later was said last. */
const lastMessage = ({ messages }: State, { id }: Conversation): ConversationOverview["lastMessage"] =>
  messages
    .filter(({ conversationId }) => conversationId === id)
    .sort(newest(({ createdAt }) => createdAt))
    .map(({ content, createdAt, direction, type }) => ({ type, content, direction, createdAt }))[0] ?? null

const list = (
  state: State,
  organizationId: OrganizationId,
  channel: Channel,
  page: PageRequest
): Page<ConversationOverview> => {
  const shown = state.conversations
    .filter((kept) => kept.organizationId === organizationId && kept.channel === channel && !kept.isHidden)
    .sort(newest(({ updatedAt }) => updatedAt))
  const rows = shown.slice(offsetOf(page), offsetOf(page) + page.limit).flatMap((kept) =>
    Option.toArray(pick(state.contacts, organizationId, kept.contactId)).map(({ id, name, phone }) => ({
      conversation: asConversation(kept),
      contact: { id, name, phone },
      lastMessage: lastMessage(state, kept),
      updatedAt: kept.updatedAt
    }))
  )
  return { rows, total: shown.length }
}

export const layer = Layer.effect(
  ConversationStore,
  Effect.map(World, ({ read }) =>
    ConversationStore.of({
      find: (organizationId, id) =>
        read("ConversationStore.find", ({ conversations }) =>
          pick(conversations, organizationId, id).pipe(
            Option.filter(({ isHidden }) => !isHidden),
            Option.map(asConversation)
          )
        ),
      list: (organizationId, channel, page) =>
        read("ConversationStore.list", (state) => list(state, organizationId, channel, page))
    })
  )
)
