import { hrefOf } from "../app/Place.ts"
import { maxSearchLength } from "../../src/domain/contacts/ContactSearch.ts"
import type { FoundMessage } from "./conversationTypes.ts"
import type { ConversationListInput } from "./inboxQueries.ts"

/** Conversations on a page of the list. */
export const pageSize = 40

/** What the assignee is filtered by: a member's id, or the reader. */
export const mine = "me"

const oneOf = <Value extends string>(values: ReadonlyArray<Value>, given: string | undefined): Value | undefined =>
  values.find((value) => value === given)

export const statuses = ["open", "ai_handling", "escalated", "closed"] as const
export const channels = ["whatsapp", "messenger", "instagram"] as const

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** What the address of the inbox asks for. A field that the service would refuse asks for nothing. */
export const listInput = (
  query: Readonly<Record<string, string>>,
  userId: string
): ConversationListInput & { readonly page: number } => {
  const { assignee, channel, page, search = "", status } = query
  const number = /^[1-9]\d{0,5}$/.test(page ?? "") ? Number(page) : 1
  const looksAfter = assignee === mine ? userId : assignee
  return {
    page: number,
    limit: pageSize,
    status: oneOf(statuses, status),
    channel: oneOf(channels, channel),
    assignee: looksAfter !== undefined && uuid.test(looksAfter) ? looksAfter : undefined,
    search: search.trim() === "" ? undefined : search.slice(0, maxSearchLength)
  }
}

/** Whether the list with these filters shows the conversation. */
export const isAskedFor = (
  { assigneeId, channel, status }: FoundMessage["conversation"],
  filter: ConversationListInput
): boolean =>
  (filter.channel ?? channel) === channel &&
  (filter.status ?? status) === status &&
  (filter.assignee?.toLowerCase() ?? assigneeId) === assigneeId

const withoutMessage = (query: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const { message: _, ...filters } = query
  return filters
}

/** The address of the list without a conversation, with its filters. */
export const listHref = (query: Readonly<Record<string, string>>): string =>
  hrefOf({ path: "/inbox", query: withoutMessage(query) })

/** The address of a conversation, with the filters of the list beside it; `message`: the one that it opens at. */
export const conversationHref = (
  conversationId: string,
  query: Readonly<Record<string, string>>,
  message?: string
): string =>
  hrefOf({
    path: `/inbox/${encodeURIComponent(conversationId)}`,
    query: { ...withoutMessage(query), ...(message === undefined ? {} : { message }) }
  })
