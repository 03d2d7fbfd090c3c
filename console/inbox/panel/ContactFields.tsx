import { useState } from "react"
import { Button } from "../../parts/Button.tsx"
import { Checkbox, Field } from "../../parts/Field.tsx"
import { useText } from "../../text/useText.ts"
import type { Contact } from "../contactQuery.ts"
import { useContactChange } from "./useContactChange.ts"

/** Form for name and address of a contact. */
const Editing = ({ contact, onDone }: { readonly contact: Contact; readonly onDone: () => void }) => {
  const { common, inbox } = useText()
  const { panel } = inbox.conversation
  const { change, isRunning } = useContactChange(contact.id)
  const [name, setName] = useState(contact.name)
  const [email, setEmail] = useState(contact.email ?? "")
  return (
    <form
      className="panel-form"
      onSubmit={(event) => {
        event.preventDefault()
        const patch = { name: name.trim(), email: email.trim() === "" ? null : email.trim() }
        void change(() => patch).then((isDone) => {
          if (isDone) onDone()
        })
      }}
    >
      <Field label={panel.name} value={name} onChange={({ target }) => setName(target.value)} />
      <Field
        label={panel.email}
        type="email"
        isOptional
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <div className="actions">
        <Button tone="primary" type="submit" isBusy={isRunning}>
          {common.save}
        </Button>
        <Button onClick={onDone}>{common.cancel}</Button>
      </div>
    </form>
  )
}

/** Fields of the contact: identity, channels and consent. */
export const ContactFields = ({ contact }: { readonly contact: Contact }) => {
  const { common, inbox } = useText()
  const { panel } = inbox.conversation
  const { change, isRunning } = useContactChange(contact.id)
  const [isEditing, setEditing] = useState(false)
  const facts = [
    [panel.name, contact.name],
    [panel.phone, contact.phone],
    [panel.email, contact.email ?? ""],
    [panel.country, contact.countryCode],
    [panel.source, contact.source]
  ] as const
  return (
    <>
      {isEditing ? (
        <Editing contact={contact} onDone={() => setEditing(false)} />
      ) : (
        <>
          <dl className="facts">
            {facts.map(([label, value]) => (
              <div key={label} className="fact">
                <dt>{label}</dt>
                <dd>{value === "" ? <span className="muted">{common.unknown}</span> : <bdi>{value}</bdi>}</dd>
              </div>
            ))}
          </dl>
          <div className="actions">
            <Button onClick={() => setEditing(true)}>{panel.edit}</Button>
          </div>
        </>
      )}
      <Checkbox
        label={panel.optedIn}
        checked={contact.optedIn}
        disabled={isRunning}
        onChange={({ target: { checked } }) => void change(() => ({ opted_in: checked }))}
      />
      <Checkbox
        label={panel.blocked}
        checked={contact.isBlocked}
        disabled={isRunning}
        onChange={({ target: { checked } }) => void change(() => ({ is_blocked: checked }))}
      />
      <section aria-label={panel.identities}>
        <h3>{panel.identities}</h3>
        <ul className="panel-list">
          {(contact.channels ?? []).map(({ accountId, channel, personId }) => (
            <li key={`${channel} ${accountId ?? ""} ${personId}`}>
              {common.channels[channel]} <bdi className="muted">{personId}</bdi>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
