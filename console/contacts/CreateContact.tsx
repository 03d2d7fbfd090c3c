import { useContactsText } from "./contactsText.ts"
import { useState } from "react"
import type { CreateContactRequest } from "../../client/promise/SessionMethods.ts"
import { useAction } from "../api/useAction.ts"
import { navigate } from "../app/navigation.ts"
import { ActionError } from "../parts/ActionError.tsx"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Field } from "../parts/Field.tsx"
import { useText } from "../text/useText.ts"
import { contactsQuery } from "./contactQueries.ts"

/** Form for a new contact, which is opened afterwards. */
export const CreateContact = ({ onClose }: { readonly onClose: () => void }) => {
  const texts = useContactsText()
  const { common, inbox } = useText()
  const { panel } = inbox.conversation
  const [phone, setPhone] = useState("")
  const [name, setName] = useState("")
  const [email, setEmail] = useState("")
  const [tags, setTags] = useState("")
  const create = useAction((parley, contact: CreateContactRequest) => parley.contacts.create(contact))
  const submit = () => {
    const contact = {
      userNumber: phone.trim(),
      userName: name.trim(),
      email: email.trim(),
      tags: tags
        .split(",")
        .map((tag) => tag.trim())
        .filter((tag) => tag !== "")
    }
    void create.run(contact).then((outcome) => {
      if (!("value" in outcome)) return
      contactsQuery.reload()
      navigate(`/contacts/${outcome.value.id}`)
    })
  }
  return (
    <Dialog
      title={texts.create}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button tone="primary" type="submit" form="create-contact" isBusy={create.isRunning}>
            {texts.create}
          </Button>
        </>
      }
    >
      <form
        id="create-contact"
        className="panel-form"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field
          label={panel.phone}
          hint={texts.phoneHint}
          type="tel"
          dir="ltr"
          required
          value={phone}
          onChange={({ target }) => setPhone(target.value)}
        />
        <Field label={panel.name} isOptional value={name} onChange={({ target }) => setName(target.value)} />
        <Field
          label={panel.email}
          type="email"
          isOptional
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Field
          label={panel.tags}
          hint={texts.tagsHint}
          isOptional
          value={tags}
          onChange={({ target }) => setTags(target.value)}
        />
        <ActionError failure={create.failure} />
      </form>
    </Dialog>
  )
}
