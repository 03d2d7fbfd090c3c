import type { ContactId, OrganizationId } from "../../domain/Ids.ts"

/** Where a contact stands in the list: behind so many others. */
export interface Place {
  readonly before: number
  readonly id: ContactId
}

/** How many organizations have places kept, and how many places each. */
export const maxOrganizations = 256
export const maxPlaces = 256

interface Kept {
  /** The contacts that these are the places of: the number that `contact_changes` gave them. */
  readonly change: number
  readonly places: Map<number, ContactId>
}

/** Sets the value as the last one, and takes away the first ones of too many. */
const keep = <K, V>(map: Map<K, V>, key: K, value: V, most: number) => {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= most) return
    map.delete(oldest)
  }
}

/**
 * Where contacts stand in the list of an organization, as pages have shown it: what is near such a place is found from
 * there, however far both ends are. Good for as long as the organization has the very same contacts.
 */
export const makePagePlaces = () => {
  const organizations = new Map<OrganizationId, Kept>()
  return {
    note: (organizationId: OrganizationId, change: number, places: ReadonlyArray<Place>): void => {
      const known = organizations.get(organizationId)
      const kept = known?.change === change ? known : { change, places: new Map<number, ContactId>() }
      for (const { before, id } of places) keep(kept.places, before, id, maxPlaces)
      keep(organizations, organizationId, kept, maxOrganizations)
    },

    /** The place that is nearest to the one behind `wanted` others; null when none is known. */
    nearest: (organizationId: OrganizationId, change: number, wanted: number): Place | null => {
      const kept = organizations.get(organizationId)
      if (kept === undefined || kept.change !== change) return null
      let nearest: Place | null = null
      for (const [before, id] of kept.places) {
        if (nearest === null || Math.abs(before - wanted) < Math.abs(nearest.before - wanted)) nearest = { before, id }
      }
      return nearest
    }
  }
}
export type PagePlaces = ReturnType<typeof makePagePlaces>
