import { DateTime, Effect, Layer, Order } from "effect"
import { parkedUntil } from "../../../domain/inbound/InboundDelivery.ts"
import { type DueReport, Inbox } from "../../../ports/inbound/Inbox.ts"
import { loadInbox } from "./loadInbox.ts"
import { saveInbox } from "./saveInbox.ts"
import type { StoredParkedReport } from "./StoredReports.ts"
import type { Step } from "../State.ts"
import { World } from "../World.ts"

const isDue = ({ dueAt }: StoredParkedReport, now: DateTime.Utc): boolean =>
  dueAt !== null && DateTime.isLessThanOrEqualTo(dueAt, now)

const longestDue = Order.combine(
  Order.mapInput(Order.Number, ({ dueAt }: StoredParkedReport) => dueAt?.epochMilliseconds ?? 0),
  Order.mapInput(Order.Number, ({ parkedAt }: StoredParkedReport) => parkedAt.epochMilliseconds)
)

const tried = (stored: StoredParkedReport, now: DateTime.Utc): StoredParkedReport => {
  const attempts = stored.attempts + 1
  return { ...stored, attempts, dueAt: parkedUntil(attempts, now) }
}

const asDue = ({ channelAccountId, item, organizationId, platformMessageId }: StoredParkedReport): DueReport => ({
  organizationId,
  channelAccountId,
  platformMessageId,
  item
})

const claimParked =
  (now: DateTime.Utc, limit: number): Step<ReadonlyArray<DueReport>> =>
  (state) => {
    const claimed = state.parked
      .filter((stored) => isDue(stored, now))
      .toSorted(longestDue)
      .slice(0, limit)
    const leased = new Set(claimed)
    return [
      Effect.succeed(claimed.map(asDue)),
      { ...state, parked: state.parked.map((stored) => (leased.has(stored) ? tried(stored, now) : stored)) }
    ]
  }

const purgeParked =
  (before: DateTime.Utc, limit: number): Step<number> =>
  (state) => {
    const gone = new Set(state.parked.filter(({ parkedAt }) => DateTime.isLessThan(parkedAt, before)).slice(0, limit))
    return [Effect.succeed(gone.size), { ...state, parked: state.parked.filter((stored) => !gone.has(stored)) }]
  }

/** Most reports of one transaction, as on a Postgres server. */
const maxReports = 500

export const layer = Layer.effect(
  Inbox,
  Effect.map(World, ({ read, step }) =>
    Inbox.of({
      maxReports,
      // Transactions are serialized here, so a read needs no lock.
      load: (organizationId, needs) => read("Inbox.load", (state) => loadInbox(state, organizationId, needs)),
      save: (organizationId, before, after, at) => step("Inbox.save", saveInbox(organizationId, before, after, at)),
      claimParked: (now, limit) => step("Inbox.claimParked", claimParked(now, limit)),
      purgeParked: (before, limit) => step("Inbox.purgeParked", purgeParked(before, limit))
    })
  )
)
