import { Link } from "../app/Link.tsx"
import { Avatar } from "../parts/Avatar.tsx"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { Icon } from "../parts/Icon.tsx"
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
  const { assigneeId, channel, contact, contactId, id, lastMessage, status, unreadCount, updatedAt } = conversation
  return (
    <li className="row-item">
      <Link
        href={href}
        className={unreadCount > 0 ? "row row-unread" : "row"}
        aria-current={isOpen ? "true" : undefined}
        data-conversation={id}
      >
        <Avatar id={contactId} name={contact.name} channel={channel} />
        <span className="row-body">
          <span className="row-top">
            <bdi className="row-name">{contact.name || contact.phone || common.unknown}</bdi>
            <span className="visually-hidden">{common.channels[channel]}</span>
            <span className="row-marks">
              <AccountBadge conversation={conversation} />
              {status !== "open" && <Badge tone={statusTones[status]}>{inbox.conversationStatuses[status]}</Badge>}
            </span>
            <RelativeTime at={lastMessage?.timestamp ?? updatedAt} />
          </span>
          <span className="row-middle">
            <span className="row-text">
              {lastMessage?.direction === "outbound" && <span>{inbox.you} </span>}
              <PreviewText text={lastMessage?.text ?? ""} hasStyles={channel === "whatsapp"} />
            </span>
            {assignee !== null && (
              <span className="row-assignee" title={assignee}>
                <Avatar id={assigneeId ?? ""} name={assignee} size="small" />
                <bdi className="visually-hidden">{assignee}</bdi>
              </span>
            )}
            {unreadCount > 0 && (
              <span className="row-count" aria-label={inbox.unread(unreadCount)}>
                {unreadCount > 99 ? "99+" : unreadCount}
              </span>
            )}
          </span>
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
          <Icon name="unread" />
        </Button>
      )}
    </li>
  )
}
