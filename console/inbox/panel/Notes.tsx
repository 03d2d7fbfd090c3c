import { useState } from "react"
import { noteLimit } from "../../../src/domain/conversations/Note.ts"
import { useSession } from "../../api/Session.ts"
import { useAction } from "../../api/useAction.ts"
import { defineQuery } from "../../api/query.ts"
import { useQuery } from "../../api/useQuery.ts"
import { Button } from "../../parts/Button.tsx"
import { TextArea } from "../../parts/Field.tsx"
import { LoadedView, useFailureText } from "../../parts/states.tsx"
import { RelativeTime } from "../../parts/Time.tsx"
import { useText } from "../../text/useText.ts"
import { useOf } from "../compose/composition.ts"

/** Maximum number of visible notes, newest first. */
const maxVisibleNotes = 100

const notesQuery = defineQuery("notes", (parley, conversationId: string, signal) =>
  parley.notes.list(conversationId, { limit: maxVisibleNotes }, { signal })
)

/** Form for a note. The text stays until the service has stored it. */
const NewNote = ({ conversationId }: { readonly conversationId: string }) => {
  const { inbox } = useText()
  const { composer, panel } = inbox.conversation
  const failureText = useFailureText()
  const [text, setText] = useState("")
  const { failure, isRunning, run } = useAction((parley, note: string) =>
    parley.notes.add(conversationId, { text: note })
  )
  const use = useOf(text, noteLimit)
  const room = use.isNear ? composer.room(String(use.used), String(use.limit), composer.units[use.unit]) : null
  return (
    <form
      className="panel-form"
      onSubmit={(event) => {
        event.preventDefault()
        void run(text.trim()).then((outcome) => {
          notesQuery.reload()
          if ("value" in outcome) setText("")
        })
      }}
    >
      <TextArea
        label={panel.note}
        hint={room ?? panel.noteHint}
        rows={2}
        value={text}
        error={failure === null ? null : failureText(failure)}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="actions">
        <Button type="submit" isBusy={isRunning} disabled={text.trim() === "" || use.isOver}>
          {panel.addNote}
        </Button>
      </div>
    </form>
  )
}

/** Notes of members for each other. The author and members who manage the organization can remove a note. */
export const Notes = ({ conversationId }: { readonly conversationId: string }) => {
  const { inbox } = useText()
  const { panel } = inbox.conversation
  const { mayManage, user } = useSession()
  const failureText = useFailureText()
  const on = { types: ["conversation.note_added", "conversation.note_removed"] as const, conversationId }
  const [notes, reload] = useQuery(notesQuery, conversationId, { on })
  const { failure, isRunning, run } = useAction((parley, noteId: string) =>
    parley.notes.remove(conversationId, noteId).finally(notesQuery.reload)
  )
  return (
    <section className="panel-section" aria-label={panel.notes}>
      <h3>{panel.notes}</h3>
      <NewNote conversationId={conversationId} />
      {failure !== null && (
        <p className="field-error" role="alert">
          {failureText(failure)}
        </p>
      )}
      <LoadedView loaded={notes} reload={reload}>
        {({ notes: listed, total }) => (
          <>
            {listed.length === 0 && <p className="muted">{panel.noNotes}</p>}
            {total > listed.length && <p className="muted">{panel.newestNotes(total)}</p>}
            <ul className="panel-list">
              {listed.map(({ author, createdAt, id, text }) => (
                <li key={id} className="note">
                  <p className="note-head muted">
                    <bdi>{author === null ? panel.formerMember : author.name || author.email}</bdi>{" "}
                    <RelativeTime at={createdAt} />
                  </p>
                  <p className="note-text" dir="auto">
                    {text}
                  </p>
                  {(mayManage || author?.id === user.id) && (
                    <Button tone="quiet" isBusy={isRunning} onClick={() => void run(id)}>
                      {panel.deleteNote}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </LoadedView>
    </section>
  )
}
