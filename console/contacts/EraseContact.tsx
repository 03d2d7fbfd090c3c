import { useContactsText } from "./contactsText.ts"
import { useState } from "react"
import { useAction } from "../api/useAction.ts"
import type { Contact } from "../inbox/contactQuery.ts"
import { Confirm } from "../parts/Confirm.tsx"
import { Checkbox } from "../parts/Field.tsx"
import { nameOf } from "./ContactTable.tsx"
import { contactsQuery } from "./contactQueries.ts"

/** Confirmation of an erasure, which cannot be undone. */
export const EraseContact = ({
  contact,
  onClose,
  onErased
}: {
  readonly contact: Contact
  readonly onClose: () => void
  readonly onErased: () => void
}) => {
  const texts = useContactsText()
  const [isSure, setSure] = useState(false)
  const erase = useAction((parley, id: string) => parley.erasures.erase(id, { confirm: true }))
  const run = () => {
    if (!isSure) return
    void erase.run(contact.id).then((outcome) => {
      if (!("value" in outcome)) return
      contactsQuery.reload()
      onErased()
    })
  }
  return (
    <Confirm
      title={texts.eraseOf(nameOf(contact))}
      text={texts.eraseText}
      label={texts.erase}
      isOpen
      isBusy={erase.isRunning}
      failure={erase.failure}
      onClose={onClose}
      onConfirm={run}
    >
      <Checkbox label={texts.eraseSure} checked={isSure} onChange={({ target: { checked } }) => setSure(checked)} />
    </Confirm>
  )
}
