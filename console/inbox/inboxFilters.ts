import { hrefOf } from "../app/Place.ts"
import { maxSearchLength } from "../../src/domain/contacts/ContactSearch.ts"
import type { FoundMessage } from "./conversationTypes.ts"
import type { ConversationListInput } from "./inboxQueries.ts"

/** Conversations per page. */
export const pageSize = 40

/** Filter by assignee: a member's id, or the current user. */
export const mine = "me"

const oneOf = <Value extends string>(values: ReadonlyArray<Value>, input: string | undefined): Value | undefined =>
  values.find((value) => value === input)

export const statuses = ["open", "ai_handling", "escalated", "closed"] as const
export const channels = ["whatsapp", "messenger", "instagram"] as const

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Parses the filters of an inbox address. Values that the service would refuse do not filter. */
export const listInput = (
  query: Readonly<Record<string, string>>,
  userId: string
): ConversationListInput & { readonly page: number } => {
  const { assignee, channel, page, search = "", status } = query
  const number = /^[1-9]\d{0,5}$/.test(page ?? "") ? Number(page) : 1
  const assigneeId = assignee === mine ? userId : assignee
  return {
    page: number,
    limit: pageSize,
    status: oneOf(statuses, status),
    channel: oneOf(channels, channel),
    assignee: assigneeId !== undefined && uuid.test(assigneeId) ? assigneeId : undefined,
    search: search.trim() === "" ? undefined : search.slice(0, maxSearchLength)
  }
}

/** Whether the filters match the conversation. */
export const matchesFilters = (
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

/** Address of the list with its filters, without a conversation. */
export const listHref = (query: Readonly<Record<string, string>>): string =>
  hrefOf({ path: "/inbox", query: withoutMessage(query) })

/** Address of a conversation with the filters of the list; `message`: the message to scroll to. */
export const conversationHref = (
  conversationId: string,
  query: Readonly<Record<string, string>>,
  message?: string
): string =>
  hrefOf({
    path: `/inbox/${encodeURIComponent(conversationId)}`,
    query: { ...withoutMessage(query), ...(message === undefined ? {} : { message }) }
  })
