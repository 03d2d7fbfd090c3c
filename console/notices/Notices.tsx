import { useEffect, useState } from "react"
import { defineQuery } from "../api/query.ts"
import { useAction } from "../api/useAction.ts"
import { useQuery } from "../api/useQuery.ts"
import { Link } from "../app/Link.tsx"
import { usePlace } from "../app/navigation.ts"
import { idsIn } from "../app/Place.ts"
import type { ParleySession } from "../../client/promise/createParley.ts"
import { conversationCountsQuery, conversationQuery } from "../inbox/inboxQueries.ts"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Checkbox } from "../parts/Field.tsx"
import { Icon } from "../parts/Icon.tsx"
import { EmptyState, LoadedView } from "../parts/states.tsx"
import { RelativeTime } from "../parts/Time.tsx"
import { useText } from "../text/useText.ts"
import "./notices.css"
import { showUnread } from "./pageSign.ts"
import { chooseSound, hasSound } from "./sound.ts"
import { useDesktopNotices } from "./useDesktopNotices.ts"

/** Notifications in the list: the newest of those that are stored. */
const limit = 50

const notificationsQuery = defineQuery("notifications", (parley, _: null, signal) =>
  parley.notifications.list({ limit }, { signal })
)

type Notice = Awaited<ReturnType<ParleySession["notifications"]["list"]>>["notifications"][number]

/** Events after which a member may have a new notification. */
const events = ["conversation.assigned", "conversation.note_added"] as const

/** A notification with the name of its contact. */
const NoticeOfConversation = ({
  conversationId,
  notice,
  onOpen
}: {
  readonly conversationId: string
  readonly notice: Notice
  readonly onOpen: () => void
}) => {
  const { inbox } = useText()
  const { notices } = inbox.list
  const [conversation] = useQuery(conversationQuery, conversationId)
  const contact = conversation.state === "ready" ? conversation.value.contact : null
  return (
    <Link className="notice-link" href={`/inbox/${conversationId}`} onClick={onOpen}>
      <bdi className="notice-name">{contact?.name || contact?.phone || notices.conversation}</bdi>{" "}
      {notices.types[notice.type]}
    </Link>
  )
}

/** The bell with the member's notifications, and notices of the desktop on every page. */
const Notices = () => {
  const { inbox } = useText()
  const { notices } = inbox.list
  const { path } = usePlace()
  const [isOpen, setOpen] = useState(false)
  const [isLoud, setLoud] = useState(hasSound)
  const allow = useDesktopNotices()
  const [loaded, reload] = useQuery(notificationsQuery, null, { on: { types: events } })
  const { run } = useAction((parley, ids: ReadonlyArray<string>) => parley.notifications.read({ ids }))
  const listed = loaded.state === "ready" ? loaded.value : null
  const unread = listed?.unread ?? 0
  useEffect(() => showUnread(unread), [unread])
  const read = (ids: ReadonlyArray<string>) => {
    if (ids.length === 0) return
    void run(ids).then(() => {
      reload()
      conversationCountsQuery.reload()
    })
  }
  const unreadIds = (listed?.notifications ?? []).filter(({ readAt }) => readAt === null)
  const openId = idsIn("/inbox/:conversationId", path)?.["conversationId"] ?? null
  // A conversation that is on the screen needs no notification.
  useEffect(() => {
    if (openId === null || document.visibilityState === "hidden") return
    read(unreadIds.filter(({ conversationId }) => conversationId === openId).map(({ id }) => id))
  }, [openId, listed])
  return (
    <>
      <Button
        tone="quiet"
        className="bell"
        aria-label={notices.label(unread)}
        title={notices.title}
        onClick={() => setOpen(true)}
      >
        <Icon name="bell" />
        {unread > 0 && (
          <span className="bell-count" aria-hidden>
            {unread > 99 ? "99+" : unread}
          </span>
        )}
      </Button>
      <Dialog title={notices.title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <div className="actions">
          {unread > 0 && <Button onClick={() => read(unreadIds.map(({ id }) => id))}>{notices.readAll}</Button>}
          {allow !== null && <Button onClick={allow}>{inbox.allowNotices}</Button>}
        </div>
        <Checkbox
          label={notices.sound}
          checked={isLoud}
          onChange={({ target: { checked } }) => {
            chooseSound(checked)
            setLoud(checked)
          }}
        />
        <LoadedView loaded={loaded} reload={reload}>
          {({ notifications }) =>
            notifications.length === 0 ? (
              <EmptyState title={notices.none} />
            ) : (
              <ul className="notice-list" aria-label={notices.title}>
                {notifications.map((notice) => (
                  <li key={notice.id} className={notice.readAt === null ? "notice notice-unread" : "notice"}>
                    {notice.conversationId === null ? (
                      <Link className="notice-link" href="/developers/webhook" onClick={() => setOpen(false)}>
                        {notices.types[notice.type]}
                      </Link>
                    ) : (
                      <NoticeOfConversation
                        conversationId={notice.conversationId}
                        notice={notice}
                        onOpen={() => {
                          if (notice.readAt === null) read([notice.id])
                          setOpen(false)
                        }}
                      />
                    )}
                    <RelativeTime at={notice.createdAt} />
                    {notice.readAt === null && <span className="visually-hidden">{notices.unread}</span>}
                  </li>
                ))}
              </ul>
            )
          }
        </LoadedView>
      </Dialog>
    </>
  )
}

export default Notices
