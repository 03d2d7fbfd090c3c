import { useLayoutEffect, useMemo, useRef } from "react"
import { useSession } from "../api/Session.ts"
import { useQuery } from "../api/useQuery.ts"
import { Link } from "../app/Link.tsx"
import { usePlace } from "../app/navigation.ts"
import { EmptyState, LoadedView } from "../parts/states.tsx"
import { useText } from "../text/useText.ts"
import { ConversationFilters } from "./ConversationFilters.tsx"
import { ConversationRow } from "./ConversationRow.tsx"
import type { ConversationItem } from "./conversationTypes.ts"
import { FoundMessages } from "./FoundMessages.tsx"
import { conversationHref, listInput } from "./inboxFilters.ts"
import { conversationListQuery, listEvents, membersQuery } from "./inboxQueries.ts"
import { ListPages } from "./ListPages.tsx"
import { useRowSteps } from "./useRowSteps.ts"

/** Names of members by id. */
const useMemberNames = (): ReadonlyMap<string, string> => {
  const [members] = useQuery(membersQuery, null)
  return useMemo(
    () =>
      new Map(
        members.state === "ready"
          ? members.value.members.flatMap(({ email, name, userId }): Array<[string, string]> =>
              userId === null ? [] : [[userId, name || email]]
            )
          : []
      ),
    [members.state === "ready" ? members.value : null]
  )
}

interface ListProps {
  readonly openId: string | null
  readonly markUnread: (conversationId: string) => void
}

/** Empty list: no match of the filters, or no message yet. */
const NoConversations = () => {
  const { inbox } = useText()
  const { query } = usePlace()
  const { facts, mayManage } = useSession()
  if (query["search"] !== undefined) return <p className="muted list-note">{inbox.noneFound}</p>
  if (Object.keys(query).length > 0) return <EmptyState title={inbox.noneFound} />
  return (
    <EmptyState title={inbox.noConversations}>
      {facts.demo !== null && mayManage && <Link href="/playground">{inbox.beCustomer}</Link>}
    </EmptyState>
  )
}

/** Conversations, or the reason why the list is empty. */
const Rows = ({
  conversations,
  markUnread,
  openId
}: ListProps & { readonly conversations: ReadonlyArray<ConversationItem> }) => {
  const { inbox } = useText()
  const { query } = usePlace()
  // A found message has a row of its own.
  const isSearch = query["search"] !== undefined
  const names = useMemberNames()
  if (conversations.length === 0) return <NoConversations />
  return (
    <ul className="rows" aria-label={inbox.conversations}>
      {conversations.map((conversation) => (
        <ConversationRow
          key={conversation.id}
          conversation={conversation}
          assignee={
            conversation.assigneeId === null ? null : (names.get(conversation.assigneeId) ?? inbox.formerMember)
          }
          href={conversationHref(conversation.id, query)}
          isOpen={conversation.id === openId && !(isSearch && query["message"] !== undefined)}
          markUnread={markUnread}
        />
      ))}
    </ul>
  )
}

/** A page of conversations. Only this page is in the document. */
const Listed = (list: ListProps) => {
  const { query } = usePlace()
  const { user } = useSession()
  const input = listInput(query, user.id)
  // A search costs much more than a list, so events do not repeat it.
  const types = input.search === undefined ? listEvents : []
  const [listed, reload] = useQuery(conversationListQuery, input, { on: { types } })
  return (
    <LoadedView loaded={listed} reload={reload}>
      {({ conversations, total }) => (
        <>
          <Rows {...list} conversations={conversations} />
          <ListPages page={input.page} total={total} />
        </>
      )}
    </LoadedView>
  )
}

/** Search results: conversations by the contact's name, number or address, and messages. */
const Found = ({ search, ...list }: ListProps & { readonly search: string }) => {
  const { inbox } = useText()
  const { query } = usePlace()
  const { user } = useSession()
  return (
    <>
      <h2 className="list-heading">{inbox.conversations}</h2>
      <Listed {...list} />
      <h2 className="list-heading">{inbox.messages}</h2>
      <FoundMessages key={search} search={search} filter={listInput(query, user.id)} />
    </>
  )
}

/** The conversations of the organization, or search results. */
export const ConversationList = (list: ListProps) => {
  const { query } = usePlace()
  const search = query["search"] ?? ""
  const stepped = useRowSteps()
  const rows = useRef<HTMLDivElement>(null)
  // A cached page appears at once in place of the previous one.
  useLayoutEffect(() => {
    rows.current?.scrollTo({ top: 0 })
  }, [query["page"]])
  return (
    <section className="list" onKeyDown={stepped}>
      <ConversationFilters />
      <div className="list-rows" ref={rows}>
        {search === "" ? <Listed {...list} /> : <Found {...list} search={search} />}
      </div>
    </section>
  )
}
