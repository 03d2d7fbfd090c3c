import { useState } from "react"
import { useSession } from "../api/Session.ts"
import { useAction } from "../api/useAction.ts"
import { useQuery } from "../api/useQuery.ts"
import { Avatar } from "../parts/Avatar.tsx"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { Icon } from "../parts/Icon.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Menu, type MenuEntry } from "../parts/Menu.tsx"
import { useFailureText } from "../parts/states.tsx"
import { useToast } from "../parts/Toast.tsx"
import { useText } from "../text/useText.ts"
import { AccountBadge } from "./AccountBadge.tsx"
import { ContactDetails } from "./ContactPanel.tsx"
import type { ConversationProps } from "./conversationTypes.ts"
import "./conversation.css"
import { runInboxCommand, useInboxCommand } from "./inboxCommands.ts"
import { conversationListQuery, conversationQuery, membersQuery } from "./inboxQueries.ts"
import { usePresence } from "./presence.ts"

/** Actions on a conversation. */
type Change = { readonly to: "closed" | "open" } | { readonly assignee: string | null }

/** Changes the conversation, and reloads it also if another member was faster. */
const useChange = (conversationId: string) => {
  const { inbox } = useText()
  const { header } = inbox.conversation
  const toast = useToast()
  const failureText = useFailureText()
  const { isRunning, run } = useAction((parley, change: Change): Promise<unknown> => {
    if ("assignee" in change) {
      return change.assignee === null
        ? parley.conversations.unassign(conversationId)
        : parley.conversations.assign(conversationId, { userId: change.assignee })
    }
    if (change.to === "closed") return parley.conversations.close(conversationId)
    return parley.conversations.reopen(conversationId)
  })
  const apply = (change: Change) => {
    void run(change).then((outcome) => {
      conversationQuery.reload()
      conversationListQuery.reload()
      if (!("failure" in outcome)) return
      const { failure } = outcome
      const description = failure.status === 409 ? `${failureText(failure)} ${header.changed}` : failureText(failure)
      toast({ title: header.failed, description, tone: "danger" })
    })
  }
  return [apply, isRunning] as const
}

/** Possible assignees, the current user first. */
const AssignMenu = ({ apply, conversation }: ConversationProps & { readonly apply: (change: Change) => void }) => {
  const { inbox } = useText()
  const { header } = inbox.conversation
  const { user } = useSession()
  const [members] = useQuery(membersQuery, null)
  const { assignee, assigneeId } = conversation
  const nameOf = ({ email, name }: { readonly name: string; readonly email: string }) => name || email
  const choices = members.state === "ready" ? members.value.members : []
  const everyone: ReadonlyArray<MenuEntry> = choices
    .flatMap((member) => (member.userId === null ? [] : [{ ...member, userId: member.userId }]))
    .toSorted((one, other) => Number(other.userId === user.id) - Number(one.userId === user.id))
    .map((member) => ({
      label: member.userId === user.id ? header.me(nameOf(member)) : nameOf(member),
      isChecked: member.userId === assigneeId,
      onSelect: () => apply({ assignee: member.userId })
    }))
  const entries: ReadonlyArray<MenuEntry> =
    assigneeId === null
      ? everyone
      : [...everyone, "separator", { label: header.unassign, onSelect: () => apply({ assignee: null }) }]
  const current = assignee === null ? header.unassigned : header.assignedTo(nameOf(assignee))
  return (
    <Menu label={`${header.assign}: ${current}`} entries={entries} tone="plain">
      {current}
    </Menu>
  )
}

/** List of other members who have the conversation open. */
const Others = ({ conversation }: ConversationProps) => {
  const { inbox } = useText()
  const { header } = inbox.conversation
  const others = usePresence(conversation.id, conversationQuery.reload)
  const namesOf = (state: "viewing" | "typing") =>
    others.filter((other) => other.state === state).map(({ name, userId }) => name || userId.slice(0, 8))
  const [typing, viewing] = [namesOf("typing"), namesOf("viewing")]
  return (
    <p className="conversation-others muted" role="status">
      {typing.length > 0 && header.typing(typing.join(", "), typing.length)}{" "}
      {viewing.length > 0 && header.looking(viewing.join(", "), viewing.length)}
    </p>
  )
}

/** Actions on a conversation that the member may change. */
const Actions = ({ conversation }: ConversationProps) => {
  const { inbox } = useText()
  const { header, panel } = inbox.conversation
  const { user } = useSession()
  const [apply, isRunning] = useChange(conversation.id)
  const [isContactOpen, setContactOpen] = useState(false)
  const isClosed = conversation.status === "closed"
  const isMine = conversation.assigneeId === user.id
  const assignToMe = () => {
    if (!isMine) apply({ assignee: user.id })
  }
  const close = () => {
    if (!isClosed) apply({ to: "closed" })
  }
  const reopen = () => apply({ to: "open" })
  const markUnread = () => void runInboxCommand("unread")
  const showContact = () => setContactOpen(true)
  const narrow: ReadonlyArray<MenuEntry> = [
    ...(isMine ? [] : [{ label: header.assignToMe, isDisabled: isRunning, onSelect: assignToMe }]),
    isClosed
      ? { label: header.reopen, isDisabled: isRunning, onSelect: reopen }
      : { label: header.close, isDisabled: isRunning, onSelect: close },
    { label: inbox.markUnread, onSelect: markUnread },
    { label: header.contact, onSelect: showContact }
  ]
  useInboxCommand("assign", assignToMe)
  useInboxCommand("close", close)
  return (
    <>
      <div className="actions">
        <AssignMenu conversation={conversation} apply={apply} />
        <span className="conversation-wide actions">
          {!isMine && (
            <Button aria-keyshortcuts="a" isBusy={isRunning} onClick={assignToMe}>
              {header.assignToMe}
            </Button>
          )}
          {isClosed ? (
            <Button isBusy={isRunning} onClick={reopen}>
              <Icon name="reopen" />
              {header.reopen}
            </Button>
          ) : (
            <Button aria-keyshortcuts="e" isBusy={isRunning} onClick={close}>
              <Icon name="check" />
              {header.close}
            </Button>
          )}
          <Button
            tone="quiet"
            aria-keyshortcuts="u"
            aria-label={inbox.markUnread}
            title={inbox.markUnread}
            onClick={markUnread}
          >
            <Icon name="unread" />
          </Button>
          <span className="conversation-contact">
            <Button onClick={showContact}>{header.contact}</Button>
          </span>
        </span>
        {/* On a phone the messages need the room. */}
        <span className="conversation-narrow">
          <Menu label={header.more} tone="plain" entries={narrow} />
        </span>
      </div>
      <Others conversation={conversation} />
      <Dialog title={panel.title} isOpen={isContactOpen} onClose={() => setContactOpen(false)}>
        <ContactDetails conversation={conversation} />
      </Dialog>
    </>
  )
}

/** Contact, channel and status of the conversation, with actions unless `isReadOnly`. */
export const ConversationHeader = ({
  conversation,
  isReadOnly
}: ConversationProps & { readonly isReadOnly: boolean }) => {
  const { common, inbox } = useText()
  const { channel, contact, contactId, status } = conversation
  return (
    <div className="conversation-header">
      <div className="conversation-title">
        <Avatar id={contactId} name={contact.name} channel={channel} />
        <h2 className="conversation-name" dir="auto">
          {contact.name || contact.phone || common.unknown}
        </h2>
        <span className="visually-hidden">{common.channels[channel]}</span>
        <AccountBadge conversation={conversation} />
        <Badge tone={status === "closed" ? "plain" : "info"}>{inbox.conversationStatuses[status]}</Badge>
      </div>
      {!isReadOnly && <Actions conversation={conversation} />}
    </div>
  )
}
