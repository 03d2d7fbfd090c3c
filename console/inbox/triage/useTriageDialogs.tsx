import { type ReactNode, Suspense, useState } from "react"
import { lazyOr } from "../../parts/lazyOr.ts"
import { useInboxCommand } from "../inboxCommands.ts"
import type { Change, Target } from "./Change.ts"
import type { TriageDialogName } from "./TriageDialog.tsx"

const TriageDialog = lazyOr(
  () => import("./TriageDialog.tsx"),
  () => null
)

/** Opens the dialogs of conversations, also by their keys while `isEnabled`. Returns the opener and the open dialog. */
export const useTriageDialogs = (
  targets: ReadonlyArray<Target>,
  apply: (change: Change) => void,
  isEnabled: boolean
): readonly [(name: TriageDialogName) => void, ReactNode] => {
  const [open, setOpen] = useState<TriageDialogName | null>(null)
  const has = isEnabled && targets.length > 0
  useInboxCommand("assign", () => setOpen("assign"), has)
  useInboxCommand("label", () => setOpen("label"), has)
  useInboxCommand("priority", () => setOpen("priority"), has)
  useInboxCommand("snooze", () => setOpen("snooze"), has)
  useInboxCommand("close", () => apply({ kind: "close" }), has && targets.some(({ status }) => status !== "closed"))
  const dialog =
    open === null ? null : (
      <Suspense fallback={null}>
        <TriageDialog name={open} targets={targets} apply={apply} onClose={() => setOpen(null)} />
      </Suspense>
    )
  return [setOpen, dialog]
}
