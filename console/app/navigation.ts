import { Atom } from "effect/reactivity"
import { useCallback, useRef } from "react"
import { registry, useAtom } from "./atoms.ts"
import { hrefOf, type Place, placeOf, withQuery } from "./Place.ts"

const here = (): Place => placeOf(window.location.href)

/** Where the reader is. The buttons of the browser change it. */
const placeAtom: Atom.Writable<Place> = Atom.keepAlive(Atom.make(here()))

window.addEventListener("popstate", () => registry.set(placeAtom, here()))

/** Goes to an address of this page. `replace`: the back button does not lead to the present one. */
export const navigate = (href: string, { replace = false }: { readonly replace?: boolean } = {}): void => {
  if (href === hrefOf(registry.get(placeAtom))) return
  if (replace) window.history.replaceState(null, "", href)
  else window.history.pushState(null, "", href)
  registry.set(placeAtom, here())
}

/** Where the reader is. */
export const usePlace = (): Place => useAtom(placeAtom)

/** Changes fields of the query, which filters and searches are kept in. */
export const changeQuery = (
  changes: Readonly<Record<string, string | null>>,
  options?: { readonly replace?: boolean }
): void => navigate(hrefOf(withQuery(registry.get(placeAtom), changes)), options)

/** A field of the query that names the open item, empty when it is absent, and how to change it. Back does not undo a change. */
export const useQueryField = (name: string): readonly [string, (value: string | null) => void] => {
  const { query } = usePlace()
  const change = useCallback((value: string | null) => changeQuery({ [name]: value }, { replace: true }), [name])
  return [query[name] ?? "", change]
}

/**
 * A field of the query that a reader types, empty when it is absent, and how to change it. Back undoes all letters at once:
 * a change replaces the entry of the browser's history if the field made that entry, and adds one otherwise. A change takes
 * the field `dependent` away, such as the page of a search.
 */
export const useTypedQueryField = (name: string, dependent?: string): readonly [string, (value: string) => void] => {
  const { query } = usePlace()
  const written = useRef<string | null>(null)
  const change = useCallback(
    (value: string) => {
      const changes = { ...(dependent === undefined ? {} : { [dependent]: null }), [name]: value }
      changeQuery(changes, { replace: written.current === hrefOf(registry.get(placeAtom)) })
      written.current = hrefOf(registry.get(placeAtom))
    },
    [name, dependent]
  )
  return [query[name] ?? "", change]
}
