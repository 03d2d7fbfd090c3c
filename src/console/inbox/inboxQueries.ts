import type { LiveEntry } from "../live/LiveEvents.ts"
import type { ParleySession } from "../../client/promise/createParley.ts"
import { defineQuery } from "../api/query.ts"
import type { ConversationItem } from "./conversationTypes.ts"
import { hasText } from "./thread/hasText.ts"

/** The interface has no search for names and numbers, so so many of the newest are looked through, page by page. */
const searchedPages = 10
const searchedPage = 100

/** Most conversations that a search shows. */
const mostFound = 50

/** One conversation, by its id. */
export const conversationQuery = defineQuery("conversation", (parley, conversationId: string, signal) =>
  parley.conversations.get(conversationId, { signal })
)

/** Which part of which conversations. */
export type ConversationListInput = NonNullable<Parameters<ParleySession["conversations"]["list"]>[0]>

/** A page of conversations, the last updated first. */
export const conversationListQuery = defineQuery("conversations", (parley, input: ConversationListInput, signal) =>
  parley.conversations.list(input, { signal })
)

/** Which conversations are searched. */
interface SearchInput {
  readonly search: string
  readonly filter: ConversationListInput
}

/** The newest conversations that have the text in the contact's name or number, or in the last message. */
export const searchQuery = defineQuery("search", async (parley, { filter, search }: SearchInput, signal) => {
  const found: Array<ConversationItem> = []
  let page = 0
  let hasNext = true
  while (hasNext && page < searchedPages && found.length < mostFound) {
    page += 1
    // oxlint-disable-next-line eslint/no-await-in-loop -- a page says whether there is another one
    const listed = await parley.conversations.list({ ...filter, page, limit: searchedPage }, { signal })
    found.push(...listed.conversations.filter((conversation) => hasText(conversation, search)))
    hasNext = listed.hasNext
  }
  return { conversations: found.slice(0, mostFound), isWhole: !hasNext }
})

/** Messages of one search. */
const foundAtOnce = 30

/** The messages that have the text, of those that the service learned of before the message `before`. */
export const foundMessagesQuery = defineQuery(
  "foundMessages",
  (parley, { before, search }: { readonly before: string | null; readonly search: string }, signal) =>
    parley.messages.search({ q: search, limit: foundAtOnce, before: before ?? undefined }, { signal })
)

/** The members to whom a conversation can be assigned. */
export const membersQuery = defineQuery("members", (parley, _: null, signal) => parley.members.list({ signal }))

/** Events that change the data of a conversation, its messages aside. */
export const conversationEvents: ReadonlyArray<LiveEntry["event"]> = [
  "conversation.opened",
  "conversation.closed",
  "conversation.assigned",
  "contact.updated",
  "message.received",
  "message.sent"
]

/** Events that change the list of conversations. */
export const listEvents: ReadonlyArray<LiveEntry["event"]> = [
  ...conversationEvents,
  "conversation.gone",
  "contact.created",
  "message.edited",
  "message.deleted",
  "postback"
]
