import { Atom } from "effect/reactivity"
import { type ReactNode, useEffect, useRef } from "react"
import { registry } from "../atoms.ts"

/** An action that the palette offers while the component that registers it is mounted. */
export interface PaletteAction {
  readonly id: string
  /** A verb with its object: `New conversation`. */
  readonly label: string
  readonly icon?: ReactNode
  /** Its key elsewhere, in the form of `aria-keyshortcuts`. */
  readonly keys?: string
  readonly onSelect: () => void
}

/** Whether the palette is open. */
export const paletteOpenAtom: Atom.Writable<boolean> = Atom.keepAlive(Atom.make(false))

export const setPaletteOpen = (isOpen: boolean): void => registry.set(paletteOpenAtom, isOpen)

/** The actions of all mounted components, in the order of their registration. */
export const paletteActionsAtom: Atom.Writable<ReadonlyArray<PaletteAction>> = Atom.keepAlive(
  Atom.make<ReadonlyArray<PaletteAction>>([])
)

/** Registers an action: `usePaletteAction({ id: "new-conversation", label: inbox.newConversation, onSelect: open })`. */
export const usePaletteAction = ({ icon, id, keys, label, onSelect }: PaletteAction): void => {
  const latest = useRef(onSelect)
  latest.current = onSelect
  useEffect(() => {
    const own: PaletteAction = {
      id,
      label,
      onSelect: () => latest.current(),
      ...(icon === undefined ? {} : { icon }),
      ...(keys === undefined ? {} : { keys })
    }
    registry.update(paletteActionsAtom, (actions) => [...actions, own])
    return () => registry.update(paletteActionsAtom, (actions) => actions.filter((action) => action !== own))
    // The icon belongs to the id.
  }, [id, label, keys])
}
