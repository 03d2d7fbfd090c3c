import { hrefOf } from "../app/Place.ts"
import { maxSearchLength } from "../../src/domain/contacts/ContactSearch.ts"
import type { FoundMessage } from "./conversationTypes.ts"
import type { ConversationListInput } from "./inboxQueries.ts"

/** Conversations per page. */
export const pageSize = 40

/** Views of the inbox, in the order of their list. */
export const views = ["mine", "unassigned", "open", "mentions", "snoozed", "closed", "all"] as const
export type ViewName = (typeof views)[number]

/** Filter by assignee: a member's id, or the current user. */
export const mine = "me"

const oneOf = <Value extends string>(values: ReadonlyArray<Value>, input: string | undefined): Value | undefined =>
  values.find((value) => value === input)

export const statuses = ["open", "ai_handling", "escalated", "closed"] as const
export const channels = ["whatsapp", "messenger", "instagram"] as const

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The view of an address. A search and a status find closed conversations too, unless a view is chosen. */
export const viewOf = ({ search, status, view }: Readonly<Record<string, string>>): ViewName =>
  oneOf(views, view) ?? (search === undefined && status === undefined ? "open" : "all")

/** Views that a closed or snoozed conversation leaves. */
export const isWorkView = (view: ViewName): boolean => view === "open" || view === "mine" || view === "unassigned"

const pending = { closed: false, snoozed: false }

const filtersOf = (view: ViewName, userId: string): ConversationListInput => {
  switch (view) {
    case "open":
      return pending
    case "mine":
      return { ...pending, assignee: userId }
    case "unassigned":
      return { ...pending, assigned: false }
    case "mentions":
      return { mentioned: "true" }
    case "snoozed":
      return { snoozed: true }
    case "closed":
      return { closed: true }
    case "all":
      return {}
  }
}

/** Longest label name and id in an address that is worth a request. */
const maxFilterLength = 100

const textOf = (text: string | undefined): string | undefined =>
  text === undefined || text.trim() === "" || text.length > maxFilterLength ? undefined : text

/** Parses the filters of an inbox address. Values that the service would refuse do not filter. */
export const listInput = (
  query: Readonly<Record<string, string>>,
  userId: string
): ConversationListInput & { readonly page: number } => {
  const { assignee, channel, label, page, search = "", status, team } = query
  const number = /^[1-9]\d{0,5}$/.test(page ?? "") ? Number(page) : 1
  const assigneeId = assignee === mine ? userId : assignee
  return {
    ...filtersOf(viewOf(query), userId),
    page: number,
    limit: pageSize,
    status: oneOf(statuses, status),
    channel: oneOf(channels, channel),
    label: textOf(label),
    team: team !== undefined && uuid.test(team) ? team : undefined,
    ...(assigneeId !== undefined && uuid.test(assigneeId) ? { assignee: assigneeId } : {}),
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
  (filter.closed ?? status === "closed") === (status === "closed") &&
  (filter.assigned ?? assigneeId !== null) === (assigneeId !== null) &&
  (filter.assignee?.toLowerCase() ?? assigneeId) === assigneeId

const withoutMessage = (query: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const { message: _, ...filters } = query
  return filters
}

/** Address of a view. An open conversation stays open. */
export const viewHref = (path: string, filters: Readonly<Record<string, string>>): string =>
  hrefOf({ path, query: filters })

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
