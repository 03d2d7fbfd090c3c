import { Link } from "../app/Link.tsx"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { RelativeTime } from "../parts/Time.tsx"
import { useText } from "../text/useText.ts"
import { AccountBadge } from "./AccountBadge.tsx"
import type { ConversationItem } from "./conversationTypes.ts"
import { PreviewText } from "./PreviewText.tsx"

const statusTones = { open: "plain", ai_handling: "info", escalated: "warning", closed: "plain" } as const

/** A conversation in the list. */
export const ConversationRow = ({
  assignee,
  conversation,
  href,
  isOpen,
  markUnread
}: {
  readonly conversation: ConversationItem
  /** Name of the assignee; null without one. */
  readonly assignee: string | null
  readonly href: string
  /** Whether it is the open conversation. */
  readonly isOpen: boolean
  readonly markUnread: (conversationId: string) => void
}) => {
  const { common, inbox } = useText()
  const { channel, contact, id, lastMessage, status, unreadCount, updatedAt } = conversation
  return (
    <li className="row-item">
      <Link
        href={href}
        className={unreadCount > 0 ? "row row-unread" : "row"}
        aria-current={isOpen ? "true" : undefined}
        data-conversation={id}
      >
        <span className="row-top">
          <bdi className="row-name">{contact.name || contact.phone || common.unknown}</bdi>
          <RelativeTime at={lastMessage?.timestamp ?? updatedAt} />
        </span>
        <span className="row-middle">
          <span className="row-text">
            {lastMessage?.direction === "outbound" && <span className="muted">{inbox.you} </span>}
            <PreviewText text={lastMessage?.text ?? ""} />
          </span>
          {unreadCount > 0 && (
            <span className="row-count" aria-label={inbox.unread(unreadCount)}>
              {unreadCount > 99 ? "99+" : unreadCount}
            </span>
          )}
        </span>
        <span className="row-marks">
          <Badge>{common.channels[channel]}</Badge>
          <AccountBadge conversation={conversation} />
          {status !== "open" && <Badge tone={statusTones[status]}>{inbox.conversationStatuses[status]}</Badge>}
          {assignee !== null && <bdi className="muted row-assignee">{assignee}</bdi>}
        </span>
      </Link>
      {unreadCount === 0 && (
        <Button
          tone="quiet"
          className="row-action"
          aria-label={inbox.markUnread}
          title={inbox.markUnread}
          onClick={() => markUnread(id)}
        >
          <svg className="row-envelope" viewBox="0 0 16 16" aria-hidden>
            <path d="M1.5 3.5h13v9h-13zM1.5 4l6.5 5 6.5-5" />
          </svg>
        </Button>
      )}
    </li>
  )
}
