import { Menu as Base } from "@base-ui/react/menu"
import { type ReactNode, useRef } from "react"

/** An entry of a menu, or a line between entries. */
export type MenuEntry =
  | {
      readonly label: string
      readonly onSelect: () => void
      readonly isDisabled?: boolean
      readonly isDanger?: boolean
      /** Checked or unchecked state of a choice. */
      readonly isChecked?: boolean
      /** The element with the focus after the selection; the button of the menu if absent. */
      readonly focusAfter?: () => HTMLElement | null
    }
  | { readonly heading: string }
  | "separator"

const keyOf = (entry: MenuEntry, index: number): string => {
  if (entry === "separator") return `separator ${index}`
  return "heading" in entry ? `heading ${entry.heading}` : `${entry.label} ${index}`
}

type FocusAfter = () => HTMLElement | null

const Entry = ({
  entry,
  onChosen
}: {
  readonly entry: MenuEntry
  readonly onChosen: (focusAfter: FocusAfter | null) => void
}) => {
  if (entry === "separator") return <Base.Separator className="popup-separator" />
  if ("heading" in entry) return <div className="popup-heading">{entry.heading}</div>
  const { focusAfter = null, isChecked, isDanger = false, isDisabled = false, label, onSelect } = entry
  return (
    <Base.Item
      className={isDanger ? "popup-item popup-item-danger" : "popup-item"}
      disabled={isDisabled}
      onClick={() => {
        onChosen(focusAfter)
        onSelect()
      }}
    >
      <span>{label}</span>
      {isChecked === true && (
        <span className="popup-item-mark" aria-hidden>
          ✓
        </span>
      )}
    </Base.Item>
  )
}

/**
 * A button that opens a menu, with an arrow unless it is quiet. `label` is its accessible name, which must contain its
 * visible text.
 */
export const Menu = ({
  children,
  entries,
  label,
  tabIndex,
  tone = "quiet"
}: {
  readonly label: string
  readonly entries: ReadonlyArray<MenuEntry>
  /** Visible content; the label by default. */
  readonly children?: ReactNode
  /** -1 for a button that other keys reach. */
  readonly tabIndex?: 0 | -1
  /** Without the look of a button. */
  readonly tone?: "plain" | "quiet"
}) => {
  const focusAfter = useRef<FocusAfter | null>(null)
  return (
    <Base.Root
      onOpenChange={(isOpen) => {
        if (isOpen) focusAfter.current = null
      }}
    >
      <Base.Trigger className={`button button-${tone}`} aria-label={label} tabIndex={tabIndex}>
        {children ?? label}
        {tone === "plain" && <span className="menu-mark" aria-hidden />}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="popup-positioner" sideOffset={4} align="end">
          <Base.Popup className="popup" finalFocus={() => focusAfter.current?.() ?? true}>
            {entries.map((entry, index) => (
              <Entry
                key={keyOf(entry, index)}
                entry={entry}
                onChosen={(next) => {
                  focusAfter.current = next
                }}
              />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
