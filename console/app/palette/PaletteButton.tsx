import { Suspense, useEffect } from "react"
import { Icon } from "../../parts/Icon.tsx"
import { Kbd } from "../../parts/Kbd.tsx"
import { lazyOr } from "../../parts/lazyOr.ts"
import { useText } from "../../text/useText.ts"
import { useAtom } from "../atoms.ts"
import { paletteOpenAtom, setPaletteOpen } from "./paletteActions.ts"

const Palette = lazyOr(
  () => import("./Palette.tsx"),
  () => null
)

/** Another dialog or menu is open. Toasts have the role of a dialog but cover nothing. */
const isCovered = (): boolean =>
  Array.from(document.querySelectorAll("[role=dialog]:not(.toast), [role=alertdialog], [role=menu]")).some((overlay) =>
    overlay.checkVisibility()
  )

/** Ctrl+K and ⌘K open the palette from any field, but not above a dialog. */
const usePaletteKey = () => {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { altKey, ctrlKey, key, metaKey, shiftKey } = event
      if (!(ctrlKey || metaKey) || altKey || shiftKey || key.toLowerCase() !== "k" || event.defaultPrevented) return
      event.preventDefault()
      if (!isCovered()) setPaletteOpen(true)
    }
    document.addEventListener("keydown", pressed)
    return () => document.removeEventListener("keydown", pressed)
  }, [])
}

/** The button of the palette, which is loaded when it is first opened. */
export const PaletteButton = () => {
  const { common } = useText()
  const isOpen = useAtom(paletteOpenAtom)
  usePaletteKey()
  return (
    <>
      <button
        type="button"
        className="rail-search"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setPaletteOpen(true)}
      >
        <Icon name="search" />
        <span className="rail-label">{common.search}</span>
        <Kbd keys="Control+K" />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Palette />
        </Suspense>
      )}
    </>
  )
}
