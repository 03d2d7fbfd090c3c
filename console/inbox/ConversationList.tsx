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

/** The names of members by their ids. */
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

/** Nothing is there: because of the filters, or because no customer has written yet. */
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

/** Conversations, or why there are none. */
const Rows = ({
  conversations,
  markUnread,
  openId
}: ListProps & { readonly conversations: ReadonlyArray<ConversationItem> }) => {
  const { inbox } = useText()
  const { query } = usePlace()
  // A found message is listed in a row of its own.
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

/** A page of conversations: however many there are, one page of them is here. */
const Listed = (list: ListProps) => {
  const { query } = usePlace()
  const { user } = useSession()
  const input = listInput(query, user.id)
  // A search costs much more than a list: it is not repeated for each event.
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

/** What a search finds: conversations with contacts of this name, number or address, and messages. */
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

/** The conversations of the organization, or what a search finds. */
export const ConversationList = (list: ListProps) => {
  const { query } = usePlace()
  const search = query["search"] ?? ""
  const stepped = useRowSteps()
  const rows = useRef<HTMLDivElement>(null)
  // A page that is kept is shown at once, in the place of the one before.
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
