import { useMemo } from "react"
import { useSession } from "../../api/Session.ts"
import { useAction } from "../../api/useAction.ts"
import { useQuery } from "../../api/useQuery.ts"
import { Button } from "../../parts/Button.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { useFailureText } from "../../parts/states.tsx"
import { ExactTime } from "../../parts/Time.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { useLanguageTag, useText } from "../../text/useText.ts"
import { membersQuery } from "../inboxQueries.ts"
import { activityLines } from "./activityLines.ts"
import { MessageText } from "../thread/MessageText.tsx"
import { type Activity, notesQuery, type ThreadNote } from "./threadQueries.ts"

/** Names of members by user id. */
const useMemberNames = (): ReadonlyMap<string, string> => {
  const [members] = useQuery(membersQuery, null)
  const known = members.state === "ready" ? members.value.members : null
  return useMemo(
    () =>
      new Map((known ?? []).flatMap(({ email, name, userId }) => (userId === null ? [] : [[userId, name || email]]))),
    [known]
  )
}

/** Lines of a thread about a change of the conversation. */
export const ActivityItem = ({ activity }: { readonly activity: Activity }) => {
  const { inbox } = useText()
  const language = useLanguageTag()
  const names = useMemberNames()
  return activityLines(activity, { thread: inbox.thread, language, names }).map(({ by, text }) => (
    <li key={text} className="thread-line muted">
      <bdi>{text}</bdi>
      {by !== null && (
        <>
          {" · "}
          <bdi>{by}</bdi>
        </>
      )}
      {" · "}
      <ExactTime at={activity.timestamp} format="time" />
    </li>
  ))
}

/** A note of the members. Its author and members who manage the organization can delete it. */
export const NoteItem = ({ conversationId, note }: { readonly conversationId: string; readonly note: ThreadNote }) => {
  const { inbox } = useText()
  const { mayManage, user } = useSession()
  const toast = useToast()
  const failureText = useFailureText()
  const { isRunning, run } = useAction((parley, id: string) => parley.notes.remove(conversationId, id))
  const { author, createdAt, id, text } = note
  const name = author === null ? inbox.conversation.panel.formerMember : author.name || author.email
  const remove = async () => {
    const outcome = await run(id)
    notesQuery.reload()
    if ("failure" in outcome)
      toast({ title: inbox.thread.noteNotRemoved, description: failureText(outcome.failure), tone: "danger" })
  }
  return (
    <li className="thread-note" data-note={id}>
      <article className="bubble bubble-note" aria-label={inbox.thread.noteBy(name)}>
        <MessageText text={text} />
        <footer className="message-foot">
          <bdi className="message-agent">{name}</bdi>
          <ExactTime at={createdAt} format="time" />
          {(mayManage || author?.id === user.id) && (
            <Button
              tone="quiet"
              className="thread-note-remove"
              isBusy={isRunning}
              aria-label={inbox.thread.removeNote}
              title={inbox.thread.removeNote}
              onClick={() => void remove()}
            >
              <Icon name="close" />
            </Button>
          )}
        </footer>
      </article>
    </li>
  )
}
