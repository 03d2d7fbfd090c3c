import { type DateTime, HashMap } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import { parkedUntil } from "../../domain/InboundDelivery.ts"
import { type InboxState, parkedKey } from "../../domain/inbox/InboxState.ts"
import { peopleMet } from "../../domain/inbox/peopleMet.ts"
import type { KeptParkedReport } from "./KeptReports.ts"
import type { State } from "./State.ts"

/** Whether it is parked for no message, but for one of these people. */
const isFor = ({ item, platformMessageId }: KeptParkedReport, people: ReadonlySet<string>): boolean =>
  platformMessageId === null && "person" in item && (item.person?.ids ?? []).some(({ value }) => people.has(value))

const dueAt = (row: KeptParkedReport, at: DateTime.Utc): KeptParkedReport => ({ ...row, dueAt: at })

/** Parked reports stay untouched, except those about a person who is resolved now. */
export const withParking = (
  state: State,
  organizationId: OrganizationId,
  before: InboxState,
  after: InboxState,
  at: DateTime.Utc
): State => {
  const isGone = (key: string) => HashMap.has(before.parked, key) && !HashMap.has(after.parked, key)
  const added = [...HashMap.entries(after.parked)].filter(([key]) => !HashMap.has(before.parked, key))
  const addedKeys = new Set(added.map(([key]) => key))
  const people = new Set(peopleMet(before, after))
  const kept = state.parked
    .filter((row) => {
      const key = parkedKey(row)
      return row.organizationId !== organizationId || (!isGone(key) && !addedKeys.has(key))
    })
    .map((row) => (row.organizationId === organizationId && isFor(row, people) ? dueAt(row, at) : row))
  const parked = added.map(([, { channelAccountId, item, platformMessageId }]): KeptParkedReport => ({
    organizationId,
    channelAccountId,
    platformMessageId,
    item,
    attempts: 0,
    parkedAt: at,
    dueAt: parkedUntil(0, at)
  }))
  return { ...state, parked: [...kept, ...parked] }
}
