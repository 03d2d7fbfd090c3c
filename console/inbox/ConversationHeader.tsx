import { useState } from "react"
import { useSession } from "../api/Session.ts"
import { Avatar } from "../parts/Avatar.tsx"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { Icon } from "../parts/Icon.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Menu, type MenuEntry } from "../parts/Menu.tsx"
import { PageIcon, type PageIconName } from "../parts/PageIcon.tsx"
import { Tooltip } from "../parts/Tooltip.tsx"
import { useText } from "../text/useText.ts"
import { AccountBadge } from "./AccountBadge.tsx"
import { ContactDetails } from "./ContactPanel.tsx"
import type { ConversationProps } from "./conversationTypes.ts"
import "./conversation.css"
import { runInboxCommand } from "./inboxCommands.ts"
import { conversationQuery } from "./inboxQueries.ts"
import { usePresence } from "./presence.ts"
import { PriorityMark } from "./PriorityMark.tsx"
import type { TriageDialogName } from "./triage/TriageDialog.tsx"
import { useTriage } from "./triage/useTriage.ts"
import { useTriageDialogs } from "./triage/useTriageDialogs.tsx"
import { useSelection } from "./views/selection.ts"

/** List of other members who have the conversation open. */
const Others = ({ conversation }: ConversationProps) => {
  const { inbox } = useText()
  const { header } = inbox.conversation
  const others = usePresence(conversation.id, conversationQuery.reload)
  const namesOf = (state: "viewing" | "typing") =>
    others.filter((other) => other.state === state).map(({ name, userId }) => name || userId.slice(0, 8))
  const [typing, viewing] = [namesOf("typing"), namesOf("viewing")]
  return (
    <p className="conversation-others" role="status">
      {typing.length > 0 && header.typing(typing.join(", "), typing.length)}{" "}
      {viewing.length > 0 && header.looking(viewing.join(", "), viewing.length)}
    </p>
  )
}

const dialogs = [
  ["snooze", "snooze", "h"],
  ["label", "labels", "l"],
  ["priority", "priority", "#"]
] as const satisfies ReadonlyArray<readonly [TriageDialogName, string, string]>

const icons: Readonly<Record<(typeof dialogs)[number][0], PageIconName>> = {
  snooze: "snooze",
  label: "label",
  priority: "priority"
}

/** Actions on a conversation that the member may change. */
const Actions = ({ conversation }: ConversationProps) => {
  const { inbox } = useText()
  const { header, panel } = inbox.conversation
  const { triage } = inbox.list
  const { user } = useSession()
  const selection = useSelection()
  const { apply, isRunning } = useTriage([conversation])
  const [open, dialog] = useTriageDialogs([conversation], apply, selection.size === 0)
  const [isContactOpen, setContactOpen] = useState(false)
  const { assignee, status } = conversation
  const isClosed = status === "closed"
  const isMine = conversation.assigneeId === user.id
  const assignToMe = () => apply({ kind: "assign", userId: user.id })
  const markUnread = () => void runInboxCommand("unread")
  const showContact = () => setContactOpen(true)
  const current = assignee === null ? header.unassigned : header.assignedTo(assignee.name || assignee.email)
  const handling: ReadonlyArray<MenuEntry> = [
    ...(status === "open" ? [{ label: triage.handOver, onSelect: () => apply({ kind: "handOver" }) }] : []),
    ...(status === "ai_handling" ? [{ label: triage.takeOver, onSelect: () => apply({ kind: "escalate" }) }] : [])
  ]
  const entries: ReadonlyArray<MenuEntry> = [
    ...(isMine ? [] : [{ label: header.assignToMe, isDisabled: isRunning, onSelect: assignToMe }]),
    isClosed
      ? { label: header.reopen, isDisabled: isRunning, onSelect: () => apply({ kind: "reopen" }) }
      : { label: header.close, isDisabled: isRunning, onSelect: () => apply({ kind: "close" }) },
    ...(isClosed ? [] : [{ label: triage.snooze, onSelect: () => open("snooze") }]),
    { label: triage.labels, onSelect: () => open("label") },
    { label: triage.priority, onSelect: () => open("priority") },
    { label: inbox.markUnread, onSelect: markUnread },
    ...handling,
    { label: header.contact, onSelect: showContact }
  ]
  return (
    <>
      <div className="conversation-actions">
        <Tooltip text={`${header.assign}: ${current}`} keys="a">
          <Button tone="quiet" className="conversation-assignee" onClick={() => open("assign")}>
            {assignee === null ? (
              <Icon name="person" />
            ) : (
              <Avatar id={assignee.id} name={assignee.name || assignee.email} size="small" />
            )}
            <span className="visually-hidden">{header.assign}: </span>
            <bdi className="conversation-assigned">{current}</bdi>
          </Button>
        </Tooltip>
        <span className="conversation-wide">
          {!isMine && (
            <Button isBusy={isRunning} onClick={assignToMe}>
              {header.assignToMe}
            </Button>
          )}
          {dialogs
            .filter(([name]) => name !== "snooze" || !isClosed)
            .map(([name, text, keys]) => (
              <Tooltip key={name} text={triage[text]} keys={keys}>
                <Button tone="quiet" aria-label={triage[text]} onClick={() => open(name)}>
                  <PageIcon name={icons[name]} />
                </Button>
              </Tooltip>
            ))}
          <Tooltip text={inbox.markUnread} keys="u">
            <Button tone="quiet" aria-label={inbox.markUnread} onClick={markUnread}>
              <Icon name="unread" />
            </Button>
          </Tooltip>
          {isClosed ? (
            <Button isBusy={isRunning} aria-label={header.reopen} onClick={() => apply({ kind: "reopen" })}>
              <Icon name="reopen" />
              {header.reopenShort}
            </Button>
          ) : (
            <Tooltip text={header.close} keys="e">
              <Button isBusy={isRunning} aria-label={header.close} onClick={() => apply({ kind: "close" })}>
                <Icon name="check" />
                {header.closeShort}
              </Button>
            </Tooltip>
          )}
          <span className="conversation-contact">
            <Tooltip text={header.contact}>
              <Button tone="quiet" aria-label={header.contact} onClick={showContact}>
                <Icon name="contacts" />
              </Button>
            </Tooltip>
          </span>
          {handling.length > 0 && (
            <Menu label={header.more} entries={handling}>
              <Icon name="more" />
            </Menu>
          )}
        </span>
        <span className="conversation-narrow">
          <Menu label={header.more} entries={entries}>
            <Icon name="more" />
          </Menu>
        </span>
      </div>
      <Others conversation={conversation} />
      {dialog}
      <Dialog title={panel.title} isOpen={isContactOpen} onClose={() => setContactOpen(false)}>
        <ContactDetails conversation={conversation} />
      </Dialog>
    </>
  )
}

/** Contact, channel and status of the conversation in one line, with actions unless `isReadOnly`. */
export const ConversationHeader = ({
  conversation,
  isReadOnly
}: ConversationProps & { readonly isReadOnly: boolean }) => {
  const { common, inbox } = useText()
  const { channel, contact, contactId, priority, snoozed, status } = conversation
  return (
    <div className="conversation-header">
      <div className="conversation-title">
        <Avatar id={contactId} name={contact.name} channel={channel} />
        <h2 className="conversation-name" dir="auto">
          {contact.name || contact.phone || common.unknown}
        </h2>
        <span className="visually-hidden">{common.channels[channel]}</span>
        <span className="conversation-marks">
          <AccountBadge conversation={conversation} />
          {status !== "open" && (
            <Badge tone={status === "closed" ? "plain" : "info"}>{inbox.conversationStatuses[status]}</Badge>
          )}
          {snoozed !== undefined && <Badge tone="warning">{inbox.list.views.names.snoozed}</Badge>}
          {priority !== undefined && <PriorityMark priority={priority} />}
        </span>
      </div>
      {!isReadOnly && <Actions conversation={conversation} />}
    </div>
  )
}
