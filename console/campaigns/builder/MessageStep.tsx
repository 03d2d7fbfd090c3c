import { useCampaignsText } from "../campaignsText.ts"
import type { TemplateDefinition } from "../../../src/domain/templates/Template.ts"
import { maxCampaignName, maxCampaignValue, maxColumnName } from "../../../src/domain/campaigns/Campaign.ts"
import { useQuery } from "../../api/useQuery.ts"
import { FileField } from "../../inbox/template/TemplateForm.tsx"
import { inputsOf, isFileInput, type TemplateGroup, type TemplateInput } from "../../inbox/template/templateForm.ts"
import { Field } from "../../parts/Field.tsx"
import { Select } from "../../parts/Select.tsx"
import { EmptyState } from "../../parts/states.tsx"
import { useText } from "../../text/useText.ts"
import { type DraftProblem, placeholderOf, sourceKinds, sourceOf, type ValueSource } from "../campaignDraft.ts"
import { numbersQuery } from "../campaignQueries.ts"
import type { StepProps } from "./BuilderForm.tsx"
import { PhonePreview } from "./PhonePreview.tsx"

/** Text of the problem of an input; null if it is the problem of another one. */
const useErrorOf = (problem: DraftProblem | null) => {
  const campaigns = useCampaignsText()
  const { inbox } = useText()
  return (input: string): string | null => {
    if (problem?.input !== input) return null
    if (problem.kind === "address") return inbox.conversation.attachment.problems.invalid
    return problem.kind === "template"
      ? inbox.conversation.template.refused.form
      : campaigns.builder.problems[input === "name" ? "name" : input === "template" ? "template" : "missing"]
  }
}

/** The source of a value, with the text that replaces an empty field. */
const SourceFields = ({
  error,
  label,
  onChange,
  source
}: {
  readonly label: string
  readonly source: ValueSource
  readonly error: string | null
  readonly onChange: (source: ValueSource) => void
}) => {
  const { builder: texts } = useCampaignsText()
  const { fallback, kind, text } = source
  const isNamed = kind === "attribute" || kind === "column"
  return (
    <fieldset className="value-source">
      <legend>{label}</legend>
      <Select
        label={texts.source}
        value={kind}
        onChange={(value) => onChange({ ...source, kind: value, text: "" })}
        options={sourceKinds.map((value) => ({ value, label: texts.sources[value] }))}
      />
      {(kind === "text" || isNamed) && (
        <Field
          label={isNamed ? texts.fieldName : texts.text}
          value={text}
          maxLength={isNamed ? maxColumnName : maxCampaignValue}
          error={error}
          onChange={({ target }) => onChange({ ...source, text: target.value })}
        />
      )}
      {kind !== "text" && (
        <Field
          label={texts.fallback}
          hint={texts.fallbackHint}
          isOptional
          value={fallback}
          maxLength={maxCampaignValue}
          onChange={({ target }) => onChange({ ...source, fallback: target.value })}
        />
      )}
    </fieldset>
  )
}

const ValueField = ({
  change,
  draft,
  error,
  input
}: Pick<StepProps, "change" | "draft"> & { readonly input: TemplateInput; readonly error: string | null }) => {
  const { template } = useText().inbox.conversation
  const part = template.parts[input.part]
  const label = template.input(input.card === null ? part : template.card(input.card + 1, part), input.name)
  if (isFileInput(input)) {
    return (
      <FileField
        input={input}
        label={label}
        error={error}
        value={draft.files[input.id] ?? ""}
        onChange={(value) => change({ files: { ...draft.files, [input.id]: value } })}
      />
    )
  }
  return (
    <SourceFields
      label={label}
      source={sourceOf(draft, input)}
      error={error}
      onChange={(source) => change({ values: { ...draft.values, [placeholderOf(input.id)]: source } })}
    />
  )
}

/** Name, number and template of a campaign, with the sources of its values beside a preview. */
export const MessageStep = ({
  change,
  definition,
  draft,
  groups,
  problem
}: StepProps & {
  readonly groups: ReadonlyArray<TemplateGroup>
  readonly definition: TemplateDefinition | undefined
}) => {
  const campaigns = useCampaignsText()
  const { inbox, lists } = useText()
  const { builder: texts } = campaigns
  const [numbers] = useQuery(numbersQuery, null)
  const errorOf = useErrorOf(problem)
  const known = numbers.state === "ready" ? numbers.value : []
  const group = groups.find(({ name }) => name === draft.template)
  const choose = (name: string) => {
    const language = groups.find((one) => one.name === name)?.languages[0].language ?? ""
    change({ template: name, language, values: {}, files: {} })
  }
  if (groups.length === 0) return <EmptyState title={inbox.conversation.template.none} />
  return (
    <div className="builder-columns">
      <div className="template-form">
        <Field
          label={texts.name}
          hint={texts.nameHint}
          value={draft.name}
          maxLength={maxCampaignName}
          error={errorOf("name")}
          onChange={({ target }) => change({ name: target.value })}
        />
        {known.length > 1 && (
          <Select
            label={lists.templates.number}
            value={draft.from}
            onChange={(from) => change({ from })}
            options={[
              { value: "", label: texts.usualNumber },
              ...known.map(({ id, name }) => ({ value: id, label: name }))
            ]}
          />
        )}
        <Select
          label={campaigns.template}
          value={draft.template}
          onChange={choose}
          options={[
            ...(group === undefined ? [{ value: draft.template, label: texts.chooseTemplate }] : []),
            ...groups.map(({ category, name }) => ({ value: name, label: `${name} · ${category}` }))
          ]}
        />
        {errorOf("template") !== null && (
          <p className="field-error" role="alert">
            {errorOf("template")}
          </p>
        )}
        {group !== undefined && group.languages.length > 1 && (
          <Select
            label={inbox.conversation.template.language}
            value={draft.language}
            onChange={(language) => change({ language })}
            options={group.languages.map(({ language }) => ({ value: language, label: language }))}
          />
        )}
        {definition !== undefined &&
          inputsOf(definition).map((input) => (
            <ValueField key={input.id} input={input} draft={draft} change={change} error={errorOf(input.id)} />
          ))}
      </div>
      {definition !== undefined && <PhonePreview draft={draft} definition={definition} />}
    </div>
  )
}
