import type { OrganizationId } from "../../domain/Ids.ts"

/** A value for each organization that called in the last period or the one before. */
export interface Generations<A> {
  /** Changes the value of the organization, at an instant of a monotonic clock in whole microseconds. */
  readonly change: <B>(organizationId: OrganizationId, at: number, f: (known: A | undefined) => readonly [B, A]) => B
  /** Organizations that are remembered. */
  readonly size: () => number
}

/**
 * Remembers at most `most` organizations, in two generations. A call moves its organization into the recent one. After a
 * period the older generation is dropped whole: its organizations did not call for that long, so none of their calls counts
 * any more. No call looks at more than its own organization.
 *
 * With more organizations than may be, the older generation goes early: its organizations get a full allowance. That
 * happens only to an organization after whose last call half of `most` others have called.
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
