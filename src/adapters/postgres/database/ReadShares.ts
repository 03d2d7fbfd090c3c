import { Context, Effect, type Scope } from "effect"
import { type SqlClient, SqlError } from "effect/sql"
import { type FairShares, makeFairShares } from "../../../collections/fairShares.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { Overloaded } from "../../../domain/limits/RateTier.ts"
import { turnWaits, type Waits } from "../connections/Waits.ts"

/**
 * Connections for reads whose cost grows with the organization's data. Limits each organization's share of them, and of the
 * connections of all other reads.
 */
export class ReadShares extends Context.Service<
  ReadShares,
  {
    /** Statements do not share these connections: one that follows another would wait for it. */
    readonly searches: SqlClient.SqlClient
    /** Runs a read on `searches`. */
    readonly search: FairShares<OrganizationId>
    /** Runs a read of a page that costs little more than the rows of the page. */
    readonly list: FairShares<OrganizationId>
  }
>()("effect-parley/adapters/postgres/ReadShares") {}

/** Longest wait of a read for its turn. */
const patience = "5 seconds"

/** Searches of one organization that may wait. */
const maxWaitingSearches = 32

/** Most waiting list reads of one organization: this many take about a second. */
const maxWaitingLists = 1_024

const tooLong = Effect.die(new Overloaded({ reason: "too long" }))

/** The server ends statements of `searches` that take too long. */
const isTooLong = (error: unknown): boolean =>
  SqlError.isSqlError(error) && error.reason._tag === "StatementTimeoutError"

/** Maximum concurrent reads, in all and per organization. */
export interface Capacity {
  readonly capacity: number
  readonly share: number
}

/** Counts each wait for a turn in `waits`. */
const waited = (shares: FairShares<OrganizationId>, waits: Waits | null): FairShares<OrganizationId> =>
  waits === null
    ? shares
    : (organizationId, read) =>
        waits.during(false, (served) => {
          const countedRead = Effect.suspend(() => {
            served()
            return read
          })
          return shares(organizationId, countedRead)
        })

export const make = Effect.fnUntraced(function* (
  searches: SqlClient.SqlClient,
  sizes: { readonly searches: Capacity; readonly lists: Capacity }
): Effect.fn.Return<ReadShares["Service"], never, Scope.Scope> {
  const search = waited(
    makeFairShares({ ...sizes.searches, patience, maxWaiting: maxWaitingSearches }),
    yield* turnWaits("searches")
  )
  return {
    searches,
    search: (organizationId, read) =>
      search(
        organizationId,
        Effect.catchIf(read, isTooLong, () => tooLong)
      ),
    list: waited(makeFairShares({ ...sizes.lists, patience, maxWaiting: maxWaitingLists }), yield* turnWaits("lists"))
  }
})
