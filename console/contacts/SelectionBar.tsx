import { useContactsText } from "./contactsText.ts"
import { Effect } from "effect"
import { useState } from "react"
import { failureOf } from "../api/Failure.ts"
import { useParley } from "../api/Session.ts"
import { useQuery } from "../api/useQuery.ts"
import { navigate } from "../app/navigation.ts"
import { Button } from "../parts/Button.tsx"
import { Menu } from "../parts/Menu.tsx"
import { useFailureText } from "../parts/states.tsx"
import { useToast } from "../parts/Toast.tsx"
import { chooseAudience } from "./chosenAudience.ts"
import type { Selection } from "./ContactList.tsx"
import { type ContactFilter, contactsQuery, everyContact, labelsQuery, type ListedContact } from "./contactQueries.ts"
import { contactHeader, contactRow, csvLine, saveFile } from "./csvFile.ts"
import { exportName } from "./useExport.ts"

/** Maximum selected contacts: as many as an audience of a campaign has by their ids. */
const maxSelected = 10_000

/** Contacts that are changed at the same time. */
const abreast = 4

/** Actions on the selected contacts. */
export const SelectionBar = ({
  filter,
  mayManage,
  onChange,
  selection,
  total
}: {
  readonly selection: Selection
  readonly filter: ContactFilter
  /** Contacts that the filter finds. */
  readonly total: number
  readonly mayManage: boolean
  readonly onChange: (selection: Selection) => void
}) => {
  const texts = useContactsText()
  const parley = useParley()
  const toast = useToast()
  const failureText = useFailureText()
  const [labels] = useQuery(labelsQuery, null)
  const [done, setDone] = useState<number | null>(null)
  const known = labels.state === "ready" ? labels.value.labels : []
  const chosen = [...selection.values()]
  const run = (act: () => Promise<void>) => {
    setDone(0)
    act()
      .catch((cause: unknown) =>
        toast({ title: texts.failed, description: failureText(failureOf(cause)), tone: "danger" })
      )
      .finally(() => setDone(null))
  }
  const selectAll = () =>
    run(async () => {
      const all = new Map<string, ListedContact>()
      for await (const contact of everyContact(parley, filter)) {
        all.set(contact.id, contact)
        if (all.size % 100 === 0) setDone(all.size)
        if (all.size === maxSelected) break
      }
      onChange(all)
    })
  /** The labels of each contact are replaced as a whole, by those that it has now. */
  const label = (name: string, isAdded: boolean) =>
    run(async () => {
      const changed = chosen.filter(({ labels: names }) => names.includes(name) !== isAdded)
      const next = new Map(selection)
      const change = async (contact: ListedContact): Promise<void> => {
        const { labels: present } = await parley.contacts.get(contact.id)
        const others = present.filter((other) => other !== name)
        const labels = isAdded ? [...others, name] : others
        await parley.labels.setOfContact(contact.id, { labels })
        next.set(contact.id, { ...contact, labels })
        setDone((before) => (before ?? 0) + 1)
      }
      await Effect.runPromise(
        Effect.forEach(
          changed,
          (contact) => Effect.tryPromise({ try: () => change(contact), catch: (cause) => cause }),
          {
            concurrency: abreast,
            discard: true
          }
        )
      ).finally(() => {
        onChange(next)
        contactsQuery.reload()
      })
      toast({ title: texts.labelled(changed.length), tone: "success" })
    })
  return (
    <div className="selection-bar" role="region" aria-label={texts.selection}>
      <strong role="status">{done === null ? texts.selected(selection.size) : texts.working(done)}</strong>
      {selection.size < Math.min(total, maxSelected) && (
        <Button tone="quiet" isBusy={done !== null} onClick={selectAll}>
          {texts.selectAll(Math.min(total, maxSelected))}
        </Button>
      )}
      {known.length > 0 && done === null && (
        <Menu
          tone="plain"
          label={texts.setLabel}
          entries={known.map(({ name }) => {
            const isOnAll = chosen.every(({ labels: names }) => names.includes(name))
            return { label: name, isChecked: isOnAll, onSelect: () => label(name, !isOnAll) }
          })}
        />
      )}
      {mayManage && (
        <Button
          onClick={() => {
            chooseAudience([...selection.keys()])
            navigate("/campaigns/new")
          }}
        >
          {texts.startCampaign}
        </Button>
      )}
      <Button
        onClick={() =>
          saveFile(exportName, [csvLine(contactHeader), ...chosen.map((contact) => csvLine(contactRow(contact)))])
        }
      >
        {texts.export}
      </Button>
      <Button tone="quiet" onClick={() => onChange(new Map())}>
        {texts.clearSelection}
      </Button>
    </div>
  )
}
