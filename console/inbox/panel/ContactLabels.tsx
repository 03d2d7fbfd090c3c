import { useState } from "react"
import { useAction } from "../../api/useAction.ts"
import { useQuery } from "../../api/useQuery.ts"
import { Button } from "../../parts/Button.tsx"
import { ActionError } from "../../parts/ActionError.tsx"
import { useText } from "../../text/useText.ts"
import { type Contact, contactQuery } from "../contactQuery.ts"
import { labelsQuery } from "../inboxQueries.ts"
import { LabelDot } from "../LabelDot.tsx"
import { Picker } from "../Picker.tsx"
import { labelsAfter } from "../triage/Change.ts"

/** Labels of a contact, with a picker to add and remove them. */
export const ContactLabels = ({ contact }: { readonly contact: Contact }) => {
  const { inbox } = useText()
  const { triage } = inbox.list
  const [isOpen, setOpen] = useState(false)
  const [listed] = useQuery(labelsQuery, null)
  const { failure, run } = useAction((parley, labels: ReadonlyArray<string>) =>
    parley.labels.setOfContact(contact.id, { labels })
  )
  const known = listed.state === "ready" ? listed.value.labels : []
  const colorOf = (name: string) => known.find((label) => label.name === name)?.color ?? "currentColor"
  const { labels } = contact
  const toggle = (name: string) => {
    void run(labelsAfter(labels, { kind: "label", name, isAdded: !labels.includes(name) })).then(contactQuery.reload)
  }
  return (
    <section className="panel-section" aria-label={triage.labels}>
      <h3>{triage.labels}</h3>
      <ul className="panel-tags">
        {labels.map((name) => (
          <li key={name} className="badge">
            <LabelDot color={colorOf(name)} /> <bdi>{name}</bdi>
          </li>
        ))}
        <li>
          <Button tone="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {inbox.conversation.panel.edit}
            <span className="visually-hidden"> {triage.labels}</span>
          </Button>
        </li>
      </ul>
      <ActionError failure={failure} />
      {isOpen && (
        <Picker
          title={triage.labels}
          placeholder={triage.labelSearch}
          isOpenAfter
          options={known.map(({ color, name }) => ({
            id: name,
            label: name,
            mark: <LabelDot color={color} />,
            isChecked: labels.includes(name)
          }))}
          onChoose={toggle}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}
