import { useState } from "react"
import { Button } from "../../parts/Button.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Field, TextArea } from "../../parts/Field.tsx"
import { Select } from "../../parts/Select.tsx"
import { useText } from "../../text/useText.ts"
import type { OutgoingContent } from "../compose/Outgoing.ts"
import { Choices } from "../thread/Choices.tsx"
import { choicesView } from "../thread/choicesView.ts"
import {
  type DraftProblem,
  draftKinds,
  draftProblem,
  emptyDraft,
  type InteractiveDraft,
  interactiveContent,
  interactiveOf,
  textAt
} from "./interactiveDraft.ts"
import { ButtonFields, ListFields } from "./ListFields.tsx"

/** Form for a message with buttons, a list or a link, or a request for a location, with a preview. */
const InteractiveDialog = ({
  onClose,
  onLater,
  onSend
}: {
  readonly onClose: () => void
  /** Chooses the time at which the message is sent. */
  readonly onLater: (content: OutgoingContent) => void
  readonly onSend: (content: OutgoingContent) => void
}) => {
  const { common, inbox } = useText()
  const { composer, interactive, schedule } = inbox.conversation
  const [draft, setDraft] = useState<InteractiveDraft>(emptyDraft)
  const [isTried, setTried] = useState(false)
  const change = (changes: Partial<InteractiveDraft>) => setDraft((present) => ({ ...present, ...changes }))
  const problem = draftProblem(draft)
  const problemText = ({ limit, reason }: DraftProblem): string =>
    reason === "tooLong" && limit !== null
      ? interactive.problems.tooLong(limit)
      : interactive.problems[reason === "tooLong" ? "other" : reason]
  /** An empty field is no problem before the first attempt. */
  const isVisible = problem !== null && (isTried || problem.reason !== "missing")
  const errorAt = (path: string): string | null => (isVisible && problem.path === path ? problemText(problem) : null)
  const preview = choicesView({ type: "interactive", content: interactiveOf(draft) })
  const withContent = (use: (content: OutgoingContent) => void) => {
    setTried(true)
    const content = interactiveContent(draft)
    if (content === null) return
    use({ kind: "interactive", interactive: content })
    onClose()
  }
  const hasFrame = draft.kind !== "location_request_message"
  return (
    <Dialog
      title={interactive.title}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button onClick={() => withContent(onLater)}>{schedule.later}</Button>
          <Button tone="primary" onClick={() => withContent(onSend)}>
            {composer.send}
          </Button>
        </>
      }
    >
      <div className="template-form">
        <Select
          label={interactive.kind}
          value={draft.kind}
          onChange={(kind) => change({ kind })}
          options={draftKinds.map((value) => ({ value, label: interactive.kinds[value] }))}
        />
        {hasFrame && (
          <Field
            label={interactive.header}
            isOptional
            value={draft.header}
            error={errorAt("header.text")}
            onChange={({ target }) => change({ header: target.value })}
          />
        )}
        <TextArea
          label={interactive.body}
          rows={3}
          value={draft.body}
          error={errorAt("body.text")}
          onChange={({ target }) => change({ body: target.value })}
        />
        {draft.kind === "button" && <ButtonFields draft={draft} change={change} errorAt={errorAt} />}
        {draft.kind === "list" && <ListFields draft={draft} change={change} errorAt={errorAt} />}
        {draft.kind === "cta_url" && (
          <>
            <Field
              label={interactive.link}
              value={draft.link}
              error={errorAt("action.parameters.display_text")}
              onChange={({ target }) => change({ link: target.value })}
            />
            <Field
              label={interactive.url}
              type="url"
              dir="ltr"
              value={draft.url}
              error={errorAt("action.parameters.url")}
              onChange={({ target }) => change({ url: target.value })}
            />
          </>
        )}
        {hasFrame && (
          <Field
            label={interactive.footer}
            isOptional
            value={draft.footer}
            error={errorAt("footer.text")}
            onChange={({ target }) => change({ footer: target.value })}
          />
        )}
        {isVisible && textAt(draft, problem.path) === null && (
          <p className="field-error" role="alert">
            {problemText(problem)}
          </p>
        )}
        {preview !== null && (
          <section className="template-preview" aria-label={inbox.conversation.template.preview}>
            <Choices view={preview} />
          </section>
        )}
      </div>
    </Dialog>
  )
}

export default InteractiveDialog
