import { interactiveLimits } from "../../../src/domain/messages/interactive/interactiveParts.ts"
import { Button } from "../../parts/Button.tsx"
import { Field } from "../../parts/Field.tsx"
import { useText } from "../../text/useText.ts"
import { type DraftSection, emptyRow, type InteractiveDraft, rowCount } from "./interactiveDraft.ts"

interface ListProps {
  readonly draft: InteractiveDraft
  readonly change: (changes: Partial<InteractiveDraft>) => void
  /** Text of the problem at a path; null without one. */
  readonly errorAt: (path: string) => string | null
}

const replaced = <Item,>(all: ReadonlyArray<Item>, index: number, item: Item): ReadonlyArray<Item> =>
  all.map((one, at) => (at === index ? item : one))

const without = <Item,>(all: ReadonlyArray<Item>, index: number): ReadonlyArray<Item> =>
  all.filter((_, at) => at !== index)

/** Up to three buttons. */
export const ButtonFields = ({ change, draft, errorAt }: ListProps) => {
  const { interactive } = useText().inbox.conversation
  const { buttons } = draft
  return (
    <>
      {buttons.map((title, index) => (
        <div key={index} className="interactive-button">
          <Field
            label={interactive.button(index + 1)}
            value={title}
            error={errorAt(`action.buttons[${index}].reply.title`)}
            onChange={({ target }) => change({ buttons: replaced(buttons, index, target.value) })}
          />
          {buttons.length > 1 && (
            <Button
              tone="quiet"
              aria-label={interactive.removeButton(index + 1)}
              onClick={() => change({ buttons: without(buttons, index) })}
            >
              <span aria-hidden>✕</span>
            </Button>
          )}
        </div>
      ))}
      {buttons.length < interactiveLimits.buttons && (
        <div className="actions">
          <Button onClick={() => change({ buttons: [...buttons, ""] })}>{interactive.addButton}</Button>
        </div>
      )}
    </>
  )
}

const SectionFields = ({
  at,
  canAdd,
  errorAt,
  onChange,
  onRemove,
  section,
  isOnly
}: {
  readonly section: DraftSection
  readonly at: number
  readonly isOnly: boolean
  readonly canAdd: boolean
  readonly errorAt: ListProps["errorAt"]
  readonly onChange: (section: DraftSection) => void
  readonly onRemove: () => void
}) => {
  const { interactive } = useText().inbox.conversation
  const { rows, title } = section
  const path = `action.sections[${at}]`
  return (
    <fieldset className="interactive-section">
      <legend>{interactive.section(at + 1)}</legend>
      <Field
        label={interactive.sectionTitle}
        isOptional={isOnly}
        value={title}
        error={errorAt(`${path}.title`)}
        onChange={({ target }) => onChange({ ...section, title: target.value })}
      />
      {rows.map((row, index) => (
        <div key={index} className="interactive-row">
          <Field
            label={interactive.row(index + 1)}
            value={row.title}
            error={errorAt(`${path}.rows[${index}].title`)}
            onChange={({ target }) =>
              onChange({ ...section, rows: replaced(rows, index, { ...row, title: target.value }) })
            }
          />
          <Field
            label={interactive.rowDescription(index + 1)}
            isOptional
            value={row.description}
            error={errorAt(`${path}.rows[${index}].description`)}
            onChange={({ target }) =>
              onChange({ ...section, rows: replaced(rows, index, { ...row, description: target.value }) })
            }
          />
          {rows.length > 1 && (
            <Button
              tone="quiet"
              aria-label={interactive.removeRow(index + 1)}
              onClick={() => onChange({ ...section, rows: without(rows, index) })}
            >
              <span aria-hidden>✕</span>
            </Button>
          )}
        </div>
      ))}
      <div className="actions">
        {canAdd && (
          <Button onClick={() => onChange({ ...section, rows: [...rows, emptyRow] })}>{interactive.addRow}</Button>
        )}
        {!isOnly && (
          <Button tone="quiet" onClick={onRemove}>
            {interactive.removeSection(at + 1)}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

/** The button that opens a list, and its rows in sections. */
export const ListFields = ({ change, draft, errorAt }: ListProps) => {
  const { interactive } = useText().inbox.conversation
  const { menu, sections } = draft
  const canAdd = rowCount(draft) < interactiveLimits.rows
  return (
    <>
      <Field
        label={interactive.menu}
        value={menu}
        error={errorAt("action.button")}
        onChange={({ target }) => change({ menu: target.value })}
      />
      {sections.map((section, index) => (
        <SectionFields
          key={index}
          at={index}
          section={section}
          isOnly={sections.length === 1}
          canAdd={canAdd}
          errorAt={errorAt}
          onChange={(next) => change({ sections: replaced(sections, index, next) })}
          onRemove={() => change({ sections: without(sections, index) })}
        />
      ))}
      {canAdd && sections.length < interactiveLimits.sections && (
        <div className="actions">
          <Button onClick={() => change({ sections: [...sections, { title: "", rows: [emptyRow] }] })}>
            {interactive.addSection}
          </Button>
        </div>
      )}
    </>
  )
}
