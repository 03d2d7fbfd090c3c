import { useId, useRef, useState } from "react"
import type { TemplateDefinition } from "../../../src/domain/templates/Template.ts"
import { Button } from "../../parts/Button.tsx"
import { Field } from "../../parts/Field.tsx"
import { Select } from "../../parts/Select.tsx"
import { useText } from "../../text/useText.ts"
import { takenTypes } from "../compose/chosenFile.ts"
import type { OutgoingContent } from "../compose/Outgoing.ts"
import { useUpload } from "../compose/useUpload.ts"
import { PreviewParts } from "./PreviewParts.tsx"
import { useFailureText } from "../../parts/states.tsx"
import {
  componentsOf,
  inputsOf,
  isFileInput,
  previewOf,
  problemOf,
  type TemplateGroup,
  type TemplateInput,
  type TemplateProblem,
  type TemplateValue,
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

interface InputProps {
  readonly input: TemplateInput
  readonly label: string
  readonly error: string | null
  readonly onChange: (value: TemplateValue) => void
}

/** A file of this computer, which is uploaded at once, or the address of one. */
const FileField = ({ error, input, label, onChange, value }: InputProps & { readonly value: TemplateValue }) => {
  const { inbox } = useText()
  const { attachment, template } = inbox.conversation
  const failureText = useFailureText()
  const chooser = useRef<HTMLInputElement>(null)
  const labelId = useId()
  const [uploading, upload] = useUpload()
  const types = takenTypes("whatsapp").filter((type) =>
    input.kind === "document" ? !/^(?:image|video|audio)\//.test(type) : type.startsWith(`${input.kind}/`)
  )
  const choose = (file: File | undefined) => {
    if (file === undefined) return
    void upload(file).then((mediaId) => {
      if (mediaId !== null) onChange({ mediaId, name: file.name })
    })
  }
  return (
    <div className="template-file">
      <Field
        label={label}
        hint={typeof value === "string" ? template.fileHint : template.uploaded}
        value={typeof value === "string" ? value : value.name}
        readOnly={typeof value !== "string"}
        error={uploading.state === "failed" ? `${attachment.notUploaded} ${failureText(uploading.failure)}` : error}
        onChange={({ target }) => onChange(target.value)}
      />
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={attachment.choose}
        accept={types.join(",")}
        onChange={({ target }) => {
          choose(target.files?.[0])
          target.value = ""
        }}
      />
      <div className="actions">
        <span id={labelId} hidden>
          {label}
        </span>
        <Button
          isBusy={uploading.state === "running"}
          aria-describedby={labelId}
          onClick={() => chooser.current?.click()}
        >
          {attachment.choose}
        </Button>
        {typeof value !== "string" && (
          <Button tone="quiet" onClick={() => onChange("")}>
            {attachment.remove}
          </Button>
        )}
      </div>
    </div>
  )
}

const ValueField = ({ value, ...rest }: Omit<InputProps, "label"> & { readonly value: TemplateValue }) => {
  const { inbox } = useText()
  const { template } = inbox.conversation
  const { error, input, onChange } = rest
  const part = template.parts[input.part]
  const label = template.input(input.card === null ? part : template.card(input.card + 1, part), input.name)
  if (isFileInput(input)) return <FileField {...rest} label={label} value={value} />
  return (
    <Field
      label={label}
      hint={input.kind === "address" ? template.addressHint : null}
      value={typeof value === "string" ? value : value.name}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** Form for the values of a template, with a preview. Entered values survive a change of language. */
export const TemplateForm = ({
  group,
  onBack,
  onLater,
  onSend
}: {
  readonly group: TemplateGroup
  readonly onBack: () => void
  readonly onLater: (content: OutgoingContent) => void
  readonly onSend: (content: OutgoingContent) => void
}) => {
  const { inbox } = useText()
  const { composer, schedule, template } = inbox.conversation
  const problemText = useProblemText()
  const [language, setLanguage] = useState(group.languages[0].language)
  const [values, setValues] = useState<TemplateValues>({})
  const [isTried, setTried] = useState(false)
  const definition: TemplateDefinition = group.languages.find((one) => one.language === language) ?? group.languages[0]
  const problem = problemOf(definition, values)
  const preview = previewOf(definition, values)
  const submit = (use: (content: OutgoingContent) => void) => {
    setTried(true)
    if (problem !== null) return
    use({
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
        // The dialog is inside the form of the composer.
        event.stopPropagation()
        submit(onSend)
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
      <div className="actions composer-actions">
        <Button onClick={() => submit(onLater)}>{schedule.later}</Button>
        <Button tone="primary" type="submit">
          {composer.send}
        </Button>
      </div>
    </form>
  )
}
