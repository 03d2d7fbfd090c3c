import { Button } from "../../parts/Button.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Menu } from "../../parts/Menu.tsx"
import { useText } from "../../text/useText.ts"
import { useInboxCommand } from "../inboxCommands.ts"
import { clearSelection, useSelection } from "../views/selection.ts"
import type { Target } from "./Change.ts"
import { useTriage } from "./useTriage.ts"
import { useTriageDialogs } from "./useTriageDialogs.tsx"

/** Actions on the selected conversations. Keys concern them instead of the open one. */
export const BulkBar = ({ conversations }: { readonly conversations: ReadonlyArray<Target> }) => {
  const { inbox } = useText()
  const { bulk, triage } = inbox.list
  const { header } = inbox.conversation
  const selection = useSelection()
  const targets = conversations.filter(({ id }) => selection.has(id))
  const { apply, isRunning } = useTriage(targets)
  const [open, dialog] = useTriageDialogs(targets, apply, true)
  useInboxCommand("back", clearSelection, targets.length > 0)
  if (targets.length === 0) return null
  const isClosed = targets.every(({ status }) => status === "closed")
  return (
    <section className="bulk-bar" aria-label={bulk.label}>
      <Button tone="quiet" aria-label={bulk.clear} title={bulk.clear} onClick={clearSelection}>
        <Icon name="close" />
      </Button>
      <span className="bulk-count" role="status">
        {bulk.selected(targets.length)}
      </span>
      <Button isBusy={isRunning} onClick={() => apply({ kind: isClosed ? "reopen" : "close" })}>
        {isClosed ? header.reopenShort : header.closeShort}
      </Button>
      <Button onClick={() => open("assign")}>{triage.assign}</Button>
      <Menu
        label={header.more}
        tone="plain"
        entries={[
          { label: triage.labels, onSelect: () => open("label") },
          { label: triage.snooze, onSelect: () => open("snooze") },
          { label: triage.priority, onSelect: () => open("priority") },
          { label: bulk.read, onSelect: () => apply({ kind: "read" }) }
        ]}
      />
      {dialog}
    </section>
  )
}
