import type { OrganizationId } from "../../domain/Ids.ts"

/** A value for each organization with a call in this or the previous period. */
export interface Generations<A> {
  /** Changes the value of the organization, at a time of a monotonic clock in whole microseconds. */
  readonly change: <B>(organizationId: OrganizationId, at: number, f: (known: A | undefined) => readonly [B, A]) => B
  /** Number of stored organizations. */
  readonly size: () => number
}

/**
 * Stores at most `most` organizations, in two generations. A call moves its organization into the recent one. After a
 * period the older generation is dropped whole, because none of its calls counts any more. A call accesses only its own
 * organization.
 *
 * Beyond `most`, the older generation is dropped early, and its organizations get a full allowance. That happens only
 * after half of `most` others have called since the organization's last call.
 */
export const make = <A>(periodMicros: number, most: number): Generations<A> => {
  const generationSize = Math.max(1, Math.floor(most / 2))
  let recent = new Map<OrganizationId, A>()
  let older = new Map<OrganizationId, A>()
  let turnedAt = Number.NEGATIVE_INFINITY

  const turn = (at: number) => {
    older = recent
    recent = new Map()
    turnedAt = at
  }

  return {
    change: (organizationId, at, f) => {
      if (at - turnedAt >= periodMicros) turn(at)
      const young = recent.get(organizationId)
      const [answer, after] = f(young ?? older.get(organizationId))
      if (young === undefined) {
        older.delete(organizationId)
        if (recent.size >= generationSize) turn(at)
      }
      recent.set(organizationId, after)
      return answer
    },
    size: () => recent.size + older.size
  }
}
