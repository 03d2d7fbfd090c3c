import { type FormEvent, useState } from "react"
import { useAction } from "../../api/useAction.ts"
import { Button } from "../../parts/Button.tsx"
import { CopyButton } from "../../parts/CopyButton.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Field } from "../../parts/Field.tsx"
import { Select } from "../../parts/Select.tsx"
import { useText } from "../../text/useText.ts"
import { ActionError } from "../../parts/ActionError.tsx"
import { keysQuery } from "../queries.ts"

const expiries = ["never", "30", "90", "365"] as const
type Expiry = (typeof expiries)[number]

const dayMillis = 86_400_000

const expiresAt = (expiry: Expiry): string | null =>
  expiry === "never" ? null : new Date(Date.now() + Number(expiry) * dayMillis).toISOString()

/** Creates an API key and shows it once. */
export const CreateKey = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const { common, developers } = useText()
  const { keys } = developers
  const [name, setName] = useState("")
  const [expiry, setExpiry] = useState<Expiry>("90")
  const [made, setMade] = useState<string | null>(null)
  const create = useAction((parley, input: { readonly name: string; readonly expiresAt: string | null }) =>
    parley.apiKeys.create(input)
  )
  const close = () => {
    setName("")
    setMade(null)
    create.reset()
    onClose()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const outcome = await create.run({ name, expiresAt: expiresAt(expiry) })
    if ("failure" in outcome) return
    setMade(outcome.value.key)
    keysQuery.reload()
  }
  if (made !== null) {
    return (
      <Dialog
        title={keys.shownTitle}
        description={keys.shown}
        isOpen={isOpen}
        // Only its button closes the dialog, because the key is not shown again.
        onClose={() => {}}
        footer={
          <Button tone="primary" onClick={close}>
            {keys.done}
          </Button>
        }
      >
        <div className="dev-secret">
          <output aria-label={keys.key} dir="ltr">
            <code>{made}</code>
          </output>
          <CopyButton text={made} label={keys.key} />
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title={keys.createTitle} isOpen={isOpen} onClose={close}>
      <form className="dev-form" onSubmit={(event) => void submit(event)}>
        <Field
          label={keys.name}
          hint={keys.nameHint}
          value={name}
          maxLength={200}
          required
          onChange={(event) => setName(event.target.value)}
        />
        <Select
          label={keys.expires}
          value={expiry}
          options={expiries.map((value) => ({ value, label: keys.expiries[value] }))}
          onChange={setExpiry}
        />
        <ActionError failure={create.failure} />
        <div className="dialog-footer">
          <Button onClick={close}>{common.cancel}</Button>
          <Button type="submit" tone="primary" isBusy={create.isRunning} disabled={name.trim() === ""}>
            {keys.create}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
