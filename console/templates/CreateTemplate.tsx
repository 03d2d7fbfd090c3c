import { useState } from "react"
import { useAction } from "../api/useAction.ts"
import { PreviewParts } from "../inbox/template/PreviewParts.tsx"
import { previewOf } from "../inbox/template/templateForm.ts"
import { ActionError } from "../parts/ActionError.tsx"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Field, TextArea } from "../parts/Field.tsx"
import { Select } from "../parts/Select.tsx"
import { useText } from "../text/useText.ts"
import {
  buttonKinds,
  definitionOf,
  type Draft,
  draftCategories,
  type DraftButton,
  type DraftProblem,
  draftProblem,
  emptyDraft,
  exampleInputs,
  inOrder,
  maxButtons,
  requestOf
} from "./templateDraft.ts"

interface PartProps {
  readonly draft: Draft
  readonly change: (changes: Partial<Draft>) => void
  /** Text of the problem of an input; null without one. */
  readonly errorOf: (input: string) => string | null
}

const Buttons = ({ change, draft, errorOf }: PartProps) => {
  const { templates: texts } = useText().lists
  const { buttons } = draft
  const set = (index: number, changes: Partial<DraftButton>) =>
    change({ buttons: inOrder(buttons.map((button, at) => (at === index ? { ...button, ...changes } : button))) })
  return (
    <>
      {buttons.map((button, index) => (
        <fieldset key={index} className="interactive-section">
          <legend>{texts.button(index + 1)}</legend>
          <Select
            label={texts.buttonKind}
            value={button.kind}
            onChange={(kind) => set(index, { kind })}
            options={buttonKinds.map((value) => ({ value, label: texts.buttonKinds[value] }))}
          />
          <Field
            label={texts.buttonText}
            value={button.text}
            error={errorOf(`button.${index}.text`)}
            onChange={({ target }) => set(index, { text: target.value })}
          />
          {button.kind !== "QUICK_REPLY" && (
            <Field
              label={texts.buttonValues[button.kind]}
              dir="ltr"
              value={button.value}
              error={errorOf(`button.${index}.value`)}
              onChange={({ target }) => set(index, { value: target.value })}
            />
          )}
          <div className="actions">
            <Button tone="quiet" onClick={() => change({ buttons: buttons.filter((_, at) => at !== index) })}>
              {texts.removeButton(index + 1)}
            </Button>
          </div>
        </fieldset>
      ))}
      {buttons.length < maxButtons && (
        <div className="actions">
          <Button
            onClick={() => change({ buttons: inOrder([...buttons, { kind: "QUICK_REPLY", text: "", value: "" }]) })}
          >
            {texts.addButton}
          </Button>
        </div>
      )}
    </>
  )
}

/** Form for a new template, with the checks of the service and a preview. */
export const CreateTemplate = ({
  from,
  onClose,
  onDone
}: {
  /** The number whose templates are meant; null: the default number. */
  readonly from: string | null
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const { common, inbox, lists } = useText()
  const { templates: texts } = lists
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const [isTried, setTried] = useState(false)
  const create = useAction((parley, request: ReturnType<typeof requestOf>) =>
    parley.templates.create({ ...request, ...(from === null ? {} : { from }) })
  )
  const change = (changes: Partial<Draft>) => setDraft((present) => ({ ...present, ...changes }))
  const problem = draftProblem(draft)
  const textOf = ({ input, kind, limit }: DraftProblem): string => {
    if (input === "name" || input === "language") return texts.problems[input]
    if (kind === "TooLong" && limit !== null) return inbox.conversation.interactive.problems.tooLong(limit)
    return texts.problems[kind] ?? texts.problems.other
  }
  const errorOf = (input: string): string | null => (isTried && problem?.input === input ? textOf(problem) : null)
  const submit = () => {
    setTried(true)
    if (problem !== null) return
    void create.run(requestOf(draft)).then((outcome) => {
      if ("value" in outcome) onDone()
    })
  }
  return (
    <Dialog
      title={texts.create}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button tone="primary" isBusy={create.isRunning} onClick={submit}>
            {texts.submit}
          </Button>
        </>
      }
    >
      <div className="template-form">
        <Field
          label={texts.name}
          hint={texts.nameHint}
          dir="ltr"
          value={draft.name}
          error={errorOf("name")}
          onChange={({ target }) => change({ name: target.value })}
        />
        <Field
          label={texts.language}
          hint={texts.languageHint}
          dir="ltr"
          value={draft.language}
          error={errorOf("language")}
          onChange={({ target }) => change({ language: target.value })}
        />
        <Select
          label={texts.category}
          value={draft.category}
          onChange={(category) => change({ category })}
          options={draftCategories.map((value) => ({ value, label: texts.categories[value] }))}
        />
        <Field
          label={inbox.conversation.interactive.header}
          isOptional
          value={draft.header}
          error={errorOf("header")}
          onChange={({ target }) => change({ header: target.value })}
        />
        <TextArea
          label={inbox.conversation.interactive.body}
          hint={texts.bodyHint}
          rows={4}
          value={draft.body}
          error={errorOf("body")}
          onChange={({ target }) => change({ body: target.value })}
        />
        {exampleInputs(draft).map(({ id, name, part }) => (
          <Field
            key={id}
            label={texts.example(inbox.conversation.template.parts[part], name)}
            value={draft.examples[id] ?? ""}
            error={errorOf(`example.${id}`)}
            onChange={({ target }) => change({ examples: { ...draft.examples, [id]: target.value } })}
          />
        ))}
        <Field
          label={inbox.conversation.interactive.footer}
          isOptional
          value={draft.footer}
          error={errorOf("footer")}
          onChange={({ target }) => change({ footer: target.value })}
        />
        <Buttons draft={draft} change={change} errorOf={errorOf} />
        <section className="template-preview" aria-label={inbox.conversation.template.preview}>
          <PreviewParts preview={previewOf(definitionOf(draft), draft.examples)} />
        </section>
        {problem !== null && errorOf("form") !== null && (
          <p className="field-error" role="alert">
            {errorOf("form")}
          </p>
        )}
        <ActionError failure={create.failure} />
      </div>
    </Dialog>
  )
}
