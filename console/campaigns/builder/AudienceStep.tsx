import { useContactsText } from "../../contacts/contactsText.ts"
import { useCampaignsText } from "../campaignsText.ts"
import { useRef, useState } from "react"
import { maxAudienceTerms } from "../../../src/domain/campaigns/Campaign.ts"
import { useQuery } from "../../api/useQuery.ts"
import { useAction } from "../../api/useAction.ts"
import { labelsQuery } from "../../contacts/contactQueries.ts"
import { ActionError } from "../../parts/ActionError.tsx"
import { Button } from "../../parts/Button.tsx"
import { Field } from "../../parts/Field.tsx"
import { Select } from "../../parts/Select.tsx"
import { useText } from "../../text/useText.ts"
import { type AudienceDraft, type AudienceKind, audienceKinds, hasAudience } from "../campaignDraft.ts"
import { AudienceSize } from "./AudienceSize.tsx"
import type { StepProps } from "./BuilderForm.tsx"

interface PartProps {
  readonly audience: AudienceDraft
  readonly set: (changes: Partial<AudienceDraft>) => void
}

/** Terms of a condition with a button that removes each. */
const Terms = ({
  label,
  onRemove,
  terms
}: {
  readonly label: string
  readonly terms: ReadonlyArray<string>
  readonly onRemove: (index: number) => void
}) => {
  const { panel } = useText().inbox.conversation
  if (terms.length === 0) return null
  return (
    <ul className="panel-tags" aria-label={label}>
      {terms.map((term, index) => (
        <li key={term} className="badge">
          <bdi>{term}</bdi>
          <button type="button" className="tag-remove" aria-label={panel.remove(term)} onClick={() => onRemove(index)}>
            <span aria-hidden>✕</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Conditions that contacts fulfil when the campaign starts. */
const Conditions = ({ audience, set }: PartProps) => {
  const campaigns = useCampaignsText()
  const { inbox } = useText()
  const { builder: texts } = campaigns
  const { panel } = inbox.conversation
  const [tag, setTag] = useState("")
  const [name, setName] = useState("")
  const [value, setValue] = useState("")
  const { attributes, search, tags } = audience
  const addTag = () => {
    const added = tag.trim()
    if (added === "" || tags.includes(added) || tags.length >= maxAudienceTerms) return
    set({ tags: [...tags, added] })
    setTag("")
  }
  const addAttribute = () => {
    if (name.trim() === "" || value.trim() === "" || attributes.length >= maxAudienceTerms) return
    set({
      attributes: [...attributes.filter((one) => one.name !== name.trim()), { name: name.trim(), value: value.trim() }]
    })
    setName("")
    setValue("")
  }
  return (
    <>
      <p className="muted">{texts.filterHint}</p>
      <Terms
        label={panel.tags}
        terms={tags}
        onRemove={(index) => set({ tags: tags.filter((_, at) => at !== index) })}
      />
      <form
        className="panel-row"
        onSubmit={(event) => {
          event.preventDefault()
          addTag()
        }}
      >
        <Field label={texts.tag} value={tag} onChange={({ target }) => setTag(target.value)} />
        <Button type="submit" disabled={tag.trim() === ""}>
          {texts.addTag}
        </Button>
      </form>
      <Terms
        label={panel.attributes}
        terms={attributes.map((one) => `${one.name}: ${one.value}`)}
        onRemove={(index) => set({ attributes: attributes.filter((_, at) => at !== index) })}
      />
      <form
        className="panel-row"
        onSubmit={(event) => {
          event.preventDefault()
          addAttribute()
        }}
      >
        <Field label={panel.attributeName} value={name} onChange={({ target }) => setName(target.value)} />
        <Field label={panel.attributeValue} value={value} onChange={({ target }) => setValue(target.value)} />
        <Button type="submit" disabled={name.trim() === "" || value.trim() === ""}>
          {texts.addAttribute}
        </Button>
      </form>
      <p className="field-hint">{texts.attributeHint}</p>
      <Field
        label={texts.search}
        type="search"
        isOptional
        value={search}
        onChange={({ target }) => set({ search: target.value })}
      />
    </>
  )
}

const Labels = ({ audience, set }: PartProps) => {
  const campaigns = useCampaignsText()
  const contacts = useContactsText()
  const [labels] = useQuery(labelsQuery, null)
  const known = labels.state === "ready" ? labels.value.labels : []
  if (known.length === 0) return <p className="muted">{contacts.noLabels}</p>
  return (
    <>
      <Select
        label={contacts.label}
        value={audience.label}
        onChange={(label) => set({ label, contactIds: [] })}
        options={[
          { value: "", label: campaigns.builder.chooseLabel },
          ...known.map(({ name }) => ({ value: name, label: name }))
        ]}
      />
      <p className="muted">{campaigns.builder.labelHint}</p>
    </>
  )
}

/** Recipients from a file, whose columns are values. It is uploaded at once, because the service reads it. */
const RecipientFile = ({
  audience,
  set,
  upload
}: PartProps & { readonly upload: (file: File) => Promise<number | null> }) => {
  const { builder: texts } = useCampaignsText()
  const chooser = useRef<HTMLInputElement>(null)
  const send = useAction((_, file: File) => upload(file))
  const choose = (file: File | undefined) => {
    if (file === undefined) return
    void send.run(file).then((outcome) => {
      if ("value" in outcome && outcome.value !== null) set({ rows: outcome.value })
    })
  }
  return (
    <div
      className="drop-area"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        choose(event.dataTransfer.files[0])
      }}
    >
      <p className="state-title">{audience.rows === 0 ? texts.drop : texts.rows(audience.rows)}</p>
      <p className="muted">{texts.fileHint}</p>
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".csv,.txt,text/csv"
        aria-label={texts.choose}
        onChange={({ target }) => {
          choose(target.files?.[0])
          target.value = ""
        }}
      />
      <Button isBusy={send.isRunning} onClick={() => chooser.current?.click()}>
        {audience.rows === 0 ? texts.choose : texts.replace}
      </Button>
      <ActionError failure={send.failure} />
    </div>
  )
}

/** Recipients of a campaign, and their number as far as it is known. */
export const AudienceStep = ({
  change,
  draft,
  problem,
  upload
}: StepProps & { readonly upload: (file: File) => Promise<number | null> }) => {
  const { builder: texts, audienceKinds: names, contacts } = useCampaignsText()
  const { audience } = draft
  const set = (changes: Partial<AudienceDraft>) => change({ audience: { ...audience, ...changes } })
  const shown: ReadonlyArray<AudienceKind> = audienceKinds.filter(
    (kind) => kind !== "chosen" || (audience.contactIds.length > 0 && audience.kind !== "label")
  )
  const part = { audience, set }
  return (
    <div className="template-form">
      <fieldset className="choice-cards">
        <legend className="field-label">{texts.who}</legend>
        {shown.map((kind) => (
          <label key={kind} className="choice-card">
            <input type="radio" name="audience" checked={audience.kind === kind} onChange={() => set({ kind })} />
            <span>
              <strong>{names[kind]}</strong>
              <span className="muted">
                {kind === "chosen" ? contacts(audience.contactIds.length) : texts.audienceHints[kind]}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {audience.kind === "filter" && <Conditions {...part} />}
      {audience.kind === "label" && <Labels {...part} />}
      {audience.kind === "file" && <RecipientFile {...part} upload={upload} />}
      {(hasAudience(draft) || audience.label !== "") && audience.kind !== "file" && (
        <AudienceSize key={JSON.stringify(audience)} audience={audience} />
      )}
      {problem !== null && (
        <p className="field-error" role="alert">
          {texts.problems[audience.kind === "label" && audience.label !== "" ? "labelEmpty" : "audience"]}
        </p>
      )}
    </div>
  )
}
