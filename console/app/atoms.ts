import { type Atom, AtomRegistry } from "effect/reactivity"
import { useCallback, useSyncExternalStore } from "react"

/** The registry of all atoms of the page. */
export const registry: AtomRegistry.AtomRegistry = AtomRegistry.make()

/** The value of an atom while the component is mounted. */
export const useAtom = <A>(atom: Atom.Atom<A>): A => {
  const subscribe = useCallback((changed: () => void) => registry.subscribe(atom, changed), [atom])
  const read = useCallback(() => registry.get(atom), [atom])
  return useSyncExternalStore(subscribe, read)
}
