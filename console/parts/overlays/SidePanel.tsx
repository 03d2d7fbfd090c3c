import { Dialog as Base } from "@base-ui/react/dialog"
import type { ReactNode } from "react"
import { useText } from "../../text/useText.ts"
import { Icon } from "../Icon.tsx"
import "../../style/pageParts.css"

/** A panel over the end of the page, with details of the item beside it. A phone shows it on the whole screen. */
export const SidePanel = ({
  children,
  footer,
  isOpen,
  onClose,
  title
}: {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  /** Buttons at the lower edge. */
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
        <Base.Popup className="side-panel">
          <header className="dialog-header side-panel-header">
            <Base.Title className="dialog-title">{title}</Base.Title>
            <Base.Close className="button button-quiet button-icon" aria-label={common.close}>
              <Icon name="close" />
            </Base.Close>
          </header>
          <div className="side-panel-body">{children}</div>
          {footer !== undefined && <footer className="side-panel-footer">{footer}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
