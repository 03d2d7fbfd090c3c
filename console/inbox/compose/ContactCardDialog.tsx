import { useState } from "react"
import { Button } from "../../parts/Button.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Field } from "../../parts/Field.tsx"
import { useText } from "../../text/useText.ts"
import { type CardDraft, cardOf, cardProblem, emptyCard } from "./contactCard.ts"
import type { OutgoingContent } from "./Outgoing.ts"

const fields = ["name", "phone", "email", "company"] as const

/** Form for a contact card. */
export const ContactCardDialog = ({
  onClose,
  onSend
}: {
  readonly onClose: () => void
  readonly onSend: (content: OutgoingContent) => void
}) => {
  const { common, inbox } = useText()
  const { card, composer } = inbox.conversation
  const [draft, setDraft] = useState<CardDraft>(emptyCard)
  const [isTried, setTried] = useState(false)
  const problem = cardProblem(draft)
  const send = () => {
    setTried(true)
    if (problem !== null) return
    onSend({ kind: "contacts", contacts: [cardOf(draft)] })
    onClose()
  }
  return (
    <Dialog
      title={card.title}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button tone="primary" onClick={send}>
            {composer.send}
          </Button>
        </>
      }
    >
      <div className="template-form">
        {fields.map((name) => (
          <Field
            key={name}
            label={card.fields[name]}
            isOptional={name === "email" || name === "company"}
            type={name === "phone" ? "tel" : name === "email" ? "email" : "text"}
            dir={name === "phone" ? "ltr" : "auto"}
            value={draft[name]}
            error={isTried && problem?.field === name ? card.problems[problem.field][problem.reason] : null}
            onChange={({ target }) => setDraft((present) => ({ ...present, [name]: target.value }))}
          />
        ))}
      </div>
    </Dialog>
  )
}
