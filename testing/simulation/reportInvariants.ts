import { recountedReports } from "../../src/adapters/memory/reports/MemoryReports.ts"
import type { State } from "../../src/adapters/memory/State.ts"
import type { OrganizationId } from "../../src/domain/Ids.ts"
import type { ReportMeasure } from "../../src/domain/reports/reportCounters.ts"
import type { Broken } from "./invariants.ts"

const rule = "Reports equal a count of messages and conversations"

/** Simple counts of what is stored, without turns of conversations and without buckets. */
const countsOf = (
  { conversations, messages }: State,
  id: OrganizationId
): Readonly<Partial<Record<ReportMeasure, number>>> => {
  const listed = messages.filter(({ organizationId, type }) => organizationId === id && type !== "reaction")
  const outbound = listed.filter(({ direction }) => direction === "outbound")
  const own = conversations.filter(({ organizationId }) => organizationId === id)
  return {
    received: listed.length - outbound.length,
    sent: outbound.filter(
      ({ platformMessageId, status }) => status !== "pending" && (status !== "failed" || platformMessageId !== null)
    ).length,
    read: outbound.filter(({ status }) => status === "read").length,
    failed: outbound.filter(({ status }) => status === "failed").length,
    opened: own.length,
    open: own.filter(({ isHidden, status }) => !isHidden && status !== "closed").length
  }
}

/** The rule of reports at the end: closes and reopenings are recorded, and each message counts once with its last status. */
export const reportInvariants = (state: State): ReadonlyArray<Broken> =>
  state.organizations.flatMap(({ id }) => {
    const sums = new Map<string, number>()
    for (const { measure, number, subject } of recountedReports(state, id)) {
      if (subject === "overview") sums.set(measure, (sums.get(measure) ?? 0) + number)
    }
    const counts = Object.entries(countsOf(state, id))
    const broken = counts.flatMap(([measure, expected]): ReadonlyArray<Broken> => {
      const reported = sums.get(measure) ?? 0
      return reported === expected ? [] : [[rule, `${id} ${measure}: ${reported} instead of ${expected}`]]
    })
    const { closed = 0, open = 0, opened = 0, reopened = 0 } = Object.fromEntries(sums)
    const ended = opened + reopened - closed - open
    const hidden = state.conversations.filter(
      (one) => one.organizationId === id && one.isHidden && one.status !== "closed"
    )
    return ended === hidden.length ? broken : [...broken, [rule, `${id}: ${ended} ended without a close`]]
  })
