import { Atom } from "effect/reactivity"
import { useCallback, useRef } from "react"
import { registry, useAtom } from "./atoms.ts"
import { hrefOf, type Place, placeOf, withQuery } from "./Place.ts"

const here = (): Place => placeOf(window.location.href)

/** The current place. The browser's buttons change it. */
const placeAtom: Atom.Writable<Place> = Atom.keepAlive(Atom.make(here()))

window.addEventListener("popstate", () => registry.set(placeAtom, here()))

/** Navigates within the console. `replace`: the back button skips the current address. */
export const navigate = (href: string, { replace = false }: { readonly replace?: boolean } = {}): void => {
  if (href === hrefOf(registry.get(placeAtom))) return
  if (replace) window.history.replaceState(null, "", href)
  else window.history.pushState(null, "", href)
  registry.set(placeAtom, here())
}

/** Returns the current place. */
export const usePlace = (): Place => useAtom(placeAtom)

/** Changes fields of the query, which contain filters and searches. */
export const changeQuery = (
  changes: Readonly<Record<string, string | null>>,
  options?: { readonly replace?: boolean }
): void => navigate(hrefOf(withQuery(registry.get(placeAtom), changes)), options)

/** A query field for the open item (empty if absent) and its setter. A change adds no entry to the browser's history. */
export const useQueryField = (name: string): readonly [string, (value: string | null) => void] => {
  const { query } = usePlace()
  const change = useCallback((value: string | null) => changeQuery({ [name]: value }, { replace: true }), [name])
  return [query[name] ?? "", change]
}

/**
 * A query field that the user types (empty if absent) and its setter. Back undoes all letters at once: a change
 * replaces the history entry that the field added, and adds one otherwise. A change also removes the field `dependent`,
 * such as the page of a search.
 */
export const useTypedQueryField = (name: string, dependent?: string): readonly [string, (value: string) => void] => {
  const { query } = usePlace()
  const ownHref = useRef<string | null>(null)
  const change = useCallback(
    (value: string) => {
      const changes = { ...(dependent === undefined ? {} : { [dependent]: null }), [name]: value }
      changeQuery(changes, { replace: ownHref.current === hrefOf(registry.get(placeAtom)) })
      ownHref.current = hrefOf(registry.get(placeAtom))
    },
    [name, dependent]
  )
  return [query[name] ?? "", change]
}
