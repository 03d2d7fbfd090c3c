import { Atom } from "effect/reactivity"
import { useEffect } from "react"
import { registry } from "../atoms.ts"

/** A conversation or contact that the user opened in this tab. */
export interface RecentPlace {
  readonly href: string
  readonly label: string
}

const mostPlaces = 8

/** Lives as long as the page: names of customers are not stored in the browser. */
export const recentPlacesAtom: Atom.Writable<ReadonlyArray<RecentPlace>> = Atom.keepAlive(
  Atom.make<ReadonlyArray<RecentPlace>>([])
)

/** Puts a place first, without its previous entry. */
export const withPlace = (places: ReadonlyArray<RecentPlace>, place: RecentPlace): ReadonlyArray<RecentPlace> =>
  [place, ...places.filter(({ href }) => href !== place.href)].slice(0, mostPlaces)

/** Lists the place in the palette: `useRecentPlace("/inbox/…", contact.name)`. Does nothing for an empty label. */
export const useRecentPlace = (href: string, label: string): void => {
  useEffect(() => {
    if (label !== "") registry.update(recentPlacesAtom, (places) => withPlace(places, { href, label }))
  }, [href, label])
}
