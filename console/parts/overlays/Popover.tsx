import { Popover as Base } from "@base-ui/react/popover"
import type { ReactNode } from "react"
import "../../style/pageParts.css"

/** A button that opens a small box beside it, with fields or details. Escape and a click outside close it. */
export const Popover = ({
  button,
  children,
  label,
  tone = "plain"
}: {
  /** Accessible name of the button and title of the box. */
  readonly label: string
  /** Visible content of the button; the label by default. */
  readonly button?: ReactNode
  readonly children: ReactNode
  readonly tone?: "plain" | "quiet"
}) => (
  <Base.Root>
    <Base.Trigger className={`button button-${tone}`} aria-label={label}>
      {button ?? label}
    </Base.Trigger>
    <Base.Portal>
      <Base.Positioner className="popup-positioner" sideOffset={4} align="end">
        <Base.Popup className="popup popover">
          <Base.Title className="popover-title">{label}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)
