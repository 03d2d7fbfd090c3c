import { Effect } from "effect"
import type { Channel } from "../domain/Channel.ts"
import type { OrganizationId } from "../domain/Ids.ts"
import type { PageRequest } from "../domain/Page.ts"
import { ConversationStore } from "../ports/ConversationStore.ts"

/** A page of the conversations that are kept of a channel, the one that was last updated first. */
export const listConversations = Effect.fn("listConversations")(function* (
  organizationId: OrganizationId,
  channel: Channel,
  page: PageRequest
) {
  return yield* (yield* ConversationStore).list(organizationId, channel, page)
})
