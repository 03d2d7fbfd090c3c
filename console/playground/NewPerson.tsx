import { type FormEvent, useId, useState } from "react"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Field } from "../parts/Field.tsx"
import { Select } from "../parts/Select.tsx"
import { useText } from "../text/useText.ts"
import type { Account } from "./emulatorSchemas.ts"
import { type ChosenPerson, personIdOf } from "./ChosenPerson.ts"

/** Form for the id and the name of a new person, and the account to write to. */
export const NewPerson = ({
  accounts,
  onBegin,
  onClose
}: {
  readonly accounts: ReadonlyArray<Account>
  readonly onBegin: (person: ChosenPerson) => void
  readonly onClose: () => void
}) => {
  const { common, playground } = useText()
  const { people } = playground
  const form = useId()
  const [accountId, setAccountId] = useState(accounts[0]?.id ?? "")
  const [id, setId] = useState("")
  const [name, setName] = useState("")
  const [isWrong, setWrong] = useState(false)
  const account = accounts.find((one) => one.id === accountId)
  const isPhone = account?.channel === "whatsapp"
  const begin = (event: FormEvent) => {
    event.preventDefault()
    if (account === undefined) return
    const personId = personIdOf(account.channel, id)
    if (personId === null) return setWrong(true)
    onBegin({ channel: account.channel, accountId, personId, name: name.trim() || null })
  }
  return (
    <Dialog
      title={people.new}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button tone="primary" type="submit" form={form}>
            {people.begin}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={begin} className="play-form">
        <Select
          label={people.account}
          value={accountId}
          onChange={setAccountId}
          options={accounts.map((one) => ({ value: one.id, label: `${common.channels[one.channel]}: ${one.name}` }))}
        />
        <Field
          label={isPhone ? people.phone : people.personId}
          hint={isPhone ? people.phoneHint : people.personIdHint}
          error={isWrong ? (isPhone ? people.wrongPhone : people.wrongPersonId) : null}
          value={id}
          inputMode={isPhone ? "tel" : "numeric"}
          autoComplete="off"
          dir="ltr"
          onChange={(event) => {
            setId(event.target.value)
            setWrong(false)
          }}
        />
        <Field
          label={people.name}
          isOptional
          maxLength={512}
          value={name}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
