import { useState } from "react"
import { Button } from "../../parts/Button.tsx"
import { Field } from "../../parts/Field.tsx"
import { useText } from "../../text/useText.ts"
import type { Contact } from "../contactQuery.ts"
import { attributeText, withAttribute, withoutAttribute, withTag } from "./contactChange.ts"
import { useContactChange } from "./useContactChange.ts"

interface ContactProps {
  readonly contact: Contact
}

/** Tags of a contact, with controls to add and remove them. */
export const Tags = ({ contact }: ContactProps) => {
  const { inbox } = useText()
  const { panel } = inbox.conversation
  const { change, isRunning } = useContactChange(contact.id)
  const [added, setAdded] = useState("")
  return (
    <section className="panel-section" aria-label={panel.tags}>
      <h3>{panel.tags}</h3>
      <ul className="panel-tags">
        {contact.tags.map((tag) => (
          <li key={tag} className="badge">
            <bdi>{tag}</bdi>
            <button
              type="button"
              className="tag-remove"
              aria-label={panel.remove(tag)}
              disabled={isRunning}
              onClick={() => void change(({ tags }) => ({ tags: tags.filter((other) => other !== tag) }))}
            >
              <span aria-hidden>✕</span>
            </button>
          </li>
        ))}
      </ul>
      <form
        className="panel-row"
        onSubmit={(event) => {
          event.preventDefault()
          void change(({ tags }) => {
            const all = withTag(tags, added)
            return all === null ? null : { tags: all }
          }).then((isDone) => {
            if (isDone) setAdded("")
          })
        }}
      >
        <Field label={panel.addTag} value={added} onChange={({ target }) => setAdded(target.value)} />
        <Button type="submit" isBusy={isRunning} disabled={withTag(contact.tags, added) === null}>
          {panel.add}
        </Button>
      </form>
    </section>
  )
}

/** Custom fields of a contact. Adding an existing name replaces its value. */
export const AttributesOf = ({ contact }: ContactProps) => {
  const { inbox } = useText()
  const { panel } = inbox.conversation
  const { change, isRunning } = useContactChange(contact.id)
  const [name, setName] = useState("")
  const [value, setValue] = useState("")
  return (
    <section className="panel-section" aria-label={panel.attributes}>
      <h3>{panel.attributes}</h3>
      <ul className="panel-list">
        {Object.entries(contact.params).map(([key, kept]) => (
          <li key={key} className="panel-attribute">
            <button
              type="button"
              className="attribute-name"
              aria-label={`${panel.edit}: ${key}`}
              onClick={() => {
                setName(key)
                setValue(attributeText(kept))
              }}
            >
              <bdi>{key}</bdi>
            </button>
            <bdi className="attribute-value">{attributeText(kept)}</bdi>
            <button
              type="button"
              className="tag-remove"
              aria-label={panel.remove(key)}
              disabled={isRunning}
              onClick={() => void change(({ params }) => ({ params: withoutAttribute(params, key) }))}
            >
              <span aria-hidden>✕</span>
            </button>
          </li>
        ))}
      </ul>
      <form
        className="panel-form"
        onSubmit={(event) => {
          event.preventDefault()
          void change(({ params }) => {
            const all = withAttribute(params, name, value)
            return all === null ? null : { params: all }
          }).then((isDone) => {
            if (!isDone) return
            setName("")
            setValue("")
          })
        }}
      >
        <Field label={panel.attributeName} value={name} onChange={({ target }) => setName(target.value)} />
        <Field label={panel.attributeValue} value={value} onChange={({ target }) => setValue(target.value)} />
        <div className="actions">
          <Button type="submit" isBusy={isRunning} disabled={withAttribute(contact.params, name, value) === null}>
            {panel.add}
          </Button>
        </div>
      </form>
    </section>
  )
}
