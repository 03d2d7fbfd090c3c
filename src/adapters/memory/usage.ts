import type { OrganizationId } from "../../domain/Ids.ts"
import type { Month } from "../../domain/MonthlyLimit.ts"
import type { State } from "./State.ts"

export const usedIn = ({ usage }: State, organizationId: OrganizationId, month: Month): number =>
  usage.find((row) => row.organizationId === organizationId && row.month === month)?.used ?? 0

/** Adds to the month's counter; it never falls below zero. */
export const withUnits = (state: State, organizationId: OrganizationId, month: Month, units: number): State => {
  const used = Math.max(0, usedIn(state, organizationId, month) + units)
  const others = state.usage.filter((row) => row.organizationId !== organizationId || row.month !== month)
  return { ...state, usage: [...others, { organizationId, month, used }] }
}
