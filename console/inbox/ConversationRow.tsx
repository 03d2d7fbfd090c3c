import { Link } from "../app/Link.tsx"
import { Avatar } from "../parts/Avatar.tsx"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { Icon } from "../parts/Icon.tsx"
import { RelativeTime } from "../parts/Time.tsx"
import { formatTime } from "../text/times.ts"
import { useLanguageTag, useText } from "../text/useText.ts"
import { AccountBadge } from "./AccountBadge.tsx"
import type { ConversationItem } from "./conversationTypes.ts"
import { LabelDot } from "./LabelDot.tsx"
import { PreviewText } from "./PreviewText.tsx"
import { PriorityMark } from "./PriorityMark.tsx"
import { listedIds } from "./useRowSteps.ts"
import { selectRange, toggleSelected } from "./views/selection.ts"

const statusTones = { open: "plain", ai_handling: "info", escalated: "warning", closed: "plain" } as const

/** Maximum number of visible label dots. */
const maxDots = 3

/** Labels as dots; screen readers read their names. */
const LabelDots = ({
  colors,
  labels
}: {
  readonly labels: ReadonlyArray<string>
  readonly colors: ReadonlyMap<string, string>
}) => {
  const { inbox } = useText()
  if (labels.length === 0) return null
  const names = inbox.list.labelled(labels.join(", "))
  return (
    <span className="row-labels" title={names}>
      {labels.slice(0, maxDots).map((name) => (
        <LabelDot key={name} color={colors.get(name) ?? "currentColor"} />
      ))}
      <span className="visually-hidden">{names}</span>
    </span>
  )
}

/** A conversation in the list. */
export const ConversationRow = ({
  assignee,
  colors,
  conversation,
  draft = null,
  href,
  isOpen,
  isSelected,
  markUnread
}: {
  readonly conversation: ConversationItem
  /** Name of the assignee; null without one. */
  readonly assignee: string | null
  /** Colours of labels by name. */
  readonly colors: ReadonlyMap<string, string>
  /** The member's unsent text; null without one. */
  readonly draft?: string | null
  readonly href: string
  /** Whether it is the open conversation. */
  readonly isOpen: boolean
  readonly isSelected: boolean
  readonly markUnread: (conversationId: string) => void
}) => {
  const { common, inbox } = useText()
  const language = useLanguageTag()
  const { assigneeId, channel, contact, contactId, id, labels, lastMessage, priority, snoozed, status } = conversation
  const { unreadCount, updatedAt } = conversation
  const name = contact.name || contact.phone || common.unknown
  const until =
    snoozed === undefined || snoozed.until === null
      ? inbox.list.snoozedUntilReply
      : inbox.list.snoozedUntil(formatTime(language, snoozed.until, "short"))
  return (
    <li className={isSelected ? "row-item row-selected" : "row-item"}>
      <Link
        href={href}
        className={unreadCount > 0 ? "row row-unread" : "row"}
        aria-current={isOpen ? "true" : undefined}
        data-conversation={id}
        onClick={(event) => {
          if (!event.shiftKey) return
          event.preventDefault()
          selectRange(listedIds(), id)
        }}
      >
        <Avatar id={contactId} name={contact.name} channel={channel} />
        <span className="row-body">
          <span className="row-top">
            <bdi className="row-name">{name}</bdi>
            <span className="visually-hidden">{common.channels[channel]}</span>
            <span className="row-marks">
              <AccountBadge conversation={conversation} />
              {priority !== undefined && <PriorityMark priority={priority} />}
              {snoozed !== undefined && (
                <span className="row-snoozed" title={until}>
                  <Icon name="scheduled" />
                  <span className="visually-hidden">{until}</span>
                </span>
              )}
              {status !== "open" && <Badge tone={statusTones[status]}>{inbox.conversationStatuses[status]}</Badge>}
            </span>
            <RelativeTime at={lastMessage?.timestamp ?? updatedAt} />
          </span>
          <span className="row-middle">
            <span className="row-text">
              {draft === null ? (
                <>
                  {lastMessage?.direction === "outbound" && <span>{inbox.you} </span>}
                  <PreviewText text={lastMessage?.text ?? ""} hasStyles={channel === "whatsapp"} />
                </>
              ) : (
                <>
                  <span className="row-draft">{inbox.list.draft}</span> <bdi>{draft}</bdi>
                </>
              )}
            </span>
            <LabelDots labels={labels ?? []} colors={colors} />
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
      <label className="row-check">
        <input
          type="checkbox"
          aria-label={inbox.list.select(name)}
          checked={isSelected}
          onClick={({ shiftKey }) => {
            if (shiftKey) selectRange(listedIds(), id)
            else toggleSelected(id)
          }}
          onChange={() => {}}
        />
      </label>
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
