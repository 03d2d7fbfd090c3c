import { useMemo, useState } from "react"
import { useQuery } from "../../api/useQuery.ts"
import { Badge } from "../../parts/Badge.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Field } from "../../parts/Field.tsx"
import { EmptyState, LoadedView } from "../../parts/states.tsx"
import { useText } from "../../text/useText.ts"
import type { OutgoingContent } from "../compose/Outgoing.ts"
import { templatesQuery } from "../contactQuery.ts"
import { TemplateForm } from "./TemplateForm.tsx"
import { foundTemplates, sendableTemplates, type TemplateGroup } from "./templateForm.ts"

/** Maximum number of visible templates; a search finds the others. */
const maxShown = 50

const TemplateList = ({
  groups,
  onChoose
}: {
  readonly groups: ReadonlyArray<TemplateGroup>
  readonly onChoose: (group: TemplateGroup) => void
}) => {
  const { inbox } = useText()
  const { template } = inbox.conversation
  const [search, setSearch] = useState("")
  const found = foundTemplates(groups, search)
  if (groups.length === 0) return <EmptyState title={template.none} />
  return (
    <>
      <Field label={template.search} type="search" value={search} onChange={({ target }) => setSearch(target.value)} />
      {found.length === 0 && <EmptyState title={template.notFound} />}
      <ul className="template-list" aria-label={template.title}>
        {found.slice(0, maxShown).map((group) => (
          <li key={group.name}>
            <button type="button" className="popup-item template-choice" onClick={() => onChoose(group)}>
              <span>{group.name}</span>
              <span className="actions">
                <Badge>{group.category}</Badge>
                <span className="muted">{group.languages.map(({ language }) => language).join(", ")}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Dialog to choose, fill in and send a template. */
const TemplateDialog = ({
  contact,
  from,
  onClose,
  onLater,
  onSend
}: {
  readonly contact: { readonly optedOut: boolean }
  /** The sending number; null if the organization has one. */
  readonly from: string | null
  readonly onClose: () => void
  /** Chooses the time at which the template is sent. */
  readonly onLater: (content: OutgoingContent) => void
  readonly onSend: (content: OutgoingContent) => void
}) => {
  const { inbox } = useText()
  const { template } = inbox.conversation
  const [chosen, setChosen] = useState<TemplateGroup | null>(null)
  const [listed, reload] = useQuery(templatesQuery, from)
  const templates = listed.state === "ready" ? listed.value.templates : null
  const groups = useMemo(
    () => (templates === null ? [] : sendableTemplates(templates, contact)),
    [templates, contact.optedOut]
  )
  const andClose = (use: (content: OutgoingContent) => void) => (content: OutgoingContent) => {
    use(content)
    onClose()
  }
  return (
    <Dialog title={template.title} isOpen onClose={onClose}>
      {contact.optedOut && <p className="muted">{template.optedOut}</p>}
      <LoadedView loaded={listed} reload={reload}>
        {() =>
          chosen === null ? (
            <TemplateList groups={groups} onChoose={setChosen} />
          ) : (
            <TemplateForm
              group={chosen}
              onBack={() => setChosen(null)}
              onLater={andClose(onLater)}
              onSend={andClose(onSend)}
            />
          )
        }
      </LoadedView>
    </Dialog>
  )
}

export default TemplateDialog
