import { Tooltip as Base } from "@base-ui/react/tooltip"
import { type ReactElement, useId } from "react"
import { Kbd } from "./Kbd.tsx"

/** Milliseconds of hover before a tooltip. The next one beside it opens at once. */
const delay = 400

/**
 * A hint over a control on hover and focus, with its key in the form of `aria-keyshortcuts`, such as `Control+K`. The
 * control has an accessible name of its own, which `text` repeats, unless it `isDescription`: screen readers then read it
 * after the name.
 */
export const Tooltip = ({
  children,
  isDescription = false,
  keys,
  side = "bottom",
  text
}: {
  readonly text: string
  /** A single button or link. */
  readonly children: ReactElement
  readonly keys?: string
  readonly isDescription?: boolean
  readonly side?: "top" | "bottom" | "inline-end"
}) => {
  const id = useId()
  return (
    <>
      <Base.Root>
        <Base.Trigger
          delay={delay}
          render={children}
          aria-keyshortcuts={keys}
          aria-describedby={isDescription ? id : undefined}
        />
        <Base.Portal>
          <Base.Positioner className="popup-positioner" side={side} sideOffset={6}>
            <Base.Popup className="tooltip">
              <span>{text}</span>
              {keys !== undefined && <Kbd keys={keys} />}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
      {isDescription && (
        <span id={id} hidden>
          {text}
        </span>
      )}
    </>
  )
}
