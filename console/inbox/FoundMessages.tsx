import { useState } from "react"
import { firstMatch, fragmentPattern } from "../../src/domain/text/fragmentPattern.ts"
import { useQuery } from "../api/useQuery.ts"
import { Link } from "../app/Link.tsx"
import { usePlace } from "../app/navigation.ts"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { LoadedView } from "../parts/states.tsx"
import { RelativeTime } from "../parts/Time.tsx"
import { useText } from "../text/useText.ts"
import type { FoundMessage } from "./conversationTypes.ts"
import { conversationHref, matchesFilters } from "./inboxFilters.ts"
import { type ConversationListInput, foundMessagesQuery } from "./inboxQueries.ts"

/** Excerpt with the match marked. */
const Excerpt = ({ search, text }: { readonly search: string; readonly text: string }) => {
  const found = firstMatch(text, fragmentPattern(search))
  if (found === null) return <bdi>{text}</bdi>
  const { at, match } = found
  return (
    <bdi>
      {text.slice(0, at)}
      <mark>{match}</mark>
      {text.slice(at + match.length)}
    </bdi>
  )
}

const FoundRow = ({ found, search }: { readonly found: FoundMessage; readonly search: string }) => {
  const { common, inbox } = useText()
  const { path, query } = usePlace()
  const { conversation, direction, excerpt, id, timestamp } = found
  const { channel, contact, status } = conversation
  const isOpen = query["message"] === id && path === conversationHref(conversation.id, {})
  return (
    <li>
      <Link
        href={conversationHref(conversation.id, query, id)}
        className="row"
        aria-current={isOpen ? "true" : undefined}
        data-found={id}
      >
        <span className="row-top">
          <bdi className="row-name">{contact.name || contact.phone || common.unknown}</bdi>
          <RelativeTime at={timestamp} />
        </span>
        <span className="row-excerpt">
          {direction === "outbound" && <span className="muted">{inbox.you} </span>}
          <Excerpt search={search} text={excerpt} />
        </span>
        <span className="row-marks">
          <Badge>{common.channels[channel]}</Badge>
          {status !== "open" && <Badge>{inbox.conversationStatuses[status]}</Badge>}
        </span>
      </Link>
    </li>
  )
}

interface SearchProps {
  readonly search: string
  readonly filter: ConversationListInput
}

/** Results of one search, and a button that continues from its end. */
const Part = ({
  before,
  filter,
  loadMore,
  isFirst,
  isLast,
  search
}: SearchProps & {
  readonly before: string | null
  readonly loadMore: (next: string) => void
  readonly isFirst: boolean
  readonly isLast: boolean
}) => {
  const { inbox } = useText()
  const [found, reload] = useQuery(foundMessagesQuery, { search, before })
  return (
    <LoadedView loaded={found} reload={reload}>
      {({ messages, next }) => {
        const matching = messages.filter(({ conversation }) => matchesFilters(conversation, filter))
        return (
          <>
            {matching.length > 0 && (
              <ul className="rows" aria-label={inbox.foundMessages}>
                {matching.map((message) => (
                  <FoundRow key={message.id} found={message} search={search} />
                ))}
              </ul>
            )}
            {matching.length === 0 && isLast && next === null && (
              <p className="muted list-note">{isFirst ? inbox.noneSaid : inbox.noneSaidBefore}</p>
            )}
            {next !== null && isLast && (
              <div className="list-more">
                <Button tone="quiet" onClick={() => loadMore(next)}>
                  {inbox.searchOlder}
                </Button>
              </div>
            )}
          </>
        )
      }}
    </LoadedView>
  )
}

/** Messages that match a search, newest first. Older ones are searched on demand. */
export const FoundMessages = ({ filter, search }: SearchProps) => {
  const [parts, setParts] = useState<ReadonlyArray<string | null>>([null])
  return parts.map((before, index) => (
    <Part
      key={before ?? ""}
      before={before}
      filter={filter}
      loadMore={(next) => setParts([...parts, next])}
      isFirst={index === 0}
      isLast={index === parts.length - 1}
      search={search}
    />
  ))
}
