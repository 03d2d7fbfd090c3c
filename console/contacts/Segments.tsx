import { useContactsText } from "./contactsText.ts"
import { useState } from "react"
import { useSession } from "../api/Session.ts"
import { navigate, usePlace } from "../app/navigation.ts"
import { hrefOf } from "../app/Place.ts"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Field } from "../parts/Field.tsx"
import { Menu } from "../parts/Menu.tsx"
import { useText } from "../text/useText.ts"
import { segmentAt, segmentQuery, segmentsOf, withSegment } from "./contactView.ts"
import { useStored } from "./useStored.ts"

/** Maximum characters of a name. */
const maxName = 60

/** Filters that this browser stores under names, and their menu. */
export const Segments = () => {
  const contacts = useContactsText()
  const { common } = useText()
  const { segments: texts } = contacts
  const { organization } = useSession()
  const { query } = usePlace()
  const [segments, setSegments] = useStored(`parley.segments.${organization.id}`, segmentsOf)
  const [name, setName] = useState<string | null>(null)
  const present = segmentAt(segments, query)
  const isFiltered = Object.keys(segmentQuery(query)).length > 0
  const save = () => {
    if (name === null || name.trim() === "") return
    setSegments(withSegment(segments, { name: name.trim(), query: segmentQuery(query) }))
    setName(null)
  }
  return (
    <>
      <Menu
        tone="plain"
        label={present === undefined ? texts.title : `${texts.title}: ${present.name}`}
        entries={[
          { label: texts.everyone, isChecked: !isFiltered, onSelect: () => navigate("/contacts") },
          ...segments.map((segment) => ({
            label: segment.name,
            isChecked: segment === present,
            onSelect: () => navigate(hrefOf({ path: "/contacts", query: segment.query }))
          })),
          "separator",
          { label: texts.save, isDisabled: !isFiltered, onSelect: () => setName(present?.name ?? "") },
          ...(present === undefined
            ? []
            : [
                {
                  label: texts.remove(present.name),
                  isDanger: true,
                  onSelect: () => setSegments(segments.filter((segment) => segment !== present))
                }
              ])
        ]}
      />
      {name !== null && (
        <Dialog
          title={texts.save}
          description={texts.hint}
          isOpen
          onClose={() => setName(null)}
          footer={
            <>
              <Button onClick={() => setName(null)}>{common.cancel}</Button>
              <Button tone="primary" disabled={name.trim() === ""} onClick={save}>
                {common.save}
              </Button>
            </>
          }
        >
          <form
            onSubmit={(event) => {
              event.preventDefault()
              save()
            }}
          >
            <Field
              label={texts.name}
              value={name}
              maxLength={maxName}
              onChange={({ target }) => setName(target.value)}
            />
          </form>
        </Dialog>
      )}
    </>
  )
}
