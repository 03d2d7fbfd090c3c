import { useEffect, useState } from "react"
import { defineQuery } from "../../api/query.ts"
import { useParley } from "../../api/Session.ts"
import { useQuery } from "../../api/useQuery.ts"
import { navigate } from "../../app/navigation.ts"
import { failureOf } from "../../api/Failure.ts"
import { Avatar } from "../../parts/Avatar.tsx"
import { Button } from "../../parts/Button.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Select } from "../../parts/Select.tsx"
import { Loading, useFailureText } from "../../parts/states.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { useText } from "../../text/useText.ts"
import type { OutgoingContent } from "../compose/Outgoing.ts"
import { conversationListQuery } from "../inboxQueries.ts"
import { Picker } from "../Picker.tsx"
import TemplateDialog from "../template/TemplateDialog.tsx"
import { phoneIn } from "./phoneIn.ts"

/** Milliseconds between the last letter and the search. */
const searchPause = 250

/** Maximum number of visible people. */
const maxPeople = 8

const peopleQuery = defineQuery("people", (parley, search: string, signal) =>
  parley.contacts.list({ search, limit: maxPeople, include: "optedOut" }, { signal })
)

const channelsQuery = defineQuery("sending channels", (parley, _: null, signal) => parley.channels.list({ signal }))

/** The recipient of a new conversation. */
interface Recipient {
  /** Null for a number without a contact. */
  readonly contactId: string | null
  readonly phone: string
  readonly optedOut: boolean
}

/** Search for a person; a phone number is an option of its own. */
const PersonPicker = ({
  onChoose,
  onClose
}: {
  readonly onChoose: (recipient: Recipient) => void
  readonly onClose: () => void
}) => {
  const { common, inbox } = useText()
  const { begin, newConversation } = inbox.list
  const [typed, setTyped] = useState("")
  const [search, setSearch] = useState("")
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), searchPause)
    return () => clearTimeout(timer)
  }, [typed])
  const [people] = useQuery(peopleQuery, search)
  const found = people.state === "ready" ? people.value.contacts : []
  const phone = phoneIn(typed)
  const isKnown = found.some((contact) => contact.phone === phone)
  const options = [
    ...found.map((contact) => ({
      id: contact.id,
      label: contact.name || contact.phone || common.unknown,
      hint: contact.phone,
      mark: <Avatar id={contact.id} name={contact.name} size="small" />
    })),
    ...(phone === null || isKnown ? [] : [{ id: phone, label: begin.number(phone) }])
  ]
  return (
    <Picker
      title={newConversation}
      placeholder={begin.search}
      options={options}
      isOpenAfter
      onSearch={setTyped}
      empty={people.state === "loading" ? common.loading : begin.none}
      onClose={onClose}
      onChoose={(id) => {
        const contact = found.find((one) => one.id === id)
        onChoose(
          contact === undefined
            ? { contactId: null, phone: id, optedOut: false }
            : { contactId: contact.id, phone: contact.phone, optedOut: contact.optedOut ?? false }
        )
      }}
    />
  )
}

/** Starts a conversation with a template. One that is already open with the person is opened instead. */
const NewConversation = ({ onClose }: { readonly onClose: () => void }) => {
  const { common, inbox } = useText()
  const { begin, newConversation } = inbox.list
  const parley = useParley()
  const toast = useToast()
  const failureText = useFailureText()
  const [recipient, setRecipient] = useState<Recipient | null>(null)
  const [channels] = useQuery(channelsQuery, null)
  const [from, setFrom] = useState<string | null>(null)
  const [isNumberChosen, setNumberChosen] = useState(false)
  const numbers = channels.state === "ready" ? channels.value.channels.filter((one) => one.channel === "whatsapp") : []

  const failed = (cause: unknown) =>
    toast({ title: begin.failed, description: failureText(failureOf(cause)), tone: "danger" })

  const choose = (chosen: Recipient) => {
    if (chosen.contactId === null) return setRecipient(chosen)
    const { contactId } = chosen
    parley.conversations.list({ contactId, closed: false, limit: 1 }).then(({ conversations: [open] }) => {
      if (open === undefined && chosen.phone !== "") return setRecipient(chosen)
      if (open === undefined) return toast({ title: inbox.conversation.composer.noRecipient, tone: "danger" })
      navigate(`/inbox/${open.id}`)
      onClose()
    }, failed)
  }

  const send = async (content: OutgoingContent, { contactId, phone }: Recipient) => {
    if (content.kind !== "template") return
    const { components, language, name } = content
    // A message needs a contact. One that exists is left as it is.
    if (contactId === null) await parley.contacts.create({ userNumber: phone }).catch(() => undefined)
    const template = { name, language, components }
    const sent = await parley.messages.send({ to: phone, from, type: "template", template })
    conversationListQuery.reload()
    if (sent.conversationId !== null) navigate(`/inbox/${sent.conversationId}`)
  }

  if (recipient === null) return <PersonPicker onChoose={choose} onClose={onClose} />
  if (channels.state === "loading") return <Loading />
  if (numbers.length > 1 && !isNumberChosen) {
    return (
      <Dialog
        title={newConversation}
        isOpen
        onClose={onClose}
        footer={
          <>
            <Button onClick={onClose}>{common.cancel}</Button>
            <Button tone="primary" onClick={() => setNumberChosen(true)}>
              {inbox.conversation.template.title}
            </Button>
          </>
        }
      >
        <Select
          label={begin.from}
          value={from ?? numbers[0]?.id ?? ""}
          onChange={setFrom}
          options={numbers.map(({ accountId, id, name }) => ({ value: id, label: name || accountId }))}
        />
      </Dialog>
    )
  }
  return (
    <TemplateDialog
      contact={recipient}
      from={from ?? (numbers.length > 1 ? (numbers[0]?.id ?? null) : null)}
      onClose={onClose}
      onSend={(content) => void send(content, recipient).catch(failed)}
    />
  )
}

export default NewConversation
