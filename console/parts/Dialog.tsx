import { Dialog as Base } from "@base-ui/react/dialog"
import type { ReactNode } from "react"
import { useText } from "../text/useText.ts"

/** A dialog over the page. Escape, a click outside and its close button close it. */
export const Dialog = ({
  children,
  description,
  footer,
  isOpen,
  onClose,
  title
}: {
  readonly title: string
  readonly description?: ReactNode
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children?: ReactNode
  /** Buttons at the end. */
  readonly footer?: ReactNode
}) => {
  const { common } = useText()
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className="dialog">
          <header className="dialog-header">
            <Base.Title className="dialog-title">{title}</Base.Title>
            <Base.Close className="button button-quiet" aria-label={common.close}>
              <span aria-hidden>✕</span>
            </Base.Close>
          </header>
          {description !== undefined && <Base.Description className="muted">{description}</Base.Description>}
          <div className="dialog-body">{children}</div>
          {footer !== undefined && <footer className="dialog-footer">{footer}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
