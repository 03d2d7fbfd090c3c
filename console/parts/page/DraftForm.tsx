import { type ReactNode, useEffect, useState } from "react"
import type { Failure } from "../../api/Failure.ts"
import { navigate } from "../../app/navigation.ts"
import { useText } from "../../text/useText.ts"
import { ActionError } from "../ActionError.tsx"
import { Button } from "../Button.tsx"
import { Confirm } from "../Confirm.tsx"

/** Whether a click follows a link of the console in this tab. */
const linkOf = ({ altKey, button, ctrlKey, metaKey, shiftKey, target }: MouseEvent): string | null => {
  if (button !== 0 || altKey || ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return null
  const href = target.closest("a[href]")?.getAttribute("href") ?? ""
  return href.startsWith("/") ? href : null
}

/** Asks before a link or the browser leaves a changed form. Returns the address of the link; null without one. */
const useLeaving = (isDirty: boolean) => {
  const [target, setTarget] = useState<string | null>(null)
  useEffect(() => {
    if (!isDirty) return
    const unloading = (event: BeforeUnloadEvent) => event.preventDefault()
    const clicked = (event: MouseEvent) => {
      const href = linkOf(event)
      if (href === null) return
      event.preventDefault()
      event.stopPropagation()
      setTarget(href)
    }
    window.addEventListener("beforeunload", unloading)
    document.addEventListener("click", clicked, { capture: true })
    return () => {
      window.removeEventListener("beforeunload", unloading)
      document.removeEventListener("click", clicked, { capture: true })
    }
  }, [isDirty])
  return [target, setTarget] as const
}

/** A form over stored values, which are changed when the form is saved. */
export const DraftForm = ({
  children,
  failure,
  isDirty,
  isSaving,
  onDiscard,
  onSave
}: {
  readonly children: ReactNode
  /** Whether the values differ from the stored ones. */
  readonly isDirty: boolean
  readonly isSaving: boolean
  /** A failure that no field shows. */
  readonly failure: Failure | null
  readonly onSave: () => void
  readonly onDiscard: () => void
}) => {
  const { common } = useText()
  const [target, setTarget] = useLeaving(isDirty)
  return (
    <form
      className="page-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isDirty) onSave()
      }}
    >
      {children}
      <ActionError failure={failure} />
      <div className="page-buttons page-save">
        <Button tone="primary" type="submit" disabled={!isDirty} isBusy={isSaving}>
          {common.save}
        </Button>
        {isDirty && (
          <>
            <Button onClick={onDiscard}>{common.draft.discard}</Button>
            <span className="muted" role="status">
              {common.draft.unsaved}
            </span>
          </>
        )}
      </div>
      <Confirm
        title={common.draft.leaveTitle}
        text={common.draft.leaveText}
        label={common.draft.leave}
        isOpen={target !== null}
        isBusy={false}
        failure={null}
        onClose={() => setTarget(null)}
        onConfirm={() => {
          setTarget(null)
          onDiscard()
          if (target !== null) navigate(target)
        }}
      />
    </form>
  )
}
