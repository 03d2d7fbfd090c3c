import { useParley } from "../../api/Session.ts"
import { useAction } from "../../api/useAction.ts"
import { registry } from "../../app/atoms.ts"
import { navigate, placeAtom } from "../../app/navigation.ts"
import { idsIn } from "../../app/Place.ts"
import { useFailureText } from "../../parts/states.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { useText } from "../../text/useText.ts"
import { conversationHref, isWorkView, listHref, viewOf } from "../inboxFilters.ts"
import { conversationCountsQuery, conversationListQuery, conversationQuery } from "../inboxQueries.ts"
import { hrefBeside } from "../useRowSteps.ts"
import { clearSelection } from "../views/selection.ts"
import { type Change, perform, type Target, undoOf } from "./Change.ts"

/** The open conversation and the filters of the list, now. */
const place = () => {
  const { path, query } = registry.get(placeAtom)
  return { query, openId: idsIn("/inbox/:conversationId", path)?.["conversationId"] ?? null }
}

const reload = (): void => {
  for (const query of [conversationQuery, conversationListQuery, conversationCountsQuery]) query.reload()
}

/** Whether the conversations leave the list with the change. */
const leavesView = ({ kind }: Change, query: Readonly<Record<string, string>>): boolean => {
  const view = viewOf(query)
  if (kind === "close" || kind === "snooze") return isWorkView(view)
  return (kind === "reopen" && view === "closed") || (kind === "unsnooze" && view === "snoozed")
}

/**
 * Changes conversations, and reloads them also if another member was faster. If the open one leaves the list, the next
 * one is opened. A close and a snooze can be undone in their toast.
 */
export const useTriage = (
  targets: ReadonlyArray<Target>
): { readonly apply: (change: Change) => void; readonly isRunning: boolean } => {
  const { inbox } = useText()
  const { triage } = inbox.list
  const { header } = inbox.conversation
  const parley = useParley()
  const toast = useToast()
  const failureText = useFailureText()
  const { isRunning, run } = useAction((_, change: Change) => perform(parley, targets, change))

  const undo = (change: Change, openedId: string | null) => {
    void perform(parley, targets, change)
      .catch((cause: unknown) => {
        toast({ title: header.failed, description: cause instanceof Error ? cause.message : "", tone: "danger" })
      })
      .then(() => {
        reload()
        if (openedId !== null) navigate(conversationHref(openedId, place().query))
      })
  }

  const done = (change: Change, openedId: string | null) => {
    const { outcomes } = triage
    const text =
      change.kind === "close" || change.kind === "reopen" || change.kind === "snooze"
        ? outcomes[change.kind]
        : outcomes.other
    const inverse = undoOf(change)
    if (inverse === null && targets.length === 1) return
    toast({
      title: text(targets.length),
      ...(inverse === null ? {} : { action: { label: triage.undo, onSelect: () => undo(inverse, openedId) } })
    })
  }

  const apply = (change: Change) => {
    const { openId, query } = place()
    const ids = new Set(targets.map(({ id }) => id))
    const openedId = openId !== null && ids.has(openId) && leavesView(change, query) ? openId : null
    // Before the change, while the list still has the conversations.
    const next = openedId === null ? null : (hrefBeside(ids) ?? listHref(query))
    void run(change).then((outcome) => {
      if ("failure" in outcome) {
        const { failure } = outcome
        const description = failure.status === 409 ? `${failureText(failure)} ${header.changed}` : failureText(failure)
        toast({ title: header.failed, description, tone: "danger" })
      } else if (outcome.value.ids.length > 0) {
        toast({ title: triage.failed(outcome.value.ids.length), description: outcome.value.reason, tone: "danger" })
      } else {
        if (next !== null && place().openId === openedId) navigate(next)
        done(change, openedId)
      }
      if (targets.length > 1) clearSelection()
      reload()
    })
  }
  return { apply, isRunning }
}
