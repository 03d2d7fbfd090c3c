import { useState } from "react"
import type { TemplateDefinition } from "../../../src/domain/templates/Template.ts"
import { Button } from "../../parts/Button.tsx"
import { Field } from "../../parts/Field.tsx"
import { Select } from "../../parts/Select.tsx"
import { useText } from "../../text/useText.ts"
import type { OutgoingContent } from "../compose/Outgoing.ts"
import { PreviewParts } from "./PreviewParts.tsx"
import {
  componentsOf,
  inputsOf,
  previewOf,
  problemOf,
  type TemplateGroup,
  type TemplateInput,
  type TemplateProblem,
  type TemplateValues
} from "./templateForm.ts"

/** Text for a problem that prevents sending; null for a valid input. */
const useProblemText = () => {
  const { inbox } = useText()
  const { attachment, template } = inbox.conversation
  return (problem: TemplateProblem): string => {
    if ("input" in problem) return problem.reason === "missing" ? template.missing : attachment.problems.invalid
    return problem.refused._tag === "TemplateParameterTextInvalid" ? template.refused.text : template.refused.form
  }
}

const ValueField = ({
  error,
  input,
  onChange,
  value
}: {
  readonly input: TemplateInput
  readonly value: string
  readonly error: string | null
  readonly onChange: (value: string) => void
}) => {
  const { inbox } = useText()
  const { template } = inbox.conversation
  const isFile = input.kind === "image" || input.kind === "video" || input.kind === "document"
  return (
    <Field
      label={template.input(template.parts[input.part], input.name)}
      hint={isFile ? template.fileHint : input.kind === "address" ? template.addressHint : null}
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** Form for the values of a template, with a preview. Entered values survive a change of language. */
export const TemplateForm = ({
  group,
  onBack,
  onSend
}: {
  readonly group: TemplateGroup
  readonly onBack: () => void
  readonly onSend: (content: OutgoingContent) => void
}) => {
  const { inbox } = useText()
  const { composer, template } = inbox.conversation
  const problemText = useProblemText()
  const [language, setLanguage] = useState(group.languages[0].language)
  const [values, setValues] = useState<TemplateValues>({})
  const [isTried, setTried] = useState(false)
  const definition: TemplateDefinition = group.languages.find((one) => one.language === language) ?? group.languages[0]
  const problem = problemOf(definition, values)
  const preview = previewOf(definition, values)
  const send = () => {
    setTried(true)
    if (problem !== null) return
    onSend({
      kind: "template",
      name: definition.name,
      language: definition.language,
      components: componentsOf(definition, values),
      preview: [preview.header, preview.body].filter((part) => part !== "").join("\n")
    })
  }
  return (
    <form
      className="template-form"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="actions">
        <Button tone="quiet" onClick={onBack}>
          {template.back}
        </Button>
        <strong>{group.name}</strong>
      </div>
      {group.languages.length > 1 && (
        <Select
          label={template.language}
          value={language}
          onChange={setLanguage}
          options={group.languages.map((one) => ({ value: one.language, label: one.language }))}
        />
      )}
      {inputsOf(definition).map((input) => (
        <ValueField
          key={input.id}
          input={input}
          value={values[input.id] ?? ""}
          onChange={(value) => setValues((present) => ({ ...present, [input.id]: value }))}
          error={
            isTried && problem !== null && "input" in problem && problem.input === input.id
              ? problemText(problem)
              : null
          }
        />
      ))}
      <section className="template-preview" aria-label={template.preview} aria-live="polite">
        <PreviewParts preview={preview} />
      </section>
      {problem !== null && "refused" in problem && (
        <p className="field-error" role="alert">
          {problemText(problem)}
        </p>
      )}
      <Button tone="primary" type="submit">
        {composer.send}
      </Button>
    </form>
  )
}
