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
  const { assignee, channel, page, status } = query
  const number = /^[1-9]\d{0,5}$/.test(page ?? "") ? Number(page) : 1
  const looksAfter = assignee === mine ? userId : assignee
  return {
    page: number,
    limit: pageSize,
    status: oneOf(statuses, status),
    channel: oneOf(channels, channel),
    assignee: looksAfter !== undefined && uuid.test(looksAfter) ? looksAfter : undefined
  }
}

/** The address of a conversation, with the filters of the list beside it. */
export const conversationHref = (conversationId: string, query: Readonly<Record<string, string>>): string => {
  const search = new URLSearchParams(query)
  return `/inbox/${encodeURIComponent(conversationId)}${search.size === 0 ? "" : `?${search}`}`
}
